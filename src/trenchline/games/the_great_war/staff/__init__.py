"""How the computer plays The Great War: a staff officer's reasoning, chapter by chapter.

``stakes`` is what both sides fight for and who threatens it, ``promises`` what an attack may bring
by the exact odds, ``operations`` which attacks a phase of movement prepares, ``marches`` who goes
where, ``quarters`` where headquarters go and what they take along, ``barrages`` what the guns do
before an attack, ``battles`` how attacks are made and borne, ``purse`` what is spent, ``services``
what goes on behind the front, ``plans`` which lines are held, ``outlook`` how the scenario stands.
All of them read one ``situation``, which knows the ``forces`` of both sides and our ``rear``.
"""

from __future__ import annotations

import random

from trenchline.games.the_great_war.advance import Advance, AdvanceAgain, GoOn
from trenchline.games.the_great_war.bombardment import BombardmentPhase, DeclareBombardment
from trenchline.games.the_great_war.combat import CombatPhase, DeclareAttack
from trenchline.games.the_great_war.combat_supply import Feed
from trenchline.games.the_great_war.depots import Logistics
from trenchline.games.the_great_war.effects import Announce, NameTeam
from trenchline.games.the_great_war.fall_back import FallBack
from trenchline.games.the_great_war.freight import Ship
from trenchline.games.the_great_war.hits import Distribute
from trenchline.games.the_great_war.hunger import FeedHungry
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import MovementPhase, ReactionPhase
from trenchline.games.the_great_war.odds import expected
from trenchline.games.the_great_war.overrun import AdvanceAfterOverrun
from trenchline.games.the_great_war.preliminaries import CallOff, ChooseTable, SlipAway
from trenchline.games.the_great_war.production import PlacePoints, PlaceReplaced, Replacing
from trenchline.games.the_great_war.reinforcements import Reinforce
from trenchline.games.the_great_war.reserves import CallReserves, MoveReserves
from trenchline.games.the_great_war.resolution import GiveGround
from trenchline.games.the_great_war.retreat import Declare, Withdraw
from trenchline.games.the_great_war.staff import barrages, battles, marches, purse, services
from trenchline.games.the_great_war.staff.outlook import weigh
from trenchline.games.the_great_war.staff.promises import promise
from trenchline.games.the_great_war.staff.situation import Situation
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.ways_out import RetreatUnit
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.play import decision
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
                return "check", lowest(choices["check"])
            return found
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
            good = promise(sit, expected(state, state.battle)).value > 0
            return ("attack_on", 0) if good else ("call_off", 0)
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
            return "redirect", lowest(choices["redirect"])
        case RetreatUnit():
            return marches.fall_back(sit, asking.unit, choices)
        case Advance():
            return battles.follow_up(sit, asking, choices)
        case AdvanceAgain():
            return battles.push_on(sit, asking, choices)
        case GoOn():
            return battles.go_on(sit, asking, choices)
        case AdvanceAfterOverrun() if "advance" in choices:
            return "advance", lowest(choices["advance"])
        case FeedHungry():
            return purse.feed_hungry(sit, choices)
        case Replacing():
            return purse.replace_units(sit, choices)
        case PlacePoints():
            return purse.place_point(sit, choices)
        case PlaceReplaced() | Reinforce() if "place" in choices:
            return purse.place_unit(sit, choices)
        case Reinforce() if "unit" in choices:
            return "unit", lowest(choices["unit"])
    return _plain(choices)


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
