"""Chapter 3 for whoever draws it: sources, how far they reach, and the path of every corps along
railways, rivers and over the sea."""

from __future__ import annotations

from itertools import product

from trenchline.games.balance_of_powers.components import AF_CORPS, ALL_CORPS, OF_NATION
from trenchline.games.balance_of_powers.going import MARCHABLE, RIVERS
from trenchline.games.balance_of_powers.sea_supply import Lanes
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import (
    RIVER_SHEETS,
    Beaches,
    beaches_of,
    connected,
    in_supply,
    network,
    sea_of,
    sources,
    supplied,
)
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.supply import Line, Step, Supply, breaks, long, may_cut, shortest


def supply(state: State, side: int) -> Supply:
    """[3.1] [3.11] The supply of a side: every nation draws on sources of its own."""
    found: dict[int, Line] = {}
    cut: list[int] = []
    springs = reach = 0
    nations = (n for n in range(len(state.sides)) if state.sides[n] == side)
    # [3.11.2] Corps for Africa have more sources.
    for nation, african in product(nations, (False, True)):
        corps = state.mapped & OF_NATION[nation] & ALL_CORPS
        corps &= AF_CORPS if african else ~AF_CORPS
        if not corps:
            continue
        fed, start = supplied(state, nation, african), sources(state, nation, african)
        springs |= start
        reach |= fed
        places = bit_set(state.where[unit] for unit in members(corps)) & fed
        lines = _lines(state, side, start, places)
        for unit in members(corps):
            if not in_supply(state, unit):
                cut.append(unit)
            else:
                # [3.1.3] [3.0.4] [3.0.2] Declared, risen or aboard.
                needs_none = Line((), said="it needs no path")
                found[unit] = lines.get(state.where[unit], needs_none)
    return Supply(springs, reach, found, cut)


def _lines(state: State, side: int, start: Hexes, places: Hexes) -> dict[Hex, Line]:
    """[3.12] Paths through the network; the first location may lie beside it."""
    lined = network(state, side)
    free, sea = state.held[side] & ~state.enemy_land(side), sea_of(state, side)
    beaches = beaches_of(state, side)
    steps = _steps(free & RIVER_SHEETS, Lanes(sea.ports & lined, sea.basins), beaches)
    ways = shortest(places, start, steps, lined | free & RIVER_SHEETS & step(free, RIVERS))
    firsts = bit_set(way[1] for way in ways.values() if len(way) > 1)

    def fed_without(hex_: Hex) -> Hexes:
        left = ~(1 << hex_)
        rest = start & left
        joined = connected(rest, lined & left, free & left, sea.ports & left, beaches, sea.basins)
        where = joined | rest | step(joined & lined | rest, MARCHABLE)
        return where | bit_set(coast for beach, coast in beaches if joined >> beach & 1)

    def tried(hex_: Hex) -> bool:
        # Over water, and at the end of a path, more counts than what lies around.
        special = start | firsts | sea.ports | RIVER_SHEETS & free
        return bool(special >> hex_ & 1) or may_cut(hex_, lined, MARCHABLE)

    gone = breaks(ways.values(), fed_without, tried)
    return {place: Line(way, gone[place], long(way)) for place, way in ways.items()}


def _steps(banks: Hexes, sea: Lanes, beaches: Beaches) -> Step:
    """[3.121] [3.122] [3.123] One step by land, along a river of which both banks are held, from
    port to port of a sea, or over a landing counter."""

    def steps(places: Hexes) -> Hexes:
        found = step(places, MARCHABLE) | step(places & banks, RIVERS) & banks
        for basin in sea.basins:
            if places & sea.ports & basin:
                found |= sea.ports & basin
        for beach, coast in beaches:
            if places >> beach & 1:
                found |= 1 << coast
            if places >> coast & 1:
                found |= 1 << beach
        return found

    return steps
