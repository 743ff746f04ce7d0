"""Notes: the lines of a log, with what they speak of as data.

A rule notes what has happened in a sentence with places for what it names, and says of each what it
is: ``state.note("{:unit} moves to {:hex}", unit, hex_)``. The game's *names* put it into words; the
note keeps both, the words and what they stand for, so that whoever shows a log need not guess which
number is a hex, which a year and which a die. Where nobody reads along, nothing is put into words.

What may stand in a place: ``unit``, ``units``, ``party`` (units as people say them, of many only
the first), ``hex`` (off the map too), ``hexes``, ``way`` (hexes from one end to the other),
``die``, and ``sum``, a number that grows when the same is told again at once. A note may stand in a
note, and its marks are kept. Anything else is left to ``format``.

What is no line of the log but a question, a line of a panel or an entry of a battle is *said*: it
is a ``str`` to whoever only reads it, and keeps its marks for whoever shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from string import Formatter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from trenchline.kernel.words import enumerated

TURN, PHASE, ACT, DETAIL = "turn", "phase", "act", "detail"
"""What a note is: the heading of a turn or of a phase, something done, or what came of it."""


class Mark(Struct, frozen=True, gc=False):
    """What the words from one place to another of a note stand for."""

    kind: str
    """``unit``, ``hex``, ``way``, ``die`` or ``sum``."""
    at: int
    to: int
    of: tuple[str, ...]
    """The key of the unit, the hex or hexes, the number."""


class Note(Struct, frozen=True):
    """A line of the log."""

    text: str
    rank: str = ACT
    only: int | None = None
    """The one side that may read it."""
    marks: tuple[Mark, ...] = ()

    def __str__(self) -> str:
        return f"  {self.text}" if self.rank == DETAIL else self.text

    def __contains__(self, words: str) -> bool:
        return words in self.text

    def named(self, *kinds: str) -> Iterator[str]:
        """What of some kinds the note names, in its order."""
        for mark in self.marks:
            if mark.kind in kinds:
                yield from mark.of


class Said(str):
    """A sentence that knows what it names; to whoever only reads it, it is a ``str``.

    >>> asked = said(NUMBERS, "who attacks {:hex}?", (406,))
    >>> asked, plain(asked)
    ('who attacks 406?', ('who attacks 406?', (Mark(kind='hex', at=12, to=15, of=('406',)),)))
    """

    __slots__ = ("marks",)
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Names:
    """How a game names what its notes speak of."""

    key: Callable[[int], str] = str
    """The key of a unit, as in choices and views."""
    unit: Callable[[int], str] = str
    """What people call a unit."""
    label: Callable[[int], str] = str
    """The label of a hex, as in choices and views."""
    hex: Callable[[int], str] = str
    """What people call a hex."""
    pile: Callable[[int], str] = str
    """What people call a place off the map."""


NUMBERS = Names()
"""For games that have no names: everything is called by its number."""


def told(names: Names, rank: str, sentence: str, about: tuple[Any, ...]) -> Note:
    """A note in words.

    >>> names = Names(key="GE{}".format, unit="German army {}".format, label="{:04}".format)
    >>> note = told(names, ACT, "{:unit} moves {:way}, {:+} left", (5, (509, 510), 2))
    >>> note.text
    'German army 5 moves 0509-0510, +2 left'
    >>> list(note.named("unit")), list(note.named("hex", "way"))
    (['GE5'], ['0509', '0510'])
    """
    if not about:
        return Note(sentence, rank)
    writing = _Writing(names)
    given = iter(about)
    for literal, place, kind, _ in Formatter().parse(sentence):
        writing.text += literal
        if place is not None:
            writing.write(next(given), kind or "")
    return Note(writing.text, rank, None, tuple(writing.marks))


def said(names: Names, sentence: str, about: tuple[Any, ...]) -> Said:
    """A sentence that is no line of the log, in words."""
    note = told(names, DETAIL, sentence, about)
    words = Said(note.text)
    words.marks = note.marks
    return words


def plain(words: str) -> tuple[str, tuple[Mark, ...]]:
    """Words, and what they name if they know it, as they go over the wire."""
    return (str(words), words.marks) if isinstance(words, Said) else (words, ())


def without_side(question: str, sides: tuple[str, ...]) -> Said:
    """A question without the name of the side it is put to, where that stands beside it.

    >>> asked = said(NUMBERS, "North: who attacks {:hex}?", (406,))
    >>> plain(without_side(asked, ("North", "South")))
    ('Who attacks 406?', (Mark(kind='hex', at=12, to=15, of=('406',)),))
    """
    text, marks = plain(question)
    rest = text
    for name in sides:
        rest = rest.removeprefix(f"{name}: ")
    cut = len(text) - len(rest)
    words = Said(rest[:1].upper() + rest[1:])
    words.marks = tuple(replace(mark, at=mark.at - cut, to=mark.to - cut) for mark in marks)
    return words


class _Writing:
    """A note as it is being written."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.text = ""
        self.marks: list[Mark] = []

    def write(self, what: Any, kind: str) -> None:
        """Write what stands in one place of the sentence."""
        names = self.names
        if isinstance(what, Note):
            self.take_in(what.text, what.marks)
        elif isinstance(what, Said):
            self.take_in(*plain(what))
        elif kind == "unit":
            self.mark("unit", names.unit(what), names.key(what))
        elif kind == "hex":
            if what < 0:
                self.text += names.pile(what)
            else:
                self.mark("hex", names.hex(what), names.label(what))
        elif kind == "units":
            self.list(what, "unit")
        elif kind == "hexes":
            self.list(what, "hex")
        elif kind == "party":
            self.party(tuple(what))
        elif kind == "way":
            stations = [names.label(hex_) for hex_ in what]
            self.mark("way", "-".join(stations), *stations)
        elif kind == "die":
            self.mark("die", f"die {what}", str(what))
        elif kind == "sum":
            self.mark("sum", str(what), str(what))
        else:
            self.text += format(what, kind)

    def list(self, what: Iterable[int], kind: str) -> None:
        """Write several of a kind."""
        for number, one in enumerate(what):
            self.text += ", " if number else ""
            self.write(one, kind)

    def party(self, units: tuple[int, ...]) -> None:
        """Write units as people say them, of many only the first."""
        *between, end = enumerated(["\0"] * len(units)).split("\0")
        for words, unit in zip(between, units, strict=False):
            self.text += words
            self.write(unit, "unit")
        self.text += end

    def take_in(self, text: str, marks: Iterable[Mark]) -> None:
        """Write what has been told before, and keep its marks."""
        start = len(self.text)
        self.marks += (replace(m, at=m.at + start, to=m.to + start) for m in marks)
        self.text += text

    def mark(self, kind: str, words: str, *of: str) -> None:
        """Write words and say what they stand for."""
        start = len(self.text)
        self.text += words
        self.marks.append(Mark(kind, start, len(self.text), of))


