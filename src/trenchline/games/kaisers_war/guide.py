"""Previews of chapter 8: the way a unit would go, and what it would find there."""

from __future__ import annotations

from trenchline.games.kaisers_war.attackers import able
from trenchline.games.kaisers_war.components import COMBATANTS, COUNTERS, LAND, MARCH
from trenchline.games.kaisers_war.control import enemy_zone, hindering_zone
from trenchline.games.kaisers_war.moves import MoveUnit
from trenchline.games.kaisers_war.routes import march, march_of_any, rail_path
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.games.kaisers_war.supply_lines import supply
from trenchline.games.kaisers_war.suppositions import hidden
from trenchline.kernel.bits import members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.preview import AIR, RAIL, ROAD, SEA, Course, Guide, Leg
from trenchline.kernel.threats import by_distance

FASTEST = max(COUNTERS[unit].front.movement for unit in members(COMBATANTS))
_BY = {"sail": SEA, "assault": SEA, "drop": AIR}


def _course(state: State, verb: str, goal: Hex) -> Course | None:
    move = state.stack[-1]
    if not isinstance(move, MoveUnit):
        return None
    units, start = (move.unit,), move.here
    if verb in _BY:
        return Course(units, start, (Leg(goal, by=_BY[verb]),))
    if verb == "rail":
        path = rail_path(state, move.unit, start, goal)
        # [16.4] After a ride only a forced march goes on.
        left = _left(0, move.allowance(state)) if not move.forced else ""
        stops = [Leg(hex_, by=RAIL) for hex_ in path[1:-1]]
        return Course(units, start, (*stops, Leg(goal, "all", RAIL)), left)
    return _march(state, move, goal)


def _march(state: State, move: MoveUnit, goal: Hex) -> Course:
    """[8.6] What each hex of a march costs; [8.5] the least move takes everything."""
    allowance = move.allowance(state)
    got, _ = move.march(state)
    path = got.path(goal)[1:]
    if not path:
        return Course((move.unit,), move.here, (Leg(goal, "all"),), _left(0, allowance))
    # [11.6] Disengaging takes a point more.
    zone = hindering_zone(state, move.unit) >> move.here & 1
    extra = 1 if zone and move.fresh else 0
    costs = [(got.cost(hex_) or 0) + extra for hex_ in path]
    paid = [cost - before for before, cost in zip([0, *costs], costs, strict=False)]
    legs = [Leg(hex_, str(cost), ROAD) for hex_, cost in zip(path, paid, strict=True)]
    return Course(
        (move.unit,), move.here, legs, _left(max(0, allowance - move.spent - costs[-1]), allowance)
    )


def _left(left: int, allowance: int) -> str:
    return f"{left} of {allowance} movement points"


def _comers(state: State, side: int, goals: Hexes) -> int:
    """[8.2] Who could march into one of some hexes, without a forced march or a train. Whoever is
    hidden might be the fastest of all [10.1]."""
    unseen, fit = hidden(state, 1 - side), able(state, side) | state.fought & COMBATANTS
    near = by_distance(goals, MARCH, FASTEST)
    found = 0
    for here in members(near[FASTEST] & state.held[side] & LAND & ~goals):
        stack = state.stacks[here]
        if any(unseen >> unit & 1 for unit in stack) and march_of_any(
            state, side, here, FASTEST, goals
        ):
            found |= sum(1 << unit for unit in stack if unseen >> unit & 1)
        for unit in stack:
            points = state.face(unit).movement
            if unseen >> unit & 1 or not fit >> unit & 1 or not near[max(1, points)] >> here & 1:
                continue
            got, at_least = march(state, unit, here, points, True)
            if (got.hexes | at_least) & goals:
                found |= 1 << unit
    return found


GUIDE: Guide[State] = Guide(
    frozenset({"move", "step", "rail", *_BY}),
    _course,
    enemy_zone,
    lambda state, units: sum(in_general_supply(state, unit) for unit in units),
    lambda state, place: step(1 << place, MARCH),
    threats=lambda state, place: COMBATANTS,
    comers=_comers,
    supply=supply,
)
