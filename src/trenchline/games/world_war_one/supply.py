"""Chapter 9: supply.

A unit is supplied when a path of any length leads from its hex to a source its nation may use
[9.0] [9.3]. The path keeps clear of neutrals, blocked hexsides, enemy units and forts, and vacant
hexes in enemy zones [9.31]; friendly units open such a hex [9.32]. Nothing here is remembered:
supply is judged at the instant it is asked for [9.4], by floods over the passable hexes.
"""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.world_war_one.components import (
    AH,
    ALLIED,
    BEYOND_THE_STRAITS,
    BOSPORUS,
    CENTRAL,
    CITIES_OF,
    EAST_EDGE,
    FORT_NATION,
    FORTS_OF,
    FR,
    GE,
    IT,
    MARCH,
    NATION_OF,
    PLAY,
    RAIL,
    RAIL_HEXES,
    RS,
    SEA,
    STRAITS,
    TERRITORY,
    UNITS_OF,
    WEST_EDGE,
    WESTERN,
)
from trenchline.games.world_war_one.state import LINES, STATIONS, SUPPLY, TRANSIT, State
from trenchline.games.world_war_one.zones import zone
from trenchline.kernel.bits import members
from trenchline.kernel.floods import Regions
from trenchline.kernel.hexes import Hex, Hexes

FRENCH_EDGE: Hexes = WEST_EDGE & TERRITORY[FR]
ITALIAN_EDGE: Hexes = WEST_EDGE & TERRITORY[IT]
BOTH_EDGES: Hexes = FRENCH_EDGE | ITALIAN_EDGE

_LAND = Regions(MARCH)
_RAILWAYS = Regions(RAIL)


def passable(state: State, side: int) -> Hexes:
    """The hexes a side's supply lines may run through [9.31], and its retreats.

    [6.31] A vacant hex in an enemy zone is closed; [6.32] [9.32] a friendly unit opens it for
    retreat, supply and the rail link, and [6.52] [12.43] so does any intact friendly fort.
    """
    enemy = 1 - side
    zone_ = zone(state, enemy)
    mine, theirs = state.armies[side], state.armies[enemy]
    forts, walls = state.forts[side], state.forts[enemy]
    memo = state.memo[LINES + side]
    if (
        memo[0] is zone_
        and memo[1] is mine
        and memo[2] is theirs
        and memo[3] is forts
        and memo[4] is walls
    ):
        return memo[5]
    found = PLAY ^ (state.neutral_land | theirs | walls | zone_ & ~(mine | forts))
    state.memo[LINES + side] = (zone_, mine, theirs, forts, walls, found)
    return found


@lru_cache(maxsize=1024)
def connected_cities(nation: int, free: Hexes) -> Hexes:
    """A great Central Power's dependent cities that are linked with a second one [9.11] [9.12]."""
    cities = CITIES_OF[nation] & free
    linked = 0
    while cities:
        together = cities & _LAND.joined(cities & -cities, free)
        if together.bit_count() >= 2:
            linked |= together
        cities &= ~together
    return linked


def sources(state: State, nation: int, free: Hexes) -> Hexes:
    """The hexes a nation may draw supply from, given what its side's lines may pass [9.1].

    Resource centres and forts are never sources as such [9.19]; cities once lost and left again
    work as before [R56].
    """
    if state.status[nation] == CENTRAL:
        # [9.11] [9.12] Germany and Austria-Hungary each live on their own linked cities.
        if nation in (GE, AH):
            return connected_cities(nation, free)
        # [9.13] [R59] The others have their own cities, or linked ones of the two great powers.
        return CITIES_OF[nation] & free | connected_cities(GE, free) | connected_cities(AH, free)
    if nation in WESTERN:
        return western_sources(state) & free
    # [9.15] Russia lives on the eastern edge, until she surrenders [12.13].
    east = 0 if state.surrendered else EAST_EDGE & free
    if nation == RS:
        return east
    # [9.16] The other Allies have their own cities, or either edge; never each other's cities.
    return CITIES_OF[nation] & free | western_sources(state) & free | east


def western_sources(state: State) -> Hexes:
    """The western edge in France, in Italy once she is Allied [9.14] [R55], and open sea links."""
    edge = BOTH_EDGES if state.status[IT] == ALLIED else FRENCH_EDGE
    return edge | open_links(state) if state.links else edge


def open_links(state: State) -> Hexes:
    """[5.48] [9.17] Landing places that still work: not passed by the enemy since, and, beyond the
    straits, only while ships can get through."""
    links = state.links & ~state.silenced
    beyond = links & BEYOND_THE_STRAITS
    if beyond:
        links &= ~beyond | open_waters(state)
    return links


