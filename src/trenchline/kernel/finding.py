"""Finding something in a long log: by turn, by power and by place, in any words.

What is looked for are words, all of which must be there: in the name of the turn, in that of the
side, in a line of the log, or among what its lines name, as the key of a unit or the label of a
hex.
"""

from __future__ import annotations

from collections.abc import Iterable

from trenchline.kernel.notes import TURN, Note


def haystack(turn: str, side: str, notes: Iterable[Note]) -> str:
    """All that an entry of the log can be found by."""
    parts = [turn, side]
    for note in notes:
        parts.append(note.text)
        parts += note.named("hex", "unit", "way")
    return " ".join(map(str, parts)).casefold()


def is_found(words: str, turn: str, side: str, notes: Iterable[Note]) -> bool:
    """Whether an entry of the log has all of some words.

    >>> taken = [Note("German 3 corps takes Verdun")]
    >>> is_found("1916 verdun", "March 1916", "Central Powers", taken)
    True
    >>> is_found("1917 verdun", "March 1916", "Central Powers", taken)
    False
    """
    where = haystack(turn, side, notes)
    return all(word in where for word in words.casefold().split())


def turn_after(turn: str, notes: Iterable[Note]) -> str:
    """The turn that it is after some lines of the log."""
    for note in notes:
        if note.rank == TURN:
            turn = note.text
    return turn
