"""The theatre of a scenario: a board, the counters, and the scenario's facts; it never changes.

No module keeps a map of its own: every state carries a reference to its theatre. All scenarios
share one grid and one numbering of counters, so that a choice is written the same in all of them;
tests make small theatres of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import or_
from typing import Any, NamedTuple

from trenchline.games.der_weltkrieg.components import (
    ARTILLERY,
    CAVALRY,
    CENTRAL,
    CODES,
    ENTENTE,
    HIGHLANDERS,
    INFANTRY,
    KINDS,
    LAND_TERRAIN,
    NATIONS,
    RIVERS,
    STRENGTHENED,
    TABLES,
    TERRAIN,
    Counter,
    Date,
    Terrain,
    Units,
    enemy_of,
    read_date,
)
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.board import Board
from trenchline.kernel.floods import Ways, join_ways, step, ways
from trenchline.kernel.hexes import Hex, Hexes

NORMAL, MOUNTAIN = 0, 1
"""Gaits: how the terrain is paid for [32-1]."""


UNDIGGABLE = ("mountain", "alpine", "swamp")
"""[22-2] [R48] [R58] Terrain in which there are no trenches and no devastation."""


def is_highlander(counter: Counter) -> bool:
    """[41-5] Whether a unit is Russian infantry that counts as mountain units."""
    return (
        counter.nation == "RU"
        and counter.kind == "infantry"
        and not counter.traits.isdisjoint(HIGHLANDERS)
    )


class Crossing(NamedTuple):
    """The hexsides that cost the same to cross."""

    cost: int
    ways: Ways
    major: bool
    """Whether they lie along a major river: never from one enemy zone into another [R5]."""
    churns: bool
    """Whether trenches and devastation are paid for; mountains and swamps have none [22-2]."""
    danube: bool
    """Whether they lie along the Danube [35-1]."""
    exits: Hexes
    """The hexes that can be left over one of them."""


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


def _merged(crossings: Iterable[Crossing]) -> tuple[Crossing, ...]:
    """Crossings that are alike as one, the cheapest first."""
    found: dict[tuple[int, bool, bool, bool], Crossing] = {}
    for one in crossings:
        kind = (one.cost, one.major, one.churns, one.danube)
        if kind in found:
            both = join_ways(found[kind].ways, one.ways)
            one = one._replace(ways=both, exits=found[kind].exits | one.exits)
        found[kind] = one
    return tuple(found[kind] for kind in sorted(found))


@dataclass(frozen=True, eq=False)
class Theatre:
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

    @cached_property
    def spare_units(self) -> Units:
        """Counters that may come out of the box to take the place of others."""
        if self.spares is None:
            return (1 << len(self.counters)) - 1
        return bit_set(self.unit[key] for key in self.spares)

    @cached_property
    def components(self) -> Units:
        """[27-1] Infantry and cavalry smaller than a division."""
        return bit_set(
            n
            for n in members(self.infantry | self.cavalry)
            if self.counters[n].size in ("brigade", "regiment")
        )

    @cached_property
    def divisions(self) -> Units:
        """Infantry and cavalry divisions."""
        return bit_set(
            n for n in members(self.infantry | self.cavalry) if self.counters[n].size == "division"
        )

    @cached_property
    def unit(self) -> dict[str, int]:
        """The number of each counter by its key."""
        return {counter.key: number for number, counter in enumerate(self.counters)}

    @cached_property
    def land(self) -> Hexes:
        """All hexes a unit can stand in."""
        return self.board.hexes & ~self.board.where("terrain", "sea")

    @cached_property
    def of_country(self) -> dict[str, Hexes]:
        """The land of each country."""
        return {code: self.board.where("country", code) & self.land for code in CODES}

    # Counters by what they are.

    def _units(self, kinds: Iterable[str]) -> Units:
        wanted = set(kinds)
        return bit_set(n for n, counter in enumerate(self.counters) if counter.kind in wanted)

    @cached_property
    def of_kind(self) -> dict[str, Units]:
        """The counters of each kind."""
        return {kind: self._units((kind,)) for kind in KINDS}

    @cached_property
    def infantry(self) -> Units:
        """The infantry family [10-2], and cavalry that has been strengthened [31-4]."""
        return self._units(INFANTRY) | bit_set(
            n for n, counter in enumerate(self.counters) if STRENGTHENED in counter.traits
        )

    @cached_property
    def cavalry(self) -> Units:
        """All cavalry."""
        return self._units(CAVALRY)

    @cached_property
    def fighters(self) -> Units:
        """Infantry and cavalry: those who hold ground and exert zones of control [10-2]."""
        return self.infantry | self.cavalry

    @cached_property
    def artillery(self) -> Units:
        """Artillery and siege artillery [29-1]."""
        return self._units(ARTILLERY)

    @cached_property
    def combat_units(self) -> Units:
        """Ground combat units; RPL are none [24-1]."""
        return self.infantry | self.cavalry | self.artillery

    @cached_property
    def posts(self) -> Units:
        """Forts and headquarters, which must be attacked to be removed [R17]."""
        return self._units(("fortress", "headquarters"))

    @cached_property
    def of_side(self) -> tuple[Units, Units]:
        """The counters of each side."""
        one, other = (
            bit_set(n for n, counter in enumerate(self.counters) if counter.side == side)
            for side in (CENTRAL, ENTENTE)
        )
        return one, other

    @cached_property
    def of_nation(self) -> dict[str, Units]:
        """The counters of each nation."""
        return {
            code: bit_set(n for n, counter in enumerate(self.counters) if counter.nation == code)
            for code in CODES
        }

    @cached_property
    def half_divisions(self) -> tuple[int, ...]:
        """What each counter weighs in a stack."""
        return tuple(counter.half_divisions for counter in self.counters)

    @cached_property
    def gait(self) -> tuple[int, ...]:
        """How each counter pays for terrain: mountain units walk lighter [32-1] [41-5] [43-5]
        [45-2] [48-2]; Ottomans only outside winter, which whoever moves them must ask [46-3]."""
        return tuple(
            MOUNTAIN
            if counter.kind == "mountain"
            or "mountain" in counter.traits
            or is_highlander(counter)
            or (
                counter.kind == "infantry"
                and NATIONS[counter.nation].mountain_infantry
                and counter.nation != "OT"
            )
            else NORMAL
            for counter in self.counters
        )

    @cached_property
    def mountaineers(self) -> Units:
        """Counters that pay for terrain as mountain units in any season."""
        return bit_set(n for n, gait in enumerate(self.gait) if gait == MOUNTAIN)

    @cached_property
    def summer_mountaineers(self) -> Units:
        """[46-3] Ottoman infantry, mountain units except in winter."""
        return self.of_kind["infantry"] & self.of_nation["OT"]

    @cached_property
    def mobile(self) -> Units:
        """Counters that can move at all [6-1]."""
        return bit_set(n for n, counter in enumerate(self.counters) if counter.movement)

    @cached_property
    def in_column(self) -> Units:
        """Counters of a kind that marches in column [6-10]; supply markers like them [18-8]."""
        mobile = self.infantry | self.cavalry
        return mobile | self.of_kind["engineer"] | self.of_kind["supply"]

    # Hexsides.

    def _sides(self, *kinds: str) -> list[Hexes]:
        merged = [0] * 6
        for kind in kinds:
            for direction, hexes in enumerate(self.board.sides.get(kind, merged)):
                merged[direction] |= hexes
        return merged

    def terrain(self, hex_: Hex, direction: int) -> Terrain:
        """The land terrain of a hexside [3]; clear where nothing else is marked. Water may lie
        upon it: ``is_water`` tells."""
        for kind in LAND_TERRAIN:
            sides = self.board.sides.get(kind)
            if sides is not None and sides[direction] >> hex_ & 1:
                return TERRAIN[kind]
        return TERRAIN["clear"]

    def has_side(self, hex_: Hex, direction: int, kind: str) -> bool:
        """Whether a hexside is of a kind: ``river``, ``major_river``, ``double_track`` ..."""
        sides = self.board.sides.get(kind)
        if sides is not None and sides[direction] >> hex_ & 1:
            return True
        # [35-1] The Danube is a major river, and more.
        return kind == "major_river" and bool(self.danube[direction] >> hex_ & 1)

    @cached_property
    def danube(self) -> tuple[Hexes, ...]:
        """The hexes with the Danube in each direction [35]."""
        return tuple(self._sides("danube"))

    def is_danube(self, here: Hex, there: Hex) -> bool:
        """Whether the Danube lies between two hexes."""
        shift = there - here
        shifts = self.board.grid.shifts
        return shift in shifts and bool(self.danube[shifts.index(shift)] >> here & 1)

    @cached_property
    def banks(self) -> Hexes:
        """The hexes along the Danube."""
        hexes = 0
        for leave in self.danube:
            hexes |= leave
        return hexes & self.land

    @cached_property
    def flotillas(self) -> Units:
        """River flotillas [36]."""
        return self.of_kind["flotilla"]

    def is_water(self, hex_: Hex, direction: int) -> bool:
        """Whether sea or lake lies on a hexside."""
        return self.has_side(hex_, direction, "sea") or self.has_side(hex_, direction, "lake")

    def crossing_cost(self, hex_: Hex, direction: int, gait: int = NORMAL) -> int | None:
        """[6-6] [6-7] What a hexside costs by its terrain, rivers and rails; None if it cannot be
        crossed at all."""
        return self._crossing_costs[gait].get((hex_, direction))

    @cached_property
    def _crossing_costs(self) -> tuple[dict[tuple[Hex, int], int], ...]:
        return tuple(
            {
                (hex_, direction): cost
                for hex_ in members(self.land)
                for direction in range(6)
                if (cost := self._cost(hex_, direction, gait)) is not None
            }
            for gait in (NORMAL, MOUNTAIN)
        )

    def _cost(self, hex_: Hex, direction: int, gait: int) -> int | None:
        there = hex_ + self.board.grid.shifts[direction]
        if there < 0 or not self.land >> there & 1 or self.is_water(hex_, direction):
            return None
        if self.has_side(hex_, direction, "neutral_border"):
            return None
        terrain = self.terrain(hex_, direction)
        cost = terrain.cost
        if cost is None:
            return None
        if gait == MOUNTAIN and terrain.kind in ("wooded_rough", "mountain"):
            # [32-1] Mountain units pay a point less.
            cost -= 1
        for river in ("major_river", "river"):
            if self.has_side(hex_, direction, river):
                cost += RIVERS[river].cost or 0
                break
        # [R8] [R9] Only terrain and rivers count for what a track saves, and any line helps.
        return cost - self._track_saves(hex_, direction, cost, gait)

    def _track_saves(self, hex_: Hex, direction: int, cost: int, gait: int) -> int:
        tracks = TABLES["tracks"]
        if self.double_tracks[direction] >> hex_ & 1:
            return int(cost >= tracks["double_track"]["least"])
        if self.has_side(hex_, direction, "single_track"):
            # [32-2] Mountain units profit earlier.
            least = "least_mountain" if gait == MOUNTAIN else "least"
            return int(cost >= tracks["single_track"][least])
        return 0

    def is_diggable(self, hex_: Hex, direction: int) -> bool:
        """[22-2] [R48] Whether trenches and devastation can lie along a side of a hex."""
        return self.terrain(hex_, direction).kind not in UNDIGGABLE

    @cached_property
    def crossings(self) -> tuple[tuple[Crossing, ...], tuple[Crossing, ...]]:
        """The hexsides by what they cost, for each gait."""
        return self._crossings(NORMAL), self._crossings(MOUNTAIN)

    @cached_property
    def plain_crossings(self) -> tuple[tuple[Crossing, ...], tuple[Crossing, ...]]:
        """The hexsides by their cost alone, for each gait: where nothing else needs telling
        apart."""
        plain, mountain = (
            _merged(crossing._replace(major=False, churns=False, danube=False) for crossing in all_)
            for all_ in self.crossings
        )
        return plain, mountain

    @cached_property
    def line_crossings(self) -> tuple[Crossing, ...]:
        """The hexsides by what they cost a supply line [19-8], and whether trenches are dug there;
        rivers need no telling apart."""
        return _merged(one._replace(major=False, danube=False) for one in self.crossings[NORMAL])

    def _crossings(self, gait: int) -> tuple[Crossing, ...]:
        sides: dict[tuple[int, bool, bool, bool], list[Hexes]] = {}
        for hex_ in members(self.land):
            for direction in range(6):
                cost = self.crossing_cost(hex_, direction, gait)
                if cost is not None:
                    major = self.has_side(hex_, direction, "major_river")
                    churns = self.is_diggable(hex_, direction)
                    danube = bool(self.danube[direction] >> hex_ & 1)
                    kind = (cost, major, churns, danube)
                    sides.setdefault(kind, [0] * 6)[direction] |= 1 << hex_
        grid = self.board.grid
        return tuple(
            Crossing(cost, ways(grid, leave), major, churns, danube, reduce(or_, leave))
            for (cost, major, churns, danube), leave in sorted(sides.items())
        )

    @cached_property
    def passable(self) -> Ways:
        """Every hexside some ground unit can cross."""
        leave = [0] * 6
        for hex_ in members(self.land):
            for direction in range(6):
                if self.crossing_cost(hex_, direction) is not None:
                    leave[direction] |= 1 << hex_
        return ways(self.board.grid, leave)

    @cached_property
    def zone_ways(self) -> Ways:
        """[10-6] [14-12] [R16] Every hexside but sea, alpine ones and neutral borders: zones of
        control reach over them, and in the last resort units retreat over them [R36]."""
        barred = self._sides("sea", "alpine", "neutral_border")
        leave = [0] * 6
        for hex_ in members(self.land):
            for direction, shift in enumerate(self.board.grid.shifts):
                if self.land >> max(0, hex_ + shift) & ~barred[direction] >> hex_ & 1:
                    leave[direction] |= 1 << hex_
        return ways(self.board.grid, leave)

    @cached_property
    def rail_ways(self) -> Ways:
        """Hexsides with a track; every urban one has a double track [9-14]."""
        return ways(self.board.grid, self._sides("single_track", "double_track", "urban"))

    @cached_property
    def rails(self) -> Hexes:
        """Hexes with a rail line."""
        return step(self.land, self.rail_ways)

    @cached_property
    def double_tracks(self) -> tuple[Hexes, ...]:
        """Hexes with a double track in each direction; every urban hexside has one [9-14]."""
        return tuple(self._sides("double_track", "urban"))

    @cached_property
    def single_tracks(self) -> tuple[Hexes, ...]:
        """Hexes with no more than a single track in each direction."""
        single = self._sides("single_track")
        return tuple(s & ~d for s, d in zip(single, self.double_tracks, strict=True))

    @cached_property
    def land_sides(self) -> dict[Hex, int]:
        """How many sides of each hex are land, where that limits stacking [11-9]; else six."""
        return {
            hex_: int(self.board.facts[hex_].get("land_sides") or 6) for hex_ in members(self.land)
        }

    @cached_property
    def cities(self) -> Hexes:
        """City centres."""
        return self.board.of_kind("city")

    def urban_neighbours(self, hex_: Hex) -> list[Hex]:
        """The hexes beyond the urban hexsides of a hex."""
        sides = self.board.sides.get("urban")
        if sides is None:
            return []
        shifts = self.board.grid.shifts
        return [hex_ + shifts[d] for d in range(6) if sides[d] >> hex_ & 1]

    @cached_property
    def ports(self) -> Hexes:
        """Ports."""
        return self.board.of_kind("port")

    @cached_property
    def rail_bound(self) -> Units:
        """[6-12] Counters that live on the rails."""
        return bit_set(n for n, counter in enumerate(self.counters) if counter.movement < 0)

    def edges(self, side: int) -> Hexes:
        """The friendly map edge of a side [20-1]."""
        return self._edges[side]

    @cached_property
    def _edges(self) -> tuple[Hexes, Hexes]:
        return self._edge_of(CENTRAL), self._edge_of(ENTENTE)

    def _edge_of(self, side: int) -> Hexes:
        names = {nation.code for nation in NATIONS.values() if nation.side == side}
        return bit_set(
            hex_
            for hex_, facts in self.board.facts.items()
            if names & set(facts.get("edge", "").split())
        )

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
