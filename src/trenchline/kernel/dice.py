"""Honest dice.

Roll number n of a match is a function of the match's seed and n alone. Whoever runs the match
publishes the seed's hash (the commitment) at the start and the seed at the end, so anybody can
check every roll; taking a choice back and making it again gives the same roll.
"""

from __future__ import annotations

import random
from hashlib import sha256
from typing import Protocol


class Dice(Protocol):
    """Where rolls come from."""

    def roll(self, sides: int, number: int) -> int:
        """Roll ``number`` of the match: a whole number from 1 to ``sides``."""
        ...


class SeededDice:
    """The dice of a match, each roll derived from the seed.

    >>> dice = SeededDice("trench")
    >>> [dice.roll(6, n) for n in range(8)]
    [3, 1, 5, 5, 1, 3, 2, 6]
    >>> dice.roll(6, 2)
    5
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._key = seed.encode()

    @property
    def commitment(self) -> str:
        """The hash that is published before the first roll."""
        return sha256(b"trenchline:" + self._key).hexdigest()

    def roll(self, sides: int, number: int) -> int:
        """Roll ``number`` of the match, every side equally likely."""
        digest = sha256(b"%b:%d" % (self._key, number)).digest()
        value = int.from_bytes(digest[:8], "big")
        # Drop the few values that would favour the low sides.
        fair = (1 << 64) - (1 << 64) % sides
        salt = 0
        while value >= fair:
            salt += 1
            value = int.from_bytes(sha256(digest + bytes([salt])).digest()[:8], "big")
        return value % sides + 1


class PlannersDice:
    """Dice for trying things out: a player who plans never sees the match's own stream."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def roll(self, sides: int, number: int) -> int:
        """A fresh roll, whatever its number."""
        return int(self._rng.random() * sides) + 1


class RecordedDice:
    """Rolls read from a record, in order of their numbers; running out is an error."""

    def __init__(self) -> None:
        self.rolls: dict[int, int] = {}

    def roll(self, sides: int, number: int) -> int:
        """The roll the record has under this number."""
        try:
            value = self.rolls[number]
        except KeyError:
            raise ValueError(f"roll {number} is not in the record") from None
        if not 1 <= value <= sides:
            raise ValueError(f"roll {number} is {value} on a die of {sides}")
        return value
