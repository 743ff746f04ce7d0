"""Previews of sections 6 and 7: the way a stack would go, and what it would find there."""

from __future__ import annotations

from functools import reduce
from operator import or_

from trenchline.games.der_weltkrieg.components import Units
from trenchline.games.der_weltkrieg.flotillas import Sail
from trenchline.games.der_weltkrieg.going import ground_for, minimum_move
from trenchline.games.der_weltkrieg.interdiction import under_fire
from trenchline.games.der_weltkrieg.march import March, allowance
from trenchline.games.der_weltkrieg.rail import hexsides_left, way_to
from trenchline.games.der_weltkrieg.routes import cost_of, march, path, within
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.supply_shown import supply
from trenchline.games.der_weltkrieg.supply_spending import could_pay
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.preview import RAIL, SEA, Course, Guide, Leg
from trenchline.kernel.threats import by_distance
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
    """[7-5] The train takes the shortest way, and uses up a hexside of its allowance for each."""
    journey = asked.journey(state)
    way, must_leave = way_to(state, journey, goal)
    way = under_fire(state, asked.who(state), way)  # [36-7]
    left = hexsides_left(state, journey) - (len(way) - 1)
    legs = [Leg(hex_, "1", RAIL) for hex_ in way[1:]]
    return Course(asked.party, asked.hex, legs, "" if must_leave else counted(left, "rail hexside"))


def _fighters(state: State, units: Units) -> Units:
    """[12-14] [S2] Those of some units who have any strength to attack with, and orders to."""
    counters, strength = state.theatre.counters, state.strength
    able = units & state.theatre.combat_units & ~state.waiting
    return bit_set(u for u in members(able) if strength[u] and not counters[u].defends_only)


def _threats(state: State, place: Hex) -> Units:
    """Who attacks: no headquarters, and no supply."""
    near = members(step(1 << place, state.theatre.passable))
    return _fighters(state, reduce(or_, (state.stacks.get(hex_, 0) for hex_ in near), 0))


def _comers(state: State, side: int, goals: Hexes) -> Units:
    """[6-6] [6-9] Who could march into one of some hexes, each by itself and not in column; nobody
    who lives on the rails [6-12]."""
    theatre, found = state.theatre, 0
    near = by_distance(goals, theatre.every_way, max(c.movement for c in theatre.counters))
    for here in members(near[-1] & state.guns[side] & ~goals):
        units = state.units(here, side) & theatre.mobile & ~theatre.rail_bound
        for unit in members(_fighters(state, units)):
            points = allowance(state, unit)
            if not near[max(1, points)] >> here & 1:
                continue
            ground = ground_for(state, 1 << unit)
            got = within(march(ground, here, points))
            if got & goals or minimum_move(state, 1 << unit, here, ground, got) & goals:
                found |= 1 << unit
    return found


GUIDE: Guide[State] = Guide(
    frozenset({"move", "ride"}),
    _course,
    enemy_zone,
    lambda state, units: sum(bool(could_pay(state, unit, attacking=False)) for unit in units),
    lambda state, place: step(1 << place, state.theatre.passable),
    _threats,
    _comers,
    supply=supply,
)
