"""Rule 11 [11]: general supply [11C], and isolation [3G].

Both sides look at their units in every initial phase. A unit is in general supply if it can trace
to a source directly, or to an Army HQ of its own nation that has one; an Army HQ needs a depot of
its own [11B2], so who is supplied is a matter of matching headquarters with depots [R38].
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from trenchline.games.the_great_war.afloat import shores
from trenchline.games.the_great_war.components import CODES, NATIONS, Units
from trenchline.games.the_great_war.cooperation import cooperate
from trenchline.games.the_great_war.guides import on_lines
from trenchline.games.the_great_war.lines import (
    any_length,
    by_rail,
    by_road,
    open_to_lines,
    reaching,
)
from trenchline.games.the_great_war.lines import (
    overland as overland_from,
)
from trenchline.games.the_great_war.ports import port_room, sea_lanes
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import parts
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.matching import NOBODY, match_up

GAINS_TIME = 2
"""[11F] A turn out of general supply is two player turns."""


# Sources.


@lru_cache(maxsize=16)
def _city_groups(theatre: Theatre) -> tuple[Hexes, ...]:
    """[3E2] [3E2.1] The hexes of each major city."""
    return tuple(parts(theatre.major_cities, theatre.board.ways(theatre.land)))


def standing_cities(state: State, side: int) -> Hexes:
    """[11C2a] Major cities that a side owns and the enemy never has; a city of several hexes counts
    until all of them have been the enemy's."""
    theatre = state.theatre
    found = 0
    for city in _city_groups(theatre):
        if city & theatre.owned[side] and city & ~state.lost_sources:
            found |= city & state.owned[side]
    return found


def regular_sources(state: State, side: int, nation: str | None = None) -> Hexes:
    """[11C2a] [11E] The regular sources of general supply: major cities of the home territory that
    are connected with another one, and the map's edges behind which home lies [R2]. Of a whole
    side, where no nation is named."""
    theatre = state.theatre
    edges = theatre.edges[side] & state.owned[side]
    cities = standing_cities(state, side)
    every = edges | cities
    if nation is not None:
        home = 0
        for code in CODES:
            if code == nation or (NATIONS[nation].power == "minor" and cooperate(nation, code)):
                home |= theatre.of_country[code]
        cities &= home
    found = edges
    for city in _city_groups(theatre):
        own = city & cities
        others = every & ~city
        if own and others and by_rail(state, side, nation or _any_nation(side), others) & own:
            found |= own
    return found


@lru_cache(maxsize=4)
def _any_nation(side: int) -> str:
    return next(code for code in CODES if NATIONS[code].side == side)


# General supply.


def supplied(state: State, side: int) -> Units:
    """[11B.1] The units of a side that draw regular general supply now: those first that need no
    line over the sea, then others as far as the ports suffice [11B3b.1]."""
    lanes = sea_lanes(state, side)
    found = _fed(state, side, ())
    if lanes:
        found |= through_ports(state, side, lanes, _fed(state, side, lanes) & ~found)
    return found


def _fed(state: State, side: int, lanes: tuple[Hexes, ...]) -> Units:
    """Units with a line of supply, over some sea lanes too."""
    found = 0
    nations = [code for code in CODES if NATIONS[code].side == side]
    units = state.on_map(side)
    lines = headquarters_lines(state, side, lanes)
    for nation in nations:
        own = units & state.theatre.of_nation[nation]
        if not own:
            continue
        ends = regular_sources(state, side, nation)
        for hq in members(own & state.kind.army_hq & lines):
            ends |= 1 << state.where[hq]
        found |= own & _standing(state, side, reaching(state, side, ends))
        climbers = on_lines(state, side) & own & ~found if state.kind.high_mountain else 0
        if climbers:
            # [14F1] High mountain units, and whom they guide, trace where others cannot.
            found |= climbers & _standing(state, side, reaching(state, side, ends, high=True))
        if NATIONS[nation].power != "minor":
            found |= guests(state, side, nation, own & ~found)
    return found


def through_ports(state: State, side: int, lanes: tuple[Hexes, ...], units: Units) -> Units:
    """[11B3b.1] [R172] Those of some units, supplied over the sea, for which there is room in a
    port of theirs and one at the other end of the lane."""
    room = {port: port_room(state, port) for ports in lanes for port in members(ports)}
    found = 0
    for unit in in_turn(state, members(units)):
        pair = _best_pair(state, side, lanes, room, unit)
        if pair is None:
            continue
        found |= 1 << unit
        for port in pair:
            left = room[port]
            if left is not None:
                room[port] = left - state.re(unit)
    return found


