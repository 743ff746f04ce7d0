"""What one side alone may read in the log, and choices whose object is its secret."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from trenchline.kernel.view import LogView


def heard(
    entry: LogView, reader: int | None, sides: Sequence[str], secret: Collection[str]
) -> LogView:
    """What a side (or a spectator) may read of a choice: its own whispers, and of the enemy's
    secret verbs nothing but the verb.

    >>> from trenchline.kernel.notes import Note
    >>> notes = (Note("Movement"), Note("in 0509", only=1))
    >>> entry = LogView(1, "Entente", "hide 0509", (), notes)
    >>> told = heard(entry, 0, ("Central", "Entente"), {"hide"})
    >>> told.choice, [note.text for note in told.lines]
    ('hide', ['Movement'])
    >>> [note.text for note in heard(entry, 1, ("Central", "Entente"), {"hide"}).lines]
    ['Movement', 'in 0509']
    """
    name = None if reader is None else sides[reader]
    lines = tuple(note for note in entry.lines if note.only is None or note.only == reader)
    choice = entry.choice
    if choice is not None and name != entry.side and choice.partition(" ")[0] in secret:
        choice = choice.partition(" ")[0]
    return replace(entry, choice=choice, lines=lines)
