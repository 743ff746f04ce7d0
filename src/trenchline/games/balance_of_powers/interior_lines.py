"""Chapter 6.52: interior lines. Once a year from 1915 on the Central Powers move their siege
artillery before the first fortnight of a month, and nobody notices [12.9/interior-lines]."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.calendar import year_of
from trenchline.games.balance_of_powers.components import CENTRAL
from trenchline.games.balance_of_powers.forces import movable
from trenchline.games.balance_of_powers.march import Campaign
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal


@dataclass(frozen=True, slots=True)
class InteriorLines(Duty[State]):
    """[6.52] After the weather and before the first fortnight."""

    def run(self, state: State) -> None:
        """Ask, if there are guns that could move and the year has not had its move."""
        first: int | None = state.scenario.special.get("interior_lines")
        if first is None or year_of(state.month) < first or state.interior_lines:
            return
        _open(state)
        if movable(state, CENTRAL):
            state.stack.append(Invoke(CENTRAL))
        _close(state)


def _open(state: State) -> None:
    """A half of its own begins, for siege artillery alone."""
    state.phase = "campaign"
    state.phasing = CENTRAL
    state.fortnight = 1
    state.forget("half")
    state.interior = 1


def _close(state: State) -> None:
    """[6.52.1] What was done in it binds nobody in the fortnight that follows."""
    state.forget("half")
    state.interior = 0


@dataclass(frozen=True, slots=True)
class Invoke(OwnDecision[State]):
    """[6.52] The Central Powers may invoke interior lines once a year."""

    def prompt(self, state: State) -> str:
        """What it is for."""
        return "Move the siege artillery now, once this year, or wait? [6.52]"

    def choices(self, state: State) -> Choices:
        """One of the two."""
        return {"wait": ONE, "invoke": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """Let the guns move."""
        if verb == "wait":
            return
        state.note("The Central Powers move their siege artillery on interior lines")
        state.interior_lines = 1
        _open(state)
        state.stack += [EndOfLines(), Campaign(self.side)]

    @asked("6.52", "wait", "invoke")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """There is nothing else."""
        return Refusal("6.52", "the siege artillery moves now, failing that another month")


@dataclass(frozen=True, slots=True)
class EndOfLines(Duty[State]):
    """[6.52.1] Play goes on with the first fortnight as usual."""

    def run(self, state: State) -> None:
        """Forget what the guns have spent."""
        _close(state)
