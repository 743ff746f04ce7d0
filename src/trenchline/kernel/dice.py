"""Honest dice.

A roll of a match is a function of the match's seed, the number of the roll and, where a die has
been taken back, of which act it is for: see ``takebacks``. Whoever runs the match publishes the
seed's hash (the commitment) before anything else, and the players add numbers of their own, their
lots, which they pledge by a hash before anybody shows his. So nobody chooses the dice, and with
seed and lots in the record anybody can check every roll.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple, Protocol

BY_ACT, BY_NUMBER = "act", "number"
"""The ways of dice: what a roll that was taken back and is rolled again hangs on."""


class Dice(Protocol):
    """Where rolls come from."""

    def roll(self, sides: int, number: int) -> int:
        """Roll ``number`` of the match: a whole number from 1 to ``sides``."""
        ...


class Lot(NamedTuple):
    """A number that a player adds to the seed.

    >>> Lot.of("1914").is_kept
    True
    >>> Lot(pledge("1914"), "1915").is_kept
    False
    """

    pledge: str
    """Its hash, given when the player sits down."""
    number: str | None
    """The number itself, given when everybody has pledged; None if it never was."""

    @classmethod
    def of(cls, number: str) -> Lot:
        """The lot of a number."""
        return cls(pledge(number), number)

    @property
    def is_kept(self) -> bool:
        """Whether the number is the one that was pledged."""
        return self.number is not None and self.pledge == pledge(self.number)


def pledge(number: str) -> str:
    """What a player publishes before he shows his number."""
    return sha256(b"trenchline lot:" + number.encode()).hexdigest()


def commitment(seed: str) -> str:
    """What whoever runs the match publishes before he shows the seed."""
    return sha256(b"trenchline:" + seed.encode()).hexdigest()


class SeededDice:
    """The dice of a match, each roll derived from the seed and the players' lots.

    >>> dice = SeededDice("trench")
    >>> [dice.roll(6, n) for n in range(8)]
    [3, 1, 5, 5, 1, 3, 2, 6]
    >>> dice.roll(6, 2)
    5
    >>> [dice.roll_anew(6, 2, time) for time in range(1, 8)]
    [1, 5, 1, 5, 6, 5, 1]
    >>> SeededDice("trench", {"Near": Lot.of("1914")}).roll(6, 2)
    2
    """

    way = BY_ACT

    def __init__(self, seed: str, lots: Mapping[str, Lot] | None = None) -> None:
        if not isinstance(seed, str):
            raise TypeError(f"a seed is a text, like {str(seed)!r}, not {seed!r}")
        self.seed = seed
        self.lots = dict(lots or {})
        given = [f"{side}={lot.number}" for side, lot in self.lots.items() if lot.number]
        self._key = seed.encode()
        if given:
            parts = "\n".join(["trenchline seed", seed, *sorted(given)])
            self._key = sha256(parts.encode()).hexdigest().encode()

    @property
    def commitment(self) -> str:
        """The hash that is published before the first roll."""
        return commitment(self.seed)

    def roll(self, sides: int, number: int) -> int:
        """Roll ``number`` of the match, every side equally likely."""
        return _value(sha256(b"%b:%d" % (self._key, number)).digest(), sides)

    def roll_anew(self, sides: int, number: int, time: int) -> int:
        """Roll ``number`` for another act, after ``time`` others that were taken back."""
        return _value(sha256(b"%b:%d:%d" % (self._key, number, time)).digest(), sides)


def _value(digest: bytes, sides: int) -> int:
    value = int.from_bytes(digest[:8], "big")
    # Drop the few values that would favour the low sides.
    fair = (1 << 64) - (1 << 64) % sides
    salt = 0
    while value >= fair:
        salt += 1
        value = int.from_bytes(sha256(digest + bytes([salt])).digest()[:8], "big")
    return value % sides + 1


class NumberedDice(SeededDice):
    """The dice of older matches: after a take-back a roll falls as before, whatever it is for.

    >>> NumberedDice("trench").roll_anew(6, 2, 1)
    5
    """

    way = BY_NUMBER

    def roll_anew(self, sides: int, number: int, time: int) -> int:
        """The roll of this number."""
        return self.roll(sides, number)


class PlannersDice:
    """Dice for trying things out: a player who plans never sees the match's own stream."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def roll(self, sides: int, number: int) -> int:
        """A fresh roll, whatever its number."""
        return int(self._rng.random() * sides) + 1


class RecordedDice:
    """Rolls read from a record, in order of their numbers; running out is an error."""

    def __init__(self, way: str = BY_ACT) -> None:
        self.way = way
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
