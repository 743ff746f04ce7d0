"""Chapter 15 and section 16.7: general supply.

A unit in general supply traces a line, no longer than its movement factor, to a source or to a
controlled city that has a rail line of communication to one [15.3]. Lines run over land free of
enemies; they may end in an enemy zone but not pass through one [11.10] [R30], and never through
desert [R28].
"""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.kaisers_war.components import (
    ALLIED,
    BAGHDAD,
    CENTRAL,
    CITIES,
    COAST,
    COUNTERS,
    DESERT,
    MARCH,
    NATION_OF,
    NATIONS,
    NAVAL_BASES,
    NEUTRAL,
    OF_CLASS,
    RAIL_ZONE,
    TABLES,
    TERRITORY,
)
from trenchline.games.kaisers_war.control import (
    controlled,
    enemy_zone,
    enterable,
    hindering_zone,
    homeland,
    zone,
)
from trenchline.games.kaisers_war.naval import usable_seas
from trenchline.games.kaisers_war.state import RAIL_CITIES, SOURCES, SUPPLY, State
from trenchline.kernel.floods import flood, step
from trenchline.kernel.hexes import Hexes

LONGEST_RAIL: int = TABLES["rail"]["longest"]


@lru_cache(maxsize=4096)
def within(start: Hexes, steps: int, through: Hexes, land: Hexes) -> Hexes:
    """The hexes a line of at most so many steps gets to, leaving the start and passable hexes."""
    reached = ring = start
    for _ in range(steps):
        ring = step(ring, MARCH) & land & ~reached
        if not ring:
            break
        reached |= ring
        ring &= through
    return reached


def sources(state: State, side: int) -> Hexes:
    """[15.2] A side's supply sources."""
    mine, seas = controlled(state, side), usable_seas(state, side)
    inputs = (mine, seas, state.held[ALLIED], state.kaiser_east)
    then, known = state.memo[SOURCES + side]
    found: Hexes = known
    if then != inputs:
        # Major capitals and resource centres of friendly countries, while controlled.
        found = (OF_CLASS["major_capital"] | OF_CLASS["resource"]) & homeland(state, side) & mine
        # Controlled naval bases on seas where the side could operate, whoever's they were.
        for sea in seas:
            found |= NAVAL_BASES & COAST[sea] & mine
        # Baghdad for the Allies, if occupied.
        if side == ALLIED:
            found |= state.held[ALLIED] & 1 << BAGHDAD
        state.memo[SOURCES + side] = inputs, found
    return found


def rail_cities(state: State, side: int) -> Hexes:
    """[16.7] Controlled cities with a rail line to a source, for any number of units [16.8]: any
    length in Zone 1, fifteen hexes in Zone 2, none in Zone 3 [16.1]; no hex of the line in an enemy
    zone or in Zone 3 [R27] [16.9]."""
    start, mine = sources(state, side), controlled(state, side)
    free = enterable(state, side) & ~(RAIL_ZONE[3] | enemy_zone(state, side))
    inputs = (start, mine, free)
    then, known = state.memo[RAIL_CITIES + side]
    found: Hexes = known
    if then != inputs:
        found = joined_by_rail(start, CITIES & mine, free)
        state.memo[RAIL_CITIES + side] = inputs, found
    return found


def joined_by_rail(start: Hexes, cities: Hexes, free: Hexes) -> Hexes:
    """[16.7] [16.1] Those of some cities that a rail line through ``free`` joins to a source."""
    near = within(start, LONGEST_RAIL, free, free)
    far = flood(start | step(start, MARCH) & free, free | start, MARCH)
    return cities & ~RAIL_ZONE[3] & (near & RAIL_ZONE[2] | far & RAIL_ZONE[1])


def supply_points(state: State, side: int) -> Hexes:
    """Where lines of supply may end: sources [15.2] and rail cities [16.7] [15.3]."""
    # Control, seas and rail lines all come from who holds what, the zones, and the Kaiser's move.
    inputs = (*state.held, zone(state, ALLIED), zone(state, CENTRAL), state.kaiser_east)
    then, known = state.memo[SUPPLY + side]
    found: Hexes = known
    if then != inputs:
        found = sources(state, side) | rail_cities(state, side)
        state.memo[SUPPLY + side] = inputs, found
    return found


def supplied(state: State, side: int, length: int, zones: Hexes) -> Hexes:
    """The hexes from which a line of this length reaches a supply point [15.4], heeding zones."""
    land = enterable(state, side)
    through = land & ~(zones | DESERT)
    points = supply_points(state, side)
    # [R28] A line may begin in the desert, but no further hex of it may be desert.
    return within(points & ~DESERT, length, through, land) | points


def in_general_supply(state: State, unit: int) -> bool:
    """[15.5] Whether a unit is in general supply now [15.9]."""
    counter = COUNTERS[unit]
    place = state.where[unit]
    # [15.11] A supply symbol, ships, and company with a fort are always enough.
    if counter.circle or counter.is_naval or place < 0:
        return True
    side = state.side_of(unit)
    bit = 1 << place
    if side == NEUTRAL or state.forts[side] & bit:
        return True
    # [15.12] So is any city [R31]; [36.4] so is a transport off the coast.
    if (CITIES | state.supplied_by_sea) & bit:
        return True
    length = state.face(unit).movement
    nation = NATIONS[NATION_OF[unit]]
    # [30.18] Bolsheviks and nationalists at home need only reach a city of their country.
    if nation.group in ("nationalist", "bolshevik") and nation.home:
        home = TERRITORY[nation.home[0]]
        if home & bit:
            land = enterable(state, side)
            through = land & ~(enemy_zone(state, side) | DESERT)
            mine = CITIES & home & land
            if within(mine, length, through, land) & bit:
                return True
    return bool(supplied(state, side, length, hindering_zone(state, unit)) & bit)
