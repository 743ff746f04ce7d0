"""Previews of rules 6 and 7: the way a party would go, and what it would find there."""

from __future__ import annotations

from collections.abc import Sequence

from trenchline.games.the_great_war.attackers import around, far_guns, in_reach
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.rail import CHANGE_STRATEGIC, Train, points_for, ride_to
from trenchline.games.the_great_war.routes import (
    cost_of,
    front_of,
    ground_for,
    march,
    nimble,
    path,
    rating,
    within,
)
from trenchline.games.the_great_war.sieges import may_close_in
from trenchline.games.the_great_war.state import MOVEMENT, State
from trenchline.games.the_great_war.strength import printed_attack
from trenchline.games.the_great_war.supply import supplied
from trenchline.games.the_great_war.supply_shown import supply
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.zones import zoc
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.play import decision, take
from trenchline.kernel.preview import RAIL, SEA, Course, Guide, Leg
from trenchline.kernel.threats import by_distance
from trenchline.kernel.words import counted

FASTEST = 16
"""Nobody marches farther than so many hexes."""


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
    """[7A2] The way of a train, with a point paid for where it begins to be used; [7A3] a strategic
    one takes everything."""
    ride = ride_to(state, train, goal)
    if train.change == CHANGE_STRATEGIC:
        stops = [Leg(hex_, by=RAIL) for hex_ in ride.way[1:-1]]
        none = counted(0, "movement point")
        return Course(asked.party, asked.hex, (*stops, Leg(goal, "all", RAIL)), none)
    spent = [points_for(hexes, asked.is_fast(state)) for hexes in ride.taken]
    legs = [
        Leg(hex_, str(now - before) if now > before else "", RAIL)
        for hex_, before, now in zip(ride.way[1:], spent, spent[1:], strict=False)
    ]
    left = max(0, asked.points(state) // QUARTERS - spent[-1])
    return Course(asked.party, asked.hex, legs, counted(left, "movement point"))


def _supplied(state: State, units: Sequence[int]) -> int:
    side = state.theatre.counters[units[0]].side
    return (supplied(state, side) & bit_set(units)).bit_count()


def _fighters(state: State, units: Units) -> Units:
    """[9D] Those of some units who attack: no headquarters, but those of corps of which nobody
    knows who is in them [14N2]."""
    staffs = state.kind.army_hq | state.kind.corps_hq
    able = (u for u in members(units & ~staffs) if printed_attack(state, u))
    return bit_set(able) | units & state.unknown


def _enemies(state: State) -> int:
    return 1 - decision(state).who(state)


def _beside(state: State, place: Hex) -> Hexes:
    """[9A] [12B7] From where somebody attacks: all around, and as far as guns reach."""
    enemies = _enemies(state)
    grid, guns = state.theatre.board.grid, far_guns(state.theatre) & state.on_map(enemies)
    far = [state.where[gun] for gun in members(guns) if in_reach(state, gun, place)]
    return grid.ring(place, 1) | bit_set(far)


def _threats(state: State, place: Hex) -> Units:
    """[9A] Who stands within his reach of a place."""
    near = members(around(state, _enemies(state), place))
    able = bit_set(unit for unit in near if in_reach(state, unit, place))
    return _fighters(state, able)


def _comers(state: State, side: int, goals: Hexes) -> Units:
    """[6] [6.5] Who could march into one of some hexes, each by itself, neither accelerated nor by
    rail; an unknown corps as its headquarters goes [14N2]."""
    theatre, kind = state.theatre, state.kind
    ahead = state.copy()
    ahead.phase = MOVEMENT
    front, quick = front_of(ahead, side), nimble(ahead)
    bound, found = kind.rail_only | kind.water_only, 0
    near = by_distance(goals, theatre.all_ways, FASTEST)
    for here in members(near[-1] & state.occupied[side] & ~goals):
        known: dict[tuple[int, int, bool, Hexes], Hexes] = {}
        for unit in members(_fighters(state, state.units(here, side) & ~bound)):
            points = rating(ahead, unit) // QUARTERS
            if not near[min(max(1, points), FASTEST)] >> here & 1:
                continue
            close = may_close_in(ahead, unit) if ahead.surrounded else 0
            like = (theatre.gait[unit], points, bool(quick >> unit & 1), close)
            if like not in known:
                ground = ground_for(ahead, unit, None, front)
                reached = within(march(ground, here, points))
                for _, w in ground.costs if rating(ahead, unit) else ():
                    reached |= step(1 << here, w) & ground.free
                known[like] = reached
            if known[like] & goals:
                found |= 1 << unit
    return found


GUIDE: Guide[State] = Guide(
    frozenset({"move", "rail", "strategic", "sail"}),
    _course,
    lambda state, side: zoc(state, 1 - side),
    _supplied,
    _beside,
    _threats,
    _comers,
    supply=supply,
)