def _best_pair(
    state: State, side: int, lanes: tuple[Hexes, ...], room: dict[int, int | None], unit: int
) -> tuple[int, int] | None:
    """The ports with most room over which a unit can be supplied, if there are any."""
    nation = state.theatre.counters[unit].nation
    near, far = _ends(state, side, nation, state.where[unit])
    size = state.re(unit)
    wide = bit_set(port for port, left in room.items() if left is None or left >= size)
    found: list[tuple[int, int]] = []
    for ports in lanes:
        here, there = ports & near & wide, ports & far & wide
        found += [(one, two) for one in members(here) for two in members(there) if one != two]

    def least(pair: tuple[int, int]) -> int:
        return min((left for port in pair if (left := room[port]) is not None), default=1 << 30)

    return max(found, key=least, default=None)


def _ends(state: State, side: int, nation: str, hex_: Hex) -> tuple[Hexes, Hexes]:
    """The rail hexes joined with depots of Army HQs that a unit in a hex depends on, and those
    joined with a source, both without the sea."""
    depots = 0
    hqs = state.on_map(side) & state.kind.army_hq & state.theatre.of_nation[nation]
    for hq in members(hqs):
        if reaching(state, side, 1 << state.where[hq]) >> hex_ & 1:
            roads = by_road(state, side, state.where[hq])
            depots |= roads & bit_set(state.depot_at[d] for d in open_depots(state, side))
    sources = regular_sources(state, side, nation)
    return (
        by_rail(state, side, nation, depots, ()),
        by_rail(state, side, nation, sources, ()) | sources,
    )


GUESTS = 15 * QUARTERS
"""[15E2] So much of a great or major power may draw on each other one of its side."""
EQUIPPED_BY = {"US": "FR"}
"""[15E2] A nation that another one supplies without limit."""


def guests(state: State, side: int, nation: str, hungry: Units) -> Units:
    """[15E2] [R159] Units of a great or major power that draw on the sources of another one: up to
    15 REs of them; Americans in France without limit."""
    found = 0
    for host in hosts_of(side, nation):
        if not hungry & ~found:
            break
        left = GUESTS
        for unit in in_turn(state, members(at_table(state, side, nation, host, hungry & ~found))):
            if state.re(unit) <= left or EQUIPPED_BY.get(nation) == host:
                left -= state.re(unit)
                found |= 1 << unit
    return found


@lru_cache(maxsize=64)
def hosts_of(side: int, nation: str) -> tuple[str, ...]:
    """[15E2] The other great and major powers of a side."""
    powers = (code for code in CODES if NATIONS[code].side == side and code != nation)
    return tuple(code for code in powers if NATIONS[code].power != "minor")


def at_table(state: State, side: int, nation: str, host: str, hungry: Units) -> Units:
    """[15E2] [R159] Those of some units that can trace to a source of another power: overland, or
    by an Army HQ of their own nation that has a line to it."""
    ends = regular_sources(state, side, host)
    staffs = hungry & state.kind.army_hq
    taken = bit_set(depots_taken(state, side).values()) if staffs else 0
    depots = open_depots(state, side) if staffs else []
    line = by_rail(state, side, nation, ends) if staffs else 0
    for hq in members(staffs):
        roads = by_road(state, side, state.where[hq])
        near = bit_set(
            n
            for n, depot in enumerate(depots)
            if (roads & line) >> state.depot_at[depot] & 1 and not taken >> n & 1
        )
        if roads & ends or near:
            # [11B2] No other Army HQ traces to the same depot.
            taken |= 0 if roads & ends else near & -near
            ends |= 1 << state.where[hq]
    return hungry & _standing(state, side, reaching(state, side, ends))


def _standing(state: State, side: int, hexes: Hexes) -> Units:
    """All units in some hexes where units of a side stand."""
    found = 0
    for hex_ in members(hexes & state.occupied[side]):
        found |= state.stacks[hex_]
    return found


def in_turn(state: State, units: Iterable[int]) -> list[int]:
    """[R159] [R172] Units in the order in which they are served where there is not enough for all:
    those that their owner favours, then the largest."""
    return sorted(units, key=lambda one: (not state.favoured >> one & 1, -state.re(one), one))


def turned_away(state: State, side: int) -> Units:
    """[11B3b.1] [15E2] Units without general supply that would have it if others did not take it:
    through ports, or from another power."""
    hungry = state.on_map(side) & ~supplied(state, side)
    if not hungry:
        return 0
    lanes = sea_lanes(state, side)
    found = _fed(state, side, lanes) & hungry if lanes else 0
    for nation in CODES:
        own = hungry & state.theatre.of_nation[nation]
        if own and NATIONS[nation].power != "minor":
            for host in hosts_of(side, nation):
                found |= at_table(state, side, nation, host, own)
    return found


