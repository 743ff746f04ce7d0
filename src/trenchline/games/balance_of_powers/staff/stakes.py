"""What both sides fight for and who threatens it: the situation on which orders are founded."""

from __future__ import annotations

from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import NamedTuple

from trenchline.games.balance_of_powers import components
from trenchline.games.balance_of_powers.calendar import season_before, year_of
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    BOARD,
    GRID,
    HOLDERS,
    MOVES,
    NATIONS,
    OF_NATION,
    RED_FORTRESSES,
    SIEGE,
    TERRAIN,
    UNITS,
)
from trenchline.games.balance_of_powers.going import EASY, HARD, MARCHABLE
from trenchline.games.balance_of_powers.modifiers import YELLOW, odds_modifier
from trenchline.games.balance_of_powers.neutrals import closed
from trenchline.games.balance_of_powers.results import PAYABLE, final, result
from trenchline.games.balance_of_powers.staff.columns import Column, columns
from trenchline.games.balance_of_powers.staff.plans import demoralization, worths
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import supplied
from trenchline.kernel.bits import members
from trenchline.kernel.chance import totals
from trenchline.kernel.floods import distances, step, stepper
from trenchline.kernel.fronts import Worths, grouped, incursion
from trenchline.kernel.hexes import Hex, Hexes

SOON, LATER = 1.0, 0.3
"""How much counts what the enemy could take in his next half of a fortnight, and after that."""
LURE = 0.93
"""What a step away leaves of the worth of a prize."""
MOST = 6
"""[2.62] Corps in a location."""
WEARS = 0.3
"""How much of a prize it is worth to wear down all who guard it."""
FAR = 99
LINE = 8.0
"""What each hex is worth on the line of supply of a column."""
_EASY, _HARD = stepper(EASY), stepper(HARD)
_odds = lru_cache(maxsize=256)(odds_modifier)


class Prospect(NamedTuple):
    """What an attack brings by its net modifier, on the average."""

    lost: float
    """Corps of the attacker."""
    killed: float
    """Corps of the defender, if he has enough."""
    ground: float
    """The chance that the defender gives ground."""
    shaken: float
    """The chance that the defender is demoralized, less that of the attacker."""


def _prospect(modifier: int, major: bool) -> Prospect:
    lost = killed = ground = shaken = 0.0
    for dice, chance in totals((6, 6)).items():
        found = result(final(dice, modifier), major)
        weight = float(chance)
        lost += weight * (0.4 if found.attacker == PAYABLE else found.attacker)
        killed += weight * (0.4 if found.defender == PAYABLE else found.defender)
        ground += weight * found.ground
        if major and found.demoralizes is not None:
            falls = weight * (found.below - 1) / 6
            shaken += falls if found.demoralizes == 1 else -falls
    return Prospect(lost, killed, ground, shaken)


PROSPECTS = {(m, major): _prospect(m, major) for m in range(-6, 7) for major in (False, True)}


class Threat(NamedTuple):
    """The strongest attack that may come upon a hex."""

    corps: int
    effectiveness: int
    guns: int


NO_THREAT = Threat(0, 0, 0)


class Stack(NamedTuple):
    """Enemies in a hex."""

    place: Hex
    corps: int
    effectiveness: int
    guns: int
    reach: int


@lru_cache(maxsize=512)
def ways_to(goal: Hex, ground: Hexes) -> bytes:
    """How many steps every location is from a goal."""
    found = bytearray([FAR]) * GRID.size
    for number, ring in enumerate(distances(1 << goal, ground, MARCHABLE)):
        for place in members(ring):
            found[place] = min(FAR, number)
    return bytes(found)


@lru_cache(maxsize=1 << 16)
def apart(one: Hex, other: Hex) -> int:
    """How far two places are from each other as the crow flies; boxes are far from everything but
    their edges."""
    if one == other:
        return 0
    if BOARD.hexes >> one & BOARD.hexes >> other & 1:
        return min(FAR, components.apart(one, other))
    return 1 if step(1 << one, MARCHABLE) >> other & 1 else FAR


def leads_with(state: State, unit: int) -> int:
    """[10.532] What a corps is worth at the head of an attack, wherever it stands."""
    told = UNITS[unit]
    return YELLOW if told.yellow and year_of(state.month) == 1914 else told.attack


