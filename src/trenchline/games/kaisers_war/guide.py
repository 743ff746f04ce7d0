"""Previews of chapter 8: the way a unit would go, and what it would find there."""

from __future__ import annotations

from trenchline.games.kaisers_war.components import MARCH
from trenchline.games.kaisers_war.control import enemy_zone, hindering_zone
from trenchline.games.kaisers_war.moves import MoveUnit
from trenchline.games.kaisers_war.routes import rail_path
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex
from trenchline.kernel.preview import AIR, RAIL, ROAD, SEA, Course, Guide, Leg

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
        return Course(units, start, [Leg(hex_, by=RAIL) for hex_ in path[1:]], left)
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


GUIDE: Guide[State] = Guide(
    frozenset({"move", "step", "rail", *_BY}),
    _course,
    enemy_zone,
    lambda state, units: sum(in_general_supply(state, unit) for unit in units),
    lambda state, place: step(1 << place, MARCH),
)
