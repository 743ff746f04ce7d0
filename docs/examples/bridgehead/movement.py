"""Chapter 2: movement."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.kernel.bars import Bar, first_bar, left_open
from trenchline.kernel.bits import bit_set
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Phase, Refusal

from .components import BOARD, COUNTERS, PONT, SIDES, WAYS
from .state import GONE, State

EVERYWHERE = BOARD.hexes
NOT_NOW = Refusal("1.1", "that is not what this phase is for")


def enter(state: State, unit: int, hex_: Hex) -> None:
    """A unit comes to stand in a hex, by whatever means."""
    state.where[unit] = hex_
    if hex_ == PONT:
        state.holder = COUNTERS[unit].side


@dataclass(frozen=True, slots=True)
class MovementPhase(Phase[State]):
    """Which unit moves next [2.1]."""

    def prompt(self, state: State) -> str:
        return "Move a unit, or end the phase [2.1]."

    def bars(self, state: State) -> tuple[Bar, ...]:
        own = bit_set(state.of_side(self.side))
        free = bit_set(u for u in state.of_side(self.side) if open_hexes(state, u))
        return (
            Bar("2.1", "the unit is not one of yours on the map", own),
            Bar("2.1", "the unit has moved", ~state.moved),
            Bar("2.2", "the unit has no way to go", free),
        )

    def acts(self, state: State) -> Choices:
        return {"unit": left_open(self.bars(state), bit_set(range(len(COUNTERS))))}

    def act(self, state: State, verb: str, number: int) -> None:
        state.stack.append(MoveUnit(self.side, number))

    def end(self, state: State) -> None:
        state.forget("movement")

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return (first_bar(self.bars(state), number) if verb == "unit" else None) or NOT_NOW


def bars(state: State, unit: int) -> tuple[Bar, ...]:
    """What keeps a unit out of hexes."""
    here: Hexes = 1 << state.where[unit]
    held = bit_set(hex_ for hex_ in state.where if hex_ != GONE)
    return (
        Bar("2.1", "a unit moves one hex", beside(state.where[unit])),
        Bar("2.3", "the river is crossed at Pont only", step(here, WAYS)),
        Bar("2.2", "another unit is there", ~held),
    )


def beside(hex_: Hex) -> Hexes:
    """The hexes next to a hex, whatever lies between."""
    return BOARD.grid.ring(hex_, 1) & EVERYWHERE


def open_hexes(state: State, unit: int) -> Hexes:
    """Where a unit may go."""
    return left_open(bars(state, unit), EVERYWHERE)


@dataclass(frozen=True, slots=True)
class MoveUnit(OwnDecision[State]):
    """Where a unit goes [2.1]."""

    unit: int

    def prompt(self, state: State) -> str:
        return state.say("Move the {:unit} [2.1].", self.unit)

    def choices(self, state: State) -> Choices:
        return {"move": open_hexes(state, self.unit), "stay": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        state.moved |= 1 << self.unit
        if verb == "move":
            state.note("{} moves the {:unit} to {:hex}", SIDES[self.side], self.unit, number)
            enter(state, self.unit, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return (first_bar(bars(state, self.unit), number) if verb == "move" else None) or NOT_NOW
