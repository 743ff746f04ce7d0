"""What an army lives on: depots, headquarters and the lines home."""

from __future__ import annotations

from functools import cached_property

from trenchline.games.the_great_war.combat_supply import stores
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.depots import depots_of, sites
from trenchline.games.the_great_war.depots import where as depot_hexes
from trenchline.games.the_great_war.headquarters import INFLUENCE, army_hqs
from trenchline.games.the_great_war.lines import (
    any_length,
    by_rail,
    by_road,
    open_to_lines,
    reaching,
)
from trenchline.games.the_great_war.staff.forces import Forces
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.supply import headquarters_lines, regular_sources
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import flood, step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.matching import match_up

SHARED = 0.2
"""What a unit counts for a headquarters that another one could lead."""


class Rear(Forces):
    """Forces and what feeds them."""

    def __init__(self, state: State, side: int, plan: str = "usual") -> None:
        super().__init__(state, side, plan)
        self._left: dict[tuple[int, ...], Hexes] = {}
        self._living: dict[Hex, Hexes] = {}

    @cached_property
    def depots(self) -> Hexes:
        """The hexes of our depots [11C1]: riders make for them who are not kept away."""
        return depot_hexes(self.state, depots_of(self.state, self.side))

    @cached_property
    def bases(self) -> Hexes:
        """What must not be left open to riders who could come there: depots, and edges from which
        lines lead home if the enemy is near [R2]."""
        edges = self.theatre.edges[self.side] & self.state.owned[self.side]
        near = bit_set(hex_ for hex_ in members(edges) if self.distance(hex_) <= 2)
        return (self.depots | near) & self.ridden

    def depots_left(self, hq: int) -> Hexes:
        """[11B2] The depots that other Army HQs, as they stand, leave to one of ours."""
        state, side = self.state, self.side
        others = [one for one in members(army_hqs(state, side)) if one != hq]
        key = (hq, *(state.where[one] for one in others))
        if key not in self._left:
            hexes = list(members(self.depots))
            wants = []
            for one in others:
                near = by_road(state, side, state.where[one])
                wants.append(bit_set(n for n, hex_ in enumerate(hexes) if near >> hex_ & 1))
            taken = set(match_up(tuple(wants)))
            self._left[key] = bit_set(h for n, h in enumerate(hexes) if n not in taken)
        return self._left[key]

    @cached_property
    def leaving(self) -> Units:
        """[16A1] Our units that are withdrawn as our next turn begins."""
        turns, turn = self.theatre.turns, self.state.turn + 1
        if turn >= len(turns):
            return 0
        rows = self.theatre.withdrawals
        gone = bit_set(self.theatre.unit[row.unit] for row in rows if row.date == turns[turn])
        return gone & self.theatre.of_side[self.side]

    def living_on(self, seat: Hex) -> Hexes:
        """[11B] Hexes from which units trace to a headquarters in a hex."""
        if seat not in self._living:
            self._living[seat] = reaching(self.state, self.side, 1 << seat)
        return self._living[seat]

    def led_from(self, hex_: Hex, led: Units, hq: int) -> float:
        """[14M1] How many units a headquarters would lead from a hex; those near another of ours
        count little."""
        where, grid = self.state.where, self.grid
        seats = [where[one] for one in members(army_hqs(self.state, self.side)) if one != hq]
        found = 0.0
        for unit in members(led):
            at = where[unit]
            if grid.distance(at, hex_) <= INFLUENCE:
                shared = any(grid.distance(at, seat) <= INFLUENCE for seat in seats)
                found += SHARED if shared else 1.0
        return found

    def stations(self, nation: str) -> Hexes:
        """[11C1.1] [11E] Where we could activate a depot that trains of a nation's supply reach."""
        state, side = self.state, self.side
        line = by_rail(state, side, nation, regular_sources(state, side, nation))
        return self._sites & line

    @cached_property
    def _sites(self) -> Hexes:
        return sites(self.state, self.side)

    @cached_property
    def home(self) -> Hexes:
        """[3G] Hexes from which a line leads home."""
        sources = regular_sources(self.state, self.side)
        return any_length(self.state, self.side, sources)

    @cached_property
    def sheltered(self) -> Hexes:
        """[3G] Hexes whose line home the enemy does not close by coming a hex nearer."""
        state, land = self.state, self.theatre.land
        ways = self.theatre.board.ways(land)
        near = self.zone | step(self.zone & ~state.occupied[self.enemy], ways)
        free = open_to_lines(state, self.side) & ~near
        inside = flood(regular_sources(state, self.side) & free, free, ways)
        return inside | step(inside, ways) | self.home & regular_sources(state, self.side)

    @cached_property
    def provided(self) -> Hexes:
        """[11B] Hexes where our units would be in general supply as headquarters stand."""
        state, side = self.state, self.side
        ends = regular_sources(state, side)
        for hq in members(headquarters_lines(state, side)):
            ends |= 1 << state.where[hq]
        return reaching(state, side, ends)

    @cached_property
    def fed(self) -> Hexes:
        """Hexes from which we can trace to a resource point [11D]."""
        return reaching(self.state, self.side, stores(self.state, self.side))

    @cached_property
    def enemy_fed(self) -> Hexes:
        """Hexes from which the enemy can."""
        return reaching(self.state, self.enemy, stores(self.state, self.enemy))
