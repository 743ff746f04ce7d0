"""Piles: the places off the map, where counters wait, are lost or are due on a later turn.

A place off the map is a negative number. What it is called stands in one table: its word in the
notation, what a view says, and how people speak of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.kernel.hexes import Grid
from trenchline.kernel.notation import Line


@dataclass(frozen=True)
class Pile:
    """A place off the map."""

    place: int
    key: str
    """Its word in the notation."""
    words: str
    """What people call it in a sentence."""
    shown: str = ""
    """What stands in a view: the key, if nothing else is said."""


@dataclass(frozen=True)
class Track:
    """A row of places off the map, a number each: the turns on which counters are due."""

    before: int
    """Number n is the place so far below this one."""
    key: str
    words: str

    def number(self, place: int) -> int | None:
        """The number of a place, if it is on this track."""
        return self.before - place if place < self.before else None


class Piles:
    """All places off the map of a game.

    >>> piles = Piles(Pile(-1, "pool", "the pool"), track=Track(-100, "turn", "due on turn {}"))
    >>> piles.key(-1), piles.words(-1), piles.key(-105), piles.shown(-105)
    ('pool', 'the pool', 'turn5', 'due on turn 5')
    >>> piles.place("pool"), piles.place("turn5"), piles.place("tavern")
    (-1, -105, None)
    """

    def __init__(self, *piles: Pile, track: Track | None = None) -> None:
        assert all(pile.place < 0 for pile in piles), "places from 0 on are hexes"
        self._by_place = {pile.place: pile for pile in piles}
        self._by_key = {pile.key: pile for pile in piles}
        assert len(self._by_place) == len(self._by_key) == len(piles), "a pile stands twice"
        self._track = track

    def place(self, key: str) -> int | None:
        """The place that a word names, if it does."""
        if key in self._by_key:
            return self._by_key[key].place
        track = self._track
        if track is not None and key.startswith(track.key):
            number = key.removeprefix(track.key)
            return track.before - int(number) if number.isdecimal() else None
        return None

    def read(self, line: Line, key: str) -> int:
        """The place that a word of a line names."""
        place = self.place(key)
        if place is None:
            known = [*self._by_key, *([f"{self._track.key}1"] if self._track else [])]
            raise line.wrong(f"{key!r} is none of {', '.join(known)}")
        return place

    def key(self, place: int) -> str:
        """The word for a place in the notation."""
        number = self._number(place)
        if self._track is None or number is None:
            return self._by_place[place].key
        return f"{self._track.key}{number}"

    def words(self, place: int) -> str:
        """What people call a place."""
        number = self._number(place)
        if self._track is None or number is None:
            return self._by_place[place].words
        return self._track.words.format(number)

    def shown(self, place: int) -> str:
        """What a view says of a place."""
        if self._number(place) is not None:
            return self.words(place)
        return self._by_place[place].shown or self._by_place[place].key

    def label(self, grid: Grid, place: int) -> str:
        """Where a counter is, for a view: its hex, or its pile."""
        return grid.label(place) if place >= 0 else self.shown(place)

    def written(self, grid: Grid, place: int) -> str:
        """Where a counter is, in the notation: ``@`` and its hex, or ``:`` and its pile."""
        return f"@{grid.label(place)}" if place >= 0 else f":{self.key(place)}"

    def _number(self, place: int) -> int | None:
        return None if self._track is None else self._track.number(place)
