"""The positions of a match gone by, kept compactly.

The last ones are kept as they were, older ones only every so often; what lies between is played
again from the last one kept, with the dice that fell. A long match then costs a few positions more
than a short one, and looking back costs a few dozen choices at most.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any, Self

from trenchline.kernel.steps import Choices

RECENT = 64
"""How many of the last positions are kept as they were."""
EVERY = 64
"""Of the older ones, each whose number is a multiple of this."""

Position = tuple[Any, Choices]
"""A state that is never changed, and what may be chosen in it."""

Again = Callable[[Position, int], Position]
"""Makes choice n once more in position n; gives position n + 1 and leaves n as it is."""


class Past:
    """The position before each choice of a match.

    >>> past = Past()
    >>> for number in range(200):
    ...     past.add((number, {}))
    >>> past.held
    67
    >>> past.get(100, lambda position, number: (position[0] + 1, {}))
    (100, {})
    """

    def __init__(self) -> None:
        self._length = 0
        self._kept: dict[int, Position] = {}
        self._stretch: tuple[int, list[Position]] = (0, [])
        """What was looked at last: the number of its first position, and its positions."""

    @property
    def held(self) -> int:
        """How many positions are in memory."""
        return len(self._kept) + len(self._stretch[1])

    def add(self, position: Position) -> None:
        """Keep the position before the latest choice."""
        self._kept[self._length] = position
        old = self._length - RECENT
        if old % EVERY:
            self._kept.pop(old, None)
        self._length += 1

    def get(self, number: int, again: Again) -> Position:
        """The position before choice ``number``."""
        kept = self._kept.get(number)
        if kept is not None:
            return kept
        first, stretch = self._stretch
        if not first <= number < first + len(stretch):
            first = number - number % EVERY
            stretch = [self._kept[first]]
            # To the end of the gap: whoever looks back looks at the neighbours next.
            end = min(first + EVERY, self._length)
            while (here := first + len(stretch)) < end and here not in self._kept:
                stretch.append(again(stretch[-1], here - 1))
            self._stretch = first, stretch
        return stretch[number - first]

    def cut(self, number: int) -> None:
        """Forget the positions from choice ``number`` on: it has been taken back."""
        for later in range(max(number, self._length - RECENT), self._length):
            self._kept.pop(later, None)
        for later in range(number + -number % EVERY, self._length, EVERY):
            self._kept.pop(later, None)
        first, stretch = self._stretch
        self._stretch = first, stretch[: max(0, number - first)]
        self._length = number

    def thin(self) -> None:
        """Keep only a few of the last positions too."""
        self._kept = {number: kept for number, kept in self._kept.items() if not number % EVERY}
        self._stretch = (0, [])

    def copy(self) -> Self:
        """The same past, to go on otherwise."""
        twin = copy(self)
        twin._kept = self._kept.copy()
        return twin
