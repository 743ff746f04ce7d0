"""How the computer plays The Great War: a staff officer's reasoning, chapter by chapter.

``stakes`` is what both sides fight for and who threatens it, ``promises`` what an attack may bring
by the exact odds, ``operations`` which attacks a phase of movement prepares, ``posts`` what a unit
is worth in a hex, ``marches`` who goes where, ``farewell`` what those do who are withdrawn next,
``quarters`` where headquarters go and what they take along, ``barrages`` what the guns do before an
attack, ``battles`` how attacks are made and borne, ``purse`` what is spent, ``services`` what goes
on behind the front, ``plans`` which lines are held, ``outlook`` how the scenario stands,
``reasons`` all of it in words.
All of them read one ``situation``, which knows the ``forces`` of both sides and our ``rear``.
"""

from __future__ import annotations

import random

from trenchline.games.the_great_war.advance import Advance, AdvanceAgain, GoOn
from trenchline.games.the_great_war.artillery_divisions import FormDivisions
from trenchline.games.the_great_war.bombardment import BombardmentPhase, DeclareBombardment
from trenchline.games.the_great_war.combat import CombatPhase, DeclareAttack
from trenchline.games.the_great_war.combat_supply import Feed
from trenchline.games.the_great_war.construction import Construction
from trenchline.games.the_great_war.depots import Logistics
from trenchline.games.the_great_war.effects import Announce, NameTeam
from trenchline.games.the_great_war.fall_back import FallBack
from trenchline.games.the_great_war.freight import Ship
from trenchline.games.the_great_war.hits import Distribute
from trenchline.games.the_great_war.hunger import FeedHungry
from trenchline.games.the_great_war.leaders import GeneralStaff
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import MovementPhase, ReactionPhase
from trenchline.games.the_great_war.odds import expected
from trenchline.games.the_great_war.open_cities import DeclareOpen
from trenchline.games.the_great_war.overrun import AdvanceAfterOverrun
from trenchline.games.the_great_war.preliminaries import CallOff, ChooseTable, SlipAway
from trenchline.games.the_great_war.production import PlacePoints, PlaceReplaced, Replacing
from trenchline.games.the_great_war.reinforcements import Reinforce
from trenchline.games.the_great_war.reserves import CallReserves, MoveReserves
from trenchline.games.the_great_war.resolution import GiveGround
from trenchline.games.the_great_war.retreat import Declare, Withdraw
from trenchline.games.the_great_war.saved_stores import SaveStores
from trenchline.games.the_great_war.staff import barrages, battles, marches, purse, services
from trenchline.games.the_great_war.staff.outlook import weigh
from trenchline.games.the_great_war.staff.promises import promise
from trenchline.games.the_great_war.staff.situation import Situation
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.ways_out import RetreatUnit
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.play import decision
from trenchline.kernel.reasons import because, plainly
from trenchline.kernel.staff import Staff
from trenchline.kernel.steps import Choice, Choices, pick


