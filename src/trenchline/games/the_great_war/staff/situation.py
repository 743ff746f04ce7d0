"""Who stands where: the map as a staff officer reads it.

Everything is counted in points of victory, by which a scenario is won [R7].
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

from trenchline.games.the_great_war.combat_supply import stores
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.depots import depots_of, sites
from trenchline.games.the_great_war.depots import where as depot_hexes
from trenchline.games.the_great_war.ground import ground
from trenchline.games.the_great_war.headquarters import INFLUENCE, army_hqs
from trenchline.games.the_great_war.intelligence import hidden, veiled
from trenchline.games.the_great_war.lines import (
    any_length,
    by_rail,
    by_road,
    open_to_lines,
    reaching,
)
from trenchline.games.the_great_war.routes import (
    Ground,
    front_of,
    ground_for,
    march,
    one_hex,
    points_left,
    within,
)
from trenchline.games.the_great_war.stacking import ROOMS, room_kind
from trenchline.games.the_great_war.staff.plans import Line, line_to_hold
from trenchline.games.the_great_war.staff.stakes import (
    FARTHEST,
    ground_worth,
    prizes,
    rate,
    toll,
    turns_left,
    ways_from,
)
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.supply import headquarters_lines, regular_sources
from trenchline.games.the_great_war.tables import TERRAIN, WORKS
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.zones import zoc
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import flood, step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.matching import match_up

FAR_THREAT = {1: 1.0, 2: 0.7, 3: 0.35}
"""How much of the enemy's strength threatens a hex, by how far away it is."""
FIRM = 2.0
"""Attackers want so many times the strength of a defender in the open ..."""
FIRMER, IN_WORKS = 0.5, 0.5
"""... more for each pip of the ground, and more against works in which combat is positional."""
LINE = 0.8
"""What a hex of the line that we hold by plan is worth besides ..."""
GIVEN_UP = 0.2
"""... and how much of what we hold no more is left."""
FEWEST = 24.0
"""The strength that holds a hex of the line before anybody threatens it."""
COMPANY, MOST_COMPANY = 0.25, 24.0
"""The share of those who could come to a hex on whom one may count, and how much at most."""
SHARED = 0.35
"""What a unit counts for a headquarters that another one could lead."""
LAST = 0.2
"""How much of their worth units have left on the last turn."""
TROPHY = 1.0
"""What a depot of the enemy's is worth to us."""
DEPOT, GUARD = 0.8, 3.0
"""What it is worth to keep the hex of a depot besides, and the strength of its guard."""
FAR = 4
"""Enemies farther away than this are not reckoned with."""
RESERVE = 0.1
"""What reserves behind a hex are worth, as a share of keeping it."""
HOLD = 0.6
"""How much more it is worth to keep a hex than ground alone says."""
NEARER = 0.9
"""How a goal fades with every movement point to it."""


@lru_cache(maxsize=1 << 14)
def _reach(ground: Ground, start: Hex, budget: int) -> Hexes:
    return within(march(ground, start, budget))


