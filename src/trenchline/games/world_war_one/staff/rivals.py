"""What is worth trying out before it is decided, and how far to look: which attack, whether to
attack at all, how to bear a loss."""

from __future__ import annotations

import random

from trenchline.games.world_war_one.combat import AttackPhase, BeginAttacks
from trenchline.games.world_war_one.components import ALLIED
from trenchline.games.world_war_one.losses import DefenderLoss
from trenchline.games.world_war_one.movement import MovementPhase
from trenchline.games.world_war_one.set_up import Deployment
from trenchline.games.world_war_one.staff.assault import WORTH_IT, rated
from trenchline.games.world_war_one.staff.fronts import COURSES
from trenchline.games.world_war_one.staff.losses import ways_to_bear
from trenchline.games.world_war_one.staff.offensive import next_attack
from trenchline.games.world_war_one.state import State
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Choice, Choices

MOST = 3
"""So many choices are compared."""
DOUBTFUL = 0.4
"""What is so much worse by the staff's own reckoning, in victory points, is not tried out."""
ATTACKS = 6
"""Attack phases in a turn: three sets for either side [4.0]."""


def rivals(state: State, choices: Choices, rng: random.Random, plan: str) -> list[Choice]:
    """The staff's own choice first, then what comes near it."""
    asking = decision(state)
    course = COURSES[plan].of(asking.who(state))
    if isinstance(asking, AttackPhase) and "done" in choices:
        own = next_attack(state, asking, choices, course)
        options = [(gain, ("attack", hex_)) for gain, hex_ in rated(state, asking.side, choices)]
        options.append((WORTH_IT, ("done", 0)))
        near = max(gain for gain, choice in options if choice == own) - DOUBTFUL
        return [own, *(c for gain, c in sorted(options)[::-1] if gain > near and c != own)][:MOST]
    if isinstance(asking, DefenderLoss):
        ways = sorted(ways_to_bear(state, asking, choices, course))
        return [choice for cost, choice in ways[:MOST] if cost < ways[0][0] + DOUBTFUL]
    return []


def favourites(state: State, side: int) -> tuple[str, ...]:
    """The plans that have done best over whole wars; what the end of a turn shows of a plan says
    little about the war. The Allies hold every yard; the Central Powers keep what they have won and
    attack only where it is cheap."""
    return ("every yard",) if side == ALLIED else ("what is won",)


def stage(state: State) -> int:
    """How far the war has gone on: the attack phases that have begun."""
    to_come = sum([type(step) is BeginAttacks for step in state.stack])
    return (ATTACKS + 1) * state.turn + ATTACKS - to_come


def until(state: State) -> int:
    """A movement shows its worth by the end of the turn, an attack when the enemy has had his
    next."""
    now = stage(state)
    return (ATTACKS + 1) * (state.turn + 1) if now % (ATTACKS + 1) == 0 else now + 2


def phase(state: State) -> str | None:
    """The phase in which a side carries its plan out."""
    match decision(state):
        case Deployment():
            return "deployment"
        case MovementPhase():
            return "movement"
    return None
