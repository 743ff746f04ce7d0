"""What an analysis has found, as plain data: ``analysis.json``, and what the page shows.

Chances are those of the first side, 0 to 1; the other's are what is missing to 1. A *version* is
how many choices had been made, as in replays.
"""

from __future__ import annotations

from msgspec import Struct


class Point(Struct, frozen=True):
    """The chance at a moment at which no act was under way."""

    version: int
    chance: float


class RollFound(Struct, frozen=True):
    """The dice of a choice, and what they made of the chance."""

    version: int
    """The match after it."""
    side: str
    """Who chose what they were rolled for; nobody before the first choice."""
    dice: tuple[int, ...]
    expected: float
    luck: float
    """What they added to the first side's chance."""
    each: tuple[float, ...]
    exact: bool
    what: str


class MapHex(Struct, frozen=True, omit_defaults=True):
    """A hex of a small map: where it lies, in lengths of a hex's side."""

    x: float
    y: float
    name: str = ""
    before: tuple[str, ...] = ()
    """Who stood there: for each counter its side and nation, ``Allied FR``."""
    after: tuple[str, ...] = ()
    here: bool = False
    """Whether it is what the moment was about."""


class Turning(Struct, frozen=True):
    """An act that turned the war."""

    begins: int
    """The version before it."""
    ends: int
    turn: str
    phase: str
    side: str
    before: float
    after: float
    luck: float
    """How much of the change was the dice's."""
    words: tuple[str, ...]
    """What the log tells of it."""
    map: tuple[MapHex, ...] = ()


class Mistake(Struct, frozen=True):
    """A decision that gave something away."""

    version: int
    """The match before it."""
    turn: str
    phase: str
    side: str
    choice: str
    better: str
    """What the staff would have done."""
    words: tuple[str, ...]
    """The same in words, as the log would tell it."""
    gave: float
    """What it gave away of its side's chance."""
    error: float
    """How far off that may be: a standard error."""
    asked: str


class TurnFound(Struct, frozen=True):
    """How things stood as a turn ended."""

    turn: int
    name: str
    version: int
    chance: float
    numbers: dict[str, tuple[float, ...]]
    """What the game counts, for each side: points, losses, territory ..."""


class EventFound(Struct, frozen=True):
    """Something people remember."""

    turn: int
    what: str


class Film(Struct, frozen=True):
    """The front by turns: cells, and who holds each of them."""

    flat: bool
    """Whether hexes have flat tops."""
    cells: tuple[tuple[float, float], ...]
    """Where each lies, in lengths of a hex's side."""
    frames: tuple[tuple[str, str], ...]
    """For each turn its name, and a digit for every cell: 0 nobody's, 1 and 2 a side's, 3 and 4
    where units of it stand."""


class Analysis(Struct, frozen=True):
    """All of it."""

    game: str
    title: str
    scenario: str
    sides: tuple[str, ...]
    players: tuple[str, ...]
    colours: dict[str, str]
    """The colours of nations' counters."""
    choices: int
    winner: str | None
    reason: str
    over: bool
    how: str
    """How the chance was found."""
    hasty: bool
    """Whether there was no time to ask the staff how acts under way would end."""
    curve: tuple[Point, ...]
    rolls: tuple[RollFound, ...]
    luck: dict[str, float]
    """What the dice of each side's choices added to its own chance, all together."""
    turning: tuple[Turning, ...]
    mistakes: tuple[Mistake, ...]
    looked_at: int
    """So many decisions were held against what the staff would have done."""
    turns: tuple[TurnFound, ...]
    events: tuple[EventFound, ...]
    film: Film | None
    summary: tuple[str, ...]
    """Who won and why, in sentences."""
