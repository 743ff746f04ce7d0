"""Chapter 15 for whoever draws it: sources, how far they reach, and every unit's line, overland to
a source or a city [15.3] and from the city by rail to a source [16.7]."""

from __future__ import annotations

from trenchline.games.kaisers_war.components import (
    CITIES,
    COUNTERS,
    DESERT,
    MARCH,
    RAIL_ZONE,
)
from trenchline.games.kaisers_war.control import (
    controlled,
    enemy_zone,
    enterable,
    hindering_zone,
)
from trenchline.games.kaisers_war.state import ON_MAP, State
from trenchline.games.kaisers_war.supply import (
    in_general_supply,
    joined_by_rail,
    sources,
    supplied,
    supply_points,
    within,
)
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.supply import Line, Supply, Way, breaks, shortest
from trenchline.kernel.words import counted

USUAL_LENGTH = 6
"""The movement factor by which the reach of supply is shown."""


def supply(state: State, side: int) -> Supply:
    """[15.2] [15.3] [15.5] The supply of a side."""
    found: dict[int, Line] = {}
    cut: list[int] = []
    needy: dict[tuple[int, Hexes], list[int]] = {}
    for unit in members(state.piles[ON_MAP] & state.forces(side)):
        if not in_general_supply(state, unit):
            cut.append(unit)
        elif words := _at_home(state, unit, side):
            found[unit] = Line((), said=words)
        else:
            reach = state.face(unit).movement, hindering_zone(state, unit)
            needy.setdefault(reach, []).append(unit)
    for (length, zones), units in needy.items():
        places = bit_set(state.where[unit] for unit in units)
        lines = _lines(state, side, length, zones, places)
        for unit in units:
            # [30.18] Bolsheviks and nationalists live on their own cities.
            found[unit] = lines.get(state.where[unit], Line((), said="on cities of its country"))
    reach_ = supplied(state, side, USUAL_LENGTH, enemy_zone(state, side))
    return Supply(sources(state, side), reach_, found, cut)


def _at_home(state: State, unit: int, side: int) -> str:
    """Why a unit needs no line, if it needs none [15.11] [15.12] [36.4]."""
    bit = 1 << state.where[unit]
    if COUNTERS[unit].circle:
        return "it has a supply symbol [15.11]"
    if state.forts[side] & bit:
        return "with a fort [15.11]"
    if state.supplied_by_sea & bit:
        return "by a transport off the coast [36.4]"
    return "in a city [15.12]" if CITIES & bit and not supply_points(state, side) & bit else ""


def _lines(state: State, side: int, length: int, zones: Hexes, places: Hexes) -> dict[Hex, Line]:
    """[15.4] Lines of at most so many hexes, and the railways behind them."""
    land, points = enterable(state, side), supply_points(state, side)
    through = land & ~(zones | DESERT)
    start, mine = sources(state, side), controlled(state, side)
    rails = land & ~(RAIL_ZONE[3] | enemy_zone(state, side))
    fed = within(points & ~DESERT, length, through, land) | points
    ways = shortest(places & fed, points & ~DESERT | points & places, _march, through)
    ends = bit_set(way[-1] for way in ways.values())
    by_rail = shortest(ends, start, _march, rails)
    whole = {place: _joined(way, by_rail) for place, way in ways.items()}

    def fed_without(hex_: Hex) -> Hexes:
        left = ~(1 << hex_)
        cities = joined_by_rail(start & left, CITIES & mine & left, rails & left)
        still = start & left | cities
        return within(still & ~DESERT, length, through & left, land & left) | still

    gone = breaks(whole.values(), fed_without)
    return {
        place: Line(way, gone[place], _words(len(ways[place]) - 1, length, way))
        for place, way in whole.items()
    }


def _march(hexes: Hexes) -> Hexes:
    return step(hexes, MARCH)


def _joined(way: Way, by_rail: dict[Hex, Way]) -> Way:
    return (*way, *by_rail.get(way[-1], ())[1:])


def _words(overland: int, length: int, way: Way) -> str:
    rail = len(way) - 1 - overland
    told = f"{overland} of {counted(length, 'hex', 'hexes')}"
    return f"{told}, then {counted(rail, 'hex', 'hexes')} by rail" if rail else told
