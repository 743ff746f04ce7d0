"""Where a unit is placed when its side lets the rest be placed sensibly (``auto``)."""

from __future__ import annotations

from trenchline.games.kaisers_war.components import (
    ALLIED,
    CENTRAL,
    CITIES,
    COUNTERS,
    DESERT,
    GE,
    GRID,
    LAND,
    LINE,
    MARCH,
    NATION_OF,
    PARIS,
    TRENCH,
)
from trenchline.games.kaisers_war.control import enterable, trench
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.supply import rail_cities, sources, within
from trenchline.games.kaisers_war.victory import worth
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.floods import distances, step
from trenchline.kernel.hexes import Hex, Hexes


def sensible_place(state: State, unit: int, hexes: Hexes, side: int) -> Hex:
    """Which of the hexes open to it a unit takes in a sensible set-up."""
    best = best_place(state, unit, hexes, side)
    # [R28] [15.5] Lines of supply do not pass the desert: it is easy to be cut off there.
    if DESERT >> best & 1 and not COUNTERS[unit].circle:
        # [15.5]
        return best_place(state, unit, hexes & safe(state, unit, side) or hexes, side)
    return best


def safe(state: State, unit: int, side: int) -> Hexes:
    """Where a unit will be in general supply [15.3] [15.5] even if the enemy mans the whole
    line."""
    zones = step(LINE[1 - side], MARCH) & ~trench(state, side)
    points = sources(state, side) | rail_cities(state, side) & ~zones
    heeded = 0 if COUNTERS[unit].guerrilla else zones  # [21.5]
    land = enterable(state, side) & LINE[side]
    length = state.face(unit).movement
    lines = within(points & ~DESERT, length, land & ~(heeded | DESERT), land)
    return lines | points | CITIES | state.forts[side]


_DEPTH: tuple[dict[Hex, int], dict[Hex, int]] = tuple(  # type: ignore[assignment]
    {
        hex_: depth
        for depth, ring in enumerate(distances(LINE[1 - side], LAND, MARCH))
        for hex_ in members(ring)
    }
    for side in (ALLIED, CENTRAL)
)


def _places(side: int, wanted: int | None) -> list[tuple[int, Hexes]]:
    """The land by its merit for a unit that wants to be so far from the enemy's side of the line;
    for one that stays where it is, by what is at stake."""
    found: dict[int, Hexes] = {}
    for hex_ in members(LAND):
        depth = _DEPTH[side].get(hex_, 30)
        if wanted is None:
            merit = worth(hex_) * 100 - depth
        else:
            merit = (2 if TRENCH[side] >> hex_ & 1 else 0) - abs(depth - wanted) * 4
        found[merit] = found.get(merit, 0) | 1 << hex_
    return sorted(found.items(), reverse=True)


_MERITS = {(side, wanted): _places(side, wanted) for side in (0, 1) for wanted in (None, 1, 2)}


_BY_WORTH = [
    bit_set(hex_ for hex_ in members(LAND) if worth(hex_) == points)
    for points in sorted({worth(hex_) for hex_ in members(LAND)}, reverse=True)
]
"""The land by what is at stake there, most first."""


def strikes(unit: int) -> bool:
    """Whether a unit belongs to the blow of March 1918: German shock armies and headquarters,
    massed on the way to Paris as they were then."""
    face = COUNTERS[unit].front
    return NATION_OF[unit] == GE and (face.shock or face.type == "hq")


def best_place(state: State, unit: int, hexes: Hexes, side: int) -> Hex:
    """The best of some hexes for a unit in a sensible set-up."""
    if state.face(unit).movement == 0:
        return next(lowest(ring & hexes) for _, ring in _MERITS[side, None] if ring & hexes)
    if strikes(unit):
        rings = (ring & hexes for _, ring in _MERITS[side, 2 if COUNTERS[unit].is_support else 1])
        front = next(ring for ring in rings if ring)
        return min(members(front), key=lambda h: (GRID.distance(h, PARIS), h))
    best = (-1000, 0, 0)
    occupied = hexes & (state.held[0] | state.held[1] | state.held[2])
    for merit, ring in _MERITS[side, 2 if COUNTERS[unit].is_support else 1]:
        if merit < best[0]:
            break
        # Of equals the one with least in it, then with most at stake.
        empty = ring & hexes & ~occupied
        if empty:
            at_stake = next(worthy & empty for worthy in _BY_WORTH if worthy & empty)
            best = max(best, (merit, worth(lowest(at_stake)), -lowest(at_stake)))
        for hex_ in members(ring & occupied):
            best = max(best, (merit - state.weight(hex_), worth(hex_), -hex_))
    return -best[2]
