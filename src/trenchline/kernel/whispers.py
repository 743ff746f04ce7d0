"""Lines of the log that only one side may read, and choices whose object is its secret."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from trenchline.kernel.view import LogView


def whispered(side: str, line: str) -> str:
    """A line of the log for one side alone.

    >>> whispered("Entente", "six points arrive")
    '  (Entente only) six points arrive'
    """
    return f"  ({side} only) {line}"


def heard(
    entry: LogView, reader: int | None, sides: Sequence[str], secret: Collection[str]
) -> LogView:
    """What a side (or a spectator) may read of a choice: its own whispers, and of the enemy's
    secret verbs nothing but the verb.

    >>> entry = LogView(
    ...     1, "Entente", "hide 0509", (), ("Movement", whispered("Entente", "in 0509"))
    ... )
    >>> told = heard(entry, 0, ("Central", "Entente"), {"hide"})
    >>> told.choice, told.lines
    ('hide', ('Movement',))
    >>> heard(entry, 1, ("Central", "Entente"), {"hide"}).lines
    ('Movement', '  in 0509')
    """
    name = None if reader is None else sides[reader]
    mine = f"  ({name} only) "
    whispers = tuple(f"  ({side} only) " for side in sides)
    lines = []
    for line in entry.lines:
        if line.startswith(mine):
            lines.append(f"  {line.removeprefix(mine)}")
        elif not line.startswith(whispers):
            lines.append(line)
    choice = entry.choice
    if choice is not None and name != entry.side and choice.partition(" ")[0] in secret:
        choice = choice.partition(" ")[0]
    return replace(entry, choice=choice, lines=tuple(lines))