def add(log: list[Note], note: Note) -> None:
    """Write a note to a log; one that tells the last one again adds to its sums.

    >>> log = []
    >>> for points in (1, 2):
    ...     add(log, told(NUMBERS, DETAIL, "{:unit} loses {:sum}", (7, points)))
    >>> [note.text for note in log]
    ['7 loses 3']
    """
    both = _together(log[-1], note) if log and any(note.named("sum")) else None
    if both is None:
        log.append(note)
    else:
        log[-1] = both


def _together(one: Note, other: Note) -> Note | None:
    """Two notes that differ in nothing but their sums, as one."""
    if (one.rank, one.only, len(one.marks)) != (other.rank, other.only, len(other.marks)):
        return None
    parts: list[Any] = []
    sentence = ""
    for (before, first), (again, second) in zip(_pieces(one), _pieces(other), strict=True):
        if before != again or (first and first.kind) != (second and second.kind):
            return None
        sentence += before.replace("{", "{{").replace("}", "}}")
        if first is None or second is None:
            continue
        if first.kind == "sum":
            sentence += "{:sum}"
            parts.append(int(first.of[0]) + int(second.of[0]))
        elif first.of != second.of:
            return None
        else:
            words = one.text[first.at : first.to]
            sentence += "{}"
            parts.append(Note(words, marks=(replace(first, at=0, to=len(words)),)))
    return replace(told(NUMBERS, one.rank, sentence, tuple(parts)), only=one.only)


def _pieces(note: Note) -> Iterator[tuple[str, Mark | None]]:
    """The plain words of a note, each with the mark that follows them."""
    start = 0
    for mark in note.marks:
        yield note.text[start : mark.at], mark
        start = mark.to
    yield note.text[start:], None


def lines(log: Iterable[Note], sides: tuple[str, ...] = ()) -> list[str]:
    """A log as text, with whose eyes a line is for.

    >>> lines(
    ...     [Note("Movement", PHASE), Note("six points arrive", DETAIL, 1)], ("Central", "Entente")
    ... )
    ['Movement', '  (Entente only) six points arrive']
    """
    return [str(note) if note.only is None else _whispered(note, sides) for note in log]


def _whispered(note: Note, sides: tuple[str, ...]) -> str:
    return f"  ({sides[note.only or 0]} only) {note.text}"
