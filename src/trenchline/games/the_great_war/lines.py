"""Rule 11A and 11B: supply lines and their elements, overland, road and rail.

A line is traced from a unit to a source. Distances are worked out the other way round, from a
headquarters, a depot or a source to everybody who could trace to it.
"""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.cooperation import cooperate
from trenchline.games.the_great_war.extensions import extensions
from trenchline.games.the_great_war.ferries import low_rail_ways
from trenchline.games.the_great_war.ports import sea_lanes
from trenchline.games.the_great_war.rail_capacity import nets_of
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import CONSTRUCTION, SUPPLY
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.weather import Weathers
from trenchline.games.the_great_war.zones import zoc
from trenchline.kernel.bits import members
from trenchline.kernel.floods import Ways, backwards, join_ways, step, ways
from trenchline.kernel.hexes import Hex, Hexes

LENGTHS: dict[str, list[int]] = {
    weather: length for weather, length in SUPPLY["lines"].items() if weather != "source"
}
"""[11B] The longest overland and road elements by weather."""
OVERLAND, ROAD = 0, 1
LONGEST = max(length[OVERLAND] for length in LENGTHS.values())
LOW_MOST: int = SUPPLY["rail"]["low_volume_most"]
ALL_LOW_BELOW: int = SUPPLY["rail"]["all_low_below"] * QUARTERS
DEVASTATED: int = CONSTRUCTION["devastation"]["line"]
"""[15A8] What a devastated hex counts overland and along roads ..."""
HALVES = 2
"""Low-volume hexes are counted in halves: two foreign hexes of high volume make one [11E]."""

RUINED: int = CONSTRUCTION["devastation"]["low_volume"] * HALVES
"""... and by rail, in halves of a low-volume hex."""


def open_to_lines(state: State, side: int) -> Hexes:
    """[11A] Hexes into which a side may trace a supply line: not where the enemy both occupies and
    owns, nor into his zones of control but where a friend stands."""
    enemy = 1 - side
    barred = state.occupied[enemy] & state.owned[enemy]
    return state.theatre.land & ~barred & ~(zoc(state, enemy) & ~state.occupied[side])


def steps_of(state: State, high: bool = False) -> tuple[tuple[int, Ways], ...]:
    """[11B1] The steps of overland lines in this turn, over high mountains or not [14F1]."""
    return _steps(state.theatre, state.theatre.weathers(state.turn), state.devastated, high)


@lru_cache(maxsize=64)
def _steps(
    theatre: Theatre, weathers: Weathers, devastated: Hexes = 0, high: bool = False
) -> tuple[tuple[int, Ways], ...]:
    """[11B1.1] [11B1.2] [11B1.3] The steps of an overland line by what they count; along a
    road one hex is one. A devastated hex counts two, whatever its ground [15A8]."""
    sides: dict[int, list[Hexes]] = {1: [0] * 6}
    shifts = theatre.board.grid.shifts
    for here in members(theatre.land):
        for direction in range(6):
            ruined = devastated >> max(0, here + shifts[direction]) & 1
            ground = DEVASTATED if ruined else None
            cost = theatre.line_cost(here, direction, weathers, ground, high)
            if theatre.roads[direction] >> here & 1:
                cost = DEVASTATED if ruined else 1
            if cost is not None:
                sides.setdefault(cost, [0] * 6)[direction] |= 1 << here
    grid = theatre.board.grid
    return tuple((cost, ways(grid, sides[cost])) for cost in sorted(sides))


@lru_cache(maxsize=64)
def _longest(theatre: Theatre, weathers: Weathers) -> tuple[Hexes, ...]:
    """[11B] [R37] The hexes from which an overland line of each length may be traced: the weather
    where an element begins decides."""
    found = [0] * (LONGEST + 1)
    for length in range(LONGEST + 1):
        for zone, hexes in _zones(theatre).items():
            if LENGTHS[weathers[zone]][OVERLAND] >= length:
                found[length] |= hexes
    return tuple(found)


@lru_cache(maxsize=16)
def _zones(theatre: Theatre) -> dict[int, Hexes]:
    found: dict[int, Hexes] = {}
    for hex_, zone in theatre.zone.items():
        found[zone] = found.get(zone, 0) | 1 << hex_
    return found


def reaching(state: State, side: int, ends: Hexes, high: bool = False, unseen: Units = 0) -> Hexes:
    """[11B1] The hexes from which an overland element can be traced to one of some hexes, over high
    mountains or not [14F1]; as one knows it who does not see some units."""
    free = open_to_lines(state, side)
    theatre = state.theatre
    weathers = theatre.weathers(state.turn)
    found, layers = _reaching(theatre, weathers, state.devastated, high, free, ends)
    for hex_, more in extensions(state, side, theatre_roads(theatre), by_road=False, unseen=unseen):
        gone = next((n for n, layer in enumerate(layers) if layer >> hex_ & 1), None)
        if gone is not None:
            longest = _longest(theatre, weathers)
            found |= _beyond(steps_of(state, high), hex_, free, gone, longest, more)
    return found


