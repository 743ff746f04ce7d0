"""Rule 11B for whoever draws it: the line of every unit, by the ways that ``supply_lines`` draws,
and where its overland element would break."""

from __future__ import annotations

from trenchline.games.the_great_war.lines import (
    LENGTHS,
    OVERLAND,
    open_to_lines,
    reaching,
    steps_of,
)
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.supply import regular_sources, supplied
from trenchline.games.the_great_war.supply_lines import elements, overland
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.supply import Line, Supply, Way, breaks, long


def supply(state: State, side: int) -> Supply:
    """[11B] [11B.1] The supply of a side: overland to an Army HQ or a source, by road to a depot,
    by rail to a source."""
    onward = [dict(reversed(element)) for element in elements(state, side)]
    fed = supplied(state, side)
    units = state.on_map(side)
    ways = {place: _way(onward, place) for place in {state.where[u] for u in members(units & fed)}}
    gone = _breaks(state, side, ways)
    found = {}
    for unit in members(units & fed):
        way = ways[state.where[unit]]
        said = "with its source, or over the sea" if len(way) == 1 else long(way)
        found[unit] = Line(way, gone.get(state.where[unit], ()), said)
    hexes = _ends(state, side)
    return Supply(
        regular_sources(state, side),
        reaching(state, side, hexes) if hexes else 0,
        found,
        list(members(units & ~fed)),
    )


def _ends(state: State, side: int) -> Hexes:
    """[11B1] Where overland lines end: sources, and Army HQs that are in supply themselves."""
    hqs = state.present[side] & state.kind.army_hq & ~bit_set(state.unsupplied)
    return bit_set(state.where[hq] for hq in members(hqs)) | regular_sources(state, side)


def _way(onward: list[dict[Hex, Hex]], start: Hex) -> Way:
    """One element after the other, each to its end."""
    way = [start]
    for element in onward:
        while way[-1] in element:
            way.append(element[way[-1]])
    return tuple(way)


def _breaks(state: State, side: int, ways: dict[Hex, Way]) -> dict[Hex, tuple[Hex, ...]]:
    """[11B1] The hexes without which no overland line is short enough: of each way the part up to
    the first Army HQ or source is looked at."""
    ends, free, steps = _ends(state, side), open_to_lines(state, side), steps_of(state)
    longest = max(LENGTHS[w][OVERLAND] for w in state.theatre.weathers(state.turn))
    fronts = [_front(way, ends) for way in ways.values() if len(way) > 1 and not ends >> way[0] & 1]
    starts = bit_set(way[0] for way in fronts)

    def fed_without(hex_: Hex) -> Hexes:
        left = ~(1 << hex_)
        lines = overland(steps, free & left, ends & left, starts & left, longest)
        return bit_set(here for here, _ in lines)

    return breaks([way for way in fronts if len(way) > 1], fed_without)


def _front(way: Way, ends: Hexes) -> Way:
    """A way up to where its overland part ends."""
    for number, hex_ in enumerate(way):
        if ends >> hex_ & 1:
            return way[: number + 1]
    return way[:1]
