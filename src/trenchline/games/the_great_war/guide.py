"""Previews of rules 6 and 7: the way a party would go, and what it would find there."""

from __future__ import annotations

from collections.abc import Sequence

from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.rail import CHANGE_STRATEGIC, Train, points_for, ride_to
from trenchline.games.the_great_war.routes import cost_of, path
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.supply import supplied
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.zones import zoc
from trenchline.kernel.bits import bit_set
from trenchline.kernel.hexes import Hex
from trenchline.kernel.play import take
from trenchline.kernel.preview import RAIL, SEA, Course, Guide, Leg
from trenchline.kernel.words import counted


def _course(state: State, verb: str, goal: Hex) -> Course | None:
    asked = state.stack[-1]
    if not isinstance(asked, March):
        return None
    if verb == "move":
        return _march(state, asked, goal)
    if verb == "sail":
        return Course(asked.party, asked.hex, (Leg(goal, by=SEA),))
    train = asked.operational(state) if verb == "rail" else asked.strategic(state)
    return None if train is None else _ride(state, asked, train, goal)


def _march(state: State, asked: March, goal: Hex) -> Course:
    """[6] Every unit pays for itself [R33]; the way and its costs are those of the one that has
    least left in the end, as far as the party gets at once [R42]."""
    reached = list(asked.layers(state))
    way = asked.way(state, reached, goal)
    end = way[-1]
    lefts = []
    for unit, ground, layers in reached:
        cost = cost_of(layers, end)
        left = 0 if cost is None else asked.budget(state, unit) - cost
        lefts.append((left, cost, ground, layers))
    left, cost, ground, layers = min(lefts, key=lambda one: one[0])
    told = counted(_left(state, goal, max(0, left)), "movement point")
    if cost is None:
        return Course(asked.party, asked.hex, (Leg(end, "all"),), told)
    own = path(ground, layers, end)
    costs = [cost_of(layers, hex_) or 0 for hex_ in own]
    legs = [
        Leg(hex_, str(total - before))
        for hex_, before, total in zip(own[1:], costs, costs[1:], strict=False)
    ]
    return Course(asked.party, asked.hex, legs, told)


def _left(state: State, goal: Hex, otherwise: int) -> int:
    """[15A4] What the party has left when it is there: who is disrupted on the way has less."""
    trial = state.copy()
    take(trial, "move", goal)
    then = trial.stack[-1] if trial.stack else None
    return max(0, then.points(trial)) // QUARTERS if isinstance(then, March) else otherwise


def _ride(state: State, asked: March, train: Train, goal: Hex) -> Course:
    """[7A2] [7A3] The way of a train; part of a point counts as a point."""
    ride = ride_to(state, train, goal)
    legs = [Leg(hex_, by=RAIL) for hex_ in ride.way[1:]]
    if train.change == CHANGE_STRATEGIC:
        return Course(asked.party, asked.hex, legs, counted(0, "movement point"))
    spent = points_for(ride.hexes, asked.is_fast(state))
    left = max(0, asked.points(state) // QUARTERS - spent)
    return Course(asked.party, asked.hex, legs, counted(left, "movement point"))


def _supplied(state: State, units: Sequence[int]) -> int:
    side = state.theatre.counters[units[0]].side
    return (supplied(state, side) & bit_set(units)).bit_count()


GUIDE: Guide[State] = Guide(
    frozenset({"move", "rail", "strategic", "sail"}),
    _course,
    lambda state, side: zoc(state, 1 - side),
    _supplied,
)
