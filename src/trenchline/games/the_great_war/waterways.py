"""Rule 7C: inland waterways as hexsides, and how they hang together.

Ships move along hexsides, not from hex to hex. A hexside has a number: three times the lower of its
two hexes, by direction. Two hexsides are connected where they meet in a corner.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import WATER
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.units import Faces, kinds_of
from trenchline.games.the_great_war.weather import Weathers, is_frozen
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Grid, Hex, Hexes

Sides = frozenset[int]
"""Hexsides by their numbers."""
RIVERS = ("river", "minor_canal", "major_river", "great_river")
"""[7C1] Water with rapids where it runs along mountains ..."""
LAKE = "lake"
"""... and water without."""
AXES = 3
"""A hexside is counted from its lower hex, in one of three directions."""
GUNS, DIVISION = Fraction(WATER["gunnery"]["guns"]), Fraction(WATER["gunnery"]["division"])


def side_number(grid: Grid, hex_: Hex, direction: int) -> int:
    """The number of a hexside, the same from either of its hexes."""
    lower = hex_ + min(0, grid.shifts[direction])
    return AXES * lower + direction % AXES


def banks(grid: Grid, side: int) -> tuple[Hex, Hex]:
    """The two hexes of a hexside, the lower first."""
    hex_, axis = divmod(side, AXES)
    return hex_, hex_ + max(grid.shifts[axis], grid.shifts[axis + AXES])


@lru_cache(maxsize=1 << 15)
def connected(grid: Grid, side: int) -> tuple[int, ...]:
    """The hexsides that meet a hexside at its two ends."""
    here, there = banks(grid, side)
    direction = grid.direction(here, there)
    found = []
    for turn in (1, 5):
        beside = (direction + turn) % 6
        corner = here + grid.shifts[beside]
        back = (direction - turn) % 6
        found += [side_number(grid, here, beside), side_number(grid, corner, back)]
    return tuple(found)


@lru_cache(maxsize=64)
def navigable(theatre: Theatre, weathers: Weathers) -> Sides:
    """[7C1] The navigable inland waterways: rivers and canals that run along no mountain hex, and
    lakes, as long as they are not frozen on either bank."""
    grid = theatre.board.grid
    found = set()
    for kind in (*RIVERS, LAKE):
        for direction, hexes in enumerate(theatre.sides(kind)):
            for hex_ in members(hexes):
                side = side_number(grid, hex_, direction)
                near = [h for h in banks(grid, side) if h >= 0]
                rapids = kind != LAKE and any(theatre.mountains >> h & 1 for h in near)
                ice = any(
                    is_frozen(kind, weathers[theatre.zone[h]]) for h in near if h in theatre.zone
                )
                if not rapids and not ice:
                    found.add(side)
    return frozenset(found)


@lru_cache(maxsize=64)
def nets(theatre: Theatre, weathers: Weathers) -> tuple[Sides, ...]:
    """[7C6] The inland waterway nets: groups of connected hexsides."""
    left = set(navigable(theatre, weathers))
    found = []
    while left:
        group = flooded(theatre.board.grid, frozenset({min(left)}), frozenset(left))
        found.append(group)
        left -= group
    return tuple(found)


def flooded(grid: Grid, start: Sides, among: Sides) -> Sides:
    """The hexsides that hang together with some, among others."""
    found = set(start & among)
    fresh = list(found)
    while fresh:
        side = fresh.pop()
        for other in connected(grid, side):
            if other in among and other not in found:
                found.add(other)
                fresh.append(other)
    return frozenset(found)


@lru_cache(maxsize=1 << 12)
def around(grid: Grid, hex_: Hex) -> Sides:
    """The six hexsides of a hex."""
    return frozenset(side_number(grid, hex_, direction) for direction in range(6))


@lru_cache(maxsize=1 << 12)
def along(theatre: Theatre, sides: Sides) -> Hexes:
    """The land beside some hexsides."""
    found = 0
    for side in sides:
        for hex_ in banks(theatre.board.grid, side):
            if hex_ >= 0:
                found |= 1 << hex_
    return found & theatre.land


# Coast defences.


@lru_cache(maxsize=16)
def _coast_defences(theatre: Theatre) -> Faces:
    """[7C3] [14B2.1] [R170] The units with any naval gunnery: coast defences have half the attack
    strength of guns, and a half for each division."""
    kinds, counters = kinds_of(theatre), theatre.counters
    guns = (
        bit_set(n for n, c in enumerate(counters) if c.front.attack * GUNS > 0),
        bit_set(n for n, c in enumerate(counters) if (c.back or c.front).attack * GUNS > 0),
    )
    front, back = (
        (shooting & kinds.artillery | (large & ~kinds.artillery if DIVISION > 0 else 0))
        & ~kinds.water_only
        for shooting, large in zip(guns, kinds.divisional, strict=True)
    )
    return Faces(front, back)


def guarded(state: State, side: int, near: Hexes) -> Hexes:
    """[7C3] Those of some hexes in which the enemy has coast defences against a side."""
    enemy = 1 - side
    defences = _coast_defences(state.theatre).showing(state.reduced)
    defences &= state.theatre.of_side[enemy]
    stacks = state.stacks
    found = 0
    for hex_ in members(state.occupied[enemy] & near):
        if stacks[hex_] & defences:
            found |= 1 << hex_
    return found


def blocked(state: State, side: int, sides: Sides, near: Hexes = -1) -> Sides:
    """[7C3] The hexsides that enemy coast defences, in some hexes, close to a side."""
    theatre = state.theatre
    return _beside(theatre, sides, guarded(state, side, along(theatre, sides) & near))


@lru_cache(maxsize=1 << 12)
def _beside(theatre: Theatre, sides: Sides, hexes: Hexes) -> Sides:
    """Those of some hexsides that some hexes have."""
    grid = theatre.board.grid
    return frozenset(side for hex_ in members(hexes) for side in around(grid, hex_)) & sides


def unblocked(state: State, side: int) -> Sides:
    """[7C1] [7C3] The navigable hexsides that a side may enter now."""
    theatre = state.theatre
    sides = navigable(theatre, theatre.weathers(state.turn))
    return _open(theatre, sides, guarded(state, side, along(theatre, sides)))


@lru_cache(maxsize=1 << 12)
def _open(theatre: Theatre, sides: Sides, closing: Hexes) -> Sides:
    return sides - _beside(theatre, sides, closing)


@lru_cache(maxsize=1 << 13)
def open_parts(
    theatre: Theatre, weathers: Weathers, free: Sides, start: Hex
) -> tuple[tuple[Sides, Sides], ...]:
    """[7C6] The nets that a hex lies on, each with the part of it that can be reached from there
    over hexsides that are open."""
    grid = theatre.board.grid
    near = around(grid, start) & free
    if not near:
        return ()
    found = ((net, flooded(grid, near & net, free & net)) for net in nets(theatre, weathers))
    return tuple((net, part) for net, part in found if part)
