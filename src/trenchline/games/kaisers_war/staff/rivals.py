"""Decisions that are worth trying out before they are made: which attack, whether to attack at all,
whether to swear to hold."""

from __future__ import annotations

import random

from trenchline.games.kaisers_war.combat import CombatPhase, StandFirm
from trenchline.games.kaisers_war.components import ALLIED, CENTRAL
from trenchline.games.kaisers_war.staff.battles import best_attack
from trenchline.games.kaisers_war.staff.doctrine import SOUTH, SPARE, USUAL
from trenchline.games.kaisers_war.staff.knowledge import Situation
from trenchline.games.kaisers_war.staff.orders import choose
from trenchline.games.kaisers_war.staff.stakes import SUMMER
from trenchline.games.kaisers_war.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Choice, Choices

MOST = 2
"""So many attacks are compared."""
HOPELESS = -4.0
"""Attacks that promise less are not even tried out."""


def favourites(state: State, side: int) -> tuple[str, ...]:
    """The plans that have done best over whole wars. The Central Powers must win soon, and begin in
    Italy. The Allies spare their points until the summer is over [26.5], and then go the usual way
    to a victory before the war ends in a draw."""
    if side == CENTRAL:
        return (SOUTH,)
    return (SPARE,) if state.turn <= SUMMER else (USUAL,)


def player_turn(state: State) -> int:
    """The number of the player turn: the Central Powers' come first [4.1]."""
    return 2 * state.turn + (state.phasing == ALLIED)


def next_player_turn(state: State) -> int:
    """The number of the player turn after this one."""
    return player_turn(state) + 1


def phase(state: State) -> str | None:
    """The phase in which a side carries its plan out."""
    asking = decision(state)
    return f"combat {asking.phase}" if isinstance(asking, CombatPhase) else None


def rivals(state: State, choices: Choices, rng: random.Random, plan: str) -> list[Choice]:
    """The staff's own choice first, then what else might be done. The attacks of the Central Powers
    are not compared: what they are worth does not show by the end of the turn."""
    asking = decision(state)
    if "done" not in choices:
        return []
    others: list[Choice] = []
    if isinstance(asking, CombatPhase):
        if asking.side == CENTRAL:
            return []
        sit = Situation(state, asking.who(state), plan)
        offers = sorted(
            (
                (best_attack(sit, target, asking.phase).gain, target)
                for target in members(choices.get("attack", 0))
            ),
            reverse=True,
        )
        others = [("attack", target) for gain, target in offers[:MOST] if gain > HOPELESS]
    elif not isinstance(asking, StandFirm):
        return []
    own = choose(state, choices, rng, plan)
    return [own, *(choice for choice in (("done", 0), *others) if choice != own)]