@lru_cache(maxsize=2048)
def _reaching(
    theatre: Theatre, weathers: Weathers, devastated: Hexes, high: bool, free: Hexes, ends: Hexes
) -> tuple[Hexes, list[Hexes]]:
    """The hexes from which a line without transport units can be traced, and those at each length
    from its end."""
    steps = _steps(theatre, weathers, devastated, high)
    longest = _longest(theatre, weathers)
    layers = [0] * (LONGEST + 1)
    layers[0] = ends
    found = ends
    for length in range(LONGEST + 1):
        here = layers[length] & free
        if here:
            for cost, w in steps:
                if length + cost <= LONGEST:
                    layers[length + cost] |= step(here, backwards(w)) & ~found
        found |= layers[length] & longest[length]
    return found, layers


def _beyond(
    steps: tuple[tuple[int, Ways], ...],
    hex_: Hex,
    free: Hexes,
    gone: int,
    longest: tuple[Hexes, ...],
    more: int,
) -> Hexes:
    """[14O3] The hexes from which a line leads through a hex with transport units, which is some
    way from its end: it may be longer by as much as they give."""
    layers = [0] * (LONGEST + more + 1)
    layers[0] = 1 << hex_
    found = seen = 0
    for length in range(LONGEST + more + 1 - gone):
        here = layers[length] & ~seen
        seen |= here
        found |= here & longest[max(0, gone + length - more)]
        for cost, w in steps:
            if length + cost < len(layers):
                layers[length + cost] |= step(here & free, backwards(w)) & ~seen
    return found


def overland(
    state: State, side: int, start: Hex, longest: int | None = None, high: bool = False
) -> Hexes:
    """[11B1] [11D] The hexes to which an overland element can be traced from a hex, its own too; of
    the length that the weather allows, or another [13A6]; over high mountains or not [14F1]."""
    free = open_to_lines(state, side)
    theatre = state.theatre
    ground = theatre, theatre.weathers(state.turn), state.devastated, high, free
    most = LENGTHS[theatre.weather_in(state.turn, start)][OVERLAND] if longest is None else longest
    helpers = (
        []
        if longest is not None
        else extensions(state, side, theatre_roads(theatre), by_road=False)
    )
    found = _within(*ground, start, most)
    for hex_, more in helpers:
        # [14O3] Through a hex with transport units it goes farther.
        for gone in range(most + more + 1):
            if _within(*ground, start, gone) >> hex_ & 1:
                found |= _within(*ground, hex_, most + more - gone)
                break
    return found


@lru_cache(maxsize=4096)
def _within(
    theatre: Theatre,
    weathers: Weathers,
    devastated: Hexes,
    high: bool,
    free: Hexes,
    start: Hex,
    most: int,
) -> Hexes:
    """The hexes within so many steps of a line from a hex."""
    steps = _steps(theatre, weathers, devastated, high)
    layers = [0] * (most + 1)
    layers[0] = found = 1 << start
    for length in range(most):
        for cost, w in steps:
            if layers[length] and length + cost <= most:
                fresh = step(layers[length], w) & free & ~found
                layers[length + cost] |= fresh
        found |= layers[length + 1]
    return found


def any_length(state: State, side: int, ends: Hexes, high: bool = False) -> Hexes:
    """[3G] The hexes from which an overland line of any length can be traced to some hexes."""
    return joined_over(state, ends, open_to_lines(state, side), high)


def joined_over(state: State, ends: Hexes, free: Hexes, high: bool = False) -> Hexes:
    """[3G] The hexes from which such a line can be traced over some hexes."""
    w = _any_step(state.theatre, state.theatre.weathers(state.turn), high)
    found = ends & state.theatre.land
    fresh = found & free
    while fresh:
        before = found
        found |= step(fresh, w)
        fresh = found & ~before & free
    return found


@lru_cache(maxsize=64)
def _any_step(theatre: Theatre, weathers: Weathers, high: bool = False) -> Ways:
    """All steps of overland lines, taken backwards."""
    joined = None
    for _, w in _steps(theatre, weathers, high=high):
        back = backwards(w)
        joined = back if joined is None else join_ways(joined, back)
    assert joined is not None
    return joined


