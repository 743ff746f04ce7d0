"""The story of a game: what its chronicle tells turn by turn, and what each side lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from trenchline.kernel.game import AnyGame

LOSSES = "units lost"


@dataclass(frozen=True)
class Page:
    """A number of one side as a turn ended."""

    turn: int
    what: str
    side: str
    value: float


@dataclass(frozen=True)
class Event:
    """Something people remember, and the turn in which it happened."""

    turn: int
    what: str


@dataclass(frozen=True)
class Story:
    """What happened in a game."""

    turns: int
    """The turn in which it ended."""
    pages: tuple[Page, ...]
    events: tuple[Event, ...]


class Witness:
    """Looks at a game whenever somebody has to decide, and remembers."""

    def __init__(self, game: AnyGame) -> None:
        assert game.chronicle is not None
        self.sides = game.sides
        self.chronicle = game.chronicle
        self.turn: int | None = None
        self.pages: list[Page] = []
        self.events: list[Event] = []
        self.known: set[str] = set()
        self.places: list[int] = []
        self.last: Any = None
        """The position at the last look: what comes after it may belong to the next turn."""
        self.lost = 0
        self.losses: Counter[int] = Counter()

    def look(self, state: Any) -> None:
        """See what has changed since the last look."""
        chronicle = self.chronicle
        turn = chronicle.turn(state)
        if self.turn is None:
            # What holds from the start has not happened.
            self.known.update(chronicle.events(state))
            self.turn = turn
            self.places = chronicle.places(state)[:]
        places = chronicle.places(state)
        lost = sum(map(places.count, chronicle.lost))
        if lost > self.lost:
            self._count_losses(state, places)
        self.lost = lost
        self.places = places[:]
        if turn != self.turn:
            self._end_turn(state)
            # What a turn begins with, as a nation that enters the war, belongs to that turn.
            self._note_events(self.last)
            self.turn = turn
        self.last = state.copy()

    def _count_losses(self, state: Any, places: list[int]) -> None:
        fallen = self.chronicle.lost
        for unit, (before, now) in enumerate(zip(self.places, places, strict=True)):
            if now in fallen and before not in fallen:
                self.losses[state.side_of(unit)] += 1

    def _end_turn(self, state: Any) -> None:
        assert self.turn is not None
        numbers = dict(self.chronicle.numbers(state))
        numbers[LOSSES] = [self.losses[side] for side in range(len(self.sides))]
        for what, values in numbers.items():
            for side, value in zip(self.sides, values, strict=True):
                self.pages.append(Page(self.turn, what, side, float(value)))

    def _note_events(self, state: Any) -> None:
        assert self.turn is not None
        for event in self.chronicle.events(state):
            if event not in self.known:
                self.known.add(event)
                self.events.append(Event(self.turn, event))

    def story(self, state: Any) -> Story:
        """The whole story; the game is over."""
        self.look(state)
        assert self.turn is not None
        self._end_turn(state)
        self._note_events(state)
        return Story(self.turn, tuple(self.pages), tuple(self.events))
