"""Units that retreat from a combat together [9F2]: all as it is drawn for them, or some of them
another way first.

The retreats lie on the stack, one for each unit; this decision lies above them. Where no unit has
a choice, they simply go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.ways_out import RetreatUnit
from trenchline.kernel.bits import bit_set
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Refusal, listed
from trenchline.kernel.words import counted


class Way(NamedTuple):
    """Where a unit goes as it is drawn: hex by hex, or nowhere if it has no way out."""

    unit: int
    hexes: tuple[Hex, ...]


def retreat_together(state: State, retreats: Sequence[RetreatUnit]) -> None:
    """[9F2] Lay the retreats of one side on the stack, in their order, and the question above
    them."""
    state.stack += reversed(retreats)
    if len(retreats) > 1:
        state.stack.append(FallBack(retreats[0].side))


@dataclass(frozen=True, slots=True)
class FallBack(OwnDecision[State]):
    """[9F2] Do all retreat as it is drawn, or does one of them go first, another way?"""

    def retreats(self, state: State) -> list[RetreatUnit]:
        """The retreats that wait, the next one first."""
        found: list[RetreatUnit] = []
        for step in reversed(state.stack):
            if isinstance(step, RetreatUnit) and step.side == self.side:
                found.append(step)
            elif found or step != self:
                break
        return found

    def prompt(self, state: State) -> str:
        units = counted(len(self.retreats(state)), "unit")
        return f"{SIDES[self.side]}: {units} to retreat as drawn, or one another way first? [9F2]"

    def free(self, state: State) -> Units:
        """The units that could go another way."""
        return bit_set(
            step.unit for step in self.retreats(state) if len(list(listed(step.choices(state)))) > 1
        )

    def choices(self, state: State) -> Choices:
        free = self.free(state)
        return {"fall_back": ONE, "redirect": free} if free else {"fall_back": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        waiting = self.retreats(state)
        first = len(state.stack) - len(waiting)
        if verb == "fall_back":
            state.stack[first:] = [replace(step, drawn=True) for step in reversed(waiting)]
            return
        mine = next(step for step in waiting if step.unit == number)
        rest = [step for step in reversed(waiting) if step is not mine]
        state.stack[first:] = rest
        if len(rest) > 1:
            state.stack.append(self)
        state.stack.append(mine)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "redirect":
            return Refusal("9F2", "say whether they retreat as drawn")
        if number not in [step.unit for step in self.retreats(state)]:
            return Refusal("9F2", "that unit does not retreat from this combat")
        return Refusal("9F2", "there is no other way for that unit")


def drawn(state: State, retreats: Sequence[RetreatUnit]) -> list[Way]:
    """[9F2] The ways that units would go as they are drawn, each after those before it."""
    tried = state.copy()
    tried.log = None
    found = []
    for step in retreats:
        tried.stack = [replace(step, drawn=True)]
        hexes = [tried.where[step.unit]]
        while tried.stack:
            again = tried.stack.pop()
            if not isinstance(again, RetreatUnit):
                continue
            (verb, number), *_ = listed(again.choices(tried))
            again.take(tried, verb, number)
            if verb == "retreat":
                hexes.append(number)
        found.append(Way(step.unit, tuple(hexes)))
    return found