def open_depots(state: State, side: int) -> list[int]:
    """The operational depots of a side on the map."""
    return [
        depot
        for depot, at in enumerate(state.depot_at)
        if at >= 0 and state.depot_side[depot] == side and state.working >> depot & 1
    ]


def headquarters_lines(state: State, side: int, lanes: tuple[Hexes, ...] | None = None) -> Units:
    """[11B2] [R38] The Army HQs that trace by road to a source, or to a depot of their own that has
    a railroad element. Those that their owner favours come first, then those that more units
    depend on."""
    every = state.on_map(side) & state.kind.army_hq
    wants = wanting_depots(state, side, lanes)
    return every & ~bit_set(wants) | bit_set(_matched(state, side, wants))


def depots_taken(state: State, side: int) -> dict[int, int]:
    """[11B2] The Army HQs that trace to a depot, each with its place among the operational
    ones."""
    return _matched(state, side, wanting_depots(state, side))


def _matched(state: State, side: int, wants: dict[int, int]) -> dict[int, int]:
    hqs = sorted(
        wants, key=lambda hq: (not state.favoured >> hq & 1, -_dependants(state, side, hq), hq)
    )
    depots = match_up(tuple(wants[hq] for hq in hqs))
    return {hq: depot for hq, depot in zip(hqs, depots, strict=True) if depot != NOBODY}


def wanting_depots(
    state: State, side: int, lanes: tuple[Hexes, ...] | None = None
) -> dict[int, int]:
    """[11B2] The Army HQs that trace to no source by road, and to which of the side's operational
    depots, by their place among them, each can trace."""
    depots = open_depots(state, side)
    sources_of: dict[str, Hexes] = {}
    found = {}
    for hq in members(state.on_map(side) & state.kind.army_hq):
        nation = state.theatre.counters[hq].nation
        roads = by_road(state, side, state.where[hq])
        if nation not in sources_of:
            sources_of[nation] = regular_sources(state, side, nation)
        sources = sources_of[nation]
        if roads & sources:
            continue
        line = by_rail(state, side, nation, sources, lanes)
        found[hq] = bit_set(
            n
            for n, depot in enumerate(depots)
            if roads >> state.depot_at[depot] & 1 and line >> state.depot_at[depot] & 1
        )
    return found


def _dependants(state: State, side: int, hq: int) -> int:
    """How many units of its nation an Army HQ could supply."""
    own = state.on_map(side) & state.theatre.of_nation[state.theatre.counters[hq].nation]
    return (own & _standing(state, side, reaching(state, side, 1 << state.where[hq]))).bit_count()


def check_general_supply(state: State) -> None:
    """[11B] [11F] Both sides check the general supply of all units, as a player turn begins. Who
    lacks it is in the first turn without for two player turns, then in the second, and so on."""
    hunger: dict[int, int] = {}
    unsupplied: dict[int, int] = {}
    for side in (0, 1):
        fed = supplied(state, side)
        for unit in members(state.on_map(side) & ~fed):
            turns = state.hunger.get(unit, 0) + 1
            hunger[unit] = turns
            unsupplied[unit] = -(-turns // GAINS_TIME)
    state.hunger = hunger
    state.unsupplied = unsupplied
    state.look_again()


# Isolation.


def check_isolation(state: State) -> None:
    """[3G] Both sides look which of their units and hexes are isolated: those without an overland
    line of any length to a regular source."""
    found = 0
    for side in (0, 1):
        sources = regular_sources(state, side)
        joined = any_length(state, side, sources)
        state.isolated_hexes[side] = state.owned[side] & ~joined
        for hex_, units in state.stacks.items():
            if not joined >> hex_ & 1:
                found |= units & state.theatre.of_side[side]
        climbers = on_lines(state, side) & found if state.kind.high_mountain else 0
        if climbers:
            # [14F1] The same for high mountain units and whom they guide.
            over = any_length(state, side, sources, high=True)
            found &= ~bit_set(unit for unit in members(climbers) if over >> state.where[unit] & 1)
    state.isolated = found


def overland(state: State, unit: int) -> Hexes:
    """[11D] The hexes to which a unit can trace an overland line, for combat supply."""
    side = state.theatre.counters[unit].side
    if unit in state.afloat:
        # [14B2] [R182] Boats trace from either bank.
        found = 0
        for bank in shores(state, unit):
            if open_to_lines(state, side) >> bank & 1:
                found |= overland_from(state, side, bank)
        return found
    climbs = bool((state.kind.high_mountain | state.kind.mountain) >> unit & 1)
    high = climbs and bool(on_lines(state, side) >> unit & 1)
    return overland_from(state, side, state.where[unit], high=high)
