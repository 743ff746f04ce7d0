"""Rule 14C2: tanks that break down.

A tank unit whose reverse says "disabled" is checked whenever it has moved over ground, and whenever
it takes part in a combat: it may be disrupted, badly disrupted, and in the end disabled.
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war.acceleration import unreliable
from trenchline.games.the_great_war.intelligence import befalls
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.success import attempt
from trenchline.kernel.bits import members
from trenchline.kernel.steps import Roll


def check_moved(state: State, side: int) -> None:
    """[14C2] Unreliable tanks that have moved otherwise than by rail are checked."""
    tanks = unreliable(state) & state.on_map(side) & state.trodden & ~state.reduced
    state.stack += [BreakDown(unit) for unit in members(tanks)]


def check_fighting(state: State) -> None:
    """[14C2] Those that are in a combat are checked when it is declared."""
    tanks = unreliable(state) & ~state.reduced
    for unit in reversed((*state.battle.attackers, *state.battle.defenders)):
        if tanks >> unit & 1:
            state.stack.append(BreakDown(unit))


@dataclass(frozen=True, slots=True)
class BreakDown(Roll[State]):
    """[14C2] A failure disrupts a tank unit, a bad one disrupts it badly; who was disrupted before
    is badly disrupted, or disabled by a bad failure."""

    unit: int

    def purpose(self, state: State) -> str:
        return f"does {state.theatre.counters[self.unit].key} break down? [14C2]"

    def rolled(self, state: State, value: int) -> None:
        found = attempt(value)
        if found.succeeds or state.where[self.unit] < 0:
            return
        bit = 1 << self.unit
        shaken = (state.disrupted | state.badly_disrupted) & bit
        if found.starred and shaken:
            state.disrupt(self.unit, badly=True)
            state.reduce(self.unit)
            state.detail("{:unit} is disabled on a {:die} [14C2]", self.unit, value)
            return
        state.disrupt(self.unit, badly=bool(found.starred or shaken))
        befalls(state, self.unit, "{:unit} breaks down on a {:die} [14C2]", value)
