"""Chapter 9 for whoever draws it: where supply comes from, how far it reaches, and every unit's
line."""

from __future__ import annotations

from trenchline.games.world_war_one.components import CITIES_OF, MARCH, UNITS_OF
from trenchline.games.world_war_one.state import TRANSIT, State
from trenchline.games.world_war_one.supply import fed, passable, sources
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import flood, step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.supply import Line, Supply, breaks, long, may_cut, shortest


def supply(state: State, side: int) -> Supply:
    """[9.0] [9.1] The supply of a side: every nation lives on sources of its own."""
    free = passable(state, side)
    found: dict[int, Line] = {}
    cut: list[int] = []
    springs = reach = 0
    for nation in state.nations_of(side):
        units = [unit for unit in members(UNITS_OF[nation]) if state.where[unit] >= 0]
        if not units:
            continue
        start, reached = sources(state, nation, free), fed(state, nation, free)
        springs |= start
        reach |= reached
        lines = _lines(state, nation, free, start, bit_set(state.where[u] for u in units) & reached)
        found |= {unit: lines[state.where[unit]] for unit in units if state.where[unit] in lines}
        cut += [unit for unit in units if state.where[unit] not in lines]
        # [R37] In the Transit Area everybody is in supply.
        found |= {
            unit: Line((), said="in the Transit Area")
            for unit in members(UNITS_OF[nation])
            if state.where[unit] == TRANSIT
        }
    return Supply(springs, reach, found, cut)


def _lines(state: State, nation: int, free: Hexes, start: Hexes, places: Hexes) -> dict[Hex, Line]:
    """[9.3] [9.31] Paths of any length through what the side's lines may pass."""
    ways = shortest(places, start, lambda hexes: step(hexes, MARCH), free)
    cities = CITIES_OF[nation]

    def fed_without(hex_: Hex) -> Hexes:
        left = free & ~(1 << hex_)
        return flood(sources(state, nation, left), left, MARCH)

    def tried(hex_: Hex) -> bool:
        # [9.11] [9.12] A city may be what links another one.
        return bool((start | cities) >> hex_ & 1) or may_cut(hex_, free, MARCH)

    gone = breaks(ways.values(), fed_without, tried)
    return {place: Line(way, gone[place], long(way)) for place, way in ways.items()}
