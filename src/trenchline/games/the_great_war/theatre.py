"""The theatre of a scenario: a board, the counters, and the scenario's facts; it never changes.

No module keeps a map of its own: every state carries a reference to its theatre. All scenarios
share one grid and one numbering of counters, so that a choice is written the same in all of them;
tests make small theatres of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, reduce
from typing import Any, ClassVar, NamedTuple

from trenchline.games.the_great_war.calendar import Date, read_date
from trenchline.games.the_great_war.components import (
    CENTRAL,
    CODES,
    ENTENTE,
    NATIONS,
    SIDES,
    TAGS,
    UNIT_TYPES,
    Counter,
    EliteBrigade,
    Leader,
    Units,
)
from trenchline.games.the_great_war.going import (
    GAITS,
    HIGH,
    PLAIN,
    Gait,
    gait_of,
    hex_cost,
    side_cost,
)
from trenchline.games.the_great_war.tables import HEXSIDES, TERRAIN, Terrain
from trenchline.games.the_great_war.weather import (
    ARCTIC,
    DESERT,
    Weathers,
    is_frozen,
    read_weather,
)
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.board import Board
from trenchline.kernel.floods import Ways, join_ways, step, ways
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.rosters import Roster

MAJOR_CITIES = ("partial_city", "full_city")
CITIES = ("city", *MAJOR_CITIES)
FORTRESSES = {"new_fortress": "new", "old_fortress": "old", "great_fortress": "great"}
PORTS = {f"{rank}_port": rank for rank in ("great", "major", "standard", "minor", "marginal")}
YARD_PORTS = ("great", "major")
RAILS = ("rail_low", "rail_high")
LINES = ("road", *RAILS)
BRIDGED = ("minor_canal", "river", "major_river")
"""[15A1] The water that a road or railway crosses by a bridge."""
SPANNED = ("sea", "lake", "great_river")
"""[15A2] The water that a road or railway crosses by a causeway."""

Costs = tuple[tuple[int, Ways], ...]
"""The hexsides that cost the same, with what they cost."""


class Fortress(NamedTuple):
    """A fortress as a scenario begins [15B4]."""

    kind: str
    """New, old or great."""
    improved: bool


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


@dataclass(frozen=True, eq=False)
class Theatre(Roster[Counter]):
    """A board, its counters, and the facts of a scenario: all that does not change in a match."""

    codes: ClassVar[tuple[str, ...]] = CODES

    name: str
    board: Board
    counters: tuple[Counter, ...]
    scenario: Mapping[str, Any] = field(default_factory=dict)
    set_up: Mapping[str, Hex] = field(default_factory=dict)
    """Where counters begin, by key."""
    backs: frozenset[str] = frozenset()
    """Counters that begin with their back up."""
    attached: Mapping[str, str] = field(default_factory=dict)
    """The artillery headquarters that guns begin with, both by key [12B6]."""
    arrivals: tuple[Arrival, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    leaders: tuple[Leader, ...] = ()
    elites: tuple[EliteBrigade, ...] = ()

    # Counters by what they are.

    @cached_property
    def of_kind(self) -> dict[str, Units]:
        """The counters of each unit type."""
        return {
            kind: bit_set(n for n, counter in enumerate(self.counters) if counter.kind == kind)
            for kind in UNIT_TYPES
        }

    @cached_property
    def tagged(self) -> dict[str, Units]:
        """The counters with each tag."""
        return {
            tag: bit_set(n for n, counter in enumerate(self.counters) if tag in counter.tags)
            for tag in TAGS
        }

    @cached_property
    def artillery(self) -> Units:
        """All artillery [3A2]."""
        return bit_set(n for n, counter in enumerate(self.counters) if counter.is_artillery)

    @cached_property
    def cm(self) -> Units:
        """All combat/motorized units [3A2]."""
        return bit_set(n for n, counter in enumerate(self.counters) if counter.is_cm)

    @cached_property
    def headquarters(self) -> Units:
        """Army headquarters [14M]."""
        return self.tagged["army hq"]

    @cached_property
    def higher_headquarters(self) -> Units:
        """Headquarters of armies, corps and artillery divisions, which have no zone [5A]."""
        return self.tagged["army hq"] | self.tagged["corps hq"] | self.tagged["art hq"]

    @cached_property
    def divisions(self) -> Units:
        """Counters whose front is a division."""
        return bit_set(n for n, c in enumerate(self.counters) if c.front.size == "division")

    # Hexes.

    @cached_property
    def neutral(self) -> Hexes:
        """The land of countries that stay out of the war, which nobody enters [3B3]."""
        codes = self.scenario.get("neutral", ())
        return self.board.where("country", *codes) if codes else 0

    @cached_property
    def land(self) -> Hexes:
        """All hexes a unit can stand in."""
        closed = [kind for kind, terrain in TERRAIN.items() if terrain.prohibited]
        return self.board.hexes & ~self.board.where("terrain", *closed) & ~self.neutral

    @cached_property
    def terrain(self) -> dict[Hex, Terrain]:
        """The terrain of each hex."""
        return {hex_: TERRAIN[facts["terrain"]] for hex_, facts in self.board.facts.items()}

    @cached_property
    def mountains(self) -> Hexes:
        """Mountain hexes, with their own limit of stacking [8A2]."""
        return self.of_terrain("mountain")

    def of_terrain(self, *kinds: str) -> Hexes:
        """The hexes of some kinds of terrain."""
        return bit_set(hex_ for hex_, terrain in self.terrain.items() if terrain.kind in kinds)

    @cached_property
    def country(self) -> dict[Hex, str]:
        """The nation each land hex belongs to."""
        return {h: facts["country"] for h, facts in self.board.facts.items() if facts["country"]}

    @cached_property
    def of_country(self) -> dict[str, Hexes]:
        """The land of each nation."""
        return {code: self.board.where("country", code) & self.land for code in CODES}

    def _places(self, kinds: Iterable[str]) -> Hexes:
        hexes = 0
        for kind in kinds:
            hexes |= self.board.of_kind(kind)
        return hexes

    @cached_property
    def major_cities(self) -> Hexes:
        """Hexes of major cities [3E2]."""
        return self._places(MAJOR_CITIES)

    @cached_property
    def full_cities(self) -> Hexes:
        """Hexes that a city fills [3E2]."""
        return self._places(("full_city",))

    @cached_property
    def cities(self) -> Hexes:
        """[3E2] Cities of every size, fortresses and resource centres."""
        return self._places((*CITIES, *FORTRESSES, "resource_centre"))

    @cached_property
    def fortresses(self) -> dict[Hex, Fortress]:
        """The fortresses as the scenario begins."""
        return {
            place.hex: Fortress(FORTRESSES[place.kind], bool(place.value))
            for place in self.board.places
            if place.kind in FORTRESSES
        }

    @cached_property
    def ports(self) -> dict[Hex, str]:
        """The rank of each port [11B3b]."""
        return {p.hex: PORTS[p.kind] for p in self.board.places if p.kind in PORTS}

    @cached_property
    def resource_centres(self) -> dict[Hex, int]:
        """How many resource centres there are in a hex [15A7]."""
        return {p.hex: p.value for p in self.board.places if p.kind == "resource_centre"}

    @cached_property
    def capitals(self) -> dict[str, Hexes]:
        """The natural capital of each nation that has one on the map [15D2]."""
        return {code: self.board.of_kind("capital", code) for code in CODES}

    @cached_property
    def yards(self) -> Hexes:
        """[7A1] Rail marshalling yards; the map's edges stand for those beyond it [R2]."""
        yards = self.major_cities | bit_set(self.fortresses) | bit_set(self.resource_centres)
        yards |= bit_set(hex_ for hex_, rank in self.ports.items() if rank in YARD_PORTS)
        return (yards | self.edges[ENTENTE] | self.edges[CENTRAL]) & self.rails

    @cached_property
    def river_yards(self) -> Hexes:
        """[7C4] Hexes of major cities on navigable water."""
        return bit_set(
            hex_
            for hex_ in members(self.major_cities)
            if any(self.has_side(hex_, d, kind) for d in range(6) for kind in BRIDGED[1:])
        )

    @cached_property
    def edges(self) -> tuple[Hexes, Hexes]:
        """[R2] The hexes at the map's edge behind which each side's home lies."""
        one, other = (
            self.board.where("edge", *(n.code for n in NATIONS.values() if n.side == side))
            for side in (ENTENTE, CENTRAL)
        )
        return one, other

    # Weather.

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """The weather zones of the map."""
        return tuple(sorted({facts["zone"] for facts in self.board.facts.values()} - {""}))

    @cached_property
    def zone(self) -> dict[Hex, int]:
        """The number of each hex's weather zone in ``zones``."""
        return {
            hex_: self.zones.index(facts["zone"])
            for hex_, facts in self.board.facts.items()
            if facts["zone"]
        }

    @cached_property
    def desert(self) -> Hexes:
        """Hexes of the Arctic and the desert, which rules treat alike [3E6]."""
        return self.board.where("zone", *ARCTIC, *DESERT) & self.land

    @cached_property
    def _weather(self) -> dict[Date, Weathers]:
        return read_weather(self.scenario["weather"], self.zones)

    def weathers(self, turn: int) -> Weathers:
        """The weather of every zone in a turn of the scenario."""
        return self._weather[self.turns[turn]]

    def weather_in(self, turn: int, hex_: Hex) -> str:
        """The weather of a hex in a turn."""
        return self.weathers(turn)[self.zone[hex_]]

    # Hexsides.

    def sides(self, *kinds: str) -> tuple[Hexes, ...]:
        """The hexes with a side of some kind in each direction."""
        merged = [0] * 6
        for kind in kinds:
            for direction, hexes in enumerate(self.board.sides.get(kind, ())):
                merged[direction] |= hexes
        return tuple(merged)

    def has_side(self, hex_: Hex, direction: int, kind: str) -> bool:
        """Whether a hexside is of a kind: ``river``, ``rail_high`` ..."""
        sides = self.board.sides.get(kind)
        return sides is not None and bool(sides[direction] >> hex_ & 1)

    def side_kinds(self, hex_: Hex, direction: int) -> tuple[str, ...]:
        """The kinds of terrain on a hexside; a causeway makes water a major river [15A2]
        [R5]."""
        kinds = tuple(kind for kind in HEXSIDES if self.has_side(hex_, direction, kind))
        if any(kind in SPANNED for kind in kinds) and self.has_line(hex_, direction):
            return ("major_river", *(kind for kind in kinds if kind not in SPANNED))
        return kinds

    def sides_between(self, one: Hex, other: Hex) -> tuple[str, ...]:
        """The kinds of terrain on the hexside between two neighbours."""
        return self.side_kinds(one, self.board.grid.direction(one, other))

    def has_line(self, hex_: Hex, direction: int) -> bool:
        """Whether a road or railway crosses a hexside; every railway is a road too [7B]."""
        return any(self.has_side(hex_, direction, kind) for kind in LINES)

    @cached_property
    def _city_sides(self) -> tuple[Hexes, ...]:
        """[7A] The sides between hexes of one city, which railways of high volume cross."""
        leave = [0] * 6
        cities = self.major_cities
        for hex_ in members(cities):
            for direction, shift in enumerate(self.board.grid.shifts):
                if cities >> max(0, hex_ + shift) & 1:
                    leave[direction] |= 1 << hex_
        return tuple(leave)

    @cached_property
    def roads(self) -> tuple[Hexes, ...]:
        """The hexes with a road or railway in each direction [7B]."""
        lines = self.sides(*LINES)
        return tuple(a | b for a, b in zip(lines, self._city_sides, strict=True))

    @cached_property
    def high_rails(self) -> tuple[Hexes, ...]:
        """The hexes with a railway of high volume in each direction."""
        lines = self.sides("rail_high")
        return tuple(a | b for a, b in zip(lines, self._city_sides, strict=True))

    @cached_property
    def road_ways(self) -> Ways:
        """Along roads and railways [7B]."""
        return ways(self.board.grid, self.roads)

    @cached_property
    def rail_ways(self) -> Ways:
        """Along railways [7A]."""
        low = self.sides("rail_low")
        return ways(self.board.grid, [a | b for a, b in zip(low, self.high_rails, strict=True)])

    @cached_property
    def high_rail_ways(self) -> Ways:
        """Along railways of high volume [7A]."""
        return ways(self.board.grid, self.high_rails)

    @cached_property
    def rails(self) -> Hexes:
        """Hexes with a railway."""
        return step(self.board.hexes, self.rail_ways)

    @cached_property
    def bridges(self) -> tuple[Hexes, ...]:
        """[15A1] The hexes with a bridge in each direction."""
        water = self.sides(*BRIDGED)
        return tuple(a & b for a, b in zip(water, self.roads, strict=True))

    # What ways cost.

    @cached_property
    def gait(self) -> tuple[int, ...]:
        """How each counter pays for the ground: a number into ``GAITS``."""
        return tuple(gait_of(counter) for counter in self.counters)

    def _cost(
        self, hex_: Hex, direction: int, gait: int, weathers: Weathers, pontoon: bool = False
    ) -> int | None:
        there = hex_ + self.board.grid.shifts[direction]
        if there < 0 or not self.land >> there & 1:
            return None
        weather = weathers[self.zone[there]]
        walk: Gait = GAITS[gait]
        side = side_cost(self.side_kinds(hex_, direction), weather, walk, pontoon)
        if side is None:
            return None
        return hex_cost(self.terrain[there], weather, walk) + side

    def step_cost(
        self,
        hex_: Hex,
        direction: int,
        gait: int,
        weathers: Weathers,
        bridge: bool = True,
        pontoon: bool = False,
    ) -> int | None:
        """[6] [7B] What a step costs, along a road if its bridge can be used, else over the ground
        and perhaps a pontoon bridge; None if the ground forbids it."""
        there = hex_ + self.board.grid.shifts[direction]
        if self.roads[direction] >> hex_ & 1 and (
            bridge or not self.bridges[direction] >> hex_ & 1
        ):
            if there >= 0 and self.land >> there & 1:
                return hex_cost(TERRAIN["clear"], weathers[self.zone[there]], GAITS[gait])
        return self._cost(hex_, direction, gait, weathers, pontoon)

    def off_road(self, gait: int, weathers: Weathers) -> Costs:
        """[6] The hexsides by what they cost off the roads; prohibited ones are left out."""
        found = self._off_road.get((gait, weathers))
        if found is None:
            leave: dict[int, list[Hexes]] = {}
            for hex_ in members(self.land):
                for direction in range(6):
                    cost = self._cost(hex_, direction, gait, weathers)
                    if cost is not None:
                        leave.setdefault(cost, [0] * 6)[direction] |= 1 << hex_
            found = self._as_costs(leave)
            self._off_road[gait, weathers] = found
        return found

    @cached_property
    def _off_road(self) -> dict[tuple[int, Weathers], Costs]:
        return {}

    def _as_costs(self, leave: Mapping[int, list[Hexes]]) -> Costs:
        grid = self.board.grid
        return tuple((cost, ways(grid, leave[cost])) for cost in sorted(leave))

    def on_road(self, gait: int, weathers: Weathers) -> Costs:
        """[7B] [R4] The roads by what they cost: clear terrain in the weather there."""
        found = self._on_road.get((gait, weathers))
        if found is None:
            leave: dict[int, list[Hexes]] = {}
            for direction, hexes in enumerate(self.roads):
                for hex_ in members(hexes & self.land):
                    there = hex_ + self.board.grid.shifts[direction]
                    if self.land >> there & 1:
                        weather = weathers[self.zone[there]]
                        cost = hex_cost(TERRAIN["clear"], weather, GAITS[gait])
                        leave.setdefault(cost, [0] * 6)[direction] |= 1 << hex_
            found = self._on_road[gait, weathers] = self._as_costs(leave)
        return found

    @cached_property
    def _on_road(self) -> dict[tuple[int, Weathers], Costs]:
        return {}

    def open_ways(self, gait: int, weathers: Weathers) -> Ways:
        """[6] Every hexside that the ground does not forbid to units of a gait."""
        costs = (*self.off_road(gait, weathers), *self.on_road(gait, weathers))
        return reduce(join_ways, (found for _, found in costs))

    def zone_ways(self, high: bool, weathers: Weathers) -> Ways:
        """[5A] The hexsides over which zones of control reach: those that ordinary units, or high
        mountain units, could cross."""
        found = self._zone_ways.get((high, weathers))
        if found is None:
            found = self.open_ways(HIGH if high else PLAIN, weathers)
            self._zone_ways[high, weathers] = found
        return found

    @cached_property
    def _zone_ways(self) -> dict[tuple[bool, Weathers], Ways]:
        return {}

    def line_cost(self, hex_: Hex, direction: int, weathers: Weathers) -> int | None:
        """[11B1] What a step counts for the overland element of a supply line off the roads, for
        others than high mountain units; None if it is closed to it."""
        there = hex_ + self.board.grid.shifts[direction]
        if there < 0 or not self.land >> there & 1:
            return None
        weather = weathers[self.zone[there]]
        kinds = self.side_kinds(hex_, direction)
        if side_cost(kinds, weather, GAITS[PLAIN]) is None:
            return None
        terrain = self.terrain[there]
        counted = 1 if is_frozen(terrain.kind, weather) else terrain.line
        for kind in kinds:
            if not is_frozen(kind, weather):
                side = HEXSIDES[kind]
                counted += side.line + (side.line_not_clear if weather != "clear" else 0)
        return counted

    # The scenario's own facts.

    @cached_property
    def turns(self) -> tuple[Date, ...]:
        """The game turns of the scenario."""
        return tuple(read_date(text) for text in self.scenario["turns"])

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
                found.append(RailNet(row["name"], side, nations, self.rails & countries, capacity))
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
