"""Section 31: from 1916 on replacements strengthen cavalry divisions.

The strengthened counter of a division has its key with a plus and the trait ``strengthened``.
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.der_weltkrieg.components import SIDES, STRENGTHENED, Units
from trenchline.games.der_weltkrieg.regrouping import (
    enter_play,
    leave_play,
    replace_units,
    spare,
)
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import Choices, Refusal, UnitDecision

FIRST_YEAR = 1916
"""[31-1] Before this year no cavalry is strengthened."""


def is_strengthened(state: State, unit: int) -> bool:
    """[31-4] Whether a cavalry unit has been strengthened."""
    return STRENGTHENED in state.theatre.counters[unit].traits


def stronger_counter(state: State, unit: int) -> int | None:
    """[31-3] The counter that a cavalry division becomes: itself if it is strengthened already;
    None if the counter mix has none to spare."""
    if is_strengthened(state, unit):
        return unit
    found = state.theatre.unit.get(state.theatre.counters[unit].key + "+")
    if found is None or not spare(state, 1 << found):
        return None
    return found


def helpers(state: State, unit: int, idle: Units) -> list[int]:
    """[31-2] The replacements in the hex of a unit that can strengthen it."""
    theatre = state.theatre
    rested = idle & theatre.of_kind["replacement"]
    nation = theatre.counters[unit].nation
    return [u for u in members(rested) if theatre.counters[u].nation == nation]


def most_points(state: State, unit: int, idle: Units) -> int:
    """[31-2] How many points a cavalry unit can be strengthened by."""
    stronger = stronger_counter(state, unit)
    if stronger is None:
        return 0
    given = sum(state.strength[helper] for helper in helpers(state, unit, idle))
    return min(given, state.theatre.counters[stronger].front - state.strength[unit])


def can_be_strengthened(state: State, idle: Units) -> Units:
    """[31-1] [31-2] Those of some rested units in a hex that replacements there can strengthen."""
    if state.year < FIRST_YEAR:
        return 0
    cavalry = idle & state.theatre.cavalry
    return bit_set(u for u in members(cavalry) if most_points(state, u, idle) > 0)


@dataclass(frozen=True, slots=True)
class Strengthen(UnitDecision[State]):
    """[31-2] By how many points is a cavalry division strengthened?"""

    idle: tuple[int, ...]
    """The rested units in its hex."""

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: how many points strengthen {:unit}? [31-2]", SIDES[self.who(state)], self.unit
        )

    def choices(self, state: State) -> Choices:
        return {"amount": (2 << most_points(state, self.unit, bit_set(self.idle))) - 2}

    def take(self, state: State, verb: str, number: int) -> None:
        left = number
        for helper in helpers(state, self.unit, bit_set(self.idle)):
            part = min(left, state.strength[helper])
            left -= part
            if part == state.strength[helper]:
                leave_play(state, helper)
            elif part:
                state.set_strength(helper, state.strength[helper] - part)
        stronger = stronger_counter(state, self.unit)
        assert stronger is not None
        points = state.strength[self.unit] + number
        if stronger == self.unit:
            state.set_strength(self.unit, points)
        else:
            hex_ = state.where[self.unit]
            replace_units(state, 1 << stronger, 1 << self.unit)
            leave_play(state, self.unit)
            enter_play(state, stronger, hex_, points)
        state.regrouped |= 1 << stronger
        state.detail("{:unit} is strengthened [31-2]", stronger)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "amount":
            return Refusal("31-2", "say first by how many points it is strengthened")
        if number < 1:
            return Refusal("31-2", "it is strengthened by at least one point")
        given = sum(state.strength[one] for one in helpers(state, self.unit, bit_set(self.idle)))
        if number > given:
            return Refusal("31-2", f"the replacements have {given} points to give")
        return Refusal("31-2", "the strengthened counter does not hold so many points")
