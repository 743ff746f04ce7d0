"""What both sides fight for, and who stands where: the map as a staff officer reads it.

Everything is counted in points of victory, by which a scenario is won [R7].
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

from trenchline.games.the_great_war.calendar import read_date
from trenchline.games.the_great_war.combat_supply import stores
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.depots import depots_of, sites
from trenchline.games.the_great_war.depots import where as depot_hexes
from trenchline.games.the_great_war.ground import ground
from trenchline.games.the_great_war.headquarters import INFLUENCE, army_hqs
from trenchline.games.the_great_war.intelligence import hidden, veiled
from trenchline.games.the_great_war.lines import any_length, by_rail, by_road, reaching
from trenchline.games.the_great_war.routes import (
    Costs,
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
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.supply import headquarters_lines, regular_sources
from trenchline.games.the_great_war.tables import TERRAIN, WORKS
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.victory import claimant, outcome, points
from trenchline.games.the_great_war.zones import zoc
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import Ways, join_ways
from trenchline.kernel.forecast import levels_of_victory, on_course
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.matching import match_up

BEHIND, FADES = 0.2, 0.6
"""What a hex is worth for the prizes near it, and how that fades with every hex."""
MATERIAL = 0.6
"""The share of all prizes that the whole strength of a side is worth."""
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
DEPOT, GUARD = 0.8, 3.0
"""What it is worth to keep the hex of a depot besides, and the strength of its guard."""
RESERVE = 0.1
"""What reserves behind a hex are worth, as a share of keeping it."""
HOLD = 0.6
"""How much more it is worth to keep a hex than ground alone says."""
NEARER = 0.9
"""How a goal fades with every movement point to it."""
FARTHEST = 60
SURE, UNSURE = 1.5, 1.0
"""How many points decide at the end, and how many more for each turn to come."""


def rule_of(theatre: Theatre) -> dict[str, Any]:
    """How the scenario counts points."""
    found: dict[str, Any] = theatre.scenario["victory"]
    return found


@lru_cache(maxsize=256)
def prizes(theatre: Theatre, turn: int) -> dict[Hex, float]:
    """What hexes are worth to whoever owns them at the end; towns that must be reached by a turn
    only until then."""
    rule, grid = rule_of(theatre), theatre.board.grid
    found: dict[Hex, float] = {}
    for label, worth in rule["towns"].items():
        found[grid.hex(label)] = found.get(grid.hex(label), 0.0) + worth
    if "march" in rule and theatre.turns[turn] <= read_date(rule["march"]["turn"]):
        for label in rule["march"]["towns"]:
            hex_ = grid.hex(label)
            found[hex_] = found.get(hex_, 0.0) + rule["march"]["points"]
    if "towns_taken" in rule:
        side = SIDES.index(rule.get("side", SIDES[1]))
        home = theatre.of_country[rule["towns_taken"]["country"]] & theatre.cities
        for hex_ in members(home & theatre.owned[side]):
            found[hex_] = found.get(hex_, 0.0) - rule["towns_taken"]["points"]
    if "towns_lost" in rule:
        for label in rule["towns_lost"]["towns"]:
            hex_ = grid.hex(label)
            found[hex_] = found.get(hex_, 0.0) - rule["towns_lost"]["points"]
    return found


@lru_cache(maxsize=256)
def ground_worth(theatre: Theatre, turn: int) -> dict[Hex, float]:
    """What it is worth to own each hex: its prize, and a share of those that lie near."""
    grid, known = theatre.board.grid, prizes(theatre, turn)
    found = {}
    for hex_ in members(theatre.land):
        near = sum(worth * FADES ** grid.distance(hex_, at) for at, worth in known.items())
        found[hex_] = known.get(hex_, 0.0) + BEHIND * (near - known.get(hex_, 0.0))
    return found


@lru_cache(maxsize=64)
def rate(theatre: Theatre, side: int) -> float:
    """What a point of printed strength of a side is worth at the start, in points of victory."""
    total = sum(
        (c.front.attack + c.front.defence) / 2
        for unit, c in enumerate(theatre.counters)
        if c.side == side and theatre.divisions >> unit & 1
    )
    return MATERIAL * sum(prizes(theatre, 0).values()) / max(1.0, total)


def turns_left(state: State) -> int:
    """The turns still to come, this one too."""
    return len(state.theatre.turns) - state.turn


@lru_cache(maxsize=1 << 14)
def _reach(ground: Ground, start: Hex, budget: int) -> Hexes:
    return within(march(ground, start, budget))


@lru_cache(maxsize=1 << 12)
def ways_from(theatre: Theatre, turn: int, side: int, goal: Hex) -> dict[Hex, int]:
    """What the march to a goal costs infantry from every hex, the enemy left out."""
    weathers = theatre.weathers(turn)
    foot = next(theatre.gait[unit] for unit in members(theatre.divisions & theatre.of_side[side]))
    costs: dict[int, Ways] = {}
    for cost, w in (*theatre.off_road(foot, weathers), *theatre.on_road(foot, weathers)):
        costs[cost] = join_ways(costs[cost], w) if cost in costs else w
    floor = Ground(Costs(sorted(costs.items())), theatre.land, 0, 0, 0, 0)
    found: dict[Hex, int] = {}
    for cost, hexes in enumerate(march(floor, goal, FARTHEST)):
        for hex_ in members(hexes):
            found.setdefault(hex_, cost)
    return found


class Situation:
    """The position as one side's staff sees it."""

    def __init__(self, state: State, side: int, plan: str = "usual") -> None:
        self.state, self.side, self.enemy, self.plan = state, side, 1 - side, plan
        self.theatre = state.theatre
        self.grid = state.theatre.board.grid
        self.ground = ground_worth(state.theatre, state.turn)
        self._pulls: dict[Hex, float] = {}
        self._firm: dict[Hex, float] = {}
        self._left: dict[tuple[int, ...], Hexes] = {}
        self._coming: dict[Hex, float] = {}

    # What is at stake.

    def prize(self, hex_: Hex) -> float:
        """What a hex counts for victory."""
        return prizes(self.theatre, self.state.turn).get(hex_, 0.0)

    @cached_property
    def spirit(self) -> float:
        """How much units still matter: much early, little at the end."""
        return 0.25 + 0.75 * turns_left(self.state) / len(self.theatre.turns)

    @cached_property
    def rates(self) -> tuple[float, float]:
        """What a point of printed strength is worth to each side now."""
        return rate(self.theatre, 0) * self.spirit, rate(self.theatre, 1) * self.spirit

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
        return self._distances.get(hex_, 99)

    @cached_property
    def _distances(self) -> dict[Hex, int]:
        found: dict[Hex, int] = {}
        grid = self.grid
        for enemy, strength in self.enemy_attack.items():
            if not strength:
                continue
            for radius in range(5):
                for hex_ in members(grid.ring(enemy, radius) & self.theatre.land):
                    if radius < found.get(hex_, 99):
                        found[hex_] = radius
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
        """The way to the nearest enemy."""
        return min((self.grid.distance(hex_, enemy) for enemy in self.enemy_attack), default=99)

    @cached_property
    def goals(self) -> dict[Hex, float]:
        """Where we are wanted: prizes that the enemy owns, and hexes of ours that need more."""
        state = self.state
        wanted = self.theatre.land & ~state.owned[self.side]
        found = {h: p for h, p in prizes(self.theatre, state.turn).items() if wanted >> h & 1}
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


def chance(state: State, side: int) -> float:
    """The chance of a side to win: by how far the points are from where they should be by now to
    end between the levels of victory."""
    if state.finished or not state.stack:
        winner = outcome(state).winner
        return 0.5 if winner is None else float(winner == side)
    left = turns_left(state)
    rule = rule_of(state.theatre)
    levels = levels_of_victory(rule["levels"], rule.get("side", SIDES[1]))
    past = 1 - left / (len(state.theatre.turns) + 1)
    found = on_course(points(state), levels, past, SURE + UNSURE * left)
    return found if side == claimant(state) else 1 - found
