"""What it costs to pass from hex to hex, off the roads and along them, and for zones [6] [7B]."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, reduce

from trenchline.games.the_great_war.going import GAITS, HIGH, PLAIN, Gait, hex_cost, side_cost
from trenchline.games.the_great_war.landscape import Landscape
from trenchline.games.the_great_war.tables import HEXSIDES, TERRAIN
from trenchline.games.the_great_war.weather import Weathers, is_frozen
from trenchline.kernel.bits import members
from trenchline.kernel.floods import Ways, join_ways, ways
from trenchline.kernel.hexes import Hex, Hexes

Costs = tuple[tuple[int, Ways], ...]
"""The hexsides that cost the same, with what they cost."""


class Passage(Landscape):
    """A landscape, and what its hexsides cost in each weather."""

    def _cost(
        self,
        hex_: Hex,
        direction: int,
        gait: int,
        weathers: Weathers,
        pontoon: bool = False,
        terrain: str = "",
    ) -> int | None:
        there = hex_ + self.board.grid.shifts[direction]
        if there < 0 or not self.land >> there & 1:
            return None
        weather = weathers[self.zone[there]]
        walk: Gait = GAITS[gait]
        side = side_cost(self.side_kinds(hex_, direction), weather, walk, pontoon)
        if side is None:
            return None
        ground = TERRAIN[terrain] if terrain else self.terrain[there]
        return hex_cost(ground, weather, walk) + side

    def into(self, hexes: Hexes, terrain: str, gait: int, weathers: Weathers) -> Costs:
        """[15A6] What it costs to enter some hexes off the roads if their ground is of a kind that
        the map does not show."""
        leave: dict[int, list[Hexes]] = {}
        for there in members(hexes & self.land):
            for direction, shift in enumerate(self.board.grid.shifts):
                here = there - shift
                if here >= 0 and self.land >> here & 1:
                    cost = self._cost(here, direction, gait, weathers, terrain=terrain)
                    if cost is not None:
                        leave.setdefault(cost, [0] * 6)[direction] |= 1 << here
        return self._as_costs(leave)

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

    def line_cost(
        self,
        hex_: Hex,
        direction: int,
        weathers: Weathers,
        ground: int | None = None,
        high: bool = False,
    ) -> int | None:
        """[11B1] What a step counts for the overland element of a supply line off the roads, for
        high mountain units or for others [14F1]; None if it is closed to it. The ground may count
        otherwise than the map shows."""
        there = hex_ + self.board.grid.shifts[direction]
        if there < 0 or not self.land >> there & 1:
            return None
        weather = weathers[self.zone[there]]
        kinds = self.side_kinds(hex_, direction)
        if side_cost(kinds, weather, GAITS[HIGH if high else PLAIN]) is None:
            return None
        terrain = self.terrain[there]
        counted = 1 if is_frozen(terrain.kind, weather) else terrain.line
        if ground is not None:
            counted = ground
        for kind in kinds:
            if not is_frozen(kind, weather):
                side = HEXSIDES[kind]
                counted += side.line + (side.line_not_clear if weather != "clear" else 0)
        return counted
