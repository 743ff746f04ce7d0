"""Relief: a fresh army of the reserve takes over a post in the line from one less fit for it.

Two armies may exchange places in one phase [R60]. Stosstruppen and tanks belong in front, where
they can infiltrate [12.32]; a strong army holds a post better than a weak one; and whoever stands
there pays for it, so a nation with a full purse relieves one whose purse is empty [8.57].
"""

from __future__ import annotations

from trenchline.games.world_war_one.components import (
    ATTACK,
    BESIDE,
    DEFENCE,
    INFILTRATORS,
    NATION_OF,
)
from trenchline.games.world_war_one.staff.posts import Map
from trenchline.games.world_war_one.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes

SHOCK = 3.0
"""How much fitter infiltration makes an army, in points of strength."""
PURSE = 20
"""So many points in hand weigh as much as a point of strength."""
FULL = 40
"""More than this in a purse makes nobody fitter."""
FITTER = 1.0
"""How much fitter the newcomer must be."""


def fitness(state: State, unit: int) -> float:
    """How fit a unit is to stand in the line."""
    shock = SHOCK if INFILTRATORS >> unit & 1 else 0.0
    purse = min(state.crp[NATION_OF[unit]], FULL) / PURSE
    return ATTACK[unit] + DEFENCE[unit] + shock + purse


def in_the_line(state: State, side: int, hex_: Hex) -> bool:
    """Whether an army in the hex faces an enemy army."""
    return bool(BESIDE[hex_] & state.armies[1 - side])


def relieves(state: State, side: int, unit: int, hexes: Hexes, view: Map) -> Hex | None:
    """The post that a unit of the reserve takes over, of those it can get to."""
    here = state.where[unit]
    if here < 0 or in_the_line(state, side, here):
        return None
    mine = fitness(state, unit)
    best: tuple[float, Hex] | None = None
    for hex_ in members(hexes & view.fed):
        if in_the_line(state, side, hex_):
            gain = mine - fitness(state, state.at[hex_])
            if gain >= FITTER and (best is None or gain > best[0]):
                best = (gain, hex_)
    return best[1] if best else None
