"""The theatre of a scenario: a board, the counters, and the scenario's facts; it never changes.

No module keeps a map of its own: every state carries a reference to its theatre. All scenarios
share one grid and one numbering of counters, so that a choice is written the same in all of them;
tests make small theatres of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from trenchline.games.the_great_war.calendar import Date, read_date
from trenchline.games.the_great_war.components import (
    CENTRAL,
    CODES,
    ENTENTE,
    NATIONS,
    SIDES,
    Counter,
    EliteBrigade,
    Leader,
)
from trenchline.games.the_great_war.order_of_battle import OrderOfBattle
from trenchline.games.the_great_war.passage import Costs, Passage
from trenchline.games.the_great_war.weather import Weathers, read_weather
from trenchline.kernel.board import Board
from trenchline.kernel.hexes import Hex, Hexes


class Arrival(NamedTuple):
    """A line of the schedule of reinforcements [16A]."""

    date: Date
    unit: str
    entry: tuple[Hex, ...]
    condition: str


class Withdrawal(NamedTuple):
    """A unit that leaves play [16A]."""

    date: Date
    unit: str


class Depot(NamedTuple):
    """A supply depot as a scenario begins [11C1]."""

    side: int
    hex: Hex
    operational: bool


class RailNet(NamedTuple):
    """A rail net, and what a side may move on it a turn [7A5]."""

    name: str
    side: int
    nations: tuple[str, ...]
    """The countries whose rail hexes it has, its side's own first: it controls the net [11E]."""
    hexes: Hexes
    capacity: int
    least: int = 0
    """[7A5d] Below this nothing is transferred out of it."""


@dataclass(frozen=True, eq=False)
class Theatre(OrderOfBattle, Passage):
    """A board, its counters, and the facts of a scenario: all that does not change in a match."""

    name: str
    board: Board
    counters: tuple[Counter, ...]
    scenario: Mapping[str, Any] = field(default_factory=dict)
    set_up: Mapping[str, Hex] = field(default_factory=dict)
    """Where counters begin, by key."""
    boats: Mapping[str, int] = field(default_factory=dict)
    """The hexsides in which water-only units begin, by key [14B2]."""
    backs: frozenset[str] = frozenset()
    """Counters that begin with their back up."""
    attached: Mapping[str, str] = field(default_factory=dict)
    """The artillery headquarters that guns begin with, both by key [12B6]."""
    arrivals: tuple[Arrival, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    leaders: tuple[Leader, ...] = ()
    elites: tuple[EliteBrigade, ...] = ()
    base: Theatre | None = None
    """The theatre without what has been built in a match, if this is one with it [13A1f]."""

    @cached_property
    def _alike(self) -> Theatre | None:
        """The theatre without what has been built, if the ground off the roads is the same: it is,
        but for causeways [15A2]."""
        base = self.base
        return base if base is not None and base.causeways == self.causeways else None

    @cached_property
    def _off_road(self) -> dict[tuple[int, Weathers], Costs]:
        return {} if self._alike is None else self._alike._off_road

    @cached_property
    def _known_sides(self) -> dict[tuple[Hex, int], tuple[str, ...]]:
        return {} if self._alike is None else self._alike._known_sides

    # Time.

    @cached_property
    def turns(self) -> tuple[Date, ...]:
        """The game turns of the scenario."""
        return tuple(read_date(text) for text in self.scenario["turns"])

    @cached_property
    def _weather(self) -> dict[Date, Weathers]:
        return read_weather(self.scenario["weather"], self.zones)

    def weathers(self, turn: int) -> Weathers:
        """The weather of every zone in a turn of the scenario."""
        return self._weather[self.turns[turn]]

    def weather_in(self, turn: int, hex_: Hex) -> str:
        """The weather of a hex in a turn."""
        return self.weathers(turn)[self.zone[hex_]]

    # The sides as they begin.

    @cached_property
    def first_side(self) -> int:
        """Whose player turn begins the scenario."""
        return SIDES.index(self.scenario.get("first_side", SIDES[0]))

    @cached_property
    def front(self) -> str:
        """The theatre of war it lies in, for dates that differ [9F4]."""
        return str(self.scenario.get("front", "West"))

    def hexes(self, labels: Iterable[str]) -> Hexes:
        """The hexes that the scenario's files name."""
        return self.board.grid.hexes(*labels)

    def _by_side(self, what: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        told = self.scenario.get(what, {})
        return told.get(SIDES[0], {}), told.get(SIDES[1], {})

    @cached_property
    def home(self) -> tuple[Hexes, Hexes]:
        """The countries of each side."""
        found = [0, 0]
        for code, hexes in self.of_country.items():
            found[NATIONS[code].side] |= hexes
        return found[0], found[1]

    @cached_property
    def owned(self) -> tuple[Hexes, Hexes]:
        """[5B] What each side owns as the scenario begins: its countries, but for what it holds of
        the enemy's."""
        held = self.scenario.get("owned", {})
        mine = [self.hexes(held.get(side, ())) for side in SIDES]
        one, other = (
            (self.home[side] & ~mine[1 - side] | mine[side]) & self.land
            for side in (ENTENTE, CENTRAL)
        )
        return one, other

    @cached_property
    def works(self) -> dict[Hex, str]:
        """The field fortifications as the scenario begins [15B]."""
        return {
            self.board.grid.hex(label): kind
            for kind, labels in self.scenario.get("works", {}).items()
            if kind != "source"
            for label in labels
        }

    @cached_property
    def depots(self) -> tuple[Depot, ...]:
        """The supply depots as the scenario begins [11C1]."""
        told = self.scenario.get("depots", {})
        return tuple(
            Depot(side, self.board.grid.hex(label), operational=True)
            for side in (ENTENTE, CENTRAL)
            for label in told.get(SIDES[side], ())
        )

    @cached_property
    def nets(self) -> tuple[RailNet, ...]:
        """[7A5] The rail nets, once for each side that the scenario gives a capacity; a side's own
        nations come first and control it [11E]."""
        found = []
        for row in self.scenario.get("nets", ()):
            countries = 0
            for code in row["nations"]:
                countries |= self.of_country[code]
            told = row["capacity"]
            capacities = told if isinstance(told, dict) else {row["side"]: told}
            for name, capacity in capacities.items():
                side = SIDES.index(name)
                own = [code for code in row["nations"] if NATIONS[code].side == side]
                nations = (*own, *(code for code in row["nations"] if code not in own))
                hexes, least = self.rails & countries, row.get("voluntary_minimum", 0)
                found.append(RailNet(row["name"], side, nations, hexes, capacity, least))
        return tuple(found)

    def stock(self, what: str, side: int) -> dict[Hex, int]:
        """The ``resources`` or ``equipment`` points of a side on the map as the scenario begins."""
        told = self._by_side(what)[side]
        return {self.board.grid.hex(label): points for label, points in told.items()}

    @cached_property
    def will(self) -> dict[str, int]:
        """The national will of each nation as the scenario begins [15D]."""
        told = self.scenario.get("will", {})
        return {code: told.get(code, 0) for code in CODES}
