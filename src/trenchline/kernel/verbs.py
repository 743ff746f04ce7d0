"""Verbs: what may be chosen, how its number is written and read, and what people call it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from trenchline.kernel.hexes import Grid


@dataclass(frozen=True)
class Names:
    """How the numbers of one kind of choice are written and read: hexes, pieces, nations ..."""

    format: Callable[[int], str]
    parse: Callable[[str], int]
    takes: str = "word"
    """What a person points at or types: ``hex``, ``unit``, ``amount`` or ``word``."""
    title: Callable[[int], str] | None = None
    """How people call it, where the writing of a record is too terse."""


PLAIN = Names(str, int, "amount")
"""Amounts: written as they are."""


def hex_names(grid: Grid) -> Names:
    """Hexes, by the numbers printed in them."""
    return Names(grid.label, grid.hex, "hex")


def unit_names(units: Mapping[str, int]) -> Names:
    """Units, by their keys; the keys stand in the order of the units' numbers."""
    return _listed_names(tuple(units), "unit", "unit")


def word_names(names: tuple[str, ...], what: str, titles: tuple[str, ...] = ()) -> Names:
    """Things of a short list, by their names; titles where people call them otherwise.

    >>> boxes = word_names(("USA", "British Empire"), "box")
    >>> boxes.format(1), boxes.parse("British_Empire"), boxes.title(1)
    ('British_Empire', 1, 'British Empire')
    """
    written = tuple(name.replace(" ", "_") for name in names)
    called = titles or tuple(name.replace("_", " ") for name in names)
    return _listed_names(written, what, "word", lambda number: called[number])


def _listed_names(
    written: tuple[str, ...], what: str, takes: str, title: Callable[[int], str] | None = None
) -> Names:
    numbers = {word: number for number, word in enumerate(written)}

    def number_of(word: str) -> int:
        if word not in numbers:
            raise ValueError(f"there is no {what} {word[:20]!r}")
        return numbers[word]

    return Names(lambda number: written[number], number_of, takes, title)


MEANINGS = {
    "pick": "takes a unit in hand, to do something with it",
    "move": "goes somewhere, by any means",
    "idle": "does nothing, or no more",
    "attack": "begins a fight, or takes part in it from afar",
    "join": "brings another unit into it",
    "fight": "goes through with it",
    "leave": "calls it off",
    "spend": "buys something with points",
    "fortify": "digs in, or improves works",
    "give": "gives up a unit, a step or ground",
}
"""What verbs of all games come to, for players that know no more of a game than this."""


@dataclass(frozen=True)
class Verb:
    """One kind of choice, such as moving a unit or rolling the die.

    >>> Verb(PLAIN, "Pay").called("pay"), Verb().called("big_push")
    ('Pay', 'Big push')
    """

    names: Names | None = None
    """How its number is written; None for a verb without an object."""
    label: str = ""
    """What people call it, where its own name will not do."""
    ends: bool = False
    """Whether it ends a phase."""
    main: bool = False
    """Whether it is what one usually means to do: it stands out at the table."""
    means: str = ""
    """What it comes to in any game, one of ``MEANINGS``, where that can be said."""
    aside: bool = False
    """Whether it is done now and then, or is not to be done by mistake: at the table one says that
    one means it before one points at anything."""

    def called(self, verb: str) -> str:
        """What people call it."""
        return self.label or verb.replace("_", " ").capitalize()


DONE = Verb(ends=True)
"""Enough of this phase."""
