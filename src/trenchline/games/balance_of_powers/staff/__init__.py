"""How the computer plays Balance of Powers: a staff officer's reasoning, chapter by chapter.

``plans`` is what each scenario is about, ``stakes`` what both sides hold and threaten, ``promises``
what an attack brings by the exact odds, ``operations`` which attack is made next, ``posts`` what a
corps is worth in a hex, ``columns`` the march on a capital, ``marches`` and ``trains`` the orders
of a half, ``commands`` how they are carried out, ``battles`` how combats are fought out, ``purse``
what is spent, ``services`` what goes on behind the front, ``fleets`` the war at sea, ``outlook``
how it stands, ``reasons`` all of it in words.
"""

from __future__ import annotations

import random

from trenchline.games.balance_of_powers.admiralty import Transport, Voyage
from trenchline.games.balance_of_powers.aerodrome import NewBase, Rebase, Return
from trenchline.games.balance_of_powers.air_raids import Intercept, Raid
from trenchline.games.balance_of_powers.aviation import Abort, Combine, Patrol, PatrolOver, Shot
from trenchline.games.balance_of_powers.calendar import FIRST_MONTH
from trenchline.games.balance_of_powers.combat_dice import Reroll, UseWorks
from trenchline.games.balance_of_powers.commissariat import Dismantle
from trenchline.games.balance_of_powers.components import NATIONS, UNITS
from trenchline.games.balance_of_powers.conquest import Shelter
from trenchline.games.balance_of_powers.courting import Court, Offer, PayCourt
from trenchline.games.balance_of_powers.diplomacy import Violate
from trenchline.games.balance_of_powers.efforts import Effort
from trenchline.games.balance_of_powers.interior_lines import Invoke
from trenchline.games.balance_of_powers.joining import Allocate
from trenchline.games.balance_of_powers.leading import NamePoint
from trenchline.games.balance_of_powers.losses import BuyOff, Suffer
from trenchline.games.balance_of_powers.march import Campaign, Force
from trenchline.games.balance_of_powers.muster import Place, PlaceWorks
from trenchline.games.balance_of_powers.payment import Pay
from trenchline.games.balance_of_powers.procurement import Levy, Procure
from trenchline.games.balance_of_powers.rail import Train
from trenchline.games.balance_of_powers.reserves import CommitReserve
from trenchline.games.balance_of_powers.retreat import Retreat
from trenchline.games.balance_of_powers.scenarios import FLEETS
from trenchline.games.balance_of_powers.sickness import Sicken
from trenchline.games.balance_of_powers.staff import battles, commands, fleets, purse, services
from trenchline.games.balance_of_powers.staff.columns import feeds_column
from trenchline.games.balance_of_powers.staff.outlook import weigh
from trenchline.games.balance_of_powers.staff.plans import violations
from trenchline.games.balance_of_powers.staff.stakes import Situation
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.tabulation import Convert, Transfer, TransferTo
from trenchline.games.balance_of_powers.the_last_act import Prolong
from trenchline.games.balance_of_powers.theatres import Upkeep
from trenchline.games.balance_of_powers.trade_war import Unrestricted
from trenchline.games.balance_of_powers.victory import outcome
from trenchline.games.balance_of_powers.war_plans import Penalty
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.play import decision
from trenchline.kernel.reasons import because, plainly
from trenchline.kernel.staff import Staff
from trenchline.kernel.steps import Choice, Choices, pick


