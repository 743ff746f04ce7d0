"""The theatre of a scenario: a board, the counters, and the scenario's facts; it never changes.

No module keeps a map of its own: every state carries a reference to its theatre. All scenarios
share one grid and one numbering of counters, so that a choice is written the same in all of them;
tests make small theatres of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from trenchline.games.der_weltkrieg.components import (
    CENTRAL,
    ENTENTE,
    NATIONS,
    Counter,
    Date,
    Units,
    enemy_of,
    read_date,
)
from trenchline.games.der_weltkrieg.landscape import Landscape
from trenchline.games.der_weltkrieg.order_of_battle import OrderOfBattle
from trenchline.kernel.bits import bit_set
from trenchline.kernel.board import Board
from trenchline.kernel.hexes import Hex, Hexes


class Arrival(NamedTuple):
    """A line of the schedule of reinforcements [25-1]."""

    date: Date
    unit: str
    entry: tuple[Hex, ...]
    condition: str


class Closure(NamedTuple):
    """Hexes that a scenario closes to some units until a turn, or for good."""

    units: Units
    hexes: Hexes
    until: Date | None


@dataclass(frozen=True, eq=False)
class Theatre(OrderOfBattle, Landscape):
    """A board, its counters, and the facts of a scenario: all that does not change in a match."""

    name: str
    board: Board
    counters: tuple[Counter, ...]
    scenario: Mapping[str, Any] = field(default_factory=dict)
    set_up: Mapping[str, Hex] = field(default_factory=dict)
    """Where counters begin, by key [4]."""
    stocks: Mapping[str, int] = field(default_factory=dict)
    """The supply points that headquarters begin with, by key."""
    releases: Mapping[str, Date] = field(default_factory=dict)
    """Until when counters stay where they are, by key."""
    arrivals: tuple[Arrival, ...] = ()
    spares: frozenset[str] | None = None
    """Counters kept to take the place of others [24-3] [27-1]; all that are not in use if None."""

    # Supply.

    @cached_property
    def depots(self) -> tuple[Hexes, Hexes]:
        """[19-15] The depots of each side, which the scenario lists by nation."""
        return self._listed_by("depots", CENTRAL), self._listed_by("depots", ENTENTE)

    @cached_property
    def hindenburg_line(self) -> tuple[Hexes, Hexes]:
        """The hexes of each side where a trench is of the Hindenburg Line, listed by nation in the
        scenario [R131]."""
        line = "hindenburg_line"
        return self._listed_by(line, CENTRAL), self._listed_by(line, ENTENTE)

    def _listed_by(self, what: str, side: int) -> Hexes:
        """The hexes that the scenario lists for the nations of a side."""
        return bit_set(
            hex_
            for nation in NATIONS.values()
            if nation.side == side
            for hex_ in self.listed(what, nation.code)
        )

    @cached_property
    def ample_supply(self) -> bool:
        """Whether the scenario leaves supply aside: everybody fights as if paid for."""
        return bool(self.scenario.get("ample_supply", False))

    @cached_property
    def is_linked(self) -> bool:
        """Whether the scenario is a linked or campaign game [18-17]."""
        return bool(self.scenario.get("linked", False))

    # The calendar, and the scenario's own orders.

    @cached_property
    def turns(self) -> tuple[Date, ...]:
        """The turns of the scenario, special ones too."""
        year = self.scenario["year"]
        found: list[Date] = []
        for text in self.scenario["turns"]:
            date = read_date(text, year)
            if found and date < found[-1]:
                year += 1
                date = read_date(text, year)
            found.append(date)
        return tuple(found)

    def listed(self, what: str, code: str) -> tuple[Hex, ...]:
        """The hexes that the scenario lists for a nation: ``held``, ``trenches``."""
        return tuple(
            self.board.grid.hex(label) for label in self.scenario.get(what, {}).get(code, ())
        )

    def date(self, text: str) -> Date:
        """A turn that the scenario's files name."""
        return read_date(text, self.scenario["year"])

    @cached_property
    def closures(self) -> tuple[Closure, ...]:
        """[S1] [S3] Hexes that enemies may not enter, and frontiers not to be crossed yet."""
        found = []
        for label in self.scenario.get("S1", {}).get("closed", ()):
            hex_ = self.board.grid.hex(label)
            owner = NATIONS[self.board.facts[hex_]["country"]].side
            found.append(Closure(self.of_side[enemy_of(owner)], 1 << hex_, None))
        waiting = self.scenario.get("S3", {})
        for code, text in waiting.get("first_turn", {}).items():
            units = self.of_nation[code] & self.infantry
            found.append(Closure(units, self._abroad(code), self.date(text)))
        for name, text in waiting.get("first_turn_of_formation", {}).items():
            units = bit_set(
                n for n, counter in enumerate(self.counters) if name in counter.formation
            )
            code = self.counters[units.bit_length() - 1].nation
            found.append(Closure(units & self.infantry, self._abroad(code), self.date(text)))
        return tuple(found)

    def _abroad(self, code: str) -> Hexes:
        """The land of a nation's enemies."""
        side = NATIONS[code].side
        abroad = 0
        for other, hexes in self.of_country.items():
            if NATIONS[other].side != side:
                abroad |= hexes
        return abroad
