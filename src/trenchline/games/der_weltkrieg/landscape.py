"""The ground of a theatre: hexsides and what it costs to cross them, rails, cities, edges [3]."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple

from trenchline.games.der_weltkrieg.components import (
    CENTRAL,
    CODES,
    ENTENTE,
    LAND_TERRAIN,
    NATIONS,
    RIVERS,
    TABLES,
    TERRAIN,
    Terrain,
)
from trenchline.games.der_weltkrieg.order_of_battle import MOUNTAIN, NORMAL
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.board import Board
from trenchline.kernel.floods import Ways, join_ways, open_ways, step, ways
from trenchline.kernel.hexes import Hex, Hexes

UNDIGGABLE = ("mountain", "alpine", "swamp")
"""[22-2] [R48] [R58] Terrain in which there are no trenches and no devastation."""


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


class Landscape:
    """A board, and what its hexes and hexsides mean to units."""

    board: Board

    @cached_property
    def land(self) -> Hexes:
        """All hexes a unit can stand in."""
        return self.board.hexes & ~self.board.where("terrain", "sea")

    @cached_property
    def of_country(self) -> dict[str, Hexes]:
        """The land of each country."""
        return {code: self.board.where("country", code) & self.land for code in CODES}

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
    def every_way(self) -> Ways:
        """From each hex to all those around it, whatever lies between."""
        return open_ways(self.board.grid, self.board.grid.everywhere)

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
    def beside(self) -> tuple[Hexes, ...]:
        """The hexes into which some ground unit can go from each hex."""
        hexes = range(self.board.grid.everywhere.bit_length())
        return tuple(step(1 << hex_, self.passable) for hex_ in hexes)

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
