"""Rule 6B: accelerated movement and fatigue."""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.the_great_war.bridges import unusable
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.intelligence import befalls
from trenchline.games.the_great_war.routes import Costs, both_ways, costs_for, frail_motors
from trenchline.games.the_great_war.state import MOVEMENT as MOVEMENT_PHASE
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import MOVEMENT
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.weather import Weathers, is_frozen
from trenchline.kernel.bits import members
from trenchline.kernel.floods import Ways, join_ways, step, ways
from trenchline.kernel.hexes import Hex, Hexes

_RULES = MOVEMENT["accelerated"]
_FATIGUE = MOVEMENT["fatigue"]


def tender(state: State) -> Units:
    """[6B4] Who tires twice as fast: artillery, cavalry and Army HQs."""
    return state.kind.artillery | state.kind.cavalry | state.kind.army_hq


def may_accelerate(state: State) -> Units:
    """[6B] [6B4] Units that may begin accelerated movement: in the movement phase, before they have
    spent anything, rested or gone by rail at the usual rate; never water-only units [14B2], tanks
    that break down [14C2], nor early lorries [14O2a]."""
    if state.phase != MOVEMENT_PHASE:
        return 0
    begun = state.moved | state.rested | state.halted
    for unit in state.spent:
        begun |= 1 << unit
    bound = state.kind.water_only | state.kind.rail_only | unreliable(state)
    bound |= frail_motors(state)
    return ~(begun | bound | state.accelerated)


@lru_cache(maxsize=16)
def _unreliable(theatre: Theatre) -> Units:
    found = 0
    for unit, counter in enumerate(theatre.counters):
        if counter.back_is == "disabled":
            found |= 1 << unit
    return found


def unreliable(state: State) -> Units:
    """[14C2] Tank units whose reverse says that they can be disabled."""
    return _unreliable(state.theatre)


def accelerated_costs(state: State, unit: int, gait: int) -> Costs:
    """[6B1] [6B2] [6B2.1] What accelerated movement may use, of all that a gait may: roads
    anywhere,
    else the ground of the area; the nimble find good ground everywhere."""
    kind = state.kind
    agile = kind.cavalry | kind.light | kind.mountain | kind.irregular
    theatre = state.theatre
    side = theatre.counters[unit].side
    allowed = _allowed(
        theatre, bool(agile >> unit & 1), theatre.weathers(state.turn), unusable(state, side)
    )
    return _allowed_of(costs_for(state, side, gait), allowed)


@lru_cache(maxsize=1024)
def _allowed_of(costs: Costs, allowed: Ways) -> Costs:
    parts = ((cost, both_ways(w, allowed)) for cost, w in costs)
    return Costs((cost, part) for cost, part in parts if any(part[:6]))


@lru_cache(maxsize=64)
def _allowed(theatre: Theatre, agile: bool, weathers: Weathers, barred: tuple[Hexes, ...]) -> Ways:
    """[6B1] [6B2] The hexsides that accelerated movement may pass: roads, whose bridges can be used
    [15A1], and off them what the roads of the area allow."""
    grid = theatre.board.grid
    off = _open_ground(theatre, agile, weathers)
    on = [a & ~b for a, b in zip(theatre.roads, barred, strict=True)]
    return join_ways(off, ways(grid, on))


@lru_cache(maxsize=64)
def _open_ground(theatre: Theatre, agile: bool, weathers: Weathers) -> Ways:
    """[6B1] [6B2] The hexsides that accelerated movement may pass off the roads."""
    grid, land = theatre.board.grid, theatre.land
    good = 0
    for code, hexes in theatre.of_country.items():
        if agile or code in _RULES["good_roads"]:
            good |= hexes
    sides = [0] * 6
    for here in members(land):
        for direction, shift in enumerate(grid.shifts):
            there = here + shift
            if there < 0 or not land >> there & 1:
                continue
            if _off_road(theatre, here, direction, bool(good >> there & 1), weathers):
                sides[direction] |= 1 << here
    return ways(grid, sides)


def _off_road(theatre: Theatre, here: Hex, direction: int, good: bool, weathers: Weathers) -> bool:
    """[6B1] [6B2] Whether accelerated movement may take a step where there is no road."""
    there = here + theatre.board.grid.shifts[direction]
    weather = weathers[theatre.zone[there]]
    ground = theatre.terrain[there].kind
    water = [kind for kind in theatre.side_kinds(here, direction) if not is_frozen(kind, weather)]
    if good:
        closed = ground in _RULES["good_closed_hexes"] and not is_frozen(ground, weather)
        return not closed and not set(water) & set(_RULES["good_closed_sides"])
    open_ = ground in _RULES["poor_open_hexes"]
    return open_ and set(water) <= set(_RULES["poor_open_sides"])


# Fatigue.


def near_enemy(state: State, side: int) -> Hexes:
    """[6B4] [3E5] The hexes adjacent to an enemy unit with a zone of control, and its own."""
    enemy = state.zoc_here[1 - side]
    w = state.theatre.zone_ways(False, state.theatre.weathers(state.turn))
    return enemy | step(enemy, w)


def hits(state: State, unit: int) -> int:
    """[6B4] The fatigue hits for what a unit has spent beyond its printed movement rating: one for
    every two points or a fraction, one for every point where it is tender."""
    over = state.spent.get(unit, 0) - state.printed_movement(unit) * QUARTERS
    if over <= 0:
        return 0
    points: int = _FATIGUE["points_a_hit_tender" if tender(state) >> unit & 1 else "points_a_hit"]
    return -(-over // (points * QUARTERS))


def tire(state: State) -> None:
    """[6B4] At the end of its accelerated movement a unit that was near the enemy, or on a hex of
    his, gets its fatigue hits."""
    for unit in members(state.accelerated & state.tired):
        more = hits(state, unit)
        if more:
            state.fatigue[unit] = state.fatigue.get(unit, 0) + more
            befalls(state, unit, "{:unit}: {} fatigue [6B4]", more)


def rest_cost(state: State, unit: int) -> int:
    """[6B4] The points, in quarters, that a unit spends to rest off one hit."""
    points: int = _FATIGUE["rest_points_tender" if tender(state) >> unit & 1 else "rest_points"]
    return points * QUARTERS


def rest(state: State, unit: int, number: int) -> None:
    """[6B4.5] A unit rests off fatigue hits; it may not accelerate in the same phase."""
    left = state.fatigue[unit] - number
    if left:
        state.fatigue[unit] = left
    else:
        del state.fatigue[unit]
    state.spent[unit] = state.spent.get(unit, 0) + rest_cost(state, unit) * number
    state.rested |= 1 << unit
