"""Luck, die by die: what each die made of the chance to win, against what was to be expected of it.

A choice is made again on a copy with every way its dice could have fallen. What the dice so far
leave to be expected is the mean over all that may follow; a die's luck is by how much it moved that
mean. So over all its faces the luck of a die is nothing, whatever the judge thinks of positions.
Where a throw has too many dice to try them all, as many throws as we can afford stand for them, and
the luck is told of the throw as a whole.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from statistics import fmean
from typing import Any

from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import settle, take
from trenchline.kernel.steps import Choice, Choices

DICE = 3
"""The dice of a choice are all tried out if there are never more than these ..."""
WAYS = 250
"""... and no more ways for them to fall."""
SAMPLED = 24
"""Throws that stand for all where there are more."""

Value = Callable[[Any, Choices], float]
"""Judges a position, which it may play on."""


@dataclass(frozen=True)
class Rolled:
    """The dice of a choice."""

    expected: float
    """The first side's chance before they fell."""
    came: float
    """And after."""
    each: tuple[float, ...]
    """What each of the dice added to it; together they make the difference."""
    exact: bool
    """Whether all ways to fall were tried."""

    @property
    def luck(self) -> float:
        """What the dice together added to the first side's chance."""
        return self.came - self.expected


class _Wanted(Exception):
    """A die that has not been said."""

    def __init__(self, sides: int) -> None:
        self.sides = sides


class _Said:
    """Dice that fall as is said."""

    def __init__(self, fallen: Sequence[int]) -> None:
        self._fallen = iter(fallen)

    def roll(self, sides: int, number: int) -> int:
        value = next(self._fallen, None)
        if value is None:
            raise _Wanted(sides)
        return value


class _TooMany(Exception):
    """There are more ways than can be tried."""


class Ways:
    """All that may come of a choice in a position."""

    def __init__(self, state: Any, choice: Choice | None, value: Value, most: int = WAYS) -> None:
        """``choice`` is none for what happens before anybody chooses."""
        self.state, self.choice, self.value = state, choice, value
        self._most = most
        self._ends: dict[tuple[int, ...], tuple[Any, Choices]] = {}
        """What every way for the dice to fall has led to."""
        self._sides: dict[tuple[int, ...], int] = {}
        """The die that is rolled after some others."""
        self._known: list[tuple[Any, float]] = []
        """Positions that have been judged: many faces come to the same."""
        self._means: dict[tuple[int, ...], float] = {}
        try:
            self._try_all(())
        except _TooMany:
            self._ends.clear()

    @property
    def exact(self) -> bool:
        """Whether all ways could be tried. It does not hang on how the dice fell."""
        return bool(self._ends)

    def expected(self) -> float:
        """The first side's chance before the dice fall."""
        if self.exact:
            return self._mean(())
        rng = random.Random(0)
        return fmean(self._worth(*self._after(PlannersDice(rng))) for _ in range(SAMPLED))

    def rolled(self, dice: Sequence[int]) -> Rolled:
        """What the dice that fell have made of the chance."""
        fallen = tuple(dice)
        if not self.exact:
            expected, came = self.expected(), self._worth(*self._after(_Said(fallen)))
            return Rolled(expected, came, (came - expected,), exact=False)
        path = [self._mean(fallen[:count]) for count in range(len(fallen) + 1)]
        steps = tuple(after - before for before, after in pairwise(path))
        return Rolled(path[0], path[-1], steps, exact=True)

    def all_faces(self) -> list[tuple[tuple[int, ...], float]]:
        """Every way for the dice to fall, and how likely it is."""
        return [(fallen, self._likely(fallen)) for fallen in self._ends]

    def _try_all(self, fallen: tuple[int, ...]) -> None:
        try:
            end = self._after(_Said(fallen))
        except _Wanted as die:
            if len(fallen) == DICE:
                raise _TooMany from None
            self._sides[fallen] = die.sides
            for face in range(1, die.sides + 1):
                self._try_all((*fallen, face))
            return
        if len(self._ends) == self._most:
            raise _TooMany
        self._ends[fallen] = end

    def _mean(self, fallen: tuple[int, ...]) -> float:
        """What is to be expected after these dice."""
        if fallen not in self._means:
            if fallen in self._ends:
                self._means[fallen] = self._worth(*self._ends[fallen])
            else:
                faces = range(1, self._sides[fallen] + 1)
                self._means[fallen] = fmean(self._mean((*fallen, face)) for face in faces)
        return self._means[fallen]

    def _likely(self, fallen: tuple[int, ...]) -> float:
        return prod(1 / self._sides[fallen[:count]] for count in range(len(fallen)))

    def _after(self, dice: Any) -> tuple[Any, Choices]:
        state = self.state.copy()
        if self.choice is not None:
            take(state, *self.choice)
        return state, settle(state, dice)

    def _worth(self, state: Any, choices: Choices) -> float:
        for known, worth in self._known:
            if known == state:
                return worth
        kept = state.copy()
        worth = self.value(state, choices)
        self._known.append((kept, worth))
        return worth
