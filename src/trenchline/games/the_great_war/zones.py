"""Rule 5A: zones of control of four kinds: none, in the own hex alone, and in adjacent hexes too,
there reduced or full.

A zone does not reach where its unit may not go [5A]. Whether a unit has a zone, and of which kind,
is kept in the state's bitboards; here they are spread over the map.
"""

from __future__ import annotations

from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes


def reach(state: State, side: int) -> Hexes:
    """[5A.1] The hexes into which zones of a side reach from adjacent hexes."""
    theatre = state.theatre
    weathers = theatre.weathers(state.turn)
    found = step(state.zoc_from[side], theatre.zone_ways(False, weathers))
    if state.zoc_from_high[side]:
        found |= step(state.zoc_from_high[side], theatre.zone_ways(True, weathers))
    if state.zoc_from_desert[side]:
        # [5A] Brigades, regiments and cadres too, but only into the Arctic and the Desert.
        wide = step(state.zoc_from_desert[side], theatre.zone_ways(False, weathers))
        found |= wide & theatre.desert
    return found


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
    if not state.unknown:
        return 0
    corps = bit_set(state.where[hq] for hq in members(state.unknown & state.theatre.of_side[side]))
    enemies = state.occupied[1 - side]
    return corps & ~enemies & ~step(enemies, state.theatre.all_ways)


def told_zoc(state: State, side: int) -> Hexes:
    """[14N2] [R154] The hexes in zones of a side as its enemy has been told."""
    silent = untold(state, side)
    if not silent:
        return zoc(state, side)
    return state.zoc_here[side] & ~silent | _spread(state, side, state.zoc_from[side], silent)


def told_full_zoc(state: State, side: int) -> Hexes:
    """[14N2] [R154] The same for zones that are not reduced; around unknown corps of which he has
    been told nothing the enemy reckons with such."""
    silent = untold(state, side)
    if not silent:
        return full_zoc(state, side)
    found = state.zoc_here_full[side] & ~silent
    found |= _spread(state, side, state.zoc_from_full[side], silent)
    return found | beside(state, silent)


def beside(state: State, hexes: Hexes) -> Hexes:
    """The land next to some hexes."""
    return step(hexes, state.theatre.all_ways) & state.theatre.land


def _spread(state: State, side: int, reaching: Hexes, silent: Hexes) -> Hexes:
    """The hexes into which zones reach, but not out of some hexes."""
    theatre = state.theatre
    weathers = theatre.weathers(state.turn)
    found = step(reaching & ~silent, theatre.zone_ways(False, weathers))
    if high := state.zoc_from_high[side] & reaching & ~silent:
        found |= step(high, theatre.zone_ways(True, weathers))
    if (desert := state.zoc_from_desert[side] & ~silent) and reaching == state.zoc_from[side]:
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
