"""Previews of sections 6 and 7: the way a stack would go, and what it would find there."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.flotillas import Sail
from trenchline.games.der_weltkrieg.interdiction import under_fire
from trenchline.games.der_weltkrieg.march import March
from trenchline.games.der_weltkrieg.rail import hexsides_left, way_to
from trenchline.games.der_weltkrieg.routes import cost_of, march, path
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.supply_spending import could_pay
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex
from trenchline.kernel.preview import RAIL, SEA, Course, Guide, Leg
from trenchline.kernel.words import counted


def _course(state: State, verb: str, goal: Hex) -> Course | None:
    asked = state.stack[-1]
    if isinstance(asked, Sail):
        return Course((asked.unit,), state.where[asked.unit], (Leg(goal, by=SEA),))
    if not isinstance(asked, March):
        return None
    return _ride(state, asked, goal) if verb == "ride" else _march(state, asked, goal)


def _march(state: State, asked: March, goal: Hex) -> Course:
    """[6-6] Each hexside on the way is paid for."""
    ground, budget = asked.ground(state), asked.budget(state)
    layers = march(ground, asked.hex, budget)
    if cost_of(layers, goal) is None:
        # [6-9] The one free hexside takes everything that was left.
        return Course(asked.party, asked.hex, (Leg(goal, "all"),), counted(0, "movement point"))
    way = under_fire(state, asked.who(state), path(ground, layers, goal))  # [36-7]
    costs = [cost_of(layers, hex_) or 0 for hex_ in way]
    legs = [
        Leg(hex_, str(cost - before))
        for hex_, before, cost in zip(way[1:], costs, costs[1:], strict=False)
    ]
    return Course(asked.party, asked.hex, legs, counted(budget - costs[-1], "movement point"))


def _ride(state: State, asked: March, goal: Hex) -> Course:
    """[7-5] The train takes the shortest way."""
    journey = asked.journey(state)
    way, must_leave = way_to(state, journey, goal)
    way = under_fire(state, asked.who(state), way)  # [36-7]
    left = hexsides_left(state, journey) - (len(way) - 1)
    legs = [Leg(hex_, by=RAIL) for hex_ in way[1:]]
    return Course(asked.party, asked.hex, legs, "" if must_leave else counted(left, "rail hexside"))


GUIDE: Guide[State] = Guide(
    frozenset({"move", "ride"}),
    _course,
    enemy_zone,
    lambda state, units: sum(bool(could_pay(state, unit, attacking=False)) for unit in units),
    lambda state, place: step(1 << place, state.theatre.passable),
)
