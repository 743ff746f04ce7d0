"""Chapter 12.9: how long the war lasts. From August 1918 on the Entente may end it at the end of
each season, or go on; what it goes on for costs it a victory point a season."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.calendar import name_of
from trenchline.games.balance_of_powers.components import ENTENTE
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.victory import outcome
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal


@dataclass(frozen=True, slots=True)
class LastAct(Duty[State]):
    """[12.9/duration.2] The last act of a month, after its revolutions: if it is one of those in
    which the war may end, the Entente is asked."""

    def run(self, state: State) -> None:
        """Ask."""
        if name_of(state.month) in state.scenario.special.get("extensions", ()):
            state.stack.append(Prolong(ENTENTE))


@dataclass(frozen=True, slots=True)
class Prolong(OwnDecision[State]):
    """[12.9/duration.1] [12.9/duration.2] The Entente ends the game, or goes on for a season."""

    def prompt(self, state: State) -> str:
        """How it stands."""
        points = outcome(state).scores[ENTENTE]
        return (
            f"With {points} victory points: end the war now, or go on for a season, "
            "which costs a point? [12.9/duration.2]"
        )

    def choices(self, state: State) -> Choices:
        """One of the two."""
        return {"make_peace": ONE, "fight_on": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """[12.9/victory.7] End, or pay for it."""
        if verb == "make_peace":
            state.note("The Entente Powers end the war")
            state.finished = True
            return
        state.extended += 1
        state.note("The war goes on for another season")

    @asked("12.9/duration.2", "make_peace", "fight_on")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """There is nothing else."""
        return Refusal("12.9/duration.2", "the war ends here, failing that it lasts a season more")
