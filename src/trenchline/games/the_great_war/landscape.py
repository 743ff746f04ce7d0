"""The ground of a theatre: land, cities, fortresses, ports, roads, rails, bridges [3E] [15A]."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from trenchline.games.the_great_war.components import CENTRAL, CODES, ENTENTE, NATIONS
from trenchline.games.the_great_war.tables import HEXSIDES, TERRAIN, Terrain
from trenchline.games.the_great_war.weather import ARCTIC, DESERT
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.board import Board
from trenchline.kernel.floods import Ways, open_ways, step, ways
from trenchline.kernel.hexes import Hex, Hexes

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


class Fortress(NamedTuple):
    """A fortress as a scenario begins [15B4]."""

    kind: str
    """New, old or great."""
    improved: bool


class Landscape:
    """A board, and what its hexes and hexsides are."""

    board: Board
    scenario: Mapping[str, Any]

    @cached_property
    def neutral(self) -> Hexes:
        """The land of countries that stay out of the war, which nobody enters [3B3]."""
        codes = self.scenario.get("neutral", ())
        return self.board.where("country", *codes) if codes else 0

    @cached_property
    def land(self) -> Hexes:
        """[3F.3] All hexes a unit can stand in."""
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
        """Hexes of major cities [3E2] [3E2.2]."""
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
        known = self._known_sides.get((hex_, direction))
        if known is None:
            known = self._known_sides[hex_, direction] = self._side_kinds(hex_, direction)
        return known

    @cached_property
    def _known_sides(self) -> dict[tuple[Hex, int], tuple[str, ...]]:
        return {}

    def _side_kinds(self, hex_: Hex, direction: int) -> tuple[str, ...]:
        kinds = tuple(kind for kind in HEXSIDES if self.has_side(hex_, direction, kind))
        if any(kind in SPANNED for kind in kinds) and self.has_line(hex_, direction):
            return ("major_river", *(kind for kind in kinds if kind not in SPANNED))
        return kinds

    @cached_property
    def causeways(self) -> tuple[Hexes, ...]:
        """[15A2] The hexes with a causeway in each direction."""
        water, lines = self.sides(*SPANNED), self.sides(*LINES)
        return tuple(one & other for one, other in zip(water, lines, strict=True))

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
    def all_ways(self) -> Ways:
        """To every adjacent hex, whatever lies between."""
        return open_ways(self.board.grid, self.board.hexes)

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
        return step(self.board.hexes, self.rail_ways) | bit_set(h for f in self.ferries for h in f)

    @cached_property
    def ferries(self) -> tuple[tuple[Hex, Hex], ...]:
        """[15A3] The ports that rail ferries join, as the scenario names them."""
        grid = self.board.grid
        return tuple(
            (grid.hex(one), grid.hex(other)) for one, other in self.scenario.get("ferries", ())
        )

    @cached_property
    def bridges(self) -> tuple[Hexes, ...]:
        """[15A1] The hexes with a bridge in each direction."""
        water = self.sides(*BRIDGED)
        return tuple(a & b for a, b in zip(water, self.roads, strict=True))
