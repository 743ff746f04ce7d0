"""Rosters: the counters of a game as small numbers, and sets of them by what they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from itertools import compress
from operator import ne
from typing import Annotated, Any, ClassVar, Generic, Protocol, TypeVar

from trenchline.kernel.bits import bit_set
from trenchline.kernel.board import Board
from trenchline.kernel.notes import Names
from trenchline.kernel.piles import Piles

Unit = Annotated[int, "unit"]
"""A counter: its number."""

Units = Annotated[int, "units"]
"""A set of counters: one bit each."""


def changed(old: list[int], new: list[int]) -> Iterator[Unit]:
    """The units of which two lists say different things; the first list may be brought up to date
    on the way.

    >>> list(changed([4, 5, 6], [4, 7, 7]))
    [1, 2]
    """
    return iter(()) if old == new else compress(range(len(new)), map(ne, old, new))


class Listed(Protocol):
    """What every counter has."""

    @property
    def key(self) -> str: ...

    @property
    def nation(self) -> str: ...

    @property
    def side(self) -> int: ...


C = TypeVar("C", bound=Listed)


class Roster(Generic[C]):
    """The counters of a theatre; whoever has them declares ``counters`` and the nations' ``codes``.

    A counter's number is its place among them, and a set of counters is one int.
    """

    counters: tuple[C, ...]
    codes: ClassVar[tuple[str, ...]]

    def having(self, test: Callable[[C], object]) -> int:
        """The counters of which something is true."""
        return bit_set(number for number, counter in enumerate(self.counters) if test(counter))

    @cached_property
    def unit(self) -> dict[str, int]:
        """The number of each counter by its key."""
        return {counter.key: number for number, counter in enumerate(self.counters)}

    @cached_property
    def of_side(self) -> tuple[int, int]:
        """The counters of each side."""
        return self.having(lambda one: one.side == 0), self.having(lambda one: one.side == 1)

    @cached_property
    def of_nation(self) -> dict[str, int]:
        """The counters of each nation."""
        sets = dict.fromkeys(self.codes, 0)
        for number, counter in enumerate(self.counters):
            sets[counter.nation] |= 1 << number
        return sets


class Mustered(Protocol):
    """A theatre: a board, and the counters on it."""

    @property
    def board(self) -> Board: ...

    @property
    def counters(self) -> tuple[Listed, ...]: ...


@lru_cache(maxsize=64)
def counter_names(theatre: Mustered, piles: Piles | None = None) -> Names:
    """What a log calls the counters and hexes of a theatre: counters by their keys."""
    keys = [counter.key for counter in theatre.counters]
    board = theatre.board
    pile = str if piles is None else piles.words
    return Names(keys.__getitem__, keys.__getitem__, board.grid.label, board.name, pile)


def printed_nation(state: Any, unit: int) -> str:
    """The nation that is printed on a counter, of a state that has its theatre."""
    nation: str = state.theatre.counters[unit].nation
    return nation
