"""How likely attempts are by the Ground Success Table, and what they come to."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from trenchline.games.the_great_war.tables import success
from trenchline.kernel.chance import totals

DIE = (6,)


class Attempt(NamedTuple):
    """What an attempt came to."""

    succeeds: bool
    starred: bool
    """A success that may bring more [10], or a failure that costs more."""

    def __str__(self) -> str:
        return ("S" if self.succeeds else "F") + ("*" if self.starred else "")


def attempt(roll: int) -> Attempt:
    """What a modified roll brings; beyond the ends of the table the end counts [3C3] [3C3.1].

    >>> [str(attempt(roll)) for roll in (0, 2, 3, 4, 5, 6, 8)]
    ['F*', 'F*', 'F', 'F', 'S', 'S*', 'S*']
    """
    found = success(roll)
    return Attempt(found.startswith("S"), found.endswith("*"))


@lru_cache(maxsize=64)
def chances(modifier: int) -> dict[Attempt, Fraction]:
    """How likely each end of an attempt is.

    >>> sum(chance for end, chance in chances(2).items() if end.succeeds)
    Fraction(2, 3)
    """
    found: dict[Attempt, Fraction] = {}
    for roll, likely in totals(DIE).items():
        end = attempt(roll + modifier)
        found[end] = found.get(end, Fraction(0)) + likely
    return found


def chance(modifier: int) -> Fraction:
    """How likely an attempt succeeds.

    >>> chance(0), chance(-1)
    (Fraction(1, 3), Fraction(1, 6))
    """
    return sum((share for end, share in chances(modifier).items() if end.succeeds), Fraction(0))