class Situation:
    """The position as one side's staff sees it."""

    def __init__(self, state: State, side: int, plan: str = "usual") -> None:
        self.state, self.side, self.enemy, self.plan = state, side, 1 - side, plan
        self.theatre = state.theatre
        self.grid = state.theatre.board.grid
        self._pulls: dict[Hex, float] = {}
        self._firm: dict[Hex, float] = {}
        self._left: dict[tuple[int, ...], Hexes] = {}
        self._coming: dict[Hex, float] = {}

    # What is at stake.

    def prize(self, hex_: Hex) -> float:
        """What a hex counts for victory."""
        return prizes(self.theatre, self.state.turn).get(hex_, 0.0)

    @cached_property
    def ground(self) -> dict[Hex, float]:
        """What it is worth to own each hex; to us a depot of the enemy's too, on which his armies
        live [11B2]."""
        found = ground_worth(self.theatre, self.state.turn)
        if not self.trophies:
            return found
        return found | {hex_: found.get(hex_, 0.0) + TROPHY for hex_ in members(self.trophies)}

    @cached_property
    def trophies(self) -> Hexes:
        """The enemy's depots, as long as their loss would tell."""
        if turns_left(self.state) < 2:
            return 0
        return depot_hexes(self.state, depots_of(self.state, self.enemy))

    @cached_property
    def spirit(self) -> float:
        """How much units still matter: much early, little at the end."""
        turns = len(self.theatre.turns)
        return LAST + (1 - LAST) * (turns_left(self.state) - 1) / max(1, turns - 1)

    @cached_property
    def rates(self) -> tuple[float, float]:
        """What a point of printed strength is worth to each side now."""
        theatre = self.theatre
        one, two = (max(toll(theatre, n), rate(theatre, n) * self.spirit) for n in (0, 1))
        return one, two

    # Who is where.

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

    def distance(self, hex_: Hex) -> int:
        """How far the nearest enemy is who could attack."""
        found = self.way_to_front(hex_)
        return found if found <= FAR else 99

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

    def need(self, hex_: Hex) -> float:
        """The strength that holds a hex against what threatens it."""
        need = self.threat(hex_) / self.firmness(hex_)
        if self.depots >> hex_ & 1:
            need = max(need, GUARD)
        return max(need, FEWEST) if self.line.hexes >> hex_ & 1 else need

    @cached_property
    def depots(self) -> Hexes:
        """The hexes of our depots [11C1]: riders make for them who are not kept away."""
        return depot_hexes(self.state, depots_of(self.state, self.side))

    def wards(self, hex_: Hex) -> Units:
        """Our guns and staffs in a hex, who should not be alone."""
        units = self.state.units(hex_, self.side)
        return units & (self.staffs | self.state.kind.artillery)

    def is_last_guard(self, unit: int) -> bool:
        """Whether guns or staffs would be alone near the enemy without a unit."""
        here = self.state.where[unit]
        if here < 0 or not self.wards(here) or self.distance(here) > 2:
            return False
        return not self.state.units(here, self.side) & self.line_units & ~(1 << unit)

    @cached_property
    def line(self) -> Line:
        """The line that we hold by plan."""
        return line_to_hold(self.state, self.side)

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

    def hold(self, hex_: Hex) -> float:
        """What it is worth to keep a hex of ours: more in the line, little in what is given up."""
        worth = HOLD * self.ground.get(hex_, 0.0)
        if self.depots >> hex_ & 1:
            worth += DEPOT
        if self.line.hexes >> hex_ & 1:
            return worth + LINE
        return worth * GIVEN_UP if self.line.given_up >> hex_ & 1 else worth

    def is_front(self, hex_: Hex) -> bool:
        """Whether an enemy could walk into a hex if nobody stood there; our line is manned before
        he comes."""
        return self.distance(hex_) <= (4 if (self.line.hexes | self.depots) >> hex_ & 1 else 2)

    @cached_property
    def backs(self) -> dict[Hex, float]:
        """Where reserves stand: behind the hexes that we hold, out of the enemy's zones [6C]."""
        found: dict[Hex, float] = {}
        calm = self.state.owned[self.side] & ~self.zone & self.theatre.land
        for hex_ in self.friends:
            if self.distance(hex_) <= 1:
                worth = RESERVE * self.hold(hex_)
                for near in members(self.grid.ring(hex_, 1) & calm):
                    found[near] = max(found.get(near, 0.0), worth)
        return found

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

    # Supply.

    @cached_property
    def fed(self) -> Hexes:
        """Hexes from which we can trace to a resource point [11D]."""
        return reaching(self.state, self.side, stores(self.state, self.side))

    @cached_property
    def enemy_fed(self) -> Hexes:
        """Hexes from which the enemy can."""
        return reaching(self.state, self.enemy, stores(self.state, self.enemy))

    # Ways.

    def way(self, start: Hex, goal: Hex) -> int:
        """What the march from one hex to another costs, terrain only."""
        return ways_from(self.theatre, self.state.turn, self.side, goal).get(start, FARTHEST)

    def way_to_front(self, hex_: Hex) -> int:
        """How many hexes the nearest enemy is away."""
        return self._distances.get(hex_, 99)

    @cached_property
    def goals(self) -> dict[Hex, float]:
        """Where we are wanted: prizes that the enemy owns, and hexes of ours that need more."""
        state = self.state
        wanted = self.theatre.land & ~state.owned[self.side]
        found = {h: p for h, p in prizes(self.theatre, state.turn).items() if wanted >> h & 1}
        for hex_ in members(self.trophies & wanted):
            found[hex_] = found.get(hex_, 0.0) + TROPHY
        for hex_, worth in self.ground.items():
            if state.owned[self.side] >> hex_ & 1 and worth > 0 and self.is_front(hex_):
                need = self.need(hex_)
                lacks = need - self.friends.get(hex_, 0.0)
                if lacks > 0:
                    found[hex_] = found.get(hex_, 0.0) + self.hold(hex_) * min(1.0, lacks / need)
        return found

    def pull(self, hex_: Hex) -> float:
        """How much a hex is on the way to where we are wanted."""
        if hex_ not in self._pulls:
            self._pulls[hex_] = max(
                (
                    worth * NEARER ** self.way(hex_, goal)
                    for goal, worth in self.goals.items()
                    if goal != hex_
                ),
                default=0.0,
            )
        return self._pulls[hex_]

    # Movement.

    @cached_property
    def _front(self) -> Any:
        return front_of(self.state, self.side)

    def reach(self, unit: int) -> Hexes:
        """Where a unit can march in this phase, its own hex too."""
        state = self.state
        here = state.where[unit]
        if state.halted >> unit & 1 or not state.printed_movement(unit):
            return 1 << here
        floor = ground_for(state, unit, front=self._front)
        budget = max(0, points_left(state, unit)) // QUARTERS
        return _reach(floor, here, budget) | one_hex(state, unit, here, floor) | 1 << here
