"""Numbers and lists as people say them, for prompts, logs and panels."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, noun: str, nouns: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "point"), counted(3, "point"), counted(0, "point"), counted(2, "die", "dice")
    ('1 point', '3 points', 'no points', '2 dice')
    """
    return f"{number or 'no'} {noun if number == 1 else nouns or f'{noun}s'}"


def enumerated(names: Sequence[str], most: int = 3) -> str:
    """Names in a row; of many only the first.

    >>> enumerated(["DE1"]), enumerated(["DE1", "DE2"])
    ('DE1', 'DE1 and DE2')
    >>> enumerated(["DE1", "DE2", "DE3", "DE4", "DE5"])
    'DE1, DE2 and 3 more'
    """
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} more"]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
