"""Withdrawals [25-8]: units that a scenario calls away, at the strength it lists.

A scenario lists them as ``[[withdrawals]]`` with ``turn``, ``unit`` and, if not the printed one,
``strength``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.der_weltkrieg.components import SIDES, Units
from trenchline.games.der_weltkrieg.regrouping import leave_play
from trenchline.games.der_weltkrieg.state import SURRENDERED, State
from trenchline.games.der_weltkrieg.whose import why_not_yours
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import ONE, Choices, Refusal, UnitDecision
from trenchline.kernel.words import counted


def call_away(state: State, side: int) -> None:
    """[25-8] Take this turn's units off the map; what they lack is made up by others."""
    theatre = state.theatre
    for row in theatre.scenario.get("withdrawals", ()):
        unit = theatre.unit[row["unit"]]
        counter = theatre.counters[unit]
        if counter.side != side or theatre.date(row["turn"]) != state.date:
            continue
        has = state.strength[unit] if state.is_on_map(unit) else 0
        if state.is_on_map(unit):
            state.lose(unit, has)
            leave_play(state, unit)
        state.lift(unit, SURRENDERED)
        missing = row.get("strength", counter.front) - has
        state.detail("{:unit} is withdrawn [25-8]", unit)
        if missing > 0:
            state.stack.append(MakeUp(unit, missing))


@dataclass(frozen=True, slots=True)
class MakeUp(UnitDecision[State]):
    """[25-8] Who makes up what a withdrawn unit lacks? Replacements, or any others."""

    missing: int

    def prompt(self, state: State) -> str:
        points = counted(self.missing, "point")
        return f"{SIDES[self.who(state)]}: from whom do {points} leave with the withdrawn? [25-8]"

    def givers(self, state: State) -> Units:
        """Units of the nation on the map with strength to give."""
        theatre = state.theatre
        units = theatre.combat_units | theatre.of_kind["replacement"]
        return bit_set(
            unit
            for unit in members(units & theatre.of_nation[theatre.counters[self.unit].nation])
            if state.is_on_map(unit) and state.strength[unit]
        )

    def choices(self, state: State) -> Choices:
        units = self.givers(state) if self.missing else 0
        return {"lose": units} if units else {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        state.lose(number, 1)
        if not state.strength[number]:
            leave_play(state, number)
        state.stack.append(replace(self, missing=self.missing - 1))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "lose":
            return Refusal("25-8", "say first who makes up what the withdrawn unit lacks")
        foreign = why_not_yours(state, number, self.who(state), "25-8")
        if foreign is not None:
            return foreign
        if not state.theatre.of_nation[state.theatre.counters[self.unit].nation] >> number & 1:
            return Refusal("25-8", "that unit is not of the nation that withdraws")
        return Refusal("25-8", "only combat units and replacements make up the difference")
