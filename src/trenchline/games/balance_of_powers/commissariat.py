"""Chapter 6.6: the corps that are out of supply at the end of a half may perish."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.command import dismiss_lone_leaders
from trenchline.games.balance_of_powers.components import (
    ALL_CHIPS,
    ALL_CORPS,
    CAPITALS,
    HOME,
    UNITS,
)
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import in_supply, unsupplied
from trenchline.kernel.bits import members
from trenchline.kernel.steps import Duty, Roll


@dataclass(frozen=True, slots=True)
class Commissariat(Duty[State]):
    """[6.6] Supply is checked from the least effective corps to the most."""

    side: int

    def run(self, state: State) -> None:
        """Roll for each that is out of supply."""
        # [6.53] [9.63.2] The half is over.
        state.trench_battles = state.breakthroughs = 0
        hungry = unsupplied(state, state.on_map(self.side) & ALL_CORPS)
        order = sorted(members(hungry), key=lambda unit: (UNITS[unit].defence, unit))
        state.stack += [SurvivalOf(unit) for unit in reversed(order)]


@dataclass(frozen=True, slots=True)
class SurvivalOf(Roll[State]):
    """[6.6] [3.2.3] A die below its printed effectiveness saves an unsupplied corps."""

    unit: int

    def purpose(self, state: State) -> str:
        """What the die is for."""
        return f"{state.called(self.unit)} survives without supply"

    def rolled(self, state: State, value: int) -> None:
        """Survive, or perish. Others that perished may have let supply through [R38]."""
        unit = self.unit
        if state.where[unit] < 0 or in_supply(state, unit):
            return
        place, told = state.where[unit], UNITS[unit]
        at_home = CAPITALS[told.nation] | HOME[told.nation] & ALL_CHIPS
        final = value - (at_home >> place & 1)
        if final < told.defence:
            state.note("{:die}: {:unit} holds out without supply", value, unit)
            return
        state.note("{:die}: {:unit} perishes without supply", value, unit)
        state.lift(unit)
        dismiss_lone_leaders(state, place)
