"""How the computer weighs a position and decides: a staff officer's reasoning, in the open.

It asks what is at stake and what the enemy can get at (``stakes``), shares the armies out among the
fronts (``fronts``) and puts each where it holds or threatens most (``posts``, ``march``), in Italy
and overseas too (``overseas``), through a neutral if that pays (``violation``), and back from
Russia (``garrisons``). It shuts the enemy in where it moves last (``pockets``) and sends the
fittest into the line (``relief``). It attacks where the exact odds promise more than they cost
(``assault``, ``offensive``) and follows where it can be fed (``pursuit``), holds or gives ground
(``losses``), keeps the purses (``purse``), and judges by the victory conditions how the war stands
(``outlook``). It looks at the position only, never at the dice.
"""

from __future__ import annotations

import random

from trenchline.games.world_war_one.advance import Advance, AdvanceTo, FollowUp
from trenchline.games.world_war_one.combat import AttackPhase, DeclareAttack
from trenchline.games.world_war_one.losses import AttackerLoss, DefenderLoss, FortLoss, Payment
from trenchline.games.world_war_one.movement import MovementPhase
from trenchline.games.world_war_one.moves import MoveUnit
from trenchline.games.world_war_one.resources import Building, Lending, LoanAmount, Placement
from trenchline.games.world_war_one.retreat import RetreatPath
from trenchline.games.world_war_one.russia import SpareGarrison
from trenchline.games.world_war_one.set_up import Deployment
from trenchline.games.world_war_one.staff.deployment import planned
from trenchline.games.world_war_one.staff.fronts import COURSES
from trenchline.games.world_war_one.staff.garrisons import spare
from trenchline.games.world_war_one.staff.losses import bear_loss, fort_loss
from trenchline.games.world_war_one.staff.march import march, muster, next_to_move, place
from trenchline.games.world_war_one.staff.offensive import commit, next_attack
from trenchline.games.world_war_one.staff.outlook import weigh
from trenchline.games.world_war_one.staff.purse import build, lend, loan_amount, pay
from trenchline.games.world_war_one.staff.pursuit import advance, follow_up, how_far
from trenchline.games.world_war_one.staff.rivals import favourites, phase, rivals, stage, until
from trenchline.games.world_war_one.state import State
from trenchline.kernel.bits import lowest
from trenchline.kernel.play import decision
from trenchline.kernel.reasons import because
from trenchline.kernel.staff import Staff
from trenchline.kernel.steps import Choice, Choices, pick

PLANS = tuple(COURSES)


def choose(state: State, choices: Choices, rng: random.Random, plan: str) -> Choice:
    """The staff's decision."""
    asking = decision(state)
    side = asking.who(state)
    course = COURSES[plan].of(side)
    match asking:
        case Deployment():
            unit, land = asking.units[0]
            hex_ = planned(land, choices["place"])
            if hex_ is not None:
                because(state, ("place", hex_), 0.0, "{:unit} has its place in the plan", unit)
            else:
                hex_ = place(state, side, unit, choices["place"], course)
            return "place", hex_
        case MovementPhase():
            return next_to_move(state, side, choices, course)
        case MoveUnit():
            return march(state, asking, choices, course)
        case AttackPhase():
            return next_attack(state, asking, choices, course)
        case DeclareAttack():
            return commit(state, asking, choices, course)
        case AttackerLoss() | Payment():
            return pay(state, asking, choices)
        case DefenderLoss():
            return bear_loss(state, asking, choices, course)
        case FortLoss():
            return fort_loss(state, asking, choices, course)
        case RetreatPath():
            unit_ = asking.battle.unit
            assert unit_ is not None
            goals = choices["retreat_to"]
            return "retreat_to", place(state, side, unit_, goals, course, "retreat_to")
        case Advance() if "advance" in choices:
            return advance(state, asking, choices, course)
        case AdvanceTo():
            return how_far(state, asking, choices, course)
        case FollowUp() if "follow" in choices:
            return follow_up(state, asking, choices, course)
        case Building():
            return build(state, choices)
        case Placement():
            return "place", muster(state, side, asking.unit, choices["place"], course)
        case SpareGarrison():
            spared = spare(state, choices["spare"])
            because(state, ("spare", spared), 0.0, "the strongest garrison need not stay")
            return "spare", spared
        case Lending():
            return lend(state, choices)
        case LoanAmount():
            return loan_amount(state, asking, choices)
    return _plain(state, choices)


def _plain(state: State, choices: Choices) -> Choice:
    """Everything that needs no thought."""
    verb = next((v for v in ("place", "displace_to", "spare", "done") if v in choices), None)
    chosen = pick(choices, 0) if verb is None else (verb, lowest(choices[verb]))
    because(state, chosen, 0.0, "this needs no thought")
    return chosen


STAFF = Staff(
    choose,
    weigh,
    PLANS,
    rivals,
    favourites=favourites,
    stage=stage,
    until=until,
    phase=phase,
)
