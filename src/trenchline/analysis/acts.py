"""A record as a sequence of acts: what a side does from one moment at rest to the next.

A moment is at rest when no act is under way: the stack of steps is as low as it gets in its phase.
An attack of six choices, with the losses and the retreat that follow, is one act.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from trenchline.kernel.game import AnyGame
from trenchline.kernel.match import Match
from trenchline.kernel.notes import PHASE
from trenchline.kernel.record import Record, follow
from trenchline.kernel.steps import Choice
from trenchline.kernel.story import Page, Story, Witness


@dataclass(frozen=True)
class Moment:
    """The match before a choice, or at its end."""

    version: int
    turn: int
    phase: str
    stretch: int
    """The number of the phase among all that were gone through."""
    height: int
    """How many steps lie on the stack."""


@dataclass(frozen=True)
class Act:
    """What was done from one moment at rest to the next."""

    begins: int
    ends: int


@dataclass(frozen=True)
class Reading:
    """A record, played again."""

    match: Match
    moments: list[Moment]
    floors: list[int]
    """How high the stack may be at each moment for it to be at rest."""
    acts: list[Act]
    story: Story | None
    chances: dict[int, float]
    """The first side's chance at every moment at rest."""
    kept: dict[int, Any]
    """Positions that are wanted again: before dice fall, and as turns end."""

    def position(self, version: int) -> Any:
        """The position after so many choices; not to be changed."""
        kept = self.kept.get(version)
        return self.match.position(version) if kept is None else kept

    def turn_ends(self) -> dict[int, int]:
        """The last version of each turn."""
        return {moment.turn: moment.version for moment in self.moments}

    def turn_name(self, turn: int) -> str:
        """What people call a turn."""
        chronicle = self.match.game.chronicle
        return "" if chronicle is None else chronicle.turn_name(self.match.scenario, turn)

    def pages_of(self, turn: int) -> list[Page]:
        """What was counted as a turn ended."""
        return [] if self.story is None else [p for p in self.story.pages if p.turn == turn]


def read(game: AnyGame, record: Record, chance: Callable[[Any], float]) -> Reading:
    """Play a record again, choice by choice, and weigh it at every moment at rest."""
    looking = _Looking(game, chance)
    match = follow(game, record, looking.before)
    looking.look(match)
    looking.chances[len(match.history)] = chance(match.state)
    moments = looking.moments
    floors = [looking.lowest[moment.stretch] for moment in moments]
    resting = [m.version for m, floor in zip(moments, floors, strict=True) if m.height <= floor]
    # What was before the first choice and what is after the last counts in any case.
    resting = sorted({0, *resting, len(match.history)})
    story = None if looking.witness is None else looking.witness.story(match.state)
    return Reading(
        match,
        moments,
        floors,
        [Act(begins, ends) for begins, ends in pairwise(resting)],
        story,
        {version: looking.chances[version] for version in resting},
        looking.kept,
    )


class _Looking:
    """Looks at a match before every choice."""

    def __init__(self, game: AnyGame, chance: Callable[[Any], float]) -> None:
        self.game, self.chance = game, chance
        self.moments: list[Moment] = []
        self.lowest: dict[int, int] = {}
        """How low the stack was in each stretch."""
        self.chances: dict[int, float] = {}
        self.kept: dict[int, Any] = {}
        self._last: Any = None
        self._phase, self._stretch = "", 0
        self.witness = None if game.chronicle is None else Witness(game)

    def before(self, match: Match, choice: Choice) -> None:
        """The match before a choice."""
        self.look(match)
        if self.witness is not None:
            self.witness.look(match.state)

    def look(self, match: Match) -> None:
        """The match as it stands."""
        version, state = len(match.history), match.state
        notes = match.history[-1].log if match.history else match.opening[1]
        for note in notes:
            if note.rank == PHASE:
                self._phase, self._stretch = note.text, self._stretch + 1
        chronicle = self.game.chronicle
        turn = 0 if chronicle is None else chronicle.turn(state)
        if version and (match.history[-1].dice or turn != self.moments[-1].turn):
            self.kept[version - 1] = self._last
        height = len(state.stack)
        if height <= self.lowest.get(self._stretch, height):
            self.lowest[self._stretch] = height
            self.chances[version] = self.chance(state)
        self._last = state.copy()
        self.moments.append(Moment(version, turn, self._phase, self._stretch, height))
