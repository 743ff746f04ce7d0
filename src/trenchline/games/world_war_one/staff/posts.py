"""Posts: where an army does most good.

An army goes where its nation's share of a front is missing, takes what lies open, stands in the way
of what the enemy could take, and strengthens the attacks that promise most.
"""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.world_war_one.components import (
    AH,
    ATTACK,
    BESIDE,
    CENTRAL,
    FORT_STRENGTH,
    INFILTRATORS,
    LAST_TURN,
    MARCH,
    NATION_OF,
    PLAY,
    ROUGH,
)
from trenchline.games.world_war_one.routes import FORBIDDEN_TO_AUSTRIANS
from trenchline.games.world_war_one.staff.assault import promise
from trenchline.games.world_war_one.staff.fronts import (
    FRONT_OF,
    FRONTS,
    Course,
    nearness,
    shares,
    strengths,
)
from trenchline.games.world_war_one.staff.pockets import Pockets
from trenchline.games.world_war_one.staff.stakes import (
    enemy_reach,
    home,
    near_stakes,
    nearest,
    ours,
    stakes,
)
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.supply import passable, sources, supplied
from trenchline.games.world_war_one.zones import enemy_zone
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import Regions, step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.reasons import gained

LAND = Regions(MARCH)

Pulls = tuple[tuple[Hex, float], ...]

OWN_DANGER = 0.8
"""How much of a stake is lost if the enemy can march in."""
THREATENED = 0.15
"""How much each hex near a stake is worth that the enemy can reach."""
ROAMED = 0.2
"""The same for any hex of the home countries."""
CUT_OFF = (0.7, 0.4)
"""How much an Allied and a Central army is in danger that the enemy could cut off in his next move:
the Central Powers move between that and the reckoning at the end of the turn, the Allies do not."""
TRAPPED = 4.0
"""What it is worth to cut an enemy army off when he has no move left in the turn."""
RAID = 0.3
"""What is left of the worth of a place that is taken by an army alone among enemies."""
LONE = 3.0
"""What an army stands to lose where the enemy can cut it off before it may move again."""
HOLLOW = 0.7
"""What its guard is worth there: who can be surrounded bars the way for one turn only."""
STRANDED = 5.0
"""What an army out of supply has lost: it will not come back [9.22]."""
RELIEF = 6.0
"""What it is worth to link up an army that is cut off."""
STRIKE = 4.0
"""How much an attack counts that can be made in each of three phases."""
SPARE = 0.7
"""How many armies a front must have over its share before one of them may leave."""
LOOKED_AT = 24
"""Hexes weighed closely; the rest is ruled out at a glance."""


def pulls(state: State, side: int, unit: int, course: Course) -> Pulls:
    """The goals that draw an army: those of its own front, unless another needs it more."""
    return _pulls(
        fronts_of(state, unit, course),
        tuple(sorted(stakes(state).items())),
        ours(state, side),
        state.armies[1 - side],
    )


def fronts_of(state: State, unit: int, course: Course) -> tuple[float, ...]:
    """How much each front is an army's business.

    It stays with its front while that has no more than its share, or while it faces the enemy; only
    an army of the reserve that can be spared goes elsewhere, and then to the front that lacks most.
    """
    nation = NATION_OF[unit]
    there = strengths(state, nation)
    count = sum(there)
    wanted = tuple(share * count for share in shares(state, nation, course))
    place = state.where[unit]
    lack = [wanted[f] - there[f] for f in FRONTS]
    neediest = max(FRONTS, key=lambda f: lack[f])
    if place < 0:
        return tuple(0.0 if not wanted[f] else 1.0 if f == neediest else 0.3 for f in FRONTS)
    front = FRONT_OF[place]
    faced = state.status[nation] <= CENTRAL and bool(
        BESIDE[place] & state.armies[1 - state.status[nation]]
    )
    if lack[front] > -SPARE or lack[neediest] < SPARE or faced:
        return tuple(1.0 if f == front else 0.0 for f in FRONTS)
    return tuple(1.0 if f == neediest else 0.0 for f in FRONTS)


@lru_cache(maxsize=512)
def _pulls(lack: tuple[float, ...], worths: Pulls, mine: Hexes, enemies: Hexes) -> Pulls:
    found = []
    for goal, worth in worths:
        weight = worth * lack[FRONT_OF[goal]]
        if mine >> goal & 1:
            near = nearest(goal, enemies)
            weight *= 0.6 if near <= 3 else 0.25 if near <= 6 else 0.05
        if weight:
            found.append((goal, weight))
    return tuple(found)


