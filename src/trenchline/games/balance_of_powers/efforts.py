"""Chapter 12.8: the one season in which each power does more for its colonies than usual."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.components import NATION, NATIONS, Nations
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Refusal


def worth(state: State) -> Mapping[str, int]:
    """[12.8/resources.2] [12.8/resources.3] The Africa points that each power may have once."""
    told: Mapping[str, int] = state.scenario.special.get("efforts", {})
    return told


def able(state: State, side: int) -> Nations:
    """The powers of a side that have not had them yet."""
    return bit_set(
        NATION[code]
        for code in worth(state)
        if state.sides[NATION[code]] == side and not state.efforts >> NATION[code] & 1
    )


@dataclass(frozen=True, slots=True)
class Effort(OwnDecision[State]):
    """[12.8/resources.2] A side says which of its powers have their points this season."""

    def prompt(self, state: State) -> str:
        """What is asked."""
        return "Let a power have its Africa points, once a game, or end [12.8/resources.2]"

    def choices(self, state: State) -> Choices:
        """Those who have not."""
        found = able(state, self.side)
        return {"end": ONE, "exert": found} if found else {"end": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """They have them."""
        if verb == "end":
            return
        points = worth(state)[NATIONS[number].code]
        state.efforts |= 1 << number
        state.africa_points[number] += points
        state.detail(f"{NATIONS[number].name} has {points} points for Africa more, this once")
        state.stack.append(self)

    @asked("12.8/resources.2", "end", "exert")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who does not."""
        if not 0 <= number < len(NATIONS) or state.sides[number] != self.side:
            return Refusal("12.8/resources.2", "it is no power of your side")
        if state.efforts >> number & 1:
            return Refusal("12.8/resources.2", "it has had its points")
        return Refusal("12.8/resources.2", "nothing more is given to it")