def open_waters(state: State) -> Hexes:
    """[5.46] The coasts at and beyond the straits that Allied ships can get to [R34] [R36].

    A neutral or enemy unit on the line closes its own hex and everything east of it; the Bosporus
    fort, while it stands and is not Allied, closes its hex and the Black Sea.
    """
    hostile = state.armies[CENTRAL] | state.armies[2]
    waters = 0
    for hex_ in STRAITS:
        if hostile >> hex_ & 1:
            return waters
        if hex_ == BOSPORUS and (state.forts[CENTRAL] | state.forts[2]) >> hex_ & 1:
            return waters
        waters |= 1 << hex_
    return waters | BEYOND_THE_STRAITS


def black_sea_open(state: State) -> bool:
    """Whether Allied ships reach the Black Sea [5.46] [9.17] [10.31]."""
    return bool(open_waters(state) & SEA["black"])


def supplied(state: State, nation: int) -> Hexes:
    """All hexes in which a unit of a fighting nation would be supplied right now."""
    return fed(state, nation, passable(state, state.status[nation]))


def fed(state: State, nation: int, free: Hexes) -> Hexes:
    """The passable hexes that are joined to a source of the nation."""
    return _joined(state, nation, free, SUPPLY)


def _joined(state: State, nation: int, free: Hexes, by: int) -> Hexes:
    """The passable hexes from which a nation gets to one of its sources, over land or by rail."""
    status, west, gone = state.status[nation], 0, state.surrendered
    if status == ALLIED:
        west = western_sources(state)
    memo = state.memo[by + nation]
    if memo[0] == free and memo[1] == west and memo[2] is gone and memo[3] == status:
        return memo[5]
    start = sources(state, nation, free)
    if by == SUPPLY:
        found = _LAND.joined(start, free)
    else:
        found = _RAILWAYS.joined(start & RAIL_HEXES, free & RAIL_HEXES)
    state.memo[by + nation] = (free, west, gone, status, None, found)
    return found


def is_supplied(state: State, unit: int) -> bool:
    """Whether a unit is in supply; in the Transit Area it always is [R37]."""
    place = state.where[unit]
    return place == TRANSIT or bool(supplied(state, NATION_OF[unit]) >> place & 1)


def is_fort_supplied(state: State, hex_: Hex) -> bool:
    """[9.5] Forts need supply as their owner's units do."""
    return bool(supplied(state, FORT_NATION[hex_]) >> hex_ & 1)


def unsupplied_forts(state: State) -> Hexes:
    """[9.5] The intact forts of fighting nations that are out of supply."""
    found = 0
    for nation, side in enumerate(state.status):
        forts = FORTS_OF[nation] & state.intact
        if forts and side <= CENTRAL:
            found |= forts & ~supplied(state, nation)
    return found


def is_ruin_supplied(state: State, hex_: Hex) -> bool:
    """[10.2] [9.5] Whether a fort would be in supply once it is rebuilt: standing, it lifts the
    enemy zones in its hex itself [6.52] [R44]."""
    nation = FORT_NATION[hex_]
    free = passable(state, state.status[nation]) | 1 << hex_
    return bool(fed(state, nation, free) >> hex_ & 1)


def stations(state: State, unit: int, here: Hexes = 0) -> Hexes:
    """[5.33] Where a unit could board a train: at once, counting itself, or after marching there.

    A rail line runs from there to a source of its nation, free of enemy units and zones [R38].
    ``here`` is where the unit itself has come to, and so lifts the zone [R58].
    """
    nation, stand = NATION_OF[unit], state.where[unit]
    side = state.status[nation]
    lines = passable(state, side)
    found = rail_joined(state, nation, lines | here)
    if stand < 0 or state.at[stand] != unit:
        return found
    left = 1 << stand & zone(state, 1 - side)
    if not left:
        return found
    # Once it has left its own hex, the enemy controls that again.
    lines &= ~left | state.forts[side]
    return found & here & left | rail_joined(state, nation, lines) & ~left


def rail_joined(state: State, nation: int, free: Hexes) -> Hexes:
    """The rail hexes joined to a source of the nation if only ``free`` hexes may be passed."""
    return _joined(state, nation, free, STATIONS)


def unsupplied_units(state: State) -> list[int]:
    """All units on the map of fighting nations that are out of supply [9.22]."""
    found = []
    for nation, side in enumerate(state.status):
        if side > CENTRAL:
            continue
        standing = [u for u in members(UNITS_OF[nation]) if state.where[u] >= 0]
        if standing:
            fine = supplied(state, nation)
            found += [u for u in standing if not fine >> state.where[u] & 1]
    return found
