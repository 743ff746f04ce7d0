"""Who is where, how strong, and what threatens whom."""

from __future__ import annotations

from functools import cached_property

from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.ground import ground
from trenchline.games.the_great_war.intelligence import hidden, veiled
from trenchline.games.the_great_war.stacking import ROOMS, room_kind
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import TERRAIN, WORKS
from trenchline.games.the_great_war.zones import zoc
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import flood, step
from trenchline.kernel.hexes import Hex, Hexes

FAR_THREAT = {1: 1.0, 2: 0.7, 3: 0.35}
"""How much of the enemy's strength threatens a hex, by how far away it is."""
FIRM = 2.0
"""Attackers want so many times the strength of a defender in the open ..."""
FIRMER, IN_WORKS = 0.5, 0.5
"""... more for each pip of the ground, and more against works in which combat is positional."""
COMPANY, MOST_COMPANY = 0.25, 24.0
"""The share of those who could come to a hex on whom one may count, and how much at most."""
NEAR_HQ = 3
"""An Army HQ so near the enemy wants somebody to guard it."""
FAR = 4
"""Enemies farther away than this are not reckoned with."""


class Forces:
    """The units of both sides as one side's staff counts them."""

    def __init__(self, state: State, side: int, plan: str = "usual") -> None:
        self.state, self.side, self.enemy, self.plan = state, side, 1 - side, plan
        self.theatre = state.theatre
        self.grid = state.theatre.board.grid
        self._firm: dict[Hex, float] = {}
        self._coming: dict[Hex, float] = {}
        self._ridden: dict[tuple[Hexes, Hexes], Hexes] = {}

    @cached_property
    def staffs(self) -> Units:
        """Headquarters of armies and corps, which do not fight."""
        return self.state.kind.army_hq | self.state.kind.corps_hq

    @cached_property
    def line_units(self) -> Units:
        """Those who hold ground: neither guns nor staffs nor anything without strength."""
        return self.state.kind.defends.showing(self.state.reduced) & ~(
            self.staffs | self.state.kind.artillery
        )

    def attack_of(self, unit: int) -> float:
        """What a unit brings to an attack in good supply."""
        state = self.state
        if state.badly_disrupted >> unit & 1:
            return 0.0
        worth = float(state.face(unit).attack + state.elite.get(unit, 0))
        return worth / 2 if state.disrupted >> unit & 1 else worth

    def defence_of(self, unit: int) -> float:
        """What a unit brings to the defence of its hex."""
        state = self.state
        worth = float(state.face(unit).defence + state.elite.get(unit, 0))
        if state.badly_disrupted >> unit & 1:
            return worth / 4
        return worth / 2 if state.disrupted >> unit & 1 else worth

    @cached_property
    def _sums(self) -> tuple[dict[Hex, float], dict[Hex, float], dict[Hex, float]]:
        """The enemy's attack and defence by hex, and our defence. What is hidden in unknown corps
        is shared out evenly among them [14N2]."""
        attack: dict[Hex, float] = {}
        defence: dict[Hex, float] = {}
        ours: dict[Hex, float] = {}
        own = self.theatre.of_side[self.side]
        secret = hidden(self.state, self.enemy)
        if secret:
            share = 1 / self.unknown.bit_count()
            for totals, strength in ((attack, self.attack_of), (defence, self.defence_of)):
                whole = sum(strength(unit) for unit in members(secret))
                totals.update((hex_, share * whole) for hex_ in members(self.unknown))
        for hex_, units in self.state.stacks.items():
            for unit in members(units & ~self.staffs & ~secret):
                if own >> unit & 1:
                    ours[hex_] = ours.get(hex_, 0.0) + self.defence_of(unit)
                else:
                    attack[hex_] = attack.get(hex_, 0.0) + self.attack_of(unit)
                    defence[hex_] = defence.get(hex_, 0.0) + self.defence_of(unit)
        return attack, defence, ours

    @cached_property
    def unknown(self) -> Hexes:
        """[14N2] The hexes of corps of the enemy whose units we do not know."""
        return veiled(self.state, self.enemy)

    @property
    def enemy_attack(self) -> dict[Hex, float]:
        """The strength with which the enemy could attack, by hex."""
        return self._sums[0]

    @property
    def enemy_defence(self) -> dict[Hex, float]:
        """The strength with which he defends himself."""
        return self._sums[1]

    @property
    def friends(self) -> dict[Hex, float]:
        """The strength with which we defend ourselves."""
        return self._sums[2]

    def relocate(self, unit: int, hex_: Hex) -> None:
        """A unit of ours is supposed to have gone to another hex."""
        here, strength = self.state.where[unit], self.defence_of(unit)
        self.state.move(1 << unit, hex_)
        if not self.staffs >> unit & 1:
            self.friends[here] = self.friends.get(here, 0.0) - strength
            self.friends[hex_] = self.friends.get(hex_, 0.0) + strength

    def expect(self, unit: int, hexes: Hexes, comes: bool = True) -> None:
        """A unit of ours may still come to some hexes, or has chosen and does so no more."""
        strength = self.defence_of(unit) if comes else -self.defence_of(unit)
        for hex_ in members(hexes):
            self._coming[hex_] = self._coming.get(hex_, 0.0) + strength

    def company(self, hex_: Hex) -> float:
        """What may be hoped for from those who could still come to a hex."""
        return min(COMPANY * self._coming.get(hex_, 0.0), MOST_COMPANY)

    @cached_property
    def zone(self) -> Hexes:
        """Where the enemy's zones of control reach."""
        return zoc(self.state, self.enemy)

    @cached_property
    def our_zone(self) -> Hexes:
        """Where ours do."""
        return zoc(self.state, self.side)

    @property
    def ridden(self) -> Hexes:
        """Hexes that riders of the enemy come to as we stand now: through the gaps between our
        zones [5A], and two hexes into these where nobody of ours bars the way."""
        held, zone = self.state.occupied[self.side], zoc(self.state, self.side)
        if (held, zone) not in self._ridden:
            land = self.theatre.land
            ways = self.theatre.board.ways(land)
            theirs = self.state.occupied[self.enemy]
            free = land & ~zone & ~held
            out = theirs | flood(step(theirs, ways) & free, free, ways)
            gaps = step(out, ways) & ~held
            self._ridden[held, zone] = out | gaps | step(gaps, ways)
        return self._ridden[held, zone]

    def distance(self, hex_: Hex) -> int:
        """How far the nearest enemy is who could attack."""
        found = self.way_to_front(hex_)
        return found if found <= FAR else 99

    def way_to_front(self, hex_: Hex) -> int:
        """How many hexes the nearest enemy is away."""
        return self._distances.get(hex_, 99)

    @cached_property
    def _distances(self) -> dict[Hex, int]:
        """How far from every hex the nearest enemy is who could attack."""
        grid = self.grid
        seen = bit_set(hex_ for hex_, strength in self.enemy_attack.items() if strength)
        found = dict.fromkeys(members(seen), 0)
        fresh, radius = seen, 0
        while fresh:
            radius += 1
            grown = 0
            for shift in grid.shifts:
                grown |= fresh << shift if shift > 0 else fresh >> -shift
            fresh = grown & grid.everywhere & ~seen
            seen |= fresh
            found.update(dict.fromkeys(members(fresh), radius))
        return found

    @cached_property
    def _threats(self) -> dict[Hex, float]:
        """The strength that the enemy can bring against each hex that he comes near."""
        found: dict[Hex, float] = {}
        grid = self.grid
        for enemy, strength in self.enemy_attack.items():
            for radius, share in FAR_THREAT.items():
                for hex_ in members(grid.ring(enemy, radius) & self.theatre.land):
                    found[hex_] = found.get(hex_, 0.0) + share * strength
        return found

    def threat(self, hex_: Hex) -> float:
        """The strength that the enemy can bring against a hex, as far as there is room for it."""
        if not self._threats.get(hex_):
            return 0.0
        fronts = sum(
            not self.state.occupied[self.side] >> near & 1 and self.theatre.land >> near & 1
            for near in self.grid.neighbours(hex_)
        )
        room = ROOMS[room_kind(self.theatre, hex_)].units * 9.0
        return min(self._threats.get(hex_, 0.0), fronts * room)

    def firmness(self, hex_: Hex) -> float:
        """How many times our strength the enemy needs in a hex."""
        if hex_ not in self._firm:
            self._firm[hex_] = self._firmness(hex_)
        return self._firm[hex_]

    def _firmness(self, hex_: Hex) -> float:
        place = ground(self.state, hex_)
        works = WORKS[place.works]
        pips = -(TERRAIN[place.terrain].die + works.die)
        return FIRM + FIRMER * max(0, pips) + (IN_WORKS if place.is_positional else 0.0)

    def wards(self, hex_: Hex) -> Units:
        """Our guns and staffs in a hex, who should not be alone."""
        units = self.state.units(hex_, self.side)
        return units & (self.staffs | self.state.kind.artillery)

    def wants_guard(self, hex_: Hex) -> bool:
        """Whether guns or staffs stand in a hex that riders of the enemy could come to, or an Army
        HQ anywhere near him."""
        wards = self.wards(hex_)
        if wards & self.state.kind.army_hq:
            return self.distance(hex_) <= NEAR_HQ
        return bool(wards and self.distance(hex_) <= 2 and self.ridden >> hex_ & 1)

    def is_last_guard(self, unit: int) -> bool:
        """Whether guns or staffs would be alone near the enemy without a unit."""
        here = self.state.where[unit]
        if here < 0 or not self.wants_guard(here):
            return False
        return not self.state.units(here, self.side) & self.line_units & ~(1 << unit)
