"""The march on a capital: a column that follows the railways, because supply follows nothing else,
round whoever stands in the way or over him, and is not drawn aside by anything else."""

from __future__ import annotations

from functools import lru_cache, reduce
from heapq import heappop, heappush
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    HOLDERS,
    MOVES,
    OF_KIND,
    OF_NATION,
    SIEGE,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.going import MARCHABLE, RUGGED
from trenchline.games.balance_of_powers.staff.plans import marches_on
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import LINED, sources, unsupplied
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes

if TYPE_CHECKING:
    from trenchline.games.balance_of_powers.staff.stakes import Situation

FAR = 99
CAVALRY, FLOTILLAS = OF_KIND["cavalry"], OF_KIND["flotilla"]
OFF_THE_RAILS, UPHILL = 3, 1
"""What a step costs more that leaves the railways, and one over rugged ground."""
HELD, EACH = 4, 1
"""What it costs to go through the enemy, and through each corps of his."""
STRAGGLE = 4
"""So many steps half of a column may be drawn apart."""
OPENS = 0.4
"""What each step is worth that a column saves when an enemy in its way is beaten."""
NEAR = 2
"""Where the enemy is so near somebody must stay."""
AHEAD = 30
"""So many steps ahead a column looks for gaps between railways."""
QUALITY = 1.0
"""How many halves further away a corps may be that is better by one."""


class Column(NamedTuple):
    """Corps that march on a place."""

    number: int
    """In the order of the plans."""
    goal: Hex
    steps: bytes
    """How far it is from everywhere, by the way they take."""
    roll: Units
    """All who belong to it."""
    units: Units
    """Those of them who march: not those who are cut off, who fight for their line."""
    line: Hexes
    """Along which its supply comes up."""
    limit: int
    """Nobody goes further ahead of the others."""

    def to_go(self, place: Hex) -> int:
        """How far it is from a place, or from where the first wait for the others."""
        return max(self.steps[place], self.limit)


@lru_cache(maxsize=64)
def road(goal: Hex, ground: Hexes, lined: Hexes, enemies: Hexes, strong: Hexes) -> bytes:
    """How far it is to a goal, where railways are best and enemies worst; *strong* ones more so."""
    found = bytearray([FAR]) * (max(ground.bit_length(), goal + 1))
    found[goal] = 0
    queue = [(0, goal)]
    while queue:
        so_far, place = heappop(queue)
        if so_far > found[place]:
            continue
        cost = 1
        if not lined >> place & 1:
            cost += OFF_THE_RAILS
        if RUGGED >> place & 1:
            cost += UPHILL
        if enemies >> place & 1:
            cost += HELD + EACH * (strong >> place & 1)
        far = so_far + cost
        for beside in members(step(1 << place, MARCHABLE) & ground):
            if far < found[beside]:
                found[beside] = far
                heappush(queue, (far, beside))
    return bytes(found)


def columns(sit: Situation) -> list[Column]:
    """Who marches on what, as the plans tell. Whoever belongs to a column stays with it."""
    state, side = sit.state, sit.side
    free = state.on_map(side) & ALL_CORPS & ~FLOTILLAS & ~CAVALRY & ~state.aboard
    roster = (state.desk or {}).get(("columns", side), {})
    enemies = state.enemy_land(side)
    strong = bit_set(
        h for h in members(enemies) if (state.units(h, 1 - side) & ALL_CORPS).bit_count() > 1
    )
    lined = LINED | state.infrastructure
    found = []
    for number, told in enumerate(marches_on(state.scenario, side)):
        roads = {
            goal: road(goal, sit.ground | 1 << goal, lined, enemies, strong)
            for goal in told.goals
            if not state.held[side] >> goal & 1
        }
        if not roads:
            continue
        roll = roster.get(number, 0) & free
        if told.in_order:
            goal = next(iter(roads))
        else:
            heads = roll & SIEGE or roll or free & SIEGE or free
            goal = min(roads, key=lambda h: (_way(state, heads, roads[h]), h))
        own = reduce(or_, (OF_NATION[nation] for nation in told.nations))
        wanted = told.corps - (roll & HOLDERS).bit_count()
        roll |= _recruits(sit, own, free & ~roll, roads[goal], wanted)
        if told.guns:
            roll |= own & free & SIEGE
        free &= ~roll
        if not roll & HOLDERS:
            continue
        steps = roads[goal]
        front = min(members(roll & HOLDERS), key=lambda u: (steps[state.where[u]], u))
        nation, head = UNITS[front].nation, state.where[front]
        line = _line(sit, nation, head, lined)
        ways = sorted(steps[state.where[u]] for u in members(roll & HOLDERS))
        body = told.corps // 2
        limit = ways[body - 1] - STRAGGLE if len(ways) >= body else 0
        fed = roll & ~unsupplied(state, roll)
        found.append(Column(number, goal, steps, roll, fed, line, max(0, limit)))
    return found


