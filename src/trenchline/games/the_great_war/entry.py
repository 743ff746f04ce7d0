"""What follows when units enter a hex, by whatever means: who crosses a major river without a
bridge is disrupted [15A4], and contested ground may disrupt whoever comes [9J]."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from trenchline.games.the_great_war.bridges import is_bridged
from trenchline.games.the_great_war.capabilities import infantry
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.success import attempt
from trenchline.games.the_great_war.tables import HEXSIDES
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.weather import Weathers, is_frozen
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Roll


@lru_cache(maxsize=64)
def _wet_sides(theatre: Theatre, weathers: Weathers) -> tuple[Hexes, ...]:
    """[15A4] The hexes with a hexside in each direction that disrupts who crosses it."""
    found = [0] * 6
    for kind, side in HEXSIDES.items():
        if side.disrupts:
            for direction, hexes in enumerate(theatre.sides(kind)):
                found[direction] |= hexes
    for direction, hexes in enumerate(found):
        for hex_ in members(hexes & theatre.land):
            there = hex_ + theatre.board.grid.shifts[direction]
            if there not in theatre.zone or not any(
                HEXSIDES[kind].disrupts and not is_frozen(kind, weathers[theatre.zone[there]])
                for kind in theatre.side_kinds(hex_, direction)
            ):
                found[direction] &= ~(1 << hex_)
    return tuple(found)


def wets(state: State, side: int, here: Hex, there: Hex) -> bool:
    """[15A4] Whether crossing a hexside disrupts units of a side: a major river, unfrozen, without
    a bridge that they can use."""
    direction = state.theatre.board.grid.direction(here, there)
    wet = _wet_sides(state.theatre, state.theatre.weathers(state.turn))[direction]
    return bool(wet >> here & 1) and not is_bridged(state, side, here, there)


def crossed(state: State, units: Units, here: Hex, there: Hex) -> None:
    """[15A4] [9J] Units have gone from a hex to the next: what the river and the ground do."""
    if wets(state, state.theatre.counters[units.bit_length() - 1].side, here, there):
        for unit in members(units):
            state.disrupt(unit)
    entered(state, units, there)


def entered(state: State, units: Units, hex_: Hex) -> None:
    """[9J.1] Units have come into a hex: where it is contested, all but infantry are rolled for."""
    if hex_ not in state.contested:
        return
    shaken = units & ~infantry(state) & ~(state.disrupted | state.badly_disrupted)
    shaken &= ~(state.kind.army_hq | state.kind.corps_hq)
    state.stack += [RollContested(unit) for unit in reversed(list(members(shaken)))]


@dataclass(frozen=True, slots=True)
class RollContested(Roll[State]):
    """[9J] Whether a unit that has entered a contested hex is disrupted, unmodified."""

    unit: int

    def purpose(self, state: State) -> str:
        return f"{state.theatre.counters[self.unit].key} on contested ground [9J]"

    def rolled(self, state: State, value: int) -> None:
        held = attempt(value).succeeds
        if not held:
            state.disrupt(self.unit)
        if state.log is not None:
            how = "in order" if held else "disrupted"
            state.detail("{:unit}: {:die}, {} [9J]", self.unit, value, how)
