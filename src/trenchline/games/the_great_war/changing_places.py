"""Rule 8B [8B]: units change places in a full hex.

The limit is looked at when a phase ends, so the new may come before the old have gone. Who enters a
full hex *relieves* a unit of it, and that unit leaves at once [R35]: so nobody is left over when
the phase ends.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from trenchline.games.the_great_war import overstacks
from trenchline.games.the_great_war.artillery_divisions import goes_with
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.readiness import ready, why_not_ready
from trenchline.games.the_great_war.stacking import fits_limit, full_for
from trenchline.games.the_great_war.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Refusal

if TYPE_CHECKING:
    from trenchline.games.the_great_war.march import March


def relievable(state: State, march: March, full: Hexes) -> Hexes:
    """[8B] Those of some full hexes within reach in which a unit would make room for a party."""
    return bit_set(hex_ for hex_ in members(full) if leavers(state, march, hex_))


def leavers(state: State, march: March, hex_: Hex) -> Units:
    """[8B] [R35] The units of a full hex that make room for a party there by leaving it."""
    able = ready(state, march.who(state)) & state.stacks.get(hex_, 0) & ~march.units
    return bit_set(
        unit
        for unit in members(able)
        if makes_room(state, march, unit, hex_) and ways_off(state, march, unit, hex_)
    )


def makes_room(state: State, march: March, unit: int, hex_: Hex) -> bool:
    """[8B] Whether a party is within the limit of a hex if a unit leaves it."""
    there = state.units(hex_, march.who(state)) & ~bit_set(goes_with(state, unit))
    return fits_limit(state, hex_, there | march.units)


def ways_off(state: State, march: March, unit: int, hex_: Hex) -> Hexes:
    """[8B] Where a unit that leaves its hex to a party finds room; also where the party comes
    from."""
    off = departure(state, march, unit, hex_)
    if off.is_held(state) or overstacks.strands(state, off):
        return 0
    side = march.who(state)
    reach = off.reach(state)
    found = reach & ~full_for(state, side, off.units, reach)
    if reach & ~found & 1 << march.hex:
        left = state.units(march.hex, side) & ~march.units
        if fits_limit(state, march.hex, left | off.units):
            found |= 1 << march.hex
    return found


def departure(state: State, march: March, unit: int, hex_: Hex) -> March:
    """The march of a unit that leaves its hex to a party."""
    kind = type(march)
    return kind(goes_with(state, unit), hex_, leaving=True)


# What the march asks meanwhile.


def choices(state: State, march: March) -> Choices:
    """Who makes room for those who have come, and then where he goes."""
    if march.leaving:
        return {"move": ways_off(state, march, march.party[0], march.hex)}
    units = leavers(state, march, march.hex)
    return {"make_room": units} if units else {"wait": ONE}


def make_room(state: State, march: March, unit: int) -> None:
    """A unit is told to make room; the party goes on afterwards."""
    state.stack.append(replace(march, relieving=False))
    state.stack.append(departure(state, march, unit, march.hex))


def why_not_relieve(state: State, march: March, there: Hex) -> Refusal:
    """[8B] Why a party may not relieve a unit in a hex that it could reach."""
    if not full_for(state, march.who(state), march.units, 1 << there):
        return Refusal("8B", "there is room in the hex: the units simply move there")
    return Refusal("8B", "nobody there makes room for the units by leaving")


def why_not(state: State, march: March, verb: str, number: int) -> Refusal:
    """[8B] Why something else is not done as long as a hex is overfull."""
    if march.leaving:
        return Refusal("8B", "the unit makes room: say where it goes")
    if verb != "make_room":
        return Refusal("8B", "the hex is overfull: say who makes room")
    if not ready(state, march.who(state)) & (1 << number if number >= 0 else 0):
        return why_not_ready(state, march.who(state), number)
    if state.where[number] != march.hex:
        return Refusal("8B", "it does not stand in the full hex")
    if number in march.party:
        return Refusal("8B", "it has come to relieve another")
    if not makes_room(state, march, number, march.hex):
        return Refusal("8B", "the hex would be overfull without it too")
    return Refusal("8B", "no hex with room is within its reach")
