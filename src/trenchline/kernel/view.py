"""What a side may know, as data for whoever draws it.

A view is generic: pieces with places, tracks with numbers, and panels of text. A game fills it
from its state for one side (or for a spectator) and leaves out what that side may not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import force_setattr

from trenchline.kernel.notes import Mark, Note, Said, plain


class PieceView(Struct, frozen=True):
    """A counter: where it is and what is printed on it."""

    key: str
    name: str
    nation: str
    side: str
    symbol: str
    size: str
    strengths: str
    place: str
    marks: tuple[str, ...] = ()
    title: str = ""
    """The whole name, where only a short one goes on the counter."""


class TrackView(Struct, frozen=True):
    """A number that the game keeps."""

    name: str
    value: int
    side: str = ""
    note: str = ""


class PanelView(Struct, frozen=True, omit_defaults=True):
    """A titled list of lines; what lines that were *said* name goes along as data."""

    title: str
    lines: tuple[str, ...]
    marks: dict[int, tuple[Mark, ...]] = {}
    """What lines name, by their numbers."""
    battle: bool = False
    """Whether it is about the battle in hand, and is shown with its odds."""

    def __post_init__(self) -> None:
        found = {n: line.marks for n, line in enumerate(self.lines) if isinstance(line, Said)}
        if found:
            force_setattr(self, "lines", tuple(map(str, self.lines)))
            force_setattr(self, "marks", found)


class ArrowView(Struct, frozen=True):
    """An arrow to be drawn on the map, from place to place."""

    kind: str
    """What goes that way: ``retreat`` or ``fire``."""
    start: str
    end: str
    chosen: bool = True
    """Whether it is what is proposed; else it is one of several that may be chosen."""


class FocusView(Struct, frozen=True):
    """What the decision is about, so that whoever draws it can point there."""

    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    battle: str = ""
    """How far a battle has come: declare, losses, retreat or advance; empty outside of battles."""
    arrows: tuple[ArrowView, ...] = ()
    """What is planned or proposed and waits to be confirmed."""
    result: str = ""
    """The result of the battle, once the die has fallen, where it does not follow from the first
    die that is thrown."""


class EndingView(Struct, frozen=True):
    """What would be left undone if the phase ended now: only for the side that may end it."""

    could: dict[str, tuple[str, ...]] = {}
    """Who could still act, by what they could do (``move``, ``be built``): units, or hexes."""
    lost: tuple[str, ...] = ()
    """What would be lost, in sentences."""


class View(Struct, frozen=True):
    """Everything a side may know of a position; what a prompt that was *said* names goes along."""

    turn: str
    phase: str
    who: str
    prompt: str
    pieces: tuple[PieceView, ...]
    tracks: tuple[TrackView, ...]
    panels: tuple[PanelView, ...]
    overlays: dict[str, tuple[str, ...]]
    """Hexes by name; the names are the same for the whole of a match."""
    focus: FocusView = FocusView()
    markers: dict[str, tuple[str, ...]] = {}
    """What lies in hexes besides pieces and is always drawn: trenches, broken lines ..."""
    ending: EndingView = EndingView()
    marks: tuple[Mark, ...] = ()
    """What the prompt names."""
    legends: dict[str, str] = {}
    """What is to be said of overlays besides: what a railway can still carry ..."""
    lines: dict[str, tuple[str, ...]] = {}
    """Overlays that are drawn as lines, not as hexes: where supply runs ... Each is a number of
    stretches, from place to place: ``0405>0406``."""
    words: dict[str, dict[str, str]] = {}
    """What people call what a verb may be followed by, where only the scenario tells: leaders,
    railways ..."""

    def __post_init__(self) -> None:
        if isinstance(self.prompt, Said):
            words, marks = plain(self.prompt)
            force_setattr(self, "prompt", words)
            force_setattr(self, "marks", marks)


class LogView(Struct, frozen=True):
    """One choice as a side may read of it; the opening is version 0 and has no choice."""

    version: int
    side: str
    choice: str | None
    dice: tuple[int, ...]
    lines: tuple[Note, ...]
    turn: str = ""
    phase: str = ""


def own_eyes(
    sides: Sequence[str],
    of_sides: Sequence[tuple[PieceView, ...]],
    of_all: tuple[PieceView, ...],
) -> Iterator[PieceView]:
    """Every counter as its own side sees it: for whoever made the position up."""
    for name, pieces in zip(sides, of_sides, strict=True):
        yield from (piece for piece in pieces if piece.side == name)
    yield from (piece for piece in of_all if piece.side not in sides)
