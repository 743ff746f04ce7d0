"""A guided first game: an adviser who speaks up, once each, as things come up for the first time.

A game keeps what he says in ``guided.toml``: the side that is advised, a ``welcome``, and pieces of
``advice``. Each has ``words`` and says when they are due: in a ``phase`` (as the view names it,
``*`` for any letters), when a ``verb`` is on offer, or both; with ``watch`` while others decide,
else when the side itself does. He says what is due in the order of the file, and nothing twice. The
scenario is the one that ``audience.csv`` tells people to start with.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from trenchline.kernel.data import DataError, read_text, read_toml

FILE = "guided.toml"
ADVICE = {"words", "phase", "verb", "watch", "points"}


@dataclass(frozen=True)
class Advice:
    """Something to be said once, when it is due."""

    words: str
    phase: str = "*"
    verb: str = ""
    watch: bool = False
    points: tuple[str, ...] = ()

    def due(self, phase: str, verbs: Collection[str], decides: bool) -> bool:
        """Whether it is time to say it.

        >>> Advice("Dig!", "*movement", "dig").due("Central movement", {"unit", "dig"}, True)
        True
        """
        return (
            decides != self.watch
            and fnmatchcase(phase, self.phase)
            and (not self.verb or self.verb in verbs)
        )


@dataclass(frozen=True)
class Guided:
    """What the adviser of a side says in the first game of somebody."""

    side: str
    welcome: str
    advice: tuple[Advice, ...]


def load_guided(folder: Path, sides: tuple[str, ...]) -> Guided | None:
    """What a game's adviser says, if it has one."""
    file = folder / FILE
    if not file.is_file():
        return None
    told = read_toml(file)
    if unknown := sorted({*told} - {"side", "welcome", "advice"}):
        raise DataError(file, None, f"{unknown[0]!r} is not understood")
    if told.get("side") not in sides:
        raise DataError(file, None, f"side is {told.get('side')!r}, not one of {', '.join(sides)}")
    if not isinstance(told.get("welcome"), str):
        raise DataError(file, None, "welcome should be a text")
    heads = [n for n, line in enumerate(read_text(file).splitlines(), 1) if line == "[[advice]]"]
    pieces = told.get("advice", [])
    if not pieces or len(heads) != len(pieces):
        raise DataError(file, None, "an adviser has advice, each piece under [[advice]]")
    advice = tuple(_advice(file, n, one) for n, one in zip(heads, pieces, strict=True))
    return Guided(told["side"], told["welcome"].strip(), advice)


def _advice(file: Path, line: int, told: Mapping[str, Any]) -> Advice:
    if unknown := sorted({*told} - ADVICE):
        raise DataError(file, line, f"{unknown[0]!r} is not understood")
    if not isinstance(told.get("words"), str):
        raise DataError(file, line, "advice has words")
    if not told.get("phase") and not told.get("verb"):
        raise DataError(file, line, "advice is due in a phase, or when a verb is on offer")
    if told.get("watch") and told.get("verb"):
        raise DataError(file, line, "who looks on has no verbs on offer")
    return Advice(
        told["words"].strip(),
        told.get("phase", "*"),
        told.get("verb", ""),
        told.get("watch", False),
        tuple(told.get("points", ())),
    )
