"""Rule 5A: zones of control of four kinds: none, in the own hex alone, and in adjacent hexes too,
there reduced or full.

A zone does not reach where its unit may not go [5A]. Whether a unit has a zone, and of which kind,
is kept in the state's bitboards; here they are spread over the map.
"""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.weather import Weathers
from trenchline.kernel.bits import members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes


def reach(state: State, side: int) -> Hexes:
    """[5A.1] The hexes into which zones of a side reach from adjacent hexes; those of brigades,
    regiments and cadres into the Arctic and the Desert alone [5A]."""
    return _reached(state, side, state.zoc_from, 0, state.zoc_from_desert[side])


def zoc(state: State, side: int) -> Hexes:
    """[5A] All hexes in the zones of control of a side."""
    here, around = state.zoc_here[side], state.zoc_from[side]
    high, desert = state.zoc_from_high[side], state.zoc_from_desert[side]
    seen = state.zones_seen[side]
    if seen[:5] == (here, around, high, desert, state.turn):
        return seen[5]
    found = here | reach(state, side)
    state.zones_seen[side] = (here, around, high, desert, state.turn, found)
    return found


def full_zoc(state: State, side: int) -> Hexes:
    """[5A] The hexes in zones of a side that are not reduced: they cost more to leave [6A]."""
    here, full = state.zoc_here_full[side], state.zoc_from_full[side]
    high = state.zoc_from_high[side] & full
    seen = state.zones_seen[2 + side]
    if seen[:5] == (here, full, high, 0, state.turn):
        return seen[5]
    theatre = state.theatre
    weathers = theatre.weathers(state.turn)
    found = here | step(full, theatre.zone_ways(False, weathers))
    if high:
        found |= step(high, theatre.zone_ways(True, weathers))
    state.zones_seen[2 + side] = (here, full, high, 0, state.turn, found)
    return found


# What the enemy has been told [14N2].


def untold(state: State, side: int) -> Hexes:
    """[14N2] [R154] The hexes of a side's unknown corps next to which no enemy stands: he has not
    been told whether zones reach out of them."""
    corps = 0
    for hq in members(state.unknown & state.theatre.of_side[side]):
        corps |= 1 << state.where[hq]
    if not corps:
        return 0
    enemies = state.occupied[1 - side]
    return corps & ~enemies & ~_next_to(state.theatre, enemies)


def told_zoc(state: State, side: int) -> Hexes:
    """[14N2] [R154] The hexes in zones of a side as its enemy has been told."""
    silent = untold(state, side)
    if not silent:
        return zoc(state, side)
    desert = state.zoc_from_desert[side] & ~silent
    return state.zoc_here[side] & ~silent | _reached(state, side, state.zoc_from, silent, desert)


def told_full_zoc(state: State, side: int) -> Hexes:
    """[14N2] [R154] The same for zones that are not reduced; around unknown corps of which he has
    been told nothing the enemy reckons with such."""
    silent = untold(state, side)
    if not silent:
        return full_zoc(state, side)
    found = state.zoc_here_full[side] & ~silent
    return found | _reached(state, side, state.zoc_from_full, silent) | beside(state, silent)


def beside(state: State, hexes: Hexes) -> Hexes:
    """The land next to some hexes."""
    return _next_to(state.theatre, hexes) & state.theatre.land if hexes else 0


@lru_cache(maxsize=1024)
def _next_to(theatre: Theatre, hexes: Hexes) -> Hexes:
    return step(hexes, theatre.all_ways)


def _reached(
    state: State, side: int, reaching: list[Hexes], silent: Hexes, desert: Hexes = 0
) -> Hexes:
    """The hexes into which zones reach, but not out of some hexes."""
    theatre = state.theatre
    around = reaching[side] & ~silent
    high = state.zoc_from_high[side] & around
    return _spread(theatre, theatre.weathers(state.turn), around, high, desert)


@lru_cache(maxsize=1024)
def _spread(
    theatre: Theatre, weathers: Weathers, around: Hexes, high: Hexes, desert: Hexes
) -> Hexes:
    found = step(around, theatre.zone_ways(False, weathers))
    if high:
        found |= step(high, theatre.zone_ways(True, weathers))
    if desert:
        found |= step(desert, theatre.zone_ways(False, weathers)) & theatre.desert
    return found


def exerts(state: State, unit: int) -> bool:
    """[5A] Whether a unit has a zone of control in the hex it occupies."""
    hex_ = state.where[unit]
    return hex_ >= 0 and bool(with_zones(state, hex_) >> unit & 1)


def with_zones(state: State, hex_: Hex) -> Units:
    """[5A] The units in a hex that have zones of control, of either side."""
    found = 0
    for own in state.theatre.of_side:
        units = state.stacks.get(hex_, 0) & own
        if units:
            found |= state.with_zones(units)[0]
    return found


def zoc_of(state: State, hex_: Hex, units: Units) -> Hexes:
    """[5A] The zone that some units have, or would have, in a hex: their own and adjacent ones."""
    theatre = state.theatre
    units = state.with_zones(units)[0]
    if not units:
        return 0
    weathers = theatre.weathers(state.turn)
    here = 1 << hex_
    found = here
    if any(board & here for board in state.besieged) and units & state.stacks.get(hex_, 0):
        side = state.theatre.counters[units.bit_length() - 1].side
        if state.besieged[side] & here:
            # [15G] The zones of the besieged end with their hex.
            return found
    reaching = units & state.kind.zoc_adjacent.showing(state.reduced)
    if reaching:
        found |= step(here, theatre.zone_ways(False, weathers))
        if reaching & state.kind.high_mountain:
            found |= step(here, theatre.zone_ways(True, weathers))
    if theatre.desert and units & state.kind.zoc_desert.showing(state.reduced):
        found |= step(here, theatre.zone_ways(False, weathers)) & theatre.desert
    return found
