"""Chances, exactly: what several dice bring, and what follows from what they brought.

A chance is a dict from what may happen to how likely it is, in fractions that add up to one. Three
dice have 216 ways to fall; nothing here is estimated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")

Chances = Mapping[A, Fraction]


def throws(dice: Sequence[int], read: Callable[[tuple[int, ...]], A]) -> dict[A, Fraction]:
    """How likely everything is that can be read from a throw; dice are given by their sides.

    >>> doubles = throws((6, 6), lambda values: values[0] == values[1])
    >>> str(doubles[True])
    '1/6'
    """
    one = Fraction(1, prod(dice))
    found: dict[A, Fraction] = {}
    for values in product(*(range(1, sides + 1) for sides in dice)):
        result = read(values)
        found[result] = found.get(result, Fraction(0)) + one
    return found


@lru_cache(maxsize=64)
def totals(dice: tuple[int, ...]) -> dict[int, Fraction]:
    """How likely each sum of some dice is, in rising order.

    >>> two = totals((6, 6))
    >>> str(two[7]), str(two[2]), str(sum(two.values()))
    ('1/6', '1/36', '1')
    """
    found = {0: Fraction(1)}
    for sides in dice:
        found = combined(found, dict.fromkeys(range(1, sides + 1), Fraction(1, sides)))
    return dict(sorted(found.items()))


def combined(one: Chances[int], other: Chances[int]) -> dict[int, Fraction]:
    """How likely each sum of two numbers is that have nothing to do with each other."""
    found: dict[int, Fraction] = {}
    for a, chance_a in one.items():
        for b, chance_b in other.items():
            found[a + b] = found.get(a + b, Fraction(0)) + chance_a * chance_b
    return found


def then(first: Chances[A], after: Callable[[A], Chances[B]]) -> dict[B, Fraction]:
    """How likely everything is in the end, when what comes after hangs on what came first.

    >>> hit = {True: Fraction(1, 3), False: Fraction(2, 3)}
    >>> sunk = then(hit, lambda was_hit: hit if was_hit else {False: Fraction(1)})
    >>> str(sunk[True])
    '1/9'
    """
    found: dict[B, Fraction] = {}
    for what, chance in first.items():
        for result, share in after(what).items():
            found[result] = found.get(result, Fraction(0)) + chance * share
    return found


def mean(chances: Chances[int]) -> Fraction:
    """The mean of a number.

    >>> str(mean(totals((6, 6, 6))))
    '21/2'
    """
    return sum((number * chance for number, chance in chances.items()), Fraction(0))
