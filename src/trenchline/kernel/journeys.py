"""Journeys: a move that others may break into, hex by hex.

The party under way and what is left of its way live in the state. ``Onward`` enters one hex and
pushes itself again, so that whatever the hex brings (a mine, a fortress, an enemy who decides)
comes in between as ordinary steps. Journeys lie on a stack too: an interruption may be one itself.

Whoever may break in is asked at every hex, unless he has said that he lets the party pass for the
rest of its way.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from trenchline.kernel.hexes import Hex
from trenchline.kernel.position import position, starts
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, State


@dataclass(frozen=True, slots=True)
class Journey:
    """A party under way."""

    units: int
    at: Hex
    way: tuple[Hex, ...]
    """The places it has still to enter, the next one first."""
    come: int = 0
    """How many it has entered."""
    passed: int = 0
    """The sides that let it pass, a bit each."""


@position
class JourneyState(State):
    """A state with journeys; the last one goes on first."""

    journeys: list[Journey] = starts([])

    @property
    def journey(self) -> Journey:
        """The journey that goes on now."""
        return self.journeys[-1]

    def halt(self) -> None:
        """The party goes no farther; its journey ends where it is."""
        self.journeys[-1] = replace(self.journeys[-1], way=())


J = TypeVar("J", bound=JourneyState, contravariant=True)


class Onward(Duty[J]):
    """The party enters the next hex of its way, or has arrived."""

    __slots__ = ()

    def run(self, state: J) -> None:
        journey = state.journeys[-1]
        if not journey.way:
            state.journeys.pop()
            self.arrived(state, journey)
            return
        way = journey.way
        entered = Journey(journey.units, way[0], way[1:], journey.come + 1, journey.passed)
        state.journeys[-1] = entered
        state.stack.append(self)
        self.entered(state, entered)

    def entered(self, state: J, journey: Journey) -> None:
        """The party is in a new place: move it there, and push what comes of it."""
        raise NotImplementedError

    def arrived(self, state: J, journey: Journey) -> None:
        """The journey is over, at the end of its way or where it was stopped."""
        raise NotImplementedError


def set_out(state: JourneyState, units: int, way: tuple[Hex, ...], onward: Onward[J]) -> None:
    """Send units along a way, which begins where they stand."""
    state.journeys.append(Journey(units, way[0], way[1:]))
    state.stack.append(onward)


@dataclass(frozen=True, slots=True)
class BreakIn(Decision[J]):
    """A side may break into the journey that goes on, let it pass here, or for good.

    Push it by ``ask``, which leaves it out where there is nothing to decide.
    """

    side: int

    def who(self, state: J) -> int:
        return self.side

    def means(self, state: J) -> int:
        """What the side can break in with just here: a set of units, or of anything else."""
        raise NotImplementedError

    def broken_into(self, state: J, number: int) -> None:
        """The side breaks in."""
        raise NotImplementedError

    def ask(self, state: J) -> None:
        """Ask the side, if it has means and has not let the party pass."""
        if not state.journey.passed >> self.side & 1 and self.means(state):
            state.stack.append(self)

    def choices(self, state: J) -> Choices:
        found = {"wait": ONE}
        if state.journey.way:
            found["let_pass"] = ONE
        if means := self.means(state):
            found["break_in"] = means
        return found

    def take(self, state: J, verb: str, number: int) -> None:
        if verb == "break_in":
            self.broken_into(state, number)
        elif verb == "let_pass":
            journey = state.journeys[-1]
            state.journeys[-1] = replace(journey, passed=journey.passed | 1 << self.side)
