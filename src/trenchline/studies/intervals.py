"""How sure one may be: intervals that hold the true number nineteen times in twenty."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, variance
from typing import NamedTuple

Z = 1.959964
"""Nineteen in twenty of a normal distribution lie within so many deviations."""


class Estimate(NamedTuple):
    """A number, and the interval in which the true one lies."""

    value: float
    low: float
    high: float


def share(times: int, of: int) -> Estimate:
    """How often something happens (Wilson's interval, good for rare things and few games).

    >>> share(0, 20)
    Estimate(value=0.0, low=0.0, high=0.16...)
    """
    if not of:
        return Estimate(0.0, 0.0, 1.0)
    rate = times / of
    spread = Z * Z / of
    middle = (rate + spread / 2) / (1 + spread)
    reach = Z * sqrt(rate * (1 - rate) / of + spread / (4 * of)) / (1 + spread)
    return Estimate(rate, max(0.0, middle - reach), min(1.0, middle + reach))


def mean(values: Sequence[float]) -> Estimate:
    """The mean of what was seen.

    >>> mean([1.0, 3.0])
    Estimate(value=2.0, low=0.04..., high=3.95...)
    """
    if len(values) < 2:
        return Estimate(fmean(values) if values else 0.0, float("-inf"), float("inf"))
    value = fmean(values)
    reach = Z * sqrt(variance(values) / len(values))
    return Estimate(value, value - reach, value + reach)


def difference(first: Sequence[float], second: Sequence[float]) -> Estimate:
    """By how much the mean of the second exceeds that of the first, measured apart."""
    a, b = mean(first), mean(second)
    value = b.value - a.value
    reach = sqrt((a.high - a.value) ** 2 + (b.high - b.value) ** 2)
    return Estimate(value, value - reach, value + reach)
