"""Previews of chapters 7 and 9: the way a force would go, and what it would find there.

There are no zones of control on land; at sea those are told where the force would be in contact
with the enemy [8.1], and where he could stop it [7.4].
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from trenchline.games.balance_of_powers.admiralty import Voyage
from trenchline.games.balance_of_powers.allowance import allowance, points_of
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    MOVES,
    OF_KIND,
    SIEGE,
    Units,
)
from trenchline.games.balance_of_powers.flotillas import FLOTILLAS
from trenchline.games.balance_of_powers.forces import free_for, may_go, movable
from trenchline.games.balance_of_powers.going import (
    ALPINE,
    MARCHABLE,
    TRACKS,
    beside,
    march,
)
from trenchline.games.balance_of_powers.inherent import guarded, in_reach, turns
from trenchline.games.balance_of_powers.interrupts import Interrupt
from trenchline.games.balance_of_powers.march import Campaign, Force
from trenchline.games.balance_of_powers.minefields import fields
from trenchline.games.balance_of_powers.navy import (
    SHIPS,
    SUBMARINES,
    VESSELS,
    in_contact,
    near,
)
from trenchline.games.balance_of_powers.quarters import AtSea, route
from trenchline.games.balance_of_powers.rail import Train, reached_by_rail
from trenchline.games.balance_of_powers.seaways import overage, points_left, price
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import unsupplied
from trenchline.games.balance_of_powers.supply_lines import supply
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.floods import backwards, join_ways, step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.play import take
from trenchline.kernel.preview import RAIL, SEA, Course, Guide, Leg
from trenchline.kernel.threats import by_distance
from trenchline.kernel.words import counted

FASTEST = max(MOVES)
FROM_AFAR = backwards(join_ways(MARCHABLE, ALPINE))
SIDES_OF_A_DIE = 6


def _course(state: State, verb: str, goal: Hex) -> Course | None:
    asked = state.stack[-1]
    if isinstance(asked, Voyage):
        return Course((asked.unit,), state.where[asked.unit], (Leg(goal, by=SEA),))
    if isinstance(asked, AtSea):
        return _sail(state, goal)
    if not isinstance(asked, Force | Train) or goal == state.force_at:
        return None
    units = tuple(members(state.force))
    left = counted(_left(state, verb, goal), "movement point")
    if verb == "rail":
        return Course(units, state.force_at, _ride(state, goal), left)
    way, hard = may_go(state).way(goal)
    # [9.13] A hard step takes all that is left.
    legs = [Leg(place, "1") for place in way]
    if hard:
        legs[-1] = Leg(way[-1], "all")
    return Course(units, state.force_at, legs, left)


def _ride(state: State, goal: Hex) -> list[Leg]:
    """[9.23] The way of a train, with a point paid for where it begins to be used."""
    line = reached_by_rail(state)
    levels = [1 << state.force_at, *line.levels]
    if line.boxes >> goal & 1:
        # [9.4] The way into a port box takes all, from the nearest station beside it.
        gates = [level & step(1 << goal, MARCHABLE) for level in levels]
        last = next((lowest(gate) for gate in gates if gate), None)
        before = [] if last is None else _tracks(state, levels, last)
        return [*(Leg(place, by=RAIL) for place in before), Leg(goal, "all", RAIL)]
    way, left = _tracks(state, levels, goal), state.train_hexes
    paid = ["1" if n >= left and not (n - left) % line.worth else "" for n in range(len(way))]
    return [Leg(place, cost, RAIL) for place, cost in zip(way, paid, strict=True)]


def _tracks(state: State, levels: list[Hexes], goal: Hex) -> list[Hex]:
    """[9.22] The stations of a train up to one of them, its start aside."""
    length = next(n for n, level in enumerate(levels) if level >> goal & 1)
    way, works = [goal], state.infrastructure
    for level in reversed(levels[:length]):
        here = way[-1]
        # [9.22.1] Infrastructure is joined to all railways beside it.
        joined = beside(here) if works >> here & 1 else beside(here) & works
        way.append(lowest((step(1 << here, TRACKS) | joined) & level))
    return way[-2::-1]


def _sail(state: State, goal: Hex) -> Course:
    """[7.22] [7.33] What each location costs a force, where the enemy could try to stop it [7.45],
    and where his mines lie [6.442]."""
    after, side, start = state.copy(), state.phasing, state.force_at
    legs, tries, passed, mines = [], 0, 1.0, 0
    for place in route(state, goal)[1:]:
        cost = price(place)
        for unit in members(after.force & VESSELS):
            after.spent[unit] = after.spent.get(unit, 0) + cost
        after.move(after.force, place)
        after.force_at = place
        # [7.45] A die below the overage stops the force.
        stops = min(SIDES_OF_A_DIE, overage(after, after.force) - 1)
        stopped = stops > 0 and bool(Interrupt(1 - side).means(after))
        mined = bool(fields(state, 1 - side) >> place & 1)
        if stopped:
            tries, passed = tries + 1, passed * (1 - stops / SIDES_OF_A_DIE)
        mines += mined
        legs.append(Leg(place, str(cost), SEA, stopped or mined))
    told = [f"enemy mines in {counted(mines, 'place')}"] if mines else []
    if tries:
        places = counted(tries, "place")
        told.append(f"could be stopped in {places}: {1 - passed:.0%} if all is tried")
    units = tuple(members(state.force))
    left = counted(points_left(after, after.force), "movement point")
    return Course(units, start, legs, left, "; ".join(told))


def _fleets(state: State, places: Hexes, side: int) -> Iterator[tuple[Hex, Units]]:
    """[2.64] The ships and the submarines of a side in some places, each a force of its own."""
    for place in members(places):
        for kind in (SHIPS, SUBMARINES):
            if units := state.units(place, side) & kind:
                yield place, units


def _in_contact(state: State, place: Hex) -> Units:
    """[8.1] The enemy's ships and submarines that the force at sea would be in contact with."""
    enemies = _fleets(state, near(place), 1 - state.phasing)
    met = [units for other, units in enemies if in_contact(place, state.force, other, units)]
    return reduce(or_, met, 0)