def choose(state: State, choices: Choices, rng: random.Random, plan: str) -> Choice:
    """The staff's decision."""
    asking = decision(state)
    side = asking.who(state)
    match asking:
        case Campaign():
            return commands.next_force(state, side, choices)
        case Force():
            return commands.command(state, side, choices)
        case Train():
            return commands.train(state, side, choices)
    if state.scenario.settings.get("admiralty") == FLEETS:
        at_sea = fleets.at_sea(state, choices)
        if at_sea is not None:
            return at_sea
    sit = Situation(state, side)
    match asking:
        case Pay():
            return battles.pay(sit, choices)
        case CommitReserve():
            return battles.commit(sit, choices)
        case NamePoint():
            return battles.point(sit, asking.role, choices)
        case UseWorks() if "use" in choices and not feeds_column(sit, state.battle.origin):
            because(state, ("use", 0), 0.0, "works make the attack better")
            return "use", 0
        case Reroll():
            return battles.reroll(sit)
        case BuyOff():
            return battles.buy_off(sit, choices)
        case Suffer():
            return battles.suffer(sit, asking.role, choices)
        case Retreat():
            return battles.retreat(sit, asking.unit, choices)
        case Procure():
            return purse.procure(sit, asking.nation, choices)
        case Levy() if "levy" in choices:
            return _best_corps(state, "levy", "{:unit} is the best to be had", choices)
        case Transfer():
            return purse.transfer(sit, choices)
        case TransferTo():
            nation = min(members(choices["to"]), key=lambda n: (sit.points[n], n))
            because(state, ("to", nation), 0.0, "{} has least", NATIONS[nation].name)
            return "to", nation
        case Court():
            return purse.court(sit, choices)
        case PayCourt():
            return purse.richest(sit, "pay", choices)
        case Offer():
            return purse.offer(sit, choices)
        case Violate():
            wanted = choices.get("violate", 0) & violations(state, side)
            if wanted:
                because(state, ("violate", lowest(wanted)), 0.0, "the plan of the war demands it")
                return "violate", lowest(wanted)
            because(state, ("end", 0), 0.0, "to enter a neutral's land is no part of the plan")
            return "end", 0
        case Upkeep() if "expend" in choices:
            return purse.richest(sit, "expend", choices)
        case Allocate() if "allocate" in choices:
            return purse.richest(sit, "allocate", choices)
        case Shelter() if "host" in choices:
            return purse.richest(sit, "host", choices)
        case Place() if "place" in choices:
            return services.place(sit, asking.unit, choices)
        case PlaceWorks() if "works" in choices:
            site = purse.works_site(sit, asking.nation)
            words = "works in {:hex} lead supply on towards what we want"
            if site is None or not choices["works"] >> site & 1:
                site = min(members(choices["works"]), key=lambda h: (sit.distance(h), h))
                words = "{:hex} is nearest to the enemy"
            because(state, ("works", site), 0.0, words, site)
            return "works", site
        case Effort() if "exert" in choices:
            exerted = lowest(choices["exert"])
            because(state, ("exert", exerted), 0.0, "the war goes on: an effort is worth it")
            return "exert", exerted
        case Sicken():
            return _best_corps(state, "sicken", "{:unit} is the best they have there", choices)
        case Transport():
            return services.embark(sit, choices)
        case Voyage():
            return services.sail(sit, asking.unit, choices)
        case Patrol():
            return services.patrol(sit, choices)
        case PatrolOver():
            return services.patrol_over(sit, asking.unit, choices)
        case Shot():
            return services.shoot(sit, choices)
        case Abort() if "abort" in choices:
            return services.land(sit, "abort", choices)
        case Return() if "return" in choices:
            return services.land(sit, "return", choices)
        case NewBase():
            return services.land(sit, "base", choices)
        case Rebase():
            return services.rebase(sit, choices)
        case Penalty() if "destroy" in choices:
            return _best_corps(state, "destroy", "{:unit} is the best they have there", choices)
        case Prolong():
            # [12.9/duration.2] Whoever has won ends it; a season costs no more than a point.
            won = outcome(state).winner == side
            verb = "make_peace" if won else "fight_on"
            because(state, (verb, 0), 0.0, "we have won" if won else "the war is not won yet")
            return verb, 0
        case Invoke():
            # [6.52] As soon as the year allows of an offensive.
            ready = month_of_year(state) >= SPRING
            verb = "invoke" if ready else "wait"
            words = "the guns are wanted for an offensive" if ready else "in winter nobody attacks"
            because(state, (verb, 0), 0.0, words)
            return verb, 0
        case Unrestricted():
            verb = fleets.unrestricted(state)
            bold = verb == "unrestrict"
            words = "America is far" if bold else "another season of it would bring America in"
            because(state, (verb, 0), 0.0, words)
            return verb, 0
        case Raid() | Intercept() | Combine():
            for verb in ("raid", "intercept", "combine"):
                if verb in choices:
                    because(
                        state,
                        (verb, lowest(choices[verb])),
                        0.0,
                        "it may hurt them, and costs little",
                    )
                    return verb, lowest(choices[verb])
    chosen = _plain(choices)
    told = LEFT.get(type(asking)) if chosen[0] == "end" else WORDS.get(chosen[0])
    return plainly(state, chosen, told)


LEFT: dict[type, str] = {
    Dismantle: "works are left where they serve",
    Convert: "points and walls are worth more as they are",
}
"""What is said when something is left as it is."""
WORDS = {
    "rest": "all others as they stood in the war",
    "historical": "as it was in the war",
    "act": "there is more to be done",
    "spare": "nobody need be lost",
    "stand": "there is no reason to leave",
    "enough": "there is enough",
}
"""What is said of what needs no thought."""


def _best_corps(state: State, verb: str, words: str, choices: Choices) -> Choice:
    """The best of some corps."""
    unit = max(members(choices[verb]), key=lambda u: (UNITS[u].defence, -u))
    because(state, (verb, unit), 0.0, words, unit)
    return verb, unit


def _plain(choices: Choices) -> Choice:
    """Everything that needs no thought: set up as in the war, do as in 1914, end."""
    for verb in ("rest", "historical", "act", "end", "none", "stop", "spare", "stand", "enough"):
        if verb in choices:
            return verb, 0
    return pick(choices, 0)


SPRING = 2
"""March, the first month in which an offensive pays."""


def month_of_year(state: State) -> int:
    """0 for January."""
    return (state.month + FIRST_MONTH) % 12


def fortnight(state: State) -> int:
    """The fortnights from the beginning of the war."""
    return 2 * state.month + state.fortnight


def next_fortnight(state: State) -> int:
    """The fortnight after this one."""
    return fortnight(state) + 1


STAFF = Staff(choose, weigh, turn=fortnight, stage=fortnight, until=next_fortnight)