class Field(dict[Hex, float]):
    """How strongly each hex lies in the way of the goals, worked out where it is asked."""

    def __init__(self, goals: Pulls) -> None:
        self._goals = [(weight, nearness(goal)) for goal, weight in goals]

    def __missing__(self, hex_: Hex) -> float:
        value = self[hex_] = sum([weight * near[hex_] for weight, near in self._goals])
        return value


field = lru_cache(maxsize=512)(Field)


class Map:
    """The position as the staff sees it when one unit is about to move: without it."""

    def __init__(
        self, state: State, side: int, unit: int, course: Course, final: bool | None = None
    ) -> None:
        """``final`` says whether the enemy moves no more before the turn ends."""
        self.state, self.side, self.unit = state, side, unit
        self.final = side == CENTRAL if final is None else final
        place = state.where[unit]
        self.gone: Hexes = 1 << place if place >= 0 else 0
        self.friends = state.armies[side] & ~self.gone
        self.enemies = state.armies[1 - side]
        self.targets = self.enemies | state.forts[1 - side]
        self.field = field(pulls(state, side, unit, course))
        self.mine = ours(state, side)
        self.worth = stakes(state)
        self.at_stake: Hexes = bit_set(self.worth) & self.mine
        self.course = course
        self.open = enemy_reach(state, side, self.gone)
        self.near = near_stakes(self.mine)
        self.home = home(tuple(state.status), side)
        nation = NATION_OF[unit]
        self.sources = sources(state, nation, passable(state, side))
        self.lines: Hexes = PLAY & ~(self.targets | state.neutral_land)
        self.army: Hexes = state.held[nation] & ~self.gone
        self.endangered, _ = self.danger(self.open, self.army)
        # Without this army its hex may lie in an enemy zone, and others lose their way home, as
        # does this army itself if it goes on from there.
        lifted = self.gone & enemy_zone(state, side) & ~state.forts[side]
        self.free = passable(state, side) & ~lifted
        linked = LAND.joined(self.sources & self.free, self.free)
        self.fed = linked | step(linked, MARCH)
        self.cut_off = self.army & ~linked
        self.pockets = Pockets(state, side, self.gone) if self.final else None
        self.strikes: dict[Hex, tuple[int, int, bool, float]] = {}

    def at_a_glance(self, hex_: Hex) -> float:
        """A hex's worth, roughly."""
        value = self.field[hex_]
        worth = self.worth.get(hex_, 0.0)
        if worth and not self.mine >> hex_ & 1:
            value += worth * 1.5
        elif worth and self.open >> hex_ & 1:
            value += worth * 0.5
        if BESIDE[hex_] & self.enemies:
            value += 1.0
        return value

    def best(self, hexes: Hexes) -> Hex:
        """The best of some hexes."""
        return max(self.likely(hexes), key=lambda h: (self.post(h), -h))

    def likely(self, hexes: Hexes) -> list[Hex]:
        """Those of some hexes that are weighed closely."""
        # What lies next to it an army always looks at.
        beside = hexes & step(self.gone, MARCH)
        likely = list(members(hexes & ~beside))
        if len(likely) > LOOKED_AT:
            likely = sorted(likely, key=self.at_a_glance, reverse=True)[:LOOKED_AT]
        return [*likely, *members(beside)]

    def landing(self, hex_: Hex) -> float:
        """What it is worth to land on a coast, which is a source from then on [5.48]."""
        return self.post(hex_) + (0.0 if self.fed >> hex_ & 1 else STRANDED)

    def post(self, hex_: Hex) -> float:
        """What it is worth to have the army in a hex."""
        return sum([worth for _, worth in self.parts(hex_)])

    def parts(self, hex_: Hex) -> list[tuple[str, float]]:
        """What the worth of a post is made of."""
        state = self.state
        parts = [("goal", self.field[hex_])]
        if not self.fed >> hex_ & 1 and not (state.turn == LAST_TURN and self.final):
            parts.append(("supply", -STRANDED))
        if NATION_OF[self.unit] == AH and FORBIDDEN_TO_AUSTRIANS >> hex_ & 1:
            # [12.5] It must be out of there by the end of the next Movement Phase.
            parts.append(("supply", -STRANDED))
        guarded, alone = self.guard(hex_)
        # What is not ours and lies open is taken; on the last turn it is not lost again so soon.
        worth = self.worth.get(hex_, 0.0)
        if worth and not self.mine >> hex_ & 1:
            parts.append(("take", worth * self.kept(hex_, alone)))
        if alone and not self.final:
            guarded = min(guarded, guarded * HOLLOW)
            parts.append(("alone", -LONE))
        parts.append(("guard", guarded))
        if self.cut_off:
            parts.append(("relief", RELIEF * self.relieved(hex_)))
        if self.pockets is not None:
            parts.append(("trap", TRAPPED * self.pockets.shut_in(hex_)))
        if BESIDE[hex_] & self.targets:
            parts.append(("strike", STRIKE * self.strike(hex_)))
        if BESIDE[hex_] & self.enemies:
            parts.append(("line", self.in_line(hex_)))
        return parts

    def in_line(self, hex_: Hex) -> float:
        """What a post next to the enemy is worth by its ground and its neighbours."""
        state = self.state
        value = 0.5
        if ROUGH >> hex_ & 1:
            value += 0.4
        if state.forts[self.side] >> hex_ & 1:
            value += 0.4 * FORT_STRENGTH[hex_]
        beside = (BESIDE[hex_] & self.friends).bit_count()
        value += (-1.5, 0.0, 0.5, 0.5, 0.3, 0.0, 0.0)[beside]
        threat = sum(ATTACK[state.at[h]] for h in members(BESIDE[hex_] & self.enemies))
        return value - 0.08 * max(0, threat - 8)

    def gained(self, hex_: Hex) -> dict[str, float]:
        """What a post has over the one the army comes from, part by part."""
        here = self.state.where[self.unit]
        return gained(self.parts(hex_), self.parts(here) if here >= 0 else ())

    def kept(self, hex_: Hex, alone: bool) -> float:
        """How much of what is taken there remains: all of it and more when the war ends before the
        enemy moves, little where he can cut the army off, and nothing if he can do so at once and
        no friend is near."""
        if self.final and self.state.turn == LAST_TURN:
            return 1.5
        exposed = self.exposed(hex_)
        if alone and exposed and not self.final:
            return 0.0
        return RAID if alone or exposed or not self.fed >> hex_ & 1 else 1.0

    def exposed(self, hex_: Hex) -> bool:
        """Whether an army there would be alone among enemies."""
        return not BESIDE[hex_] & self.friends and nearest(hex_, self.enemies) <= 5

    def danger(self, reach: Hexes, army: Hexes) -> tuple[float, Hexes]:
        """What the enemy could do if he can march so far: take stakes, threaten them, roam, and
        stand between an army and its supply; and which armies those are."""
        open_ = reach & self.at_stake
        lost = sum([self.worth[goal] for goal in members(open_)]) if open_ else 0.0
        near = (reach & self.near).bit_count()
        roamed = (reach & self.home).bit_count()
        # An army holds its own hex: in a city that feeds it, it cannot be cut off.
        lines = self.lines & ~((reach | step(reach, MARCH)) & ~(self.friends | army))
        cut_off = army & ~LAND.joined(self.sources & lines, lines)
        danger = OWN_DANGER * lost + THREATENED * near + ROAMED * roamed
        return danger + CUT_OFF[self.side] * cut_off.bit_count(), cut_off

    def guard(self, hex_: Hex) -> tuple[float, bool]:
        """What an army in the hex keeps out of the enemy's reach, itself included; and whether he
        could cut it off there."""
        still = enemy_reach(self.state, self.side, self.gone, hex_)
        danger, cut_off = self.danger(still, self.army | 1 << hex_)
        return self.course.caution * (self.endangered - danger), bool(cut_off >> hex_ & 1)

    def relieved(self, hex_: Hex) -> int:
        """How many armies that are cut off an army in the hex would link up again [9.32]."""
        free = self.free | 1 << hex_
        return (self.cut_off & LAND.joined(self.sources & free, free)).bit_count()

    def strike(self, hex_: Hex) -> float:
        """What the army adds to the best attack it could join from the hex."""
        best = 0.0
        unit = self.unit
        for target in members(BESIDE[hex_] & self.targets):
            if target not in self.strikes:
                self.strikes[target] = self._without_us(target)
            force, nations, shock, promised = self.strikes[target]
            gain = promise(
                self.state,
                self.side,
                target,
                force + ATTACK[unit],
                nations | 1 << NATION_OF[unit],
                shock or bool(INFILTRATORS >> unit & 1),
            )
            if gain > 0:
                best = max(best, gain - max(promised, 0.0))
            elif gain < -50:
                # Not enough yet, but the next to come may make it enough.
                best = max(best, 0.2)
        return best

    def _without_us(self, target: Hex) -> tuple[int, int, bool, float]:
        force = nations = 0
        shock = False
        for hex_ in members(BESIDE[target] & self.friends):
            unit = self.state.at[hex_]
            force += ATTACK[unit]
            nations |= 1 << NATION_OF[unit]
            shock = shock or bool(INFILTRATORS >> unit & 1)
        gain = promise(self.state, self.side, target, force, nations, shock) if force else -99.0
        return force, nations, shock, gain


def in_supply(state: State, nation: int) -> Hexes:
    """Where an army would be supplied: it lifts the enemy zone in its own hex [9.32]."""
    fed = supplied(state, nation)
    return fed | step(fed, MARCH)
