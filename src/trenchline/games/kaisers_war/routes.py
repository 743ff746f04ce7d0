"""Chapters 8 and 16: where a unit can march, and where the railways take it."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from trenchline.games.kaisers_war.components import (
    CITIES,
    COUNTRIES,
    COUNTRY,
    GRID,
    MARCH,
    MECHANIZED,
    RAIL_ZONE,
    TABLES,
    TERRAIN,
    TERRITORY,
    TRENCH,
    WET,
)
from trenchline.games.kaisers_war.control import controlled, enemy_zone, enterable, hindering_zone
from trenchline.games.kaisers_war.eastern import allowed_land
from trenchline.games.kaisers_war.stacking import roomy
from trenchline.games.kaisers_war.state import MARCH_OF, State
from trenchline.games.kaisers_war.supply import within
from trenchline.kernel.floods import Costs, Reach, Ways, reach, step, trace, ways
from trenchline.kernel.hexes import Hex, Hexes

_CHART = TABLES["terrain"]
RIVER: int = _CHART["river"]
LONGEST: int = TABLES["rail"]["longest"]
CAPACITY: int = TABLES["rail"]["zone_2_capacity"]
_ZONE_2 = tuple(code for code in COUNTRIES if TERRITORY[code] & RAIL_ZONE[2])


@lru_cache(maxsize=64)
def march_costs(side: int, mechanized: bool, dug: tuple[Hexes, Hexes]) -> Costs:
    """[43.3] The ways by what they cost: the hex entered, and one more across water [8.6]."""
    entering: dict[int, Hexes] = {}
    own = TRENCH[side] | dug[side]
    enemy = TRENCH[1 - side] | dug[1 - side]
    for kind, hexes in TERRAIN.items():
        row = _CHART[kind]
        cost = row.get("mech_cost", row["cost"]) if mechanized else row["cost"]
        plain = hexes & ~(CITIES | own | enemy)
        entering[cost] = entering.get(cost, 0) | plain
    # A city's own line replaces the terrain; so does a trench, cheap for its owner only [R20].
    entering[1] |= (CITIES | own) & ~enemy
    entering[_CHART["enemy_trench"]] = entering.get(_CHART["enemy_trench"], 0) | enemy
    found: dict[int, list[Hexes]] = {}
    open_sides = _sides(MARCH)
    for cost, goals in entering.items():
        for direction, shift in enumerate(GRID.shifts):
            source = goals >> shift if shift > 0 else goals << -shift
            leave = open_sides[direction] & source
            for extra, part in ((0, leave & ~WET[direction]), (RIVER, leave & WET[direction])):
                found.setdefault(cost + extra, [0] * 6)[direction] |= part
    return tuple((cost, ways(GRID, sides)) for cost, sides in sorted(found.items()))


def _sides(w: Ways) -> list[Hexes]:
    """The six sets of a ``Ways``, clockwise."""
    by = {w.by1: w.up1, w.by2: w.up2, w.by3: w.up3}
    by |= {-w.by1: w.down1, -w.by2: w.down2, -w.by3: w.down3}
    return [by[shift] for shift in GRID.shifts]


def march(state: State, unit: int, here: Hex, points: int, fresh: bool) -> tuple[Reach, Hexes]:
    """Everything a unit can march to, and the neighbours it may always enter [8.5].

    ``fresh`` is true at the start of its move, when it may disengage from an enemy zone for one
    point more [11.6]; a unit that has entered a zone goes no further [11.5].
    """
    side = state.side_of(unit)
    face = state.face(unit)
    free = enterable(state, side) & allowed_land(state, unit)
    zone = hindering_zone(state, unit)
    dug = state.trenches[0], state.trenches[1]
    inputs = (here, points, fresh, face, free, zone, dug)
    then, known = state.memo[MARCH_OF + side]
    found: tuple[Reach, Hexes] = known
    if then != inputs:
        costs = march_costs(side, face.type in MECHANIZED, dug)
        found = _march(here, points, fresh and face.movement > 0, costs, free, zone)
        state.memo[MARCH_OF + side] = inputs, found
    return found


def _march(
    here: Hex, points: int, fresh: bool, costs: Costs, free: Hexes, zone: Hexes
) -> tuple[Reach, Hexes]:
    start = 1 << here
    first = free
    if zone & start:
        if not fresh:
            return reach(start, 0, costs, free), 0
        points -= 1
        first = free & ~zone
    at_least = step(start, MARCH) & first if fresh else 0
    return reach(start, max(points, 0), costs, free, zone, first), at_least


def march_of_any(state: State, side: int, here: Hex, points: int, goals: Hexes) -> bool:
    """[10.1] Whether a unit of which nothing is known could march into one of some hexes: it might
    go on wheels or on foot."""
    free, zone = enterable(state, side), enemy_zone(state, side)
    dug = state.trenches[0], state.trenches[1]
    for mechanized in (False, True):
        costs = march_costs(side, mechanized, dug)
        got, at_least = _march(here, points, True, costs, free, zone)
        if (got.hexes | at_least) & goals:
            return True
    return False


def resting(state: State, unit: int, hexes: Hexes) -> Hexes:
    """Those hexes a unit may end its move in [9.4] [9.5]."""
    return roomy(state, unit, hexes)


def rail_land(state: State, unit: int) -> Hexes:
    """The hexes a unit's train may pass: no enemies or zones [16.4], no Zone 3 [16.5], and Zone 2
    only in countries with capacity left [R26]."""
    side = state.side_of(unit)
    land = enterable(state, side) & ~(enemy_zone(state, side) | RAIL_ZONE[3])
    return land & allowed_land(state, unit) & ~used_up(state, unit)


def used_up(state: State, unit: int) -> Hexes:
    """[16.5] [16.6] The Zone 2 hexes of countries without capacity left for a unit [R26]."""
    weight = state.face(unit).weight
    hexes = 0
    for country, used in state.rail_used.items():
        if used + weight > CAPACITY:
            hexes |= TERRITORY[country] & RAIL_ZONE[2]
    return hexes


def rail_ends(state: State, unit: int, here: Hex) -> Hexes:
    """[16.3] [16.4] The controlled cities a unit can get to by rail, fifteen hexes at most."""
    if not CITIES >> here & 1:
        return 0
    land = rail_land(state, unit)
    start = 1 << here
    if not land & start:
        return 0
    ends = within(start, LONGEST, land, land) & CITIES & controlled(state, state.side_of(unit))
    return resting(state, unit, ends & ~start)


def rail_path(state: State, unit: int, here: Hex, end: Hex) -> list[Hex]:
    """The way a train takes: through as few Zone 2 countries as will serve, since each of them is
    charged [16.5] [16.6], fifteen hexes at most [16.3], and among such ways the shortest."""
    land = rail_land(state, unit)
    land &= within(1 << here, LONGEST, land, land)
    always = {COUNTRY[here], COUNTRY[end]}
    free = land & RAIL_ZONE[1]
    for country in always:
        free |= land & TERRITORY[country]
    others = [code for code in _ZONE_2 if code not in always and land & TERRITORY[code] & ~free]
    for more in range(3):
        for chosen in combinations(others, more):
            through = free
            for country in chosen:
                through |= land & TERRITORY[country]
            path = trace(here, 1 << end, through, MARCH)
            if path and len(path) - 1 <= LONGEST:
                return path
    return trace(here, 1 << end, land, MARCH)


def charge_rail(state: State, unit: int, path: list[Hex]) -> None:
    """[16.5] [16.6] Book the weight against every Zone 2 country on the way."""
    weight = state.face(unit).weight
    passed = {COUNTRY[hex_] for hex_ in path if RAIL_ZONE[2] >> hex_ & 1}
    for country in sorted(passed):
        state.rail_used[country] = state.rail_used.get(country, 0) + weight
