"""How the war stands: the chance to win, by the victory conditions [25.1] [25.2] [26.5]."""

from __future__ import annotations

import math

from trenchline.games.kaisers_war.components import CENTRAL, PARIS
from trenchline.games.kaisers_war.staff.knowledge import Situation, apart
from trenchline.games.kaisers_war.staff.stakes import (
    BEFORE_PARIS,
    GENOA,
    SALONIKA,
    SUMMER,
    USUAL,
    field,
)
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.victory import VENICE, income, outcome
from trenchline.kernel.bits import members

MARGIN = 26
"""The difference in points that wins [25.1]."""
TEST = (0.0, 0.5, 1.0, 2.5)
"""How heavily the test of the summer weighs, turn by turn."""


def weigh(state: State, side: int) -> float:
    """The chance to win: points as they will stand, the armies, the test of the summer."""
    if not state.stack or state.finished:
        end = outcome(state)
        return 0.5 if end.winner is None else float(end.winner == side)
    sit = Situation(state, side, USUAL)
    lead = 0.0
    for who, sign in ((side, 1), (1 - side, -1)):
        lead += sign * (_points(sit, who) + 0.8 * _armies(sit, who))
    score = lead / MARGIN
    if state.turn <= SUMMER:
        trial = TEST[state.turn] * _before_paris(sit)
        score += trial if side == CENTRAL else -trial
    return 1 / (1 + math.exp(-score))


def _points(sit: Situation, side: int) -> float:
    """The points a side may expect to end with: what it has, and what comes in [5.9]."""
    now = float(sit.state.vp[side])
    end = min(100.0, now + (income(sit.state, side) - 12) * sit.left)
    return 0.35 * now + 0.65 * end


def _armies(sit: Situation, side: int) -> float:
    """What a side has in the field, as far as it is known, and the ground it holds."""
    state = sit.state
    total = 0.0
    for hex_ in members(state.held[side]):
        for face in sit.faces(hex_):
            total += 0.25 * (face.attack + face.defence)
    prizes = field(sit, 1 - side).prizes
    return total * min(sit.left, 3) / 3 + 0.3 * sum(min(v, 10.0) for v in prizes.values())


def _before_paris(sit: Situation) -> float:
    """How near the Central Powers are to passing the test: 1 passed, -1 far from it."""
    held = sit.state.held[CENTRAL]
    # Whether those before Paris are Germans, and supplied, is for the test itself to say.
    if held & BEFORE_PARIS or (held >> VENICE & 1 and held & (1 << GENOA | 1 << SALONIKA)):
        return 1.0
    near = min((apart(h, PARIS) for h in members(held)), default=9)
    return max(-1.0, 0.2 - 0.4 * (near - 1))
