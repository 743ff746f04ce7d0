"""Rule 13: who can do engineers' work, how fast, and who helps.

Work is counted in labour, sixteenths of a movement point spent in good weather by a construction
unit: poor weather halves what a point does [13A4], and so do divisional engineers [13I]. So a work
begun in one weather goes on in another with what remains of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.cooperation import in_concert
from trenchline.games.the_great_war.lines import overland as overland_from
from trenchline.games.the_great_war.routes import points_left
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.supply import overland
from trenchline.games.the_great_war.tables import CONSTRUCTION
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.weather import is_poor
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes

LABOUR = 4
"""The labour of a quarter of a movement point, at the best."""
A_POINT = LABOUR * QUARTERS
WORSE: int = CONSTRUCTION["weather"]["factor"]
BY_DIVISIONS: int = CONSTRUCTION["divisions"]["factor"]
LEAST_ATTACK: int = CONSTRUCTION["divisions"]["least_attack"]
CIVILIANS_WITHIN: int = CONSTRUCTION["labour"]["distance"]
QUICK = 2
"""[13A5] Two units share the cost of a work, and never more."""
LARGE = ("brigade", "division")
"""[13A5] Construction units of these sizes count as two."""


def construction_units(state: State) -> Units:
    """[13A] [13D] Construction engineers and combat engineers; not in an overstack [8C2.14]."""
    return state.theatre.tagged["construction"] & ~state.overstacked


@lru_cache(maxsize=16)
def _divisions(theatre: Theatre) -> Units:
    return bit_set(
        n
        for n, counter in enumerate(theatre.counters)
        if counter.front.size == "division" and counter.front.attack >= LEAST_ATTACK
    )


def divisional_engineers(state: State) -> Units:
    """[13I] Divisions with engineers of their own; cadres can only maintain."""
    return _divisions(state.theatre) & ~state.reduced & ~state.overstacked


def maintainers(state: State) -> Units:
    """[13A1a] [13I] Units that maintain fieldworks and entrenchments where they stand, cadres of
    divisions with engineers among them."""
    return construction_units(state) | _divisions(state.theatre)


def supplied(state: State, units: Iterable[int]) -> list[int]:
    """[13A] Those of some units that are in general supply."""
    return [unit for unit in units if unit not in state.unsupplied]


class Crew(NamedTuple):
    """Units that work together."""

    units: tuple[int, ...]
    quick: bool = False
    """[13A5] Whether each pays half of the cost."""
    division: bool = False
    """[13I] Whether they are divisional engineers."""
    city: Hex = -1
    """[13A6] The city whose people help, or -1."""


def crew_of(state: State, able: Iterable[int], specialists: Units = 0) -> Crew | None:
    """[13A5] [13A6] [R122] The crew that does a work best: of units that stand together and can do
    it, two
    that cooperate [15E3], a large one, or one that civilians help. Where the work is that of
    specialists, one of them takes part if there is any."""
    units = supplied(state, able)
    if not units:
        return None
    units.sort(key=lambda unit: (not specialists >> unit & 1, -points_left(state, unit)))
    first = units[0]
    if state.face(first).size in LARGE:
        return Crew((first,), quick=True)
    for other in units[1:]:
        if in_concert(state, first, other):
            return Crew((first, other), quick=True)
    city = civilians(state, first)
    return Crew((first,), quick=city >= 0, city=city)


def division_crew(state: State, able: Iterable[int]) -> Crew | None:
    """[13I] Divisional engineers help each other only."""
    units = supplied(state, able)
    if not units:
        return None
    units.sort(key=lambda unit: -points_left(state, unit))
    for other in units[1:]:
        if in_concert(state, units[0], other):
            return Crew((units[0], other), quick=True, division=True)
    return Crew((units[0],), division=True)


def civilians(state: State, unit: int) -> Hex:
    """[13A6] A hex of a major city in its own country, owned by its side and no more than four
    hexes away, whose people help a construction unit and no other in this player turn; or -1."""
    if state.self_reliant >> unit & 1:
        return -1
    return next(iter(members(cities_for(state, unit))), -1)


def cities_for(state: State, unit: int) -> Hexes:
    """[13A6] The city hexes whose people could help a construction unit now."""
    theatre = state.theatre
    counter = theatre.counters[unit]
    cities = theatre.major_cities & theatre.of_country[counter.nation]
    cities &= state.owned[counter.side]
    if not cities:
        return 0
    cities &= overland_from(state, counter.side, state.where[unit], CIVILIANS_WITHIN)
    return bit_set(city for city in members(cities) if state.civilians.get(city, unit) == unit)


def rivals(state: State, side: int) -> Units:
    """[13A6] [R122] Construction units of a side that the people of a city help though others could
    use them, and that may leave them to those."""
    found = {
        unit: cities
        for unit in members(construction_units(state) & state.on_map(side) & ~state.self_reliant)
        if (cities := cities_for(state, unit))
    }
    return bit_set(
        unit
        for unit, cities in found.items()
        if any(cities & others for other, others in found.items() if other != unit)
    )


def pace(state: State, hex_: Hex, crew: Crew) -> int:
    """[13A4] [13A5] [13I] The labour a crew does for every quarter of a point that each spends."""
    labour = LABOUR
    if is_poor(state.theatre.weather_in(state.turn, hex_)):
        labour //= WORSE
    if crew.division:
        labour //= BY_DIVISIONS
    return labour * QUICK if crew.quick else labour


def resource_for(state: State, unit: int) -> Hex:
    """[13A1c] [R123] Where the resource point for a unit's work comes from: where its owner draws
    first, else the nearest, and of those the largest stock; or -1."""
    distance = state.theatre.board.grid.distance
    return min(
        members(resources_for(state, unit)),
        key=lambda hex_: (
            not state.preferred >> hex_ & 1,
            distance(state.where[unit], hex_),
            -state.resources[hex_],
        ),
        default=-1,
    )


def resources_for(state: State, unit: int) -> Hexes:
    """[13A1c] The resource points to which a unit traces an overland line for its work."""
    side = state.theatre.counters[unit].side
    return overland(state, unit) & state.owned[side] & bit_set(state.resources)