def by_road(state: State, side: int, start: Hex) -> Hexes:
    """[11B2] The hexes to which an Army HQ in a hex can trace its road element: along roads through
    hexes its side owns; the first hex may be overland. Transport units on the way lengthen it
    [14O3]."""
    theatre = state.theatre
    owned = open_to_lines(state, side) & state.owned[side]
    most = LENGTHS[theatre.weather_in(state.turn, start)][ROAD]
    plain = theatre.zone_ways(False, theatre.weathers(state.turn))
    first = step(1 << start, plain) & owned & theatre_roads(theatre)
    ruined = state.devastated
    found = _along_roads(theatre, owned, start, most, ruined, first)
    for hex_, more in extensions(state, side, theatre_roads(theatre), by_road=True):
        for gone in range(most + more + 1):
            if _along_roads(theatre, owned, start, gone, ruined, first) >> hex_ & 1:
                found |= _along_roads(theatre, owned, hex_, most + more - gone, ruined)
                break
    return found


@lru_cache(maxsize=4096)
def _along_roads(
    theatre: Theatre, owned: Hexes, start: Hex, most: int, ruined: Hexes, first: Hexes = 0
) -> Hexes:
    """The hexes within so many steps along roads, a devastated one counting two [15A8]; the first
    may lead to some others too."""
    layers = [0] * (most + DEVASTATED + 1)
    layers[0] = found = 1 << start
    for length in range(most):
        layer = step(layers[length], theatre.road_ways) & owned
        if not length:
            layer |= first
        layers[length + 1] |= layer & ~ruined & ~found
        layers[length + DEVASTATED] |= layer & ruined & ~found
        found |= layers[length + 1]
    return found


@lru_cache(maxsize=16)
def theatre_roads(theatre: Theatre) -> Hexes:
    """The hexes with a road."""
    return step(theatre.board.hexes, theatre.road_ways)


# The railroad element.


def by_rail(
    state: State,
    side: int,
    nation: str,
    sources: Hexes,
    lanes: tuple[Hexes, ...] | None = None,
    most: int = LOW_MOST,
) -> Hexes:
    """[11B3a] [11E] The rail hexes from which a railroad element can be traced to some sources:
    over hexes the side owns, through no more than seven of low volume. Breaks and obstruction do
    not matter [R39]. Sea lanes join ports on the way [11B3b], all those of the side unless some
    are named."""
    theatre = state.theatre
    if lanes is None:
        lanes = sea_lanes(state, side)
    open_ = open_to_lines(state, side) & state.owned[side]
    owned = theatre.rails & open_
    for ports in lanes:
        owned |= ports & open_
    poor = _poor_nets(state, side)
    foreign = _foreign(theatre, side, nation)
    low = low_rail_ways(state)
    ruined = state.devastated & owned
    return _traced(theatre, low, owned, poor, foreign, sources & owned, lanes, ruined, most)


@lru_cache(maxsize=2048)
def _traced(
    theatre: Theatre,
    low_ways: Ways,
    owned: Hexes,
    poor: Hexes,
    foreign: Hexes,
    sources: Hexes,
    lanes: tuple[Hexes, ...],
    ruined: Hexes,
    low_most: int,
) -> Hexes:
    """[11B3a] The hexes of ``owned`` from which a line reaches some sources. A devastated hex on
    the way counts as two of low volume [15A8]."""
    most = low_most * HALVES
    layers = [0] * (most + 1)
    layers[0] = sources
    seen = 0
    high, low = backwards(theatre.high_rail_ways), backwards(low_ways)
    for spent in range(most + 1):
        here = layers[spent] & ~seen
        while True:
            # Lines of high volume at home count nothing, nor does the sea.
            more = step(here & ~poor & ~foreign & ~ruined, high)
            for ports in lanes:
                if here & ports:
                    more |= ports
            more &= owned & ~here & ~seen
            if not more:
                break
            here |= more
        layers[spent] = here
        seen |= here
        whole = here & ~ruined
        if spent + 1 <= most:
            layers[spent + 1] |= step(whole & foreign & ~poor, high) & owned & ~seen
        if spent + HALVES <= most:
            layers[spent + HALVES] |= step(whole, low) & owned & ~seen
        if ruined and spent + RUINED <= most:
            layers[spent + RUINED] |= step(here & ruined, low) & owned & ~seen
    return seen


def _poor_nets(state: State, side: int) -> Hexes:
    """[11B3a] The hexes of nets that count as low-volume in this player turn."""
    found = 0
    if state.low_nets:
        for net in nets_of(state.theatre, side):
            if state.low_nets >> net & 1:
                found |= state.theatre.nets[net].hexes
    return found


@lru_cache(maxsize=64)
def _foreign(theatre: Theatre, side: int, nation: str) -> Hexes:
    """[11E.1] The rail hexes of nets that a nation does not cooperate with."""
    found = 0
    for net in theatre.nets:
        if net.side == side and not cooperate(nation, net.nations[0]):
            found |= net.hexes
    return found


def note_low_nets(state: State) -> None:
    """[11B3a] As a player turn begins, nets of little capacity count as low-volume."""
    state.low_nets = sum(
        1 << net for net, capacity in enumerate(state.capacity) if capacity < ALL_LOW_BELOW
    )
