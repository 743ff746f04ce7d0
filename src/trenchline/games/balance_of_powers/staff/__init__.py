"""How the computer plays Balance of Powers: a staff officer's reasoning, chapter by chapter.

``plans`` is what each scenario is about, ``stakes`` what both sides hold and threaten, ``promises``
what an attack brings by the exact odds, ``operations`` which attack is made next, ``posts`` what a
corps is worth in a hex, ``columns`` the march on a capital, ``marches`` and ``trains`` the orders
of a half, ``battles`` how combats are fought out, ``purse`` what is spent, ``services`` what goes
on behind the front, ``outlook`` how it stands.
"""

from __future__ import annotations

import random

from trenchline.games.balance_of_powers.admiralty import Transport, Voyage
from trenchline.games.balance_of_powers.aerodrome import NewBase, Rebase, Return
from trenchline.games.balance_of_powers.air_raids import Intercept, Raid
from trenchline.games.balance_of_powers.aviation import Abort, Combine, Patrol, PatrolOver, Shot
from trenchline.games.balance_of_powers.combat_dice import Reroll, UseWorks
from trenchline.games.balance_of_powers.components import UNITS
from trenchline.games.balance_of_powers.conquest import Shelter
from trenchline.games.balance_of_powers.courting import Court, Offer, PayCourt
from trenchline.games.balance_of_powers.diplomacy import Violate
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
from trenchline.games.balance_of_powers.staff import battles, marches, purse, services
from trenchline.games.balance_of_powers.staff.columns import feeds_column
from trenchline.games.balance_of_powers.staff.outlook import weigh
from trenchline.games.balance_of_powers.staff.plans import violations
from trenchline.games.balance_of_powers.staff.stakes import Situation
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.tabulation import Transfer, TransferTo
from trenchline.games.balance_of_powers.war_plans import Penalty
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.play import decision
from trenchline.kernel.staff import Staff
from trenchline.kernel.steps import Choice, Choices, pick


def choose(state: State, choices: Choices, rng: random.Random, plan: str) -> Choice:
    """The staff's decision."""
    asking = decision(state)
    side = asking.who(state)
    match asking:
        case Campaign():
            return marches.next_force(state, side, choices)
        case Force():
            return marches.command(state, side, choices)
        case Train():
            return marches.train(state, side, choices)
    sit = Situation(state, side)
    match asking:
        case Pay():
            return battles.pay(sit, choices)
        case CommitReserve():
            return battles.commit(sit, choices)
        case NamePoint():
            return battles.point(sit, asking.role, choices)
        case UseWorks() if "use" in choices and not feeds_column(sit, state.battle.origin):
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
            return "levy", max(members(choices["levy"]), key=lambda u: (UNITS[u].defence, -u))
        case Transfer():
            return purse.transfer(sit, choices)
        case TransferTo():
            return "to", min(members(choices["to"]), key=lambda n: (state.points[n], n))
        case Court():
            return purse.court(sit, choices)
        case PayCourt():
            return purse.richest(sit, "pay", choices)
        case Offer():
            return purse.offer(sit, choices)
        case Violate():
            wanted = choices.get("violate", 0) & violations(state, side)
            return ("violate", lowest(wanted)) if wanted else ("end", 0)
        case Allocate() if "allocate" in choices:
            return purse.richest(sit, "allocate", choices)
        case Shelter() if "host" in choices:
            return purse.richest(sit, "host", choices)
        case Place() if "place" in choices:
            return services.place(sit, asking.unit, choices)
        case PlaceWorks() if "works" in choices:
            site = purse.works_site(sit, asking.nation)
            if site is not None and choices["works"] >> site & 1:
                return "works", site
            return "works", min(members(choices["works"]), key=lambda h: (sit.distance(h), h))
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
            return "destroy", max(members(choices["destroy"]), key=lambda u: (UNITS[u].defence, -u))
        case Raid() | Intercept() | Combine():
            for verb in ("raid", "intercept", "combine"):
                if verb in choices:
                    return verb, lowest(choices[verb])
    return _plain(choices)


def _plain(choices: Choices) -> Choice:
    """Everything that needs no thought: set up as in the war, do as in 1914, end."""
    for verb in ("rest", "historical", "act", "end", "none", "stop", "spare", "stand", "enough"):
        if verb in choices:
            return verb, 0
    return pick(choices, 0)


def fortnight(state: State) -> int:
    """The fortnights from the beginning of the war."""
    return 2 * state.month + state.fortnight


def next_fortnight(state: State) -> int:
    """The fortnight after this one."""
    return fortnight(state) + 1


STAFF = Staff(choose, weigh, turn=fortnight, stage=fortnight, until=next_fortnight)