def _patrolled(state: State, side: int) -> Hexes:
    """[6.42] [8.1] Where the force at sea would be in contact with somebody; nothing hinders a
    force on land."""
    if not isinstance(state.stack[-1], AtSea):
        return 0
    places = bit_set(state.where[unit] for unit in members(state.on_map(1 - side) & VESSELS))
    return bit_set(
        here
        for place, units in _fleets(state, places, 1 - side)
        for here in members(near(place))
        if in_contact(here, state.force, place, units)
    )


def _beside(state: State, place: Hex) -> Hexes:
    """From where somebody attacks; mountain corps do so over alpine passes too [9.13.2]."""
    return near(place) if isinstance(state.stack[-1], AtSea) else beside(place, alpine=True)


def _threats(state: State, place: Hex) -> Units:
    """Who attacks: corps on land, at sea whoever is in contact."""
    if isinstance(state.stack[-1], AtSea):
        return _in_contact(state, place)
    passes = beside(place, alpine=True) & ~beside(place)
    over = reduce(or_, (state.stacks.get(here, 0) for here in members(passes)), 0)
    return ALL_CORPS & ~(over & ~OF_KIND["mountain"])


def _comers(state: State, side: int, goals: Hexes) -> Units:
    """[9.11] [9.14] Who could march into one of some locations with a point left to attack: siege
    guns never alone, and whoever has taken a hard step has nothing left [9.13]. Nobody marches up
    to a force at sea."""
    if state.force & VESSELS:
        return 0
    free, found = free_for(state, side), 0
    near = by_distance(goals, FROM_AFAR, FASTEST - 1)[-1]
    corps = state.on_map(side) & ALL_CORPS & ~(state.aboard | SIEGE | FLOTILLAS)
    for here in members(state.corps[side] & near & ~goals):
        units = state.units(here, side) & corps
        bends = turns(state, side, here)
        for unit in members(units):
            points = allowance(state, unit) - 1
            if points > 0:
                land = free & state.scenario.leash(1 << unit)
                got = march(here, points, land, bool(OF_KIND["mountain"] >> unit & 1), turns=bends)
                found |= any(level & goals for level in got.levels) << unit
    return found


def _left(state: State, verb: str, goal: Hex) -> int:
    """[3.2] What a force could still spend there; who is in supply there again has a point more."""
    after = state.copy()
    take(after, verb, goal)
    return max(0, points_of(after, after.force)) if after.force & ALL_CORPS else 0


def _forces(state: State) -> list[tuple[int, ...]]:
    """[10.1] The corps in each location that stand beside somebody whom they might attack."""
    if not isinstance(state.stack[-1], Campaign):
        return []
    side = state.stack[-1].side
    able, enemies = movable(state, side), state.enemy_land(side)
    return [
        tuple(members(units & able))
        for place, units in state.stacks.items()
        if units & able
        and (in_reach(state, side, place, True) & enemies or guarded(state, side, place))
    ]


GUIDE: Guide[State] = Guide(
    frozenset({"march", "rail", "steam", "sail"}),
    _course,
    _patrolled,
    supplied=lambda state, units: len(units) - unsupplied(state, bit_set(units)).bit_count(),
    beside=_beside,
    threats=_threats,
    comers=_comers,
    forces=_forces,
    supply=supply,
)