def choose(state: State, choices: Choices, rng: random.Random, plan: str) -> Choice:
    """The staff's decision."""
    asking = decision(state)
    sit = Situation(state, asking.who(state), plan)
    match asking:
        case MovementPhase():
            return services.station_to_ship(sit, choices) or marches.next_unit(sit, choices)
        case Ship():
            return services.ship(sit, asking, choices)
        case Logistics():
            return services.logistics(sit, choices)
        case ReactionPhase():
            found = marches.next_unit(sit, choices)
            if found[0] == "done" and "check" in choices:
                hq = lowest(choices["check"])
                because(state, ("check", hq), 0.0, "{:unit} may let more units move", hq)
                return "check", hq
            return found
        case SaveStores():
            verb = next((verb for verb in ("load", "provision") if verb in choices), "done")
            chosen = verb, choices[verb].bit_length() - 1
            because(state, chosen, 0.0, "nothing is left to the enemy")
            return chosen
        case March():
            return marches.march(sit, asking, choices)
        case BombardmentPhase():
            return barrages.next_target(sit, asking.counter, choices)
        case DeclareBombardment():
            return barrages.lay(sit, asking, choices)
        case Distribute():
            return barrages.hit(sit, asking, choices)
        case CombatPhase():
            return battles.next_attack(sit, choices)
        case DeclareAttack():
            return battles.declare(sit, asking, choices)
        case Feed():
            return purse.feed(sit, asking, choices)
        case Announce():
            return purse.announce(sit, asking.attacking, choices)
        case NameTeam():
            return purse.name_team(sit, asking, choices)
        case ChooseTable():
            return purse.table(sit, asking.attacking)
        case CallReserves():
            return purse.call_reserves(sit, choices)
        case MoveReserves():
            return purse.commit(sit, choices)
        case CallOff():
            hope = promise(sit, expected(state, state.battle)).value
            because(state, ("attack_on", 0), hope, "the attack is worth {:+.2f} to us", hope)
            because(state, ("call_off", 0), 0.0, "the attack would be worth {:+.2f}", hope)
            return ("attack_on", 0) if hope > 0 else ("call_off", 0)
        case SlipAway():
            return battles.slip(sit, choices)
        case Declare():
            return battles.will_pursue(sit, asking, choices)
        case GiveGround():
            return battles.stand_or_go(sit, choices, attacking=False)
        case Withdraw():
            return battles.stand_or_go(sit, choices, asking.attacking)
        case FallBack() if "redirect" in choices:
            # The staff finds each its best post.
            unit = lowest(choices["redirect"])
            because(state, ("redirect", unit), 0.0, "each goes where it stands best")
            return "redirect", unit
        case RetreatUnit():
            return marches.fall_back(sit, asking.unit, choices)
        case Advance():
            return battles.follow_up(sit, asking, choices)
        case AdvanceAgain():
            return battles.push_on(sit, asking, choices)
        case GoOn():
            return battles.go_on(sit, asking, choices)
        case AdvanceAfterOverrun() if "advance" in choices:
            unit = lowest(choices["advance"])
            because(state, ("advance", unit), 0.0, "the way is open")
            return "advance", unit
        case FeedHungry():
            return purse.feed_hungry(sit, choices)
        case Replacing():
            return purse.replace_units(sit, choices)
        case PlacePoints():
            return purse.place_point(sit, choices)
        case PlaceReplaced() | Reinforce() if "place" in choices:
            return purse.place_unit(sit, choices)
        case Reinforce() if "unit" in choices:
            unit = lowest(choices["unit"])
            because(state, ("unit", unit), 0.0, "{:unit} arrives", unit)
            return "unit", unit
    chosen = _plain(choices)
    told = LEFT.get(type(asking)) if chosen[0] == "done" else WORDS.get(chosen[0])
    return plainly(state, chosen, told)


LEFT: dict[type, str] = {
    GeneralStaff: "leaders stay where they are",
    DeclareOpen: "no city is given up",
    Construction: "works are left to the troops in the line",
    FormDivisions: "the guns stay as they are",
}
"""What is said when something is left as it is."""
WORDS = {
    "propose": "these losses cost least",
    "flood": "water stops the enemy",
    "leader": "a leader helps the battle",
    "slip": "it must leave",
    "stand": "there is no reason to leave",
}
"""What is said of what needs no thought."""


def _plain(choices: Choices) -> Choice:
    """Everything that needs no thought."""
    for verb in ("propose", "flood", "leader"):
        if verb in choices:
            return verb, lowest(choices[verb])
    for verb in ("done", "stand", "stay", "cancel"):
        if verb in choices:
            return verb, 0
    for verb in ("slip", "deactivate"):
        if verb in choices:
            return verb, next(iter(members(choices[verb])))
    return pick(choices, 0)


STAFF = Staff(choose, weigh)
