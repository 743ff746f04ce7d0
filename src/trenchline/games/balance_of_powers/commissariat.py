"""Chapter 6.6: the corps that are out of supply at the end of a half may perish."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.allowance import idle
from trenchline.games.balance_of_powers.asking import asked
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
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal, Roll


@dataclass(frozen=True, slots=True)
class Commissariat(Duty[State]):
    """[6.6] Supply is checked from the least effective corps to the most."""

    side: int

    def run(self, state: State) -> None:
        """Roll for each that is out of supply."""
        # [6.53.1] [6.53.2] [9.63.2] The half is over.
        state.trench_battles = state.breakthroughs = 0
        # [3.0.1] Nobody asks naval units.
        checked = state.on_map(self.side) & ALL_CORPS
        for place in members(state.corps[self.side] & idle(state)):
            # [6.512] [R180] Where the weather is bad there is no second fortnight.
            checked &= ~state.stacks[place]
        hungry = unsupplied(state, checked)
        order = sorted(members(hungry), key=lambda unit: (UNITS[unit].defence, unit))
        if state.infrastructure & state.held[self.side]:
            state.stack.append(Dismantle(self.side))
        state.stack += [SurvivalOf(unit) for unit in reversed(order)]


@dataclass(frozen=True, slots=True)
class Dismantle(OwnDecision[State]):
    """[6.6.3] A side may take up infrastructure where it is in control."""

    def prompt(self, state: State) -> str:
        """What may go."""
        return "Remove infrastructure, or end the commissariat [6.6]"

    def choices(self, state: State) -> Choices:
        """What it controls."""
        found: Choices = {"end": ONE}
        if own := state.infrastructure & state.held[self.side]:
            found["dismantle"] = own
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """It is gone; others may follow."""
        if verb == "end":
            return
        state.infrastructure &= ~(1 << number)
        state.note("The infrastructure in {:hex} is taken up", number)
        state.stack.append(self)

    @asked("6.6", "end", "dismantle")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """What stays."""
        if number < 0 or not state.infrastructure >> number & 1:
            return Refusal("6.6.3", "there is no infrastructure")
        return Refusal("6.6.3", "it is not in your hands")


@dataclass(frozen=True, slots=True)
class SurvivalOf(Roll[State]):
    """[6.6.1] [3.2.3] [R179] A die below its printed effectiveness saves an unsupplied corps."""

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
        # [6.6.2] At home one holds out longer, and where the own government has fled to [2.93.3].
        at_home = 0
        for nation in (told.nation, state.hosts.get(told.nation, told.nation)):
            at_home |= CAPITALS[nation] | HOME[nation] & ALL_CHIPS
        final = value - (at_home >> place & 1)
        if final < told.defence:
            state.note("{:die}: {:unit} holds out without supply", value, unit)
            return
        state.note("{:die}: {:unit} perishes without supply", value, unit)
        state.lift(unit)
        dismiss_lone_leaders(state, place)