class Situation:
    """A position as a side sees it. ``occupied`` and ``counts`` follow the marches of a plan."""

    def __init__(self, state: State, side: int) -> None:
        self.state = state
        self.side = side
        self.enemy = 1 - side
        self._threats: dict[Hex, Threat] = {}
        self._exposed: dict[Hexes, float] = {}
        self._near: dict[Hex, int] = {}
        self._lures: dict[Hex, float] = {}
        self.cuts: dict[Hex, float] = {}
        """What it is worth to stand on a line of the enemy's supply, as far as it is known."""

    # The ground.

    @cached_property
    def worth(self) -> dict[Hex, float]:
        """What every place is worth."""
        found = worths(self.state.scenario)
        lines = reduce(or_, (one.line for one in self.columns), 0)
        if lines:
            found = found | {h: max(LINE, found.get(h, 0.0)) for h in members(lines)}
        return found

    def value(self, place: Hex) -> float:
        """What a place is worth; those that are no land are worth nothing."""
        return self.worth.get(place, 0.0)

    @cached_property
    def ground(self) -> Hexes:
        """Where we may go."""
        return self.state.scenario.ground & ~closed(self.state, self.side)

    @cached_property
    def theirs(self) -> Hexes:
        """Where the enemy may go."""
        return self.state.scenario.ground & ~closed(self.state, self.enemy)

    @cached_property
    def keep(self) -> Worths:
        """What we hold and would not lose."""
        held = self.state.held[self.side]
        return grouped({h: value for h, value in self.worth.items() if held >> h & 1})

    @cached_property
    def prizes(self) -> dict[Hex, float]:
        """What the enemy holds and is worth a campaign, or belongs to nobody whom we may enter."""
        open_ = self.ground & ~self.state.held[self.side]
        return {h: v for h, v in self.worth.items() if v >= 1.0 and open_ >> h & 1}

    @cached_property
    def treasures(self) -> dict[Hex, float]:
        """What we hold that is worth a campaign to the enemy."""
        held = self.state.held[self.side]
        return {h: v for h, v in self.worth.items() if v >= 1.0 and held >> h & 1}

    def lure(self, place: Hex) -> float:
        """How near a place is to what we want most."""
        found = self._lures.get(place)
        if found is None:
            ground = self.ground
            found = max(
                (v * LURE ** ways_to(h, ground | 1 << h)[place] for h, v in self.prizes.items()),
                default=0.0,
            )
            self._lures[place] = found
        return found

    # Columns.

    @cached_property
    def columns(self) -> list[Column]:
        """Those that march on a capital."""
        return columns(self)

    @cached_property
    def marching(self) -> dict[int, Column]:
        """The column of every corps that belongs to one."""
        return {unit: one for one in self.columns for unit in members(one.units)}

    # The enemy.

    @cached_property
    def stacks(self) -> list[Stack]:
        """Where the enemy stands."""
        state, found = self.state, []
        for place in members(state.corps[self.enemy]):
            corps = state.units(place, self.enemy) & ALL_CORPS
            fighters = [u for u in members(corps) if not SIEGE >> u & 1]
            if not fighters:
                continue
            reach = max(1 if state.entrenched >> u & 1 else MOVES[u] for u in fighters)
            best = max(leads_with(state, u) for u in fighters)
            found.append(Stack(place, corps.bit_count(), best, (corps & SIEGE).bit_count(), reach))
        return found

    @cached_property
    def enemy_nations(self) -> list[int]:
        """The enemy's nations with corps on the map."""
        units = self.state.on_map(self.enemy) & ALL_CORPS
        return [nation for nation, own in enumerate(OF_NATION) if own & units]

    @cached_property
    def walkers(self) -> list[Hexes]:
        """Where enemies stand who take ground, those with the most points first."""
        state = self.state
        starts = [0, 0, 0]
        for unit in members(state.on_map(self.enemy) & HOLDERS & ~state.aboard):
            points = 1 if state.entrenched >> unit & 1 else max(1, min(3, MOVES[unit]))
            starts[3 - points] |= 1 << state.where[unit]
        return starts

    def threat(self, place: Hex) -> Threat:
        """The strongest attack that may come upon a place in the enemy's next half."""
        found = self._threats.get(place)
        if found is None:
            near = [s for s in self.stacks if apart(s.place, place) <= s.reach]
            found = NO_THREAT
            if near:
                best = max(near, key=lambda s: (s.corps, s.effectiveness))
                others = sum(s.corps for s in near) - best.corps
                found = Threat(
                    min(MOST, best.corps + others // 2),
                    max(s.effectiveness for s in near),
                    max(s.guns for s in near),
                )
            self._threats[place] = found
        return found

    def distance(self, place: Hex) -> int:
        """How far the nearest enemy is, as the crow flies."""
        found = self._near.get(place)
        if found is None:
            found = min((apart(s.place, place) for s in self.stacks), default=FAR)
            self._near[place] = found
        return found

    # Our line.

    @cached_property
    def walls(self) -> Hexes:
        """Our fortresses that stand."""
        return self.state.forts[self.side]

    def exposure(self, occupied: Hexes) -> float:
        """What lies open to the enemy when our corps stand in some places."""
        found = self._exposed.get(occupied)
        if found is None:
            free = self.theirs & ~occupied & ~self.walls
            soon = incursion(self.walkers, free, _EASY, _HARD)
            later = incursion((soon, 0, 0), free, _EASY, _HARD)
            found = SOON * self.keep.of(soon) + LATER * self.keep.of(later & ~soon)
            self._exposed[occupied] = found
        return found

    @cached_property
    def reached(self) -> Hexes:
        """Where the enemy could get in his next two halves, if nobody stood in his way."""
        free = self.theirs & ~self.walls
        soon = incursion(self.walkers, free, _EASY, _HARD)
        return incursion((soon, 0, 0), free, _EASY, _HARD)

    def danger(self, place: Hex, corps: int, best: int, dug_in: int) -> float:
        """What so many corps there stand to lose when the enemy attacks them with all he can."""
        if not corps:
            return 0.0
        threat = self.threat(place)
        if not threat.corps:
            return 0.0
        fort = self.state.fort_steps(place) if self.walls >> place & 1 else 0
        strength = corps + fort
        modifier = threat.effectiveness - max(best, 3 if fort else 0) + threat.guns
        modifier += _odds(threat.corps, strength) - dug_in
        if TERRAIN["mountain"] >> place & 1:
            modifier -= 2
        elif TERRAIN["marsh"] >> place & 1:
            modifier -= 1
        modifier = max(-6, min(6, modifier))
        found = PROSPECTS[modifier, min(threat.corps, corps) >= 2]
        net = min(found.killed, corps) - found.lost
        # Nobody attacks for nothing.
        eager = 1.0 if net > 0 else 0.4
        return eager * (min(found.killed, corps) + found.ground * (0.3 + 0.3 * self.value(place)))

    def besieged(self, place: Hex) -> float:
        """What we stand to lose with a fortress in which nobody stands."""
        steps = self.state.fort_steps(place) if self.walls >> place & 1 else 0
        threat = self.threat(place)
        if not steps or threat.corps < 2:
            return 0.0
        modifier = threat.effectiveness - (3 if steps == 2 else 2) + threat.guns
        modifier += _odds(threat.corps, steps)
        found = PROSPECTS[max(-6, min(6, modifier)), False]
        return found.ground * self.value(place)

    def rough(self, target: Hex, corps: int, lead: int, guns: int) -> float:
        """Roughly what an attack on a place brings, by so many corps, the best of them so good."""
        state = self.state
        there = state.units(target, self.enemy) & ALL_CORPS
        steps = state.fort_steps(target) if state.forts[self.enemy] >> target & 1 else 0
        if guns and steps and not RED_FORTRESSES >> target & 1:
            steps = 0
        number = there.bit_count()
        strength = number + steps
        if not strength:
            return 0.35 + self.value(target)
        best = max((UNITS[u].defence for u in members(there)), default=0)
        modifier = lead - max(best, 3 if steps == 2 else 2 if steps else 0) + guns
        modifier -= max((self.trenches_of(u) for u in members(there & state.entrenched)), default=0)
        modifier += _odds(corps, strength)
        if TERRAIN["mountain"] >> target & 1:
            modifier -= 2
        elif TERRAIN["marsh"] >> target & 1:
            modifier -= 1
        found = PROSPECTS[max(-6, min(6, modifier)), min(corps, number) >= 2]
        each = 1 + WEARS * self.value(target) / strength
        value = each * min(found.killed, strength) - found.lost
        value += found.ground * (0.35 + 0.4 * self.value(target))
        return value + found.shaken * demoralization(state.scenario)

    def trenches_of(self, unit: int) -> int:
        """[10.571] What the trenches of a corps take from the enemy's dice: one less in Africa."""
        return NATIONS[UNITS[unit].nation].trenches - self.african

    # Supply.

    def fed(self, nation: int) -> Hexes:
        """Where a nation is in supply."""
        return supplied(self.state, nation, self.african)

    # Forces and time.

    @cached_property
    def african(self) -> bool:
        """Whether the war is in Africa alone, with points and sources of supply of its own."""
        return self.state.scenario.in_africa

    @property
    def points(self) -> list[int]:
        """[2.43] What powers pay with."""
        return self.state.africa_points if self.african else self.state.points

    @cached_property
    def mastery(self) -> float:
        """How many times the enemy's strength in the field ours is, from a half to three times."""
        ours, theirs = (
            sum(1 + UNITS[u].defence for u in members(self.state.on_map(side) & ALL_CORPS))
            for side in (self.side, self.enemy)
        )
        return max(0.5, min(3.0, ours / max(1, theirs)))

    @cached_property
    def purse(self) -> int:
        """What our richest power has to spend."""
        points = self.points
        own = (points[n] for n, side in enumerate(self.state.sides) if side == self.side)
        return max(own, default=0)

    @cached_property
    def months_left(self) -> int:
        """The months still to come, with this one."""
        return self.state.scenario.last - self.state.month + 1

    @cached_property
    def months_to_season(self) -> int:
        """The months until powers post points again, with this one."""
        month = self.state.month
        for ahead in range(1, 4):
            if season_before(month + ahead) is not None:
                return ahead
        return 3
