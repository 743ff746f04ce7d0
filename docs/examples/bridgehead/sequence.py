"""Chapters 1 and 4: the turn, and the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from trenchline.kernel.game import Outcome
from trenchline.kernel.steps import Duty

from .combat import CombatPhase
from .components import SIDES, TURNS
from .movement import MovementPhase
from .state import State


@dataclass(frozen=True, slots=True)
class Turn(Duty[State]):
    """Blue moves and attacks, then Red, six times [1.1]."""

    def run(self, state: State) -> None:
        state.turn_heading("Turn {}", state.turn)
        state.stack.append(EndTurn())
        for side in (1, 0):
            state.stack += [CombatPhase(side), MovementPhase(side)]


@dataclass(frozen=True, slots=True)
class EndTurn(Duty[State]):
    """The next turn, or the end [4.1]."""

    def run(self, state: State) -> None:
        if state.turn < TURNS:
            state.turn += 1
            state.stack.append(Turn())


def new_game(scenario: str, options: Mapping[str, str]) -> State:
    """A match at its beginning."""
    state = State()
    state.stack = [Turn()]
    return state


def outcome(state: State) -> Outcome:
    """Who has won [4.1]."""
    for side in (0, 1):
        if not state.of_side(side):
            return Outcome(1 - side, f"{SIDES[side]} has no units left", (0, 0))
    if state.holder < 0:
        return Outcome(None, "nobody has been in Pont", (0, 0))
    scores = tuple(int(state.holder == side) for side in (0, 1))
    return Outcome(state.holder, f"{SIDES[state.holder]} has Pont", scores)
