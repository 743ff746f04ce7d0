"""Exact numbers: halves, thirds and odds that are never rounded before the rules say so."""

from __future__ import annotations

import re
from fractions import Fraction

Exact = int | Fraction
"""A whole number, or a fraction where it is none."""


def exact(number: Exact) -> Exact:
    """A number as an int if it is whole.

    >>> exact(Fraction(6, 2)), exact(Fraction(3, 2))
    (3, Fraction(3, 2))
    """
    return number.numerator if number.denominator == 1 else number


def say(number: Exact) -> str:
    """A number as people write it.

    >>> say(3), say(Fraction(-7, 2)), say(Fraction(1, 3))
    ('3', '-3 1/2', '1/3')
    """
    whole, rest = divmod(abs(number.numerator), number.denominator)
    sign = "-" if number < 0 else ""
    part = f"{rest}/{number.denominator}" if rest else ""
    return sign + " ".join(filter(None, (str(whole) if whole or not part else "", part)))


def read_exact(text: str) -> Exact:
    """A number as ``say`` writes it.

    >>> read_exact("-3 1/2"), read_exact("4")
    (Fraction(-7, 2), 4)
    """
    found = re.fullmatch(r"(-?)(?:(\d+)|(?:(\d+) )?(\d+)/(\d+))", text)
    if found is None or (found[5] and not int(found[5])):
        raise ValueError(f"{text[:20]!r} is not a number like 3 1/2")
    sign, whole, more, part, of = found.groups()
    number = Fraction(int(whole)) if whole else int(more or 0) + Fraction(int(part), int(of))
    return exact(-number if sign else number)


def ratio(text: str) -> Fraction:
    """Odds as a table heads its columns.

    >>> ratio("3:2"), ratio("1:4")
    (Fraction(3, 2), Fraction(1, 4))
    """
    found = re.fullmatch(r"(\d+):(\d+)", text)
    if found is None or not int(found[2]):
        raise ValueError(f"{text[:20]!r} is not a ratio like 3:2")
    return Fraction(int(found[1]), int(found[2]))


def say_ratio(odds: Exact) -> str:
    """Odds as a table heads its columns.

    >>> say_ratio(Fraction(6, 4))
    '3:2'
    """
    return f"{odds.numerator}:{odds.denominator}"
