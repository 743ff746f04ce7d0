"""Tiers: those with the best rating act first, all of a tier at once.

Ships fire by gunnery and fighters by guns; whoever is hit in a tier has still fired in it, and is
gone before the next one.
"""

from __future__ import annotations

from collections.abc import Sequence

from trenchline.kernel.bits import members


def tiers(units: int, ratings: Sequence[int]) -> list[tuple[int, int]]:
    """The ratings among some units from the best down, each with the units that have it.

    >>> tiers(0b1011, [3, 1, 9, 3])
    [(3, 9), (1, 2)]
    """
    found: dict[int, int] = {}
    for unit in members(units):
        found[ratings[unit]] = found.get(ratings[unit], 0) | 1 << unit
    return sorted(found.items(), reverse=True)


def next_tier(units: int, ratings: Sequence[int], below: int | None = None) -> tuple[int, int]:
    """The best rating under ``below`` (or of all), and the units that have it; (0, 0) if none.

    A step keeps the rating of the tier that has just acted and asks again, for by then some who
    were to come are gone.

    >>> next_tier(0b1011, [3, 1, 9, 3], below=3)
    (1, 2)
    """
    for rating, those in tiers(units, ratings):
        if below is None or rating < below:
            return rating, those
    return 0, 0
