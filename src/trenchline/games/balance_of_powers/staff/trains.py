"""Who goes by rail: stacks far behind the front, and those who follow a column."""

from __future__ import annotations

from typing import NamedTuple

from trenchline.games.balance_of_powers.components import MAJORS, NATIONS, UNITS, Units
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.flotillas import FLOTILLAS
from trenchline.games.balance_of_powers.forces import movable
from trenchline.games.balance_of_powers.going import MARCHABLE
from trenchline.games.balance_of_powers.rail import entrainers, no_trains, reached_by_rail
from trenchline.games.balance_of_powers.staff.posts import Objectives, Posting
from trenchline.games.balance_of_powers.staff.stakes import FAR, Situation, ways_to
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex

REAR = 5
"""So far from the enemy corps leave their trenches, and look for trains."""
RIDE = 8
"""Steps that a train must save, all its corps together."""
THRIFT = 4
"""Points that a power keeps when it pays for trains."""


class Ride(NamedTuple):
    """What a train is for."""

    goal: Hex
    saved: int
    """The steps that it saves."""


class Order(NamedTuple):
    """What some units in a place do."""

    start: Hex
    units: Units
    verb: str
    goal: Hex
    why: Posting | Ride | None = None
    """What it has been weighed by."""


def trains(sit: Situation, aims: Objectives, who: Units = -1) -> list[Order]:
    """Stacks far behind the front go by rail, and those who follow a column."""
    state, side = sit.state, sit.side
    found: list[Order] = []
    if no_trains(state):
        return found
    able = movable(state, side) & ~FLOTILLAS & ~state.entrenched & who
    marching = bit_set(sit.marching)

    def turn(place: Hex) -> tuple[int, int, Hex]:
        column = (state.stacks[place] & marching).bit_count()
        return -column, -sit.distance(place), place

    for place in sorted(members(state.corps[side]), key=turn):
        here = state.stacks.get(place, 0) & able & ~state.done
        if sit.distance(place) < REAR:
            here &= marching
        for nation in sorted({UNITS[u].nation for u in members(here)}):
            own = [u for u in members(here) if UNITS[u].nation == nation]
            own.sort(key=lambda u: not marching >> u & 1)
            keeps = 0 if marching >> own[0] & 1 else THRIFT
            if not MAJORS >> nation & 1 or sit.points[nation] <= keeps:
                continue
            # [9.24.2] In Africa there is no limit.
            seats = len(own) if sit.african else NATIONS[nation].rail - state.railed[nation]
            own = [u for u in own if not state.spent.get(u, 0)][:seats]
            order = _ride(sit, aims, place, own, nation) if own else None
            if order is not None:
                found.append(order)
    state.force, state.force_at = 0, -1
    return found


def _ride(
    sit: Situation, aims: Objectives, place: Hex, corps: list[int], nation: int
) -> Order | None:
    """A train for some corps, if it saves enough."""
    state = sit.state
    goal = aims.assign(corps[0], place)
    if goal is None:
        return None
    for other in corps[1:]:
        aims.of.setdefault(other, goal)
    state.force, state.force_at = bit_set(corps), place
    if not entrainers(state) >> nation & 1:
        return None
    line = reached_by_rail(state)
    column = sit.marching.get(corps[0])
    if column is not None:
        goal = column.goal
        steps, safe = column.steps, ~step(state.corps[sit.enemy], MARCHABLE)
    else:
        steps, safe = ways_to(goal, sit.ground | 1 << goal), ~sit.reached
    best, saved = place, 0
    for level in line.levels:
        for station in members(level & safe):
            gain = steps[place] - steps[station] if steps[place] < FAR else 0
            if gain > saved:
                best, saved = station, gain
    if saved * len(corps) < RIDE or saved < 3:
        return None
    group = bit_set(corps)
    sit.points[nation] -= 1
    state.railed[nation] += len(corps)
    enter(state, group, best)
    state.done |= group
    return Order(place, group, f"rail {nation}", best, Ride(goal, saved))
