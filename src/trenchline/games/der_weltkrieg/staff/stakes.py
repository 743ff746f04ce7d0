"""What both sides fight for, and who stands where: the map as a staff officer reads it.

Everything is counted in points of demoralization, by which scenarios are won [26-1].
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from trenchline.games.der_weltkrieg.components import CENTRAL, NATIONS, SIDES, TABLES, Units
from trenchline.games.der_weltkrieg.lines import FARTHEST, headquarters_of, open_to_lines
from trenchline.games.der_weltkrieg.routes import supply_distances
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.surrounded import (
    havens,
    is_cut_off,
    is_surrounded,
    open_to_communication,
)
from trenchline.games.der_weltkrieg.theatre import Theatre
from trenchline.games.der_weltkrieg.victory import balance, outcome
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.forecast import levels_of_victory, on_course
from trenchline.kernel.hexes import Hex, Hexes

CITY: int = TABLES["demoralization"]["city"]
SUDDEN = 60
"""What a hex is worth that ends the scenario at once."""
BEHIND, FADES = 0.25, 0.6
"""What a hex is worth for the prizes behind it, and how that fades with every hex."""
SURE, UNSURE = 8.0, 4.0
"""How many points decide at the end, and how many more for each turn to come."""


@lru_cache(maxsize=16)
def prizes(theatre: Theatre) -> dict[Hex, int]:
    """What hexes are worth to whoever takes them, cities apart: ground that the scenario counts,
    hexes that end it."""
    grid = theatre.board.grid
    found = dict.fromkeys(members(theatre.cities), 0)
    for label, points in theatre.scenario["victory"].get("ground", {}).items():
        found[grid.hex(label)] = found.get(grid.hex(label), 0) + points
    for rule in theatre.scenario.get("sudden_death", {}).get("ways", ()):
        for label in rule.get("held", ()):
            found[grid.hex(label)] = found.get(grid.hex(label), 0) + SUDDEN
    return found


@lru_cache(maxsize=1 << 10)
def ways_to(theatre: Theatre, goals: Hexes) -> dict[Hex, int]:
    """The cost of the cheapest way from every hex to one of some goals, terrain only."""
    found = {}
    for cost, hexes in enumerate(supply_distances(theatre, goals, theatre.land, 0, FARTHEST)):
        for hex_ in members(hexes):
            found[hex_] = cost
    return found


class Situation:
    """The position as one side's staff sees it."""

    def __init__(self, state: State, side: int, plan: str = "usual") -> None:
        self.state, self.side, self.plan = state, side, plan
        self.theatre = state.theatre
        self.grid = state.theatre.board.grid
        self.rings: dict[Hexes, frozenset[Hex]] = {}
        """Whom our zones of control cut off, by where we exert them."""
        self.orders: dict[int, Hex] | None = None
        """The objective of each unit, once it has been settled."""

    @cached_property
    def strength(self) -> tuple[dict[Hex, int], dict[Hex, int]]:
        """The strength that each side has in hexes, forts too."""
        theatre, strengths = self.theatre, self.state.strength
        fighting = theatre.combat_units | theatre.of_kind["fortress"]
        found: tuple[dict[Hex, int], dict[Hex, int]] = ({}, {})
        for hex_, units in self.state.stacks.items():
            side = 0 if units & theatre.of_side[0] else 1
            points = sum(strengths[unit] for unit in members(units & fighting))
            if points:
                found[side][hex_] = points
        return found

    @property
    def friends(self) -> dict[Hex, int]:
        """Our strength by hex."""
        return self.strength[self.side]

    @property
    def enemies(self) -> dict[Hex, int]:
        """Theirs."""
        return self.strength[1 - self.side]

    @cached_property
    def zone(self) -> Hexes:
        """Where the enemy's zones reach."""
        return enemy_zone(self.state, self.side)

    @cached_property
    def line_units(self) -> Units:
        """Infantry and cavalry: those who hold ground."""
        return self.theatre.infantry | self.theatre.cavalry

    @cached_property
    def ready(self) -> Units:
        """Units of the line that have not moved yet, as long as anybody moves."""
        return self.line_units & ~self.state.moved if self.state.phase == "movement" else 0

    @cached_property
    def forts(self) -> dict[Hex, int]:
        """Our forts and their strength."""
        state = self.state
        mine = self.theatre.of_kind["fortress"] & self.theatre.of_side[self.side]
        return {state.where[f]: state.strength[f] for f in members(mine) if state.where[f] >= 0}

    @cached_property
    def field(self) -> dict[Hex, int]:
        """The strength of the enemy's field armies: no forts, nor who stands beside one [20-9]."""
        state, theirs = self.state, self.theatre.of_side[1 - self.side]
        forts = self.theatre.of_kind["fortress"]
        found = {}
        for hex_, units in state.stacks.items():
            if units & theirs and not units & forts:
                points = sum(state.strength[u] for u in members(units & self.line_units))
                if points:
                    found[hex_] = points
        return found

    @cached_property
    def lone_staffs(self) -> Hexes:
        """Where enemy headquarters stand with nobody to fight for them."""
        state, theirs = self.state, self.theatre.of_side[1 - self.side]
        posts = self.theatre.of_kind["headquarters"] & theirs
        return bit_set(
            hex_
            for hex_, units in state.stacks.items()
            if units & posts and hex_ not in self.enemies
        )

    @cached_property
    def free(self) -> Hexes:
        """[20-1] The hexes through which our lines of communication may pass."""
        return open_to_communication(self.state, self.side)

    def distance(self, hex_: Hex) -> int:
        """How far the nearest enemy is."""
        return min((self.grid.distance(hex_, enemy) for enemy in self.enemies), default=99)

    def threat(self, hex_: Hex) -> float:
        """The strength that the enemy can bring against a hex: next to it, and half of what is a
        hex farther away."""
        total = 0.0
        for enemy, points in self.enemies.items():
            far = self.grid.distance(hex_, enemy)
            if far <= 2:
                total += points if far == 1 else points / 2
        return total

    @cached_property
    def outlook(self) -> float:
        """Our chance to win as things stand."""
        return chance(self.state, self.side)

    def closed_to(self, side: int) -> Hexes:
        """[S1] Hexes that the scenario closes to a side for good."""
        found = 0
        for order in self.theatre.closures:
            if order.until is None and order.units & self.theatre.of_side[side]:
                found |= order.hexes
        return found

    def around(self, hex_: Hex, near: int, far: int) -> float:
        """The enemy's strength around a hex: that which is near, and half of that farther off."""
        distance, total = self.grid.distance, 0.0
        for enemy, points in self.enemies.items():
            off = distance(hex_, enemy)
            if off <= far:
                total += points if off <= near else points / 2
        return total

    def way(self, start: Hex, goal: Hex) -> int:
        """The cost of the way from one hex to another, terrain only."""
        return ways_to(self.theatre, 1 << goal).get(start, FARTHEST)

    def way_to_enemy(self, hex_: Hex) -> int:
        """The cost of the way to the nearest enemy."""
        return ways_to(self.theatre, bit_set(self.enemies)).get(hex_, FARTHEST)

    @cached_property
    def lines(self) -> dict[Hex, int]:
        """How long the supply line of each hex to our nearest headquarters is."""
        state = self.state
        posts = bit_set(state.where[hq] for hq in members(headquarters_of(state, self.side)))
        free = open_to_lines(state, self.side)
        churned = state.trenches | state.devastation
        found = {}
        layers = supply_distances(self.theatre, posts & free, free, churned, FARTHEST)
        for length, hexes in enumerate(layers):
            for hex_ in members(hexes):
                found[hex_] = length
        return found

    def line(self, hex_: Hex) -> int:
        """The length of a hex's supply line; one step more where a line may only begin."""
        found = self.lines.get(hex_)
        if found is not None:
            return found
        shifts = self.grid.shifts
        return min((self.lines.get(hex_ + s, FARTHEST) for s in shifts), default=FARTHEST) + 1

    @cached_property
    def _homes(self) -> Hexes:
        """[20-1] Where our lines of communication lead to."""
        edges, interior = havens(self.theatre, self.side)
        return edges | interior & self.state.control[self.side]

    @cached_property
    def _ways_home(self) -> dict[Hex, int]:
        """How far it is home from each hex, past the enemy."""
        found = {}
        layers = supply_distances(self.theatre, self._homes & self.free, self.free, 0, FARTHEST)
        for length, hexes in enumerate(layers):
            for hex_ in members(hexes):
                found[hex_] = length
        return found

    def detour(self, hex_: Hex) -> int:
        """How much longer than need be the way home is: much, where the enemy stands across it."""
        straight = ways_to(self.theatre, self._homes).get(hex_, FARTHEST)
        shifts = self.grid.shifts
        way = self._ways_home.get(hex_)
        if way is None:
            way = 1 + min(self._ways_home.get(hex_ + shift, FARTHEST) for shift in shifts)
        return max(0, way - straight)

    def is_cut_off(self, hex_: Hex) -> bool:
        """[20-1] Whether no way leads home from a hex."""
        return is_cut_off(self.state, hex_, self.side)

    def is_ringed(self, hex_: Hex) -> bool:
        """[20-1] [20-9] Whether the enemies in a hex are surrounded."""
        return is_surrounded(self.state, hex_, 1 - self.side)

    def prize(self, hex_: Hex) -> int:
        """What we gain if we take a hex, or lose with it: a city only as long as its fall has not
        been counted [26-4]."""
        worth = prizes(self.theatre).get(hex_, 0)
        if self.theatre.cities >> hex_ & 1 and not self.state.cities_fallen >> hex_ & 1:
            country = self.theatre.board.facts[hex_]["country"]
            held = self.state.control[self.side] >> hex_ & 1
            if (NATIONS[country].side == self.side) == bool(held):
                worth += CITY
        return worth

    @cached_property
    def _wanted(self) -> dict[Hex, int]:
        """The prizes that are still to be taken."""
        held = self.state.control[self.side] | self.closed_to(self.side)
        return {
            hex_: worth
            for hex_ in prizes(self.theatre)
            if not held >> hex_ & 1 and (worth := self.prize(hex_))
        }

    def beyond(self, hex_: Hex) -> float:
        """What the prizes behind a hex make of it: much to whoever must still win."""
        distance = self.grid.distance
        near = sum(
            worth * FADES ** distance(hex_, goal)
            for goal, worth in self._wanted.items()
            if goal != hex_
        )
        return BEHIND * near * (1.5 - self.outlook)


def turns_left(state: State) -> int:
    """The turns still to come, this one too."""
    turns = state.theatre.turns
    return len(turns) - turns.index(state.date) if state.date in turns else 1


def chance(state: State, side: int) -> float:
    """The chance of a side to win: by how far the balance of demoralization is from where it should
    be by now to end between the levels of victory."""
    if state.ending or not state.stack:
        winner = outcome(state).winner
        return 0.5 if winner is None else float(winner == side)
    left = turns_left(state)
    levels = levels_of_victory(state.theatre.scenario["victory"]["levels"], SIDES[CENTRAL])
    past = 1 - left / (len(state.theatre.turns) + 1)
    central = on_course(balance(state), levels, past, SURE + UNSURE * left)
    return central if side == CENTRAL else 1 - central


def worth_of_point(state: State, unit: int) -> int:
    """[26-3] The demoralization that a lost strength point of a unit causes."""
    kind = state.theatre.counters[unit].kind
    return 2 if kind in ("cavalry", "artillery", "siege") else 1
