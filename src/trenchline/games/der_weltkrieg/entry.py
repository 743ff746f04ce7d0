"""What follows when units enter a hex, whether they march, roll, retreat or advance."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.components import Units, enemy_of
from trenchline.games.der_weltkrieg.demoralization import occupied
from trenchline.games.der_weltkrieg.losses import lose_unit
from trenchline.games.der_weltkrieg.orders import alarm
from trenchline.games.der_weltkrieg.rail_capacity import city_taken
from trenchline.games.der_weltkrieg.rail_lines import break_line
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.trenches import taken
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex


def entered(state: State, units: Units, path: list[Hex]) -> None:
    """Units have gone along a path, whose first hex is where they stood. ``halted`` follows when
    they go no farther."""
    side = state.theatre.counters[units.bit_length() - 1].side
    if state.stationary:
        # [9-7] Who leaves has not stood still.
        for unit in members(units):
            state.stationary.pop(unit, None)
    for hex_ in path[1:]:
        if state.occupied[enemy_of(side)] >> hex_ & 1:
            overrun(state, side, hex_)
        if units & state.theatre.combat_units:
            take_control(state, side, hex_)
        break_line(state, side, units, hex_)
        if state.waiting:
            alarm(state, side, hex_)
    if units & state.theatre.combat_units and state.theatre.cities & bit_set(path[1:]):
        city_taken(state)


def halted(state: State, units: Units, hex_: Hex) -> None:
    """[26-4] [R49] Units have come to a halt in a hex, and combat units occupy it."""
    fighting = units & state.theatre.combat_units
    if fighting:
        occupied(state, state.theatre.counters[fighting.bit_length() - 1].side, hex_)


def overrun(state: State, side: int, hex_: Hex) -> None:
    """[6-11] [9-9] [18-11] [24-1] [29-13] Enemies without strength are destroyed where units
    enter: engineers, replacements, supply markers, artillery alone."""
    for unit in members(state.units(hex_, enemy_of(side))):
        state.detail("{:unit} is overrun", unit)
        lose_unit(state, unit)


def take_control(state: State, side: int, hex_: Hex) -> None:
    """The side that passed last holds a hex."""
    bit = 1 << hex_
    if not state.control[side] & bit:
        taken(state, hex_)
    state.control[side] |= bit
    state.control[enemy_of(side)] &= ~bit
