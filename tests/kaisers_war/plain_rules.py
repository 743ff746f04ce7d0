"""Zones, marches, retreats and supply written the slow way, hex by hex, to compare the game with.

Only the standard game: no built trenches, no Russian front.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from trenchline.games.kaisers_war.components import BOARD, CITIES, COUNTERS, GRID, SIDES
from trenchline.games.kaisers_war.control import controlled
from trenchline.games.kaisers_war.eastern import allowed_land
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.supply import sources

TERRAIN_COST = {"clear": 1, "rough": 2, "desert": 2, "forest": 2, "marsh": 2}


def is_land(hex_: int) -> bool:
    """Whether a hex is land in play."""
    return BOARD.facts[hex_]["terrain"] in TERRAIN_COST


def neighbours(hex_: int) -> Iterator[tuple[int, int]]:
    """The land next to a hex, with its direction, but not across all-sea hexsides."""
    for direction, shift in enumerate(GRID.shifts):
        near = hex_ + shift
        if near in BOARD.facts and is_land(near):
            if not BOARD.sides["all_sea"][direction] >> hex_ & 1:
                yield direction, near


def zone(state: State, side: int) -> set[int]:
    """A side's zones of control [11.1] [11.3]."""
    forts = {
        state.where[u]
        for u, counter in enumerate(COUNTERS)
        if counter.front.type == "fortified_zone" and state.side_of(u) != side
    }
    found = set()
    for unit, counter in enumerate(COUNTERS):
        place = state.where[unit]
        if place < 0 or state.side_of(unit) != side or not is_land(place):
            continue
        if not counter.guerrilla and state.face(unit).movement:
            found |= {
                near
                for _, near in neighbours(place)
                if near not in forts and BOARD.facts[near]["trench"] != SIDES[1 - side]
            }
    return found


def hostile_zone(state: State, unit: int) -> set[int]:
    """The enemy zones that a unit must mind; guerrillas mind none [21.5]."""
    return set() if COUNTERS[unit].guerrilla else zone(state, 1 - state.side_of(unit))


def enterable(state: State, unit: int, hex_: int) -> bool:
    """Whether a unit may be in a hex, stacking aside."""
    free = not state.held[1 - state.side_of(unit)] >> hex_ & 1
    open_land = is_land(hex_) and BOARD.facts[hex_]["country"] != "RU"
    return free and open_land and bool(allowed_land(state, unit) >> hex_ & 1)


def cost(state: State, unit: int, start: int, direction: int, goal: int) -> int:
    """What a step costs [43.3]."""
    facts = BOARD.facts[goal]
    kind = state.face(unit).type
    if facts["trench"]:
        points = 1 if facts["trench"] == SIDES[state.side_of(unit)] else 2
    elif CITIES >> goal & 1:
        points = 1
    elif facts["terrain"] == "rough" and kind.startswith(("tank", "mech")):
        points = 3
    else:
        points = TERRAIN_COST[facts["terrain"]]
    wet = any(BOARD.sides[side][direction] >> start & 1 for side in ("river", "canal", "lake"))
    return points + 1 if wet else points


def reach(state: State, unit: int) -> set[int]:
    """Everywhere a unit can march from where it stands, stacking aside."""
    here, points = state.where[unit], state.face(unit).movement
    hostile = hostile_zone(state, unit)
    best = {here: 0}
    queue = [(0, here)]
    least = set()
    while queue:
        spent, hex_ = heapq.heappop(queue)
        if spent > best[hex_] or (hex_ != here and hex_ in hostile):
            continue
        for direction, near in neighbours(hex_):
            if not enterable(state, unit, near):
                continue
            total = spent + cost(state, unit, hex_, direction, near)
            if hex_ == here:
                if here in hostile:
                    if near in hostile:
                        continue
                    total += 1
                least.add(near)
            if total <= points and total < best.get(near, 99):
                best[near] = total
                heapq.heappush(queue, (total, near))
    return (set(best) | least) - {here}


def retreats(state: State, unit: int, length: int) -> list[list[int]]:
    """All ways back of a length, each hex one further from the start [13.2]."""
    start = state.where[unit]
    hostile = hostile_zone(state, unit)
    ways = [[start]]
    for distance in range(1, length + 1):
        ways = [
            [*way, near]
            for way in ways
            for _, near in neighbours(way[-1])
            if enterable(state, unit, near)
            and near not in hostile
            and GRID.distance(start, near) == distance
        ]
    return ways


def is_fed(state: State, unit: int) -> bool:
    """Whether a unit is in general supply [15.3] [15.11] [15.12]."""
    here = state.where[unit]
    stack = [COUNTERS[u].front.type for u in state.stacks[here]]
    if COUNTERS[unit].circle or "fortified_zone" in stack or CITIES >> here & 1:
        return True
    hostile = hostile_zone(state, unit)
    distance = {here: 0}
    queue = [here]
    for hex_ in queue:
        if is_supply_point(state, state.side_of(unit), hex_):
            return True
        if distance[hex_] == state.face(unit).movement or (hex_ != here and hex_ in hostile):
            continue
        for _, near in neighbours(hex_):
            passable = not state.held[1 - state.side_of(unit)] >> near & 1
            facts = BOARD.facts[near]
            if near in distance or facts["terrain"] == "desert" or facts["country"] == "RU":
                continue
            if passable:
                distance[near] = distance[hex_] + 1
                queue.append(near)
    return False


def is_supply_point(state: State, side: int, city: int) -> bool:
    """Whether a hex is a source, or a controlled city with a rail line to one [16.7]."""
    fed_by = sources(state, side)
    if fed_by >> city & 1:
        return True
    hostile = zone(state, 1 - side)
    rail = BOARD.facts[city]["rail"]
    if not CITIES & controlled(state, side) & 1 << city or rail == "3" or city in hostile:
        return False
    distance = {city: 0}
    queue = [city]
    for hex_ in queue:
        if distance[hex_] == 15 and rail == "2":
            continue
        for _, near in neighbours(hex_):
            if fed_by >> near & 1:
                return True
            facts = BOARD.facts[near]
            blocked = near in hostile or state.held[1 - side] >> near & 1
            if near in distance or blocked or facts["rail"] == "3" or facts["country"] == "RU":
                continue
            distance[near] = distance[hex_] + 1
            queue.append(near)
    return False
