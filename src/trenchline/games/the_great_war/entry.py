"""What follows when units enter a hex, by whatever means: who crosses a major river without a
bridge is disrupted [15A4], and contested ground may disrupt whoever comes [9J]."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war.capabilities import infantry
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.success import attempt
from trenchline.games.the_great_war.tables import HEXSIDES
from trenchline.games.the_great_war.weather import is_frozen
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Roll


def is_bridged(state: State, here: Hex, there: Hex) -> bool:
    """[15A1] [13A7] Whether a bridge or a pontoon leads over a hexside."""
    pair = (min(here, there), max(here, there))
    if pair in state.pontoons:
        return True
    direction = state.theatre.board.grid.direction(here, there)
    return pair not in state.demolished and state.theatre.has_line(here, direction)


def wets(state: State, here: Hex, there: Hex) -> bool:
    """[15A4] Whether crossing a hexside disrupts: a major river, unfrozen and without a bridge."""
    weather = state.theatre.weather_in(state.turn, there)
    kinds = state.theatre.sides_between(here, there)
    return any(
        HEXSIDES[kind].disrupts and not is_frozen(kind, weather) for kind in kinds
    ) and not is_bridged(state, here, there)


def crossed(state: State, units: Units, here: Hex, there: Hex) -> None:
    """[15A4] [9J] Units have gone from a hex to the next: what the river and the ground do."""
    if wets(state, here, there):
        for unit in members(units):
            state.disrupt(unit)
    entered(state, units, there)


def entered(state: State, units: Units, hex_: Hex) -> None:
    """[9J] Units have come into a hex: where it is contested, all but infantry are rolled for."""
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
            key = state.theatre.counters[self.unit].key
            state.note(f"  {key}: {value}, {'in order' if held else 'disrupted'} [9J]")
