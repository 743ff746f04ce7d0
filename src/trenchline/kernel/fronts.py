"""Fronts over bitboards: how far an enemy could walk in, and what he would find there.

Where nothing but a unit in its way stops an enemy, a line is as good as its widest gap. So a staff
asks not how long its line is but what lies open behind it, and puts units where least is left open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from trenchline.kernel.bits import bit_set
from trenchline.kernel.hexes import Hex, Hexes

Step = Callable[[Hexes], Hexes]


@dataclass(frozen=True)
class Worths:
    """What hexes are worth, grouped so that a whole set is weighed by a few counts."""

    groups: tuple[tuple[Hexes, float], ...]

    def of(self, hexes: Hexes) -> float:
        """What a set of hexes is worth together."""
        return sum(worth * (hexes & group).bit_count() for group, worth in self.groups)


def grouped(worth: Mapping[Hex, float]) -> Worths:
    """Worths from what single hexes are worth.

    >>> grouped({1: 0.5, 2: 3.0, 5: 0.5}).of(0b100110)
    4.0
    """
    by_worth: dict[float, list[Hex]] = {}
    for hex_, value in worth.items():
        if value:
            by_worth.setdefault(value, []).append(hex_)
    return Worths(tuple((bit_set(hexes), value) for value, hexes in by_worth.items()))


def incursion(starts: Sequence[Hexes], free: Hexes, easy: Step, hard: Step) -> Hexes:
    """Where walkers could get: ``starts`` has those with the most points first, each of the others
    with a point less. An easy step costs one, a hard one all that are left."""
    level = seen = 0
    for fresh in starts:
        level |= fresh
        seen |= fresh
        ahead = easy(level)
        reached = (ahead | hard(level)) & free & ~seen
        seen |= reached
        level = ahead & reached
    return seen
