"""Chapter 3: supply.

It is asked for when corps move or fight, at the end of a half, when aircraft raid, patrol or change
their base, when points are transferred and when units muster [3.0].

A side's *network* is every location it controls with a railway, infrastructure or a population
centre and without an enemy land unit [3.121]. What of it hangs together with a source supplies the
nations of that source, in the network and one march beside it.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_

from trenchline.games.balance_of_powers.components import (
    AF_CORPS,
    AFRICA,
    ALL_CAPITALS,
    ALL_CHIPS,
    ALL_CORPS,
    BE,
    BOARD,
    BR,
    CAPITALS,
    CENTRES,
    CHIPS,
    CLOSED_PORTS,
    COAST,
    ENTENTE,
    FOLDER,
    FULL_NATIONS,
    GRID,
    HOME,
    LAND_OF,
    MARMARA,
    NEUTRAL,
    NL,
    OF_NATION,
    OT,
    PORT_BOXES,
    PORTS,
    RAIL,
    RU,
    SHEETS,
    UNIT,
    UNITS,
    WATER,
    Units,
)
from trenchline.games.balance_of_powers.going import BASINS, MARCHABLE, RIVERS, SEA
from trenchline.games.balance_of_powers.scenarios import FLEETS
from trenchline.games.balance_of_powers.sea_supply import Lanes, lanes
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.data import read_csv
from trenchline.kernel.floods import Regions, Ways, flood, join_ways, step, ways_into
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.links import Links

LINED: Hexes = RAIL | CENTRES | PORT_BOXES
"""Locations that always carry a path of supply."""
RIVER_SHEETS: Hexes = SHEETS["south"] | SHEETS["ottoman"] | SHEETS["africa"]
"""[3.122] Where rivers and canals carry supply."""
EAST_EDGE: Hexes = bit_set(
    h for h in members(HOME[RU] & RAIL & SHEETS["north"]) if GRID.column_row(h)[0] == 50
)
"""[3.11] Rail hexes on the east edge of Russia."""


BY_TREATY = Lanes(0, BASINS)
"""[6.454] Where no fleets are played the seas of the Entente are open, whatever sails on them."""
Beaches = tuple[tuple[Hex, Hex], ...]
"""Landing counters, each with the coast to which it leads."""


_OVERLAND = Regions(MARCHABLE)
assert MARCHABLE.links is not None
_LINKS = MARCHABLE.links
_ENDS: Hexes = reduce(or_, _LINKS.leads.values())


@lru_cache(maxsize=128)
def _gates(ends: Hexes) -> Links:
    """The ways between maps and boxes that lead to some places."""
    return _LINKS.into(ends)


@lru_cache(maxsize=128)
def _within_a_march(places: Hexes) -> Hexes:
    """What lies one march beside some places: nations that share a network ask the same."""
    return step(places, MARCHABLE)


def connected(
    sources: Hexes,
    network: Hexes,
    held: Hexes,
    ports: Hexes,
    beaches: Beaches = (),
    basins: tuple[Hexes, ...] = BASINS,
) -> Hexes:
    """[3.121] [3.122] All of a network that hangs together with sources, by land, along rivers and
    over the sea."""
    by_land = _OVERLAND.joined(sources, network)
    if not ports & by_land and not by_land & RIVER_SHEETS and not beaches:
        return by_land
    return _beyond(by_land, network, held & RIVER_SHEETS, ports, beaches, basins)


@lru_cache(maxsize=512)
def _beyond(
    reached: Hexes,
    network: Hexes,
    banks: Hexes,
    ports: Hexes,
    beaches: Beaches,
    basins: tuple[Hexes, ...],
) -> Hexes:
    """What of a network hangs together with a part of it over water. Ports that a sea joins are one
    more place of it [6.454] [3.123.5], and landing counters lead from the sea to their coasts.
    """
    # [3.122.1] [3.122.2] Both banks are held, and free of the enemy: along them a river is as good
    # as a railway.
    river = RIVERS._replace(**{name: getattr(RIVERS, name) & banks for name in Ways._fields[:6]})
    overland = ways_into(MARCHABLE._replace(links=None), network)
    paths = join_ways(overland, ways_into(river, banks))._replace(links=_gates(network & _ENDS))
    while True:
        more = reached
        for basin in basins:
            if ports & more & basin:
                more |= ports & network & basin
        for beach, coast in beaches:
            if more >> beach & 1:
                more |= 1 << coast & network
            elif more >> coast & 1:
                more |= 1 << beach & network
        found = flood(more, network | banks, paths)
        if found == reached:
            return reached
        reached = found


def sources(state: State, nation: int, african: bool = False) -> Hexes:
    """[3.11] Where a nation's units draw supply from, less what is lost or surrounded: at home,
    with the power that shelters or supports it, in boxes of the Commonwealth [3.11.1] [2.26]; those
    for Africa from any bargaining chip there too that their side has [3.11.2]."""
    side = state.sides[nation]
    found = _own_sources(nation)
    if african:
        found |= CHIPS & AFRICA
    for ally in (state.hosts.get(nation), state.patrons.get(nation)):
        if ally is not None:
            found |= _own_sources(ally)
    if nation == BR:
        found |= FULL_NATIONS & HOME[BR]
    # [12.2/adjustments.3] [12.5/muster.1] [12.7/muster.1] What the scenario adds.
    found |= state.scenario.supply.get(nation, 0)
    found &= state.held[side]
    # [3.11.3] Capitals and bargaining chips amid enemies supply nobody; at sea ships shut them in.
    enemies, ships = state.enemy_land(side), blockaders(state, side)
    near = step(enemies, MARCHABLE) if not ships else -1
    for place in members(found & (ALL_CAPITALS | ALL_CHIPS) & near):
        if _around(place) & ~(enemies | ships) == 0:
            found &= ~(1 << place)
    return found


def blockaders(state: State, side: int) -> Hexes:
    """[3.11.3] The open water beside capitals and bargaining chips with enemy surface ships."""
    return state.ships[1 - side] & ROADS


@lru_cache(maxsize=512)
def _around(place: Hex) -> Hexes:
    """Every location beside one, water too."""
    if not BOARD.hexes >> place & 1:
        return step(1 << place, MARCHABLE) | step(1 << place, SEA)
    return bit_set(GRID.neighbours(place)) & BOARD.hexes | step(1 << place, MARCHABLE)


ROADS: Hexes = WATER & ~COAST & reduce(or_, map(_around, members(ALL_CAPITALS | ALL_CHIPS)))
"""The open water beside capitals and bargaining chips."""


@lru_cache
def risings() -> dict[int, Hexes]:
    """[3.0.4] The nation or colony in which each band of rebels musters."""
    found = {}
    for row in read_csv(FOLDER / "muster.csv", ("unit", "grounds", "source", "note")):
        unit = UNIT[row.one_of("unit", tuple(UNIT))]
        if "rebel" in UNITS[unit].traits:
            words = row["grounds"].split()
            lands = {LAND_OF[GRID.hex(word)] if word[0].isdigit() else word for word in words}
            found[unit] = bit_set(h for h, land in LAND_OF.items() if land in lands)
    return found


@lru_cache(maxsize=64)
def _own_sources(nation: int) -> Hexes:
    found = CAPITALS[nation] | HOME[nation] & (ALL_CHIPS | FULL_NATIONS)
    return found | EAST_EDGE if nation == RU else found


def network(state: State, side: int) -> Hexes:
    """[3.121.1] The locations through which a side traces supply: what it holds with a railway,
    infrastructure or a population centre, and no enemy land unit [3.121.2]. That they touch is
    enough: tracks need not meet [3.121.3]."""
    lined = LINED | state.infrastructure
    if state.landings:
        # [6.453] A landing counter is land that supply enters from the sea [3.123].
        lined |= bit_set(state.landings)
    # [R165] The dominions supply their own from beyond the boxes in play.
    in_play = state.scenario.hexes | FULL_NATIONS
    return state.held[side] & lined & ~state.enemy_land(side) & in_play


def open_ports(state: State, side: int) -> Hexes:
    """[6.454] The ports that the sea joins: those of the Entente, outside the Sea of Marmara."""
    if side != ENTENTE:
        return 0
    # [6.121.1] Antwerp is a port once both its neighbours are in the war.
    antwerp = CLOSED_PORTS if all(state.violated >> n & 1 for n in (BE, NL)) else 0
    return (PORTS | antwerp | PORT_BOXES | bit_set(state.landings)) & state.held[side] & ~MARMARA


def sea_of(state: State, side: int) -> Lanes:
    """The ports of a side that supply goes through and the waters that join them: as ships lie
    [3.123], or, where none are played, all that the Entente has [6.454]."""
    if state.scenario.settings.get("admiralty") == FLEETS:
        return lanes(state, side)
    return Lanes(open_ports(state, side), BASINS)


def beaches_of(state: State, side: int) -> Beaches:
    """[6.453] [7.72] The landing counters of a side."""
    if not state.landings:
        return ()
    return tuple(
        (site, coast) for site, coast in state.landings.items() if state.held[side] >> site & 1
    )


def supplied(state: State, nation: int, african: bool = False) -> Hexes:
    """[3.1] Where a nation's units are in supply: in or beside a source [3.1.1], or a path that
    leads to one [3.1.2] [3.12]; remembered with all that it was worked out from. Its units for
    Africa have sources of their own [3.11.2]."""
    side = state.sides[nation]
    if side == NEUTRAL:
        return 0
    held, corps, forts = state.held[side], state.corps[1 - side], state.forts[1 - side]
    host, patron = state.hosts.get(nation, -1), state.patrons.get(nation, -1)
    beaches = beaches_of(state, side)
    afloat = state.scenario.settings.get("admiralty") == FLEETS
    sea = lanes(state, side) if afloat else BY_TREATY
    key = ~nation if african else nation
    memo = state.supply_memo.get(key)
    if (
        memo is not None
        and memo[0] is held
        and memo[1] is corps
        and memo[2] is forts
        and memo[3] is state.infrastructure
        and memo[4] == (host, patron, state.violated, beaches, sea, blockaders(state, side))
    ):
        return memo[5]
    found = sources(state, nation, african)
    lined, free = network(state, side), held & ~state.enemy_land(side)
    ports = sea.ports if afloat else open_ports(state, side)
    joined = connected(found, lined, free, ports, beaches, sea.basins)
    # [3.122.3] A path along a river begins in the corps' own hex; any other may begin beside it.
    where = joined | found | _within_a_march(joined & lined | found)
    for beach, coast in beaches:
        if joined >> beach & 1:
            where |= 1 << coast
    rest = host, patron, state.violated, beaches, sea, blockaders(state, side)
    state.supply_memo[key] = held, corps, forts, state.infrastructure, rest, where
    return where


def in_supply(state: State, unit: int) -> bool:
    """[3.1] [3.0.5] Whether a corps or an air unit demonstrates supply where it is."""
    told = UNITS[unit]
    if unit == state.unconditional:
        # [3.1.3]
        return True
    if "rebel" in told.traits and risings()[unit] >> state.where[unit] & 1:
        # [3.0.4] Rebels live on the land that rose with them.
        return True
    if state.aboard >> unit & 1:
        # [3.0.2] Whoever is on ships lacks nothing.
        return True
    african = bool(AF_CORPS >> unit & 1)
    if state.lodged >> unit & 1:
        return _by_boat(state, unit, african)
    return bool(supplied(state, told.nation, african) >> state.where[unit] & 1)


def _by_boat(state: State, unit: int, african: bool) -> bool:
    """[2.63] [3.123] Whether a corps that is lodged in a port box has supply over the water: by
    land it has none, whoever holds the country around the box."""
    box, nation = 1 << state.where[unit], UNITS[unit].nation
    sea = sea_of(state, state.sides[nation])
    joined = reduce(or_, (basin for basin in sea.basins if basin & box), 0)
    fed = supplied(state, nation, african) | sources(state, nation, african)
    return bool(joined & sea.ports & ~box & fed)


def unsupplied(state: State, units: Units) -> Units:
    """Those of some units in one or several locations who are out of supply."""
    by_nation: dict[tuple[int, int], Hexes] = {}
    found = 0
    for unit in members(units):
        key = UNITS[unit].nation, AF_CORPS >> unit & 1
        if key not in by_nation:
            by_nation[key] = supplied(state, key[0], bool(key[1]))
        by_land = by_nation[key] >> state.where[unit] & 1 and not state.lodged >> unit & 1
        if not by_land and not in_supply(state, unit):
            found |= 1 << unit
    return found


def may_be_unconditional(state: State, side: int) -> Units:
    """[3.13] The Ottoman corps of which a side may declare one in supply for the rest of the month:
    those who need it [R65]."""
    if state.unconditional >= 0 or state.sides[OT] != side:
        return 0
    return unsupplied(state, state.mapped & OF_NATION[OT] & ALL_CORPS)


def lines_to(state: State, place: Hex, nation: int) -> bool:
    """[2.42] Whether a place traces supply to a nation's sources."""
    return bool(supplied(state, nation) >> place & 1)
