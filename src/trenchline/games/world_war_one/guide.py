"""Previews of chapter 5: the way a unit would go, and what it would find there."""

from __future__ import annotations

from trenchline.games.world_war_one.components import (
    AH,
    ALLOWANCE,
    BESIDE,
    NATION_OF,
    RAIL_COST,
)
from trenchline.games.world_war_one.moves import MoveUnit
from trenchline.games.world_war_one.routes import (
    FORBIDDEN_TO_AUSTRIANS,
    ON_RAIL,
    explore,
    first_to,
    march_cost,
    rounded,
)
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.supply import is_supplied
from trenchline.games.world_war_one.supply_lines import supply
from trenchline.games.world_war_one.zones import enemy_zone
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.preview import RAIL, ROAD, SEA, Course, Guide, Leg


def _points(halves: int) -> str:
    """Movement points, of which a railway takes halves [5.31].

    >>> _points(1), _points(3), _points(8), _points(0)
    ('½', '1½', '4', '0')
    """
    return f"{halves // 2 or ''}{'½' if halves & 1 else ''}" or "0"


def _left(spent: int) -> str:
    return f"{_points(ALLOWANCE - spent)} of {_points(ALLOWANCE)} movement points"


def _course(state: State, verb: str, goal: Hex) -> Course | None:
    move = state.stack[-1]
    assert isinstance(move, MoveUnit)
    units, start = (move.unit,), move.here
    if verb == "sea":
        # [5.44] The whole allowance goes into it.
        return Course(units, start, (Leg(goal, "all", SEA),), _left(ALLOWANCE))
    if verb == "rail":
        spent = move.spent + RAIL_COST
        return Course(units, start, (Leg(goal, _points(RAIL_COST), RAIL),), _left(spent))
    if verb == "step":
        before = rounded(move.spent) if move.way else move.spent
        spent = before + march_cost(goal)
        return Course(units, start, (Leg(goal, _points(spent - move.spent)),), _left(spent))
    legs, spent = [], move.spent
    for hex_, way, total in first_to(move.ways(state), goal).legs(goal):
        legs.append(Leg(hex_, _points(total - spent), RAIL if way == ON_RAIL else ROAD))
        spent = total
    return Course(units, start, legs, _left(spent))


def _comers(state: State, side: int, goals: Hexes) -> int:
    """[5.1] [5.3] Who could march or ride into one of some hexes. A friend who stands there could
    make room; Austrians end no move in the west [12.5]."""
    found = 0
    for here in members(state.armies[side] & ~goals):
        unit = state.at[here]
        ends = goals & ~FORBIDDEN_TO_AUSTRIANS if NATION_OF[unit] == AH else goals
        if ends and explore(state, unit, here).reached & ends:
            found |= 1 << unit
    return found


GUIDE: Guide[State] = Guide(
    frozenset({"move", "relieve", "step", "rail", "sea"}),
    _course,
    enemy_zone,
    lambda state, units: sum(is_supplied(state, unit) for unit in units),
    lambda state, place: BESIDE[place],
    comers=_comers,
    supply=supply,
)
