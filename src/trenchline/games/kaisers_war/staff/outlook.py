"""How the war stands, and how it will probably end [25.1] [25.2] [26.5].

The signs are what ends this war: points, which are life until more come in after the Allied turn
[4.2] [5.9], the test of the summer, and the line in the west. What each weighs was learnt from
games of the staff (``outlook.toml``).
"""

from __future__ import annotations

import math
from pathlib import Path

from trenchline.games.kaisers_war.components import (
    ALLIED,
    CENTRAL,
    EAST,
    MARCH,
    PARIS,
    POINTS,
    TERRITORY,
    TRENCH,
)
from trenchline.games.kaisers_war.staff.doctrine import USUAL
from trenchline.games.kaisers_war.staff.knowledge import Situation, apart
from trenchline.games.kaisers_war.staff.stakes import BEFORE_PARIS, GENOA, SALONIKA, SUMMER
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.victory import VENICE, income, outcome
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.forecast import Signs, foresight, read_forecast
from trenchline.kernel.hexes import Hexes

FORECAST = read_forecast(Path(__file__).with_name("outlook.toml"))
EITHER_WAY = ("war", "after the summer", "Allied turn")
"""Signs that may speak for either side; all others speak for the Allies."""
MARGIN = 26
"""The difference in points that wins [25.1]."""
MOST: int = POINTS["most"]
MODEST = 25
"""Points with which a side neither fears for its life nor has any to spare."""
PLAYER_TURNS = 10
"""Player turns of 1918, which is past at the end of them."""
WEST: Hexes = TERRITORY["FR"] | TERRITORY["BE"] | TERRITORY["LU"] | TERRITORY["GE"]
SOUTH: Hexes = bit_set((GENOA, SALONIKA))
FAR = 4
"""From so far on nobody is near Paris."""


def past(state: State) -> float:
    """How much of 1918 is over."""
    turns = 2 * (state.turn - 1) + (state.phasing == ALLIED)
    return min(turns, PLAYER_TURNS) / PLAYER_TURNS


def signs(state: State, side: int) -> Signs:
    """What the end of the war may be read from, in the Allies' favour, as a side sees it: only of
    its own armies it knows the strength."""
    reply = float(state.phasing == ALLIED)
    alive, tottering = life(state.vp[ALLIED]), -life(state.vp[CENTRAL])
    found = {
        "war": 1.0,
        "after the summer": float(state.turn > SUMMER),
        "Allied turn": reply,
        "Allied life": alive,
        "Central life": tottering,
        # No more than this turn lies between a side and its next points [4.2].
        "Allied life in their turn": reply * alive,
        "Central life in the Allied turn": reply * tottering,
        "points at the end": _end(state),
        "trenches": (
            (TRENCH[CENTRAL] & state.held[ALLIED]).bit_count()
            - (TRENCH[ALLIED] & state.held[CENTRAL]).bit_count()
        )
        / 5,
        "Allied line": (step(state.held[CENTRAL] & WEST, MARCH) & state.held[ALLIED]).bit_count()
        / 5,
    }
    sit = Situation(state, side, USUAL)
    found["Allied armies"] = _armies(sit, ALLIED)
    found["Central armies"] = -_armies(sit, CENTRAL)
    return found | _summer(state)


def life(points: int) -> float:
    """How far a side is from a revolution: every halving of its points counts the same."""
    return max(-3.0, min(2.0, math.log2(max(points, 1) / MODEST)))


def _end(state: State) -> float:
    """The lead that the Allies will have at the end if nothing is lost or spent [5.2] [5.9]."""
    left = state.last_turn - state.turn + 1
    allied, central = (
        min(MOST, state.vp[who] + left * income(state, who)) for who in (ALLIED, CENTRAL)
    )
    lead: float = (allied - central) / MARGIN
    return max(-2.0, min(2.0, lead))


def _armies(sit: Situation, side: int) -> float:
    """What a side has in the field, as far as it is known; not what sleeps in the east [24.2]."""
    state = sit.state
    asleep = EAST if side == CENTRAL and not state.east_free else 0
    total = 0
    for hex_ in members(state.held[side] & ~asleep):
        for face in sit.faces(hex_):
            total += face.attack + face.defence
    return total / 100


def _summer(state: State) -> dict[str, float]:
    """How near the Central Powers are to passing the test of the summer [26.5]."""
    names = ("Germans before Paris", "near Paris", "the south")
    if state.turn > SUMMER:
        return dict.fromkeys(names, 0.0)
    held, soon = state.held[CENTRAL], state.turn / SUMMER
    near = min((apart(h, PARIS) for h in members(held & WEST)), default=FAR)
    south = (held >> VENICE & 1) * (1 + bool(held & SOUTH))
    return dict(
        zip(
            names,
            (
                -min((held & BEFORE_PARIS).bit_count(), 3) * soon / 3,
                (min(near, FAR) - FAR) * soon / FAR,
                -south * soon / 2,
            ),
            strict=True,
        )
    )


weigh = foresight(FORECAST, signs, past, outcome)
"""The chance to win."""
