"""Aircraft in the air: how far they reach, what they can do, and what a hit does [6.31] [5.312]."""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.balance_of_powers.components import BOARD, GRID, NEUTRAL, OWNED, UNITS, Steps
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set
from trenchline.kernel.floods import distances, open_ways
from trenchline.kernel.hexes import Hex, Hexes

SKY = open_ways(GRID, BOARD.hexes)


def strength(state: State, unit: int) -> Steps:
    """[1.322] What the side of a counter that shows can do."""
    told = UNITS[unit]
    steps = told.reduced if state.reduced >> unit & 1 else told.full
    assert steps is not None, told.key
    return steps


@lru_cache(maxsize=64)
def _neutral_land(neutrals: int) -> Hexes:
    found = 0
    for nation, land in enumerate(OWNED):
        if neutrals >> nation & 1:
            found |= land
    return found


def neutral_land(state: State) -> Hexes:
    """[6.312] Land of neutrals, which nobody flies over."""
    neutrals = bit_set(n for n, side in enumerate(state.sides) if side == NEUTRAL)
    return _neutral_land(neutrals) & ~state.held[0] & ~state.held[1]


@lru_cache(maxsize=512)
def _within(start: Hex, radius: int, free: Hexes) -> Hexes:
    found = 0
    for ring in distances(1 << start, free, SKY)[: radius + 1]:
        found |= ring
    return found


def within(state: State, start: Hex, radius: int) -> Hexes:
    """[6.311] The hexes that an aircraft reaches at a point each, whatever lies in between."""
    if not BOARD.hexes >> start & 1:
        return 1 << start
    return _within(start, radius, BOARD.hexes & state.scenario.hexes & ~neutral_land(state))


def hit(state: State, unit: int) -> None:
    """[6.324] A hit damages an air unit, or destroys one that is damaged."""
    if state.reduced >> unit & 1 or UNITS[unit].reduced is None:
        state.detail("{:unit} is destroyed", unit)
        state.lift(unit)
    else:
        state.detail("{:unit} is damaged", unit)
        state.reduced |= 1 << unit