def _way(state: State, units: Units, steps: bytes) -> int:
    """How far units have to go, all together."""
    return sum(steps[state.where[unit]] for unit in members(units))


def _recruits(sit: Situation, own: Units, free: Units, steps: bytes, number: int) -> Units:
    """Those who join a column: they are near and good, and nobody misses them in the line."""
    where = sit.state.where
    able = [
        u
        for u in members(own & free & HOLDERS)
        if steps[where[u]] < FAR and not _alone(sit, u, free)
    ]
    able.sort(key=lambda u: (steps[where[u]] / MOVES[u] - QUALITY * UNITS[u].attack, u))
    chosen = 0
    for unit in able:
        if chosen.bit_count() < number and not _alone(sit, unit, free & ~chosen):
            chosen |= 1 << unit
    return chosen


def _alone(sit: Situation, unit: int, free: Units) -> bool:
    """Whether a gap would open before the enemy where a corps stands, if it went."""
    here = sit.state.where[unit]
    others = sit.state.units(here, sit.side) & free & HOLDERS & ~(1 << unit)
    return not others and sit.distance(here) <= NEAR


def _next(sit: Situation, place: Hex, steps: bytes, lined: Hexes) -> Hex:
    """The next place on a road, along a railway if it is no further."""
    ahead = members(step(1 << place, MARCHABLE) & (sit.ground | 1 << place))
    nearer = [h for h in ahead if steps[h] < steps[place]]
    return min(nearer, key=lambda h: (steps[h] + (0 if lined >> h & 1 else OFF_THE_RAILS), h))


def _line(sit: Situation, nation: int, front: Hex, lined: Hexes) -> Hexes:
    """The shortest way along which supply comes from a source to the head of a column."""
    state = sit.state
    steps = road(front, sit.ground | 1 << front, lined, 0, 0)
    own = [h for h in members(sources(state, nation, sit.african) & sit.ground) if steps[h] < FAR]
    if not own:
        return 0
    place = min(own, key=lambda h: (steps[h], h))
    found = 0
    while place != front:
        place = _next(sit, place, steps, lined)
        found |= 1 << place
    return found


def gap(sit: Situation, column: Column, nation: int) -> Hex | None:
    """[6.219] Where the supply of a nation would need works to follow its column."""
    state, steps = sit.state, column.steps
    own = [state.where[u] for u in members(column.units & HOLDERS) if UNITS[u].nation == nation]
    if not own:
        return None
    lined, fed = LINED | state.infrastructure, sit.fed(nation)
    place = min(own, key=lambda h: (steps[h], h))
    for _ in range(AHEAD):
        if place == column.goal:
            return None
        following = _next(sit, place, steps, lined)
        if not lined >> place & 1 and not fed >> following & 1:
            return place
        place = following
    return None


def passing_by(sit: Situation, origin: Hex, target: Hex) -> Units:
    """Those in columns whose way does not lead from one place to another."""
    return reduce(
        or_,
        (one.units for one in sit.columns if one.steps[origin] - one.steps[target] <= HELD),
        0,
    )


def feeds_column(sit: Situation, place: Hex) -> bool:
    """Whether works there lead supply to a column."""
    return any((one.line & ~LINED) >> place & 1 for one in sit.columns)


def opens(sit: Situation, origin: Hex, target: Hex, units: Units) -> float:
    """What it is worth to a column that its way becomes free."""
    found = 0.0
    for one in sit.columns:
        if units & one.units:
            found = max(found, OPENS * (one.steps[origin] - one.steps[target]))
    return found
