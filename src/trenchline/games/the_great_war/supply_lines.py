"""Where supply runs [11B], for whoever draws it: from units overland to Army HQs and sources, along
roads to depots, by rail to sources.

Only who is supplied is looked at; the ways are shortest ones, and others may be as short."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from trenchline.games.the_great_war.ferries import low_rail_ways
from trenchline.games.the_great_war.lines import (
    LENGTHS,
    LONGEST,
    OVERLAND,
    ROAD,
    open_to_lines,
    steps_of,
    theatre_roads,
)
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.supply import open_depots, regular_sources
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import Ways, backwards, step
from trenchline.kernel.hexes import Hex, Hexes

Stretch = tuple[Hex, Hex]
Steps = tuple[tuple[int, Ways], ...]


def stretches(state: State, side: int) -> tuple[Stretch, ...]:
    """The lines of supply of a side, hexside by hexside, from units to sources."""
    return tuple(dict.fromkeys(stretch for part in elements(state, side) for stretch in part))


def elements(state: State, side: int) -> tuple[tuple[Stretch, ...], ...]:
    """[11B] The lines of supply of a side by their elements: overland, by road, by rail."""
    hqs = state.present[side] & state.kind.army_hq & ~bit_set(state.unsupplied)
    staffs = bit_set(state.where[hq] for hq in members(hqs))
    sources = regular_sources(state, side)
    free = open_to_lines(state, side)
    longest = max(LENGTHS[w][OVERLAND] for w in state.theatre.weathers(state.turn))
    units = state.occupied[side] & ~staffs & ~sources
    afoot = overland(steps_of(state), free, staffs | sources, units, longest)
    depots = bit_set(state.depot_at[depot] for depot in open_depots(state, side))
    owned = free & state.owned[side]
    road = max(LENGTHS[w][ROAD] for w in state.theatre.weathers(state.turn))
    fed = _by_road(state.theatre, owned, staffs & ~sources, depots | sources, road)
    used = (bit_set(there for _, there in fed) | staffs) & depots
    rails = state.theatre.rails & owned
    return afoot, fed, _by_rail(state.theatre, low_rail_ways(state), rails, used, sources)


@lru_cache(maxsize=256)
def overland(
    steps: Steps, free: Hexes, ends: Hexes, starts: Hexes, longest: int
) -> tuple[Stretch, ...]:
    """[11B1] The shortest overland ways from hexes to the nearest of some ends."""
    layers = [0] * (LONGEST + 1)
    layers[0] = seen = ends
    for length in range(longest):
        here = layers[length] & (free | ends)
        for cost, w in steps:
            if here and length + cost <= longest:
                layers[length + cost] |= step(here, backwards(w)) & ~seen
        layers[length + 1] &= ~seen
        seen |= layers[length + 1]
    found: dict[Stretch, None] = {}
    for start in members(starts & seen):
        here = start
        length = next(n for n, layer in enumerate(layers) if layer >> start & 1)
        while length:
            here, length = _onward(steps, layers, here, length, free | ends, found)
    return tuple(found)


def _onward(
    steps: Steps,
    layers: list[Hexes],
    here: Hex,
    length: int,
    open_: Hexes,
    found: dict[Stretch, None],
) -> tuple[Hex, int]:
    for cost, w in steps:
        there = step(1 << here, w) & layers[length - cost] & open_ if cost <= length else 0
        if there:
            onward = there.bit_length() - 1
            found[here, onward] = None
            return onward, length - cost
    return here, 0


@lru_cache(maxsize=256)
def _by_road(
    theatre: Theatre, owned: Hexes, staffs: Hexes, ends: Hexes, longest: int
) -> tuple[Stretch, ...]:
    """[11B2] The ways of Army HQs along roads to the nearest depot or source; the first hex may be
    overland."""
    found: dict[Stretch, None] = {}
    roads = theatre_roads(theatre)
    for staff in members(staffs & ~ends):
        layers = [1 << staff]
        seen = 1 << staff
        while len(layers) <= longest and not layers[-1] & ends:
            ahead = step(layers[-1], theatre.road_ways)
            if len(layers) == 1:
                ahead |= step(layers[-1], theatre.all_ways) & roads
            layers.append(ahead & owned & ~seen)
            seen |= layers[-1]
        goal = layers[-1] & ends
        if not goal:
            continue
        there = goal.bit_length() - 1
        for layer in reversed(layers[:-1]):
            back = step(1 << there, backwards(theatre.road_ways)) & layer
            back = back or step(1 << there, theatre.all_ways) & layer
            here = back.bit_length() - 1
            found[here, there] = None
            there = here
    return tuple(found)


@lru_cache(maxsize=256)
def _by_rail(
    theatre: Theatre, low: Ways, rails: Hexes, depots: Hexes, sources: Hexes
) -> tuple[Stretch, ...]:
    """[11B3a] The ways of depots by rail to a source, through as few low-volume hexes as can be."""
    best: dict[Hex, tuple[int, int]] = {}
    onward: dict[Hex, Hex] = {}
    queue: list[tuple[int, int, Hex, Hex]] = [(0, 0, hex_, -1) for hex_ in members(sources & rails)]
    while queue:
        poor, length, here, to = heappop(queue)
        if here in best:
            continue
        best[here] = poor, length
        if to >= 0:
            onward[here] = to
        high = step(1 << here, backwards(theatre.high_rail_ways))
        for hex_ in members((high | step(1 << here, backwards(low))) & rails):
            if hex_ not in best:
                heappush(queue, (poor + (not high >> hex_ & 1), length + 1, hex_, here))
    found: dict[Stretch, None] = {}
    for hex_ in members(depots & rails):
        here = hex_
        while here in onward:
            found[here, onward[here]] = None
            here = onward[here]
    return tuple(found)
