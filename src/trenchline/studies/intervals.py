"""How sure one may be: intervals that hold the true number nineteen times in twenty.

Every share is told with Wilson's interval, wherever it stands, and a difference of two shares with
Newcombe's, which is made of two of Wilson's: neither shrinks to nothing after a clean sweep, nor
where all pairs of games ended alike. Means of numbers have Student's.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, variance
from typing import NamedTuple

Z = 1.959964
"""Nineteen in twenty of a normal distribution lie within so many deviations."""
STUDENT = {1: 12.7062, 2: 4.3027}
"""The same of Student's distribution with one and two degrees of freedom."""


class Estimate(NamedTuple):
    """A number, and the interval in which the true one lies."""

    value: float
    low: float
    high: float


ONE_OF_EACH = tuple(((x, y), 0.5) for x in (0.0, 1.0) for y in (0.0, 1.0))
"""Half a pair of each kind that there may be: both lost, one or the other won, both won."""
NO_SHIFT = Estimate(0.0, 0.0, 0.0)
"""Something beside itself."""


def share(times: float, of: int) -> Estimate:
    """How often something happens (Wilson's interval, good for rare things and few games); half a
    time is a draw, for which the interval is wider than it need be.

    >>> share(0, 20)
    Estimate(value=0.0, low=0.0, high=0.16...)
    >>> share(20, 20).low < 0.9
    True
    """
    if not of:
        return Estimate(0.0, 0.0, 1.0)
    rate = times / of
    spread = Z * Z / of
    middle = (rate + spread / 2) / (1 + spread)
    reach = Z * sqrt(rate * (1 - rate) / of + spread / (4 * of)) / (1 + spread)
    # The value itself lies in it, however the last digit is rounded.
    return Estimate(rate, max(0.0, min(rate, middle - reach)), min(1.0, max(rate, middle + reach)))


def share_difference(
    first: Sequence[float], second: Sequence[float], paired: bool = False
) -> Estimate:
    """By how much the share of the second exceeds that of the first (Newcombe's interval); in pairs
    if both were played with the same seeds.

    >>> share_difference([0.0] * 20, [1.0] * 20)
    Estimate(value=1.0, low=0.77..., high=1.0)
    >>> share_difference([0.0, 1.0] * 5, [0.0, 1.0] * 5, paired=True)
    Estimate(value=0.0, low=-0.15..., high=0.15...)
    """
    a, b = share(sum(first), len(first)), share(sum(second), len(second))
    alike = _correlation(first, second) if paired else 0.0
    value = b.value - a.value
    down = _joined(b.value - b.low, a.high - a.value, alike)
    up = _joined(b.high - b.value, a.value - a.low, alike)
    return Estimate(value, max(-1.0, value - down), min(1.0, value + up))


def _joined(one: float, other: float, alike: float) -> float:
    return sqrt(max(0.0, one * one - 2 * alike * one * other + other * other))


def _correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """How alike pairs of games are. Half a pair of each kind is added to them: a few pairs that
    happen to be the same do not prove that all are."""
    pairs = [*((pair, 1.0) for pair in zip(first, second, strict=True)), *ONE_OF_EACH]
    weight = sum(w for _, w in pairs)
    a = sum(w * x for (x, _), w in pairs) / weight
    b = sum(w * y for (_, y), w in pairs) / weight
    both = sum(w * (x - a) * (y - b) for (x, y), w in pairs)
    spread = sum(w * (x - a) ** 2 for (x, _), w in pairs)
    return both / sqrt(spread * sum(w * (y - b) ** 2 for (_, y), w in pairs))


def mean(values: Sequence[float]) -> Estimate:
    """The mean of what was seen (Student's interval).

    >>> mean([1.0, 3.0])
    Estimate(value=2.0, low=-10.7..., high=14.7...)
    """
    if len(values) < 2:
        return Estimate(fmean(values) if values else 0.0, float("-inf"), float("inf"))
    value = fmean(values)
    reach = student(len(values) - 1) * sqrt(variance(values) / len(values))
    return Estimate(value, value - reach, value + reach)


def student(freedom: int) -> float:
    """Nineteen in twenty of Student's distribution lie within so many deviations (Cornish and
    Fisher's series).

    >>> [round(student(n), 2) for n in (1, 2, 4, 9, 30, 1000)]
    [12.71, 4.3, 2.78, 2.26, 2.04, 1.96]
    """
    if freedom in STUDENT:
        return STUDENT[freedom]
    z = Z
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum((term / float(freedom) ** power for power, term in enumerate(terms)), 0.0)


def difference(first: Sequence[float], second: Sequence[float]) -> Estimate:
    """By how much the mean of the second exceeds that of the first, measured apart."""
    a, b = mean(first), mean(second)
    value = b.value - a.value
    reach = sqrt((a.high - a.value) ** 2 + (b.high - b.value) ** 2)
    return Estimate(value, value - reach, value + reach)
