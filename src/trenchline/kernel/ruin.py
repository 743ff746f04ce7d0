"""Fear of ruin: the price of a side's life, which rises as the life runs out.

Points, resources, supply or morale are money while there are plenty of them; when the last is gone,
so is the war. A ``Life`` says how likely a side falls with so much left: surely at nothing, and
before that by what the enemy may still take until more comes in. What a decision costs is what it
adds to that chance, over *everything* it may bring: an attack that loses six points by one die in
six is dear to a side that has five, though it loses one on average.

A game's staff makes one ``Life`` for its own side and, turned round, one for the enemy's:

    life = Life(worth=90, danger=16, spread=7)           # nothing comes in before the enemy's turn
    life.price(24, certain(3))                           # three points for supply
    life.price(24, struck(((6, 0.5), (6, 0.5), (2, 1)))) # who is lost in a rout
    -life.price(8, struck(((6, 1.0),)))                  # what it brings to whoever takes them

It adds these to what the points are worth as money, and compares. Purses of nations, the stock of a
headquarters or the cohesion of an army are lives of the same kind: ``danger`` is what the enemy's
next turn usually takes, ``coming`` what arrives before it, ``most`` the cap on what can be kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import exp

Losses = Mapping[int, float]
"""How likely each loss is; the chances add up to one."""


@dataclass(frozen=True, slots=True)
class Life:
    """What stands between a side and its ruin."""

    worth: float
    """What it is worth to the side not to fall, in the points that its staff counts in."""
    danger: float
    """What will probably still be taken from it before it can help itself."""
    spread: float
    """How far that may be off."""
    coming: float = 0.0
    """What comes in before any of that is taken."""
    most: float = float("inf")
    """More than this cannot be kept."""
    end: float | None = None
    """What it costs to fall by the decision itself, if that is more than ``worth``: a danger may
    pass, but no decision stakes the war when another does not lose it."""

    def fall(self, left: float) -> float:
        """The chance to fall with so much left.

        >>> life = Life(worth=100, danger=10, spread=4)
        >>> life.fall(0), life.fall(10), round(life.fall(30), 3)
        (1.0, 0.5, 0.007)
        """
        if left <= 0:
            return 1.0
        return slope(self.danger - min(self.most, left + self.coming), self.spread)

    def price(self, left: float, losses: Losses) -> float:
        """What it costs, beyond the money, to lose something of what is left.

        >>> life = Life(worth=100, danger=10, spread=4)
        >>> gamble = {0: 5 / 6, 6: 1 / 6}
        >>> round(life.price(50, gamble), 2), round(life.price(6, gamble), 2)
        (0.0, 4.48)
        """
        end = self.worth if self.end is None else self.end
        after = 0.0
        for loss, chance in losses.items():
            dead = loss >= left
            after += chance * (end if dead else self.worth * self.fall(left - loss))
        return after - (end if left <= 0 else self.worth * self.fall(left))


@lru_cache(maxsize=1 << 14)
def slope(distance: float, width: float) -> float:
    """From nought far below a mark to one far above it, and a half at the mark itself."""
    return 1.0 / (1.0 + exp(-max(-60.0, min(60.0, distance / width))))


def certain(loss: int) -> Losses:
    """What is paid whatever happens."""
    return {loss: 1.0}


def struck(shares: Iterable[tuple[int, float]]) -> Losses:
    """What is lost if each of some things is lost by a chance of its own.

    >>> struck([(6, 0.5), (6, 0.5)])
    {0: 0.25, 6: 0.5, 12: 0.25}
    """
    return _struck(tuple(shares))


@lru_cache(maxsize=1 << 12)
def _struck(shares: tuple[tuple[int, float], ...]) -> dict[int, float]:
    found = {0: 1.0}
    for loss, share in shares:
        then: dict[int, float] = {}
        for total, chance in found.items():
            if share < 1.0:
                then[total] = then.get(total, 0.0) + chance * (1.0 - share)
            if share > 0.0:
                then[total + loss] = then.get(total + loss, 0.0) + chance * share
        found = then
    return found
