"""Posts: what a unit is worth in a hex.

A post is weighed by what it protects, what it helps to attack, what it takes, and what might befall
the unit there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trenchline.games.kaisers_war.components import (
    ALLIED,
    CENTRAL,
    CITIES,
    COUNTERS,
    EAST,
    GE,
    HOMELAND,
    LAND,
    NATION_OF,
    PARIS,
    Face,
)
from trenchline.games.kaisers_war.components import LINE as FRONT
from trenchline.games.kaisers_war.control import closed, controlled, enterable, has_zones, trench
from trenchline.games.kaisers_war.staff.clash import STIRRING
from trenchline.games.kaisers_war.staff.doctrine import HOLD
from trenchline.games.kaisers_war.staff.knowledge import (
    BESIDE,
    DOUBLED,
    MARCHING,
    Situation,
    apart,
    risk,
)
from trenchline.games.kaisers_war.staff.stakes import (
    BEFORE_PARIS,
    FIRST,
    SUMMER,
    field,
    nearest_call,
    summer_goals,
)
from trenchline.games.kaisers_war.victory import OBJECTIVES, worth
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes

SAFE = 0.3
"""How much of its units goes with a hex that is lost in our trenches."""
HUNT = 0.35
"""How much the enemy's units draw ours."""
IDLE_HUNT = 1.5
"""How much more they do when we have points to spend on them."""
CARE = 0.4
"""How much of a unit's worth is left when its loss is made up."""
FORLORN = 0.6
"""How likely those who only support are lost when the enemy finds them alone."""
KEEP = 1.2
"""What it is worth to stay in a conquered objective, for each point it still yields."""
LINE = 2.5
"""What any hex next to the enemy is worth holding."""


@dataclass(frozen=True, slots=True)
class Push:
    """What stands against an enemy hex before one more unit comes up."""

    strength: float
    defence: float
    scale: float
    """What the hex and those in it are worth."""
    shock: bool
    """Whether shock troops are there."""
    ways: Hexes
    """Where the enemy could still retreat to."""


class Posts:
    """The posts one unit may take, weighed."""

    def __init__(self, sit: Situation, unit: int, here: int) -> None:
        self.sit = sit
        self.unit = unit
        self.here = here
        self.face = sit.state.face(unit)
        self.bold = CARE + (1.0 - CARE) * sit.ledger.thrift
        """How dear units are: less so when points run over, since their loss is made up [5.9]."""
        self.value = self.bold * stake_of(self.face)
        self.wanted = field(sit, sit.side)
        self.feared = field(sit, sit.enemy)
        self.calls = self.feared.calls(sit.threats)
        self.support = COUNTERS[unit].is_support
        self.mine = controlled(sit.state, sit.side)
        supplied_attack = 1 if sit.winter or sit.ledger.thrift > 0.9 else 2
        self.blow = self.face.attack * supplied_attack if not self.support else 0
        self.supply_factor = supplied_attack
        self.walls = trench(sit.state, sit.enemy) | sit.state.forts[sit.enemy]
        """Where our zones do not reach [11.3]."""
        self.rings = has_zones(sit.state, sit.side) and self.face.movement > 0
        self._pushes: dict[Hex, Push] = {}

    def weigh(self, hex_: Hex) -> float:
        """What the unit is worth in a hex, over its not being anywhere."""
        total = 0.0
        for _, part in self.parts(hex_):
            total += part
        return total

    def parts(self, hex_: Hex) -> list[tuple[str, float]]:
        """What its worth there is made of."""
        sit, state = self.sit, self.sit.state
        bit = 1 << hex_
        near = sit.threats.nearest(hex_)
        parts = [
            ("goal", 0.5 * self.wanted.draw(hex_)),
            ("call", 0.35 * nearest_call(hex_, self.calls)),
            ("guard", self.protect(hex_, near)),
        ]
        if self.face.attack and (state.turn > SUMMER or self.bold < 0.9):
            hunt = HUNT + IDLE_HUNT * (1.0 - self.bold)
            parts.append(("hunt", hunt * sit.quarry.near(hex_)))
        if self.support:
            risked = 3.0 if near <= 1 else 0.0
            parts.append(("support", self.reach(hex_) - risked - self.forlorn(hex_)))
        elif self.face.attack and near <= 1:
            parts.append(("strike", self.strike(hex_)))
        if not state.held[sit.side] & bit or (hex_ == self.here and len(state.stacks[hex_]) == 1):
            parts.append(("take", self.possess(hex_)))
        if not sit.supplied & bit and not COUNTERS[self.unit].circle:
            hungry = self.sit.doctrine.hunger * (2.0 if self.face.is_army else 1.0)
            parts.append(("supply", -hungry))
        if sit.side == ALLIED and EAST & bit and not state.east_free:
            parts.append(("east", -STIRRING))
        return parts

    def protect(self, hex_: Hex, near: int) -> float:
        """What the unit adds to the safety of a hex, less what it risks there itself."""
        sit = self.sit
        lure = self.lure(hex_, near)
        if near > 3 and not lure:
            return 0.0
        force = sit.threats.on(hex_) * DOUBLED
        if lure:
            force = max(force, sit.threats.strongest(hex_) * DOUBLED)
        ground = 2 if sit.strong_ground(hex_, sit.side) else 1
        others, stake = 0, 0.0
        state = sit.state
        for unit in state.stacks.get(hex_, ()):
            if unit != self.unit and state.side_of(unit) == sit.side:
                face = state.face(unit)
                others += face.defence
                stake += self.bold * stake_of(face)
        held = self.feared.ground(hex_) + (LINE if near <= 1 else 0.0)
        if sit.plan == HOLD:
            held *= 1.3
        calm = SAFE if trench(state, sit.side) >> hex_ & 1 else sit.doctrine.exposed
        chance = 1.0 if lure else LIKELY[near]
        if others:
            before = (held + calm * stake) * risk(force, others * ground) * chance
        else:
            before = held * self.exposed(hex_, near)
        after = (held + calm * (stake + self.value)) * risk(
            force, (others + self.face.defence) * ground
        )
        return before - after * chance

    def lure(self, hex_: Hex, near: int) -> bool:
        """Whether somebody who is not there yet will come for an objective: nothing of ours bars
        his way."""
        if not OBJECTIVES >> hex_ & 1 or not 2 <= near <= MARCHING + 1:
            return False
        return bool(self.sit.assailable >> hex_ & 1)

    def exposed(self, hex_: Hex, near: int) -> float:
        """How likely the enemy walks into a hex that nobody holds: our zones screen it [11.5]."""
        if near <= 1:
            return 0.6
        friends = BESIDE[hex_] & self.sit.state.fierce[self.sit.side] & ~(1 << max(self.here, 0))
        return 0.05 if friends else (0.0, 0.6, 0.3, 0.12, 0.06)[near]

    def strike(self, hex_: Hex) -> float:
        """What the unit adds to the best attack it could join from a hex."""
        best = 0.0
        for target in self.targets(hex_):
            best = max(best, self.help(hex_, target))
        return best

    def targets(self, hex_: Hex) -> Iterator[Hex]:
        """Whom it could attack from a hex."""
        state = self.sit.state
        return members(BESIDE[hex_] & state.held[self.sit.enemy] & ~closed(state))

    def help(self, hex_: Hex, target: Hex) -> float:
        """What the unit adds to an attack: its strength, shock, and the last way out that it
        closes."""
        sit = self.sit
        push = self._push(target)
        ratio = (push.strength + self.blow) / push.defence
        gain = push.scale * (eager(ratio) - eager(push.strength / push.defence))
        if self.face.shock and not push.shock:
            gain += 0.15 * push.scale
        if not push.ways:
            gain *= 1.0 + sit.doctrine.ring
        elif self.rings:
            left = push.ways & ~(1 << hex_ | BESIDE[hex_] & ~self.walls)
            closes = 1.0 - left.bit_count() / push.ways.bit_count()
            gain += (
                push.scale
                * eager(ratio)
                * sit.doctrine.ring
                * (closes if not left else 0.2 * closes)
            )
        return gain

    def _push(self, target: Hex) -> Push:
        """What already stands against a hex."""
        found = self._pushes.get(target)
        if found is None:
            sit, state = self.sit, self.sit.state
            strength, shock = 3.0 * self.supply_factor, False
            for hex_ in members(BESIDE[target] & state.held[sit.side]):
                for unit in state.stacks[hex_]:
                    if unit != self.unit and not COUNTERS[unit].is_support:
                        face = state.face(unit)
                        strength += face.attack * self.supply_factor
                        shock = shock or face.shock
            defence = max(1, sit.defence(target, sit.enemy))
            scale = self.wanted.ground(target) + 0.5 * sum(sit.prize(f) for f in sit.faces(target))
            if sit.side == ALLIED and EAST >> target & 1 and not state.east_free:
                scale = 0.0
            found = Push(strength, float(defence), scale, shock, self._ways_out(target))
            self._pushes[target] = found
        return found

    def _ways_out(self, target: Hex) -> Hexes:
        """Where the enemy could retreat to from a hex, if the unit were nowhere [13.2]."""
        state, side = self.sit.state, self.sit.side
        friends = state.fierce[side] if self.rings else 0
        if self.here >= 0 and len(state.stacks.get(self.here, ())) == 1:
            friends &= ~(1 << self.here)
        found = 0
        for hex_ in members(BESIDE[target] & enterable(state, self.sit.enemy)):
            if self.walls >> hex_ & 1 or not BESIDE[hex_] & friends:
                found |= 1 << hex_
        return found

    def forlorn(self, hex_: Hex) -> float:
        """What a headquarters or airbase risks where the enemy may come and no army of ours is."""
        sit, state = self.sit, self.sit.state
        if not sit.assailable >> hex_ & 1:
            return 0.0
        friends = (u for u in state.stacks.get(hex_, ()) if state.side_of(u) == sit.side)
        if any(state.face(u).is_army for u in friends):
            return 0.0
        return FORLORN * sit.worth(self.face)

    def reach(self, hex_: Hex) -> float:
        """What a headquarters or airbase can support from a hex."""
        sit, state = self.sit, self.sit.state
        best = 0.0
        far = COUNTERS[self.unit].range
        for target in members(state.held[sit.enemy] & LAND):
            if apart(hex_, target) <= far:
                push = self._push(target)
                if push.strength > 8:
                    more = (push.strength + self.face.attack * 2) / push.defence
                    gain = eager(more) - eager(push.strength / push.defence)
                    best = max(best, push.scale * (gain + 0.05))
        return best

    def possess(self, hex_: Hex) -> float:
        """What the unit takes, or keeps, by being in a hex at all."""
        sit, state = self.sit, self.sit.state
        bit = 1 << hex_
        if BEFORE_PARIS & bit and self.last_in_paris():
            return 0.0
        total = 0.0
        prize = self.wanted.prizes.get(hex_, 0.0)
        if hex_ == self.here:
            # Kept only as long as somebody is there [2.4] [5.3].
            if OBJECTIVES & bit and not HOMES[sit.side] & bit:
                total += 1.0 + worth(hex_) * min(sit.left, 4) * KEEP
            if sit.side == CENTRAL and state.turn <= SUMMER:
                # What it gives up if it goes on to the next.
                goals = summer_goals(state.turn, sit.plan, state.kaiser_east, self.mine & ~bit)
                total += goals.get(hex_, 0.0)
        elif not self.mine & bit:
            total += prize
            if CITIES & bit:
                total += 0.5
        if sit.side == CENTRAL and BEFORE_PARIS & bit and state.turn <= SUMMER:
            if NATION_OF[self.unit] == GE:
                others = BEFORE_PARIS & state.held[CENTRAL] & ~(bit | 1 << max(self.here, 0))
                total += DECISION[state.turn] * FIRST[min(others.bit_count(), 3)]
        return total

    def last_in_paris(self) -> bool:
        """Whether Paris would be given up for a hex before it, though others are there."""
        state = self.sit.state
        if self.here != PARIS or len(state.stacks[PARIS]) > 1:
            return False
        return bool(BEFORE_PARIS & state.held[self.sit.side])


HOMES: tuple[Hexes, Hexes] = (
    HOMELAND[ALLIED] & FRONT[ALLIED],
    HOMELAND[CENTRAL] & FRONT[CENTRAL],
)
"""What is a side's without anybody being there [2.4] [5.3]."""
DECISION = (0.0, 2.0, 15.0, 40.0)
"""What a German before Paris is worth, turn by turn up to the summer [26.5]."""


LIKELY = (1.0, 1.0, 0.5, 0.2)
"""How likely a hex is attacked at all when the enemy is so many hexes away."""


def stake_of(face: Face) -> float:
    """What is risked with a unit, whatever the state of the purse."""
    return (4.0 if face.is_army else 1.5) + 0.3 * (face.attack + face.defence)


def eager(ratio: float) -> float:
    """How much of its prize an attack at this ratio may hope for. Below even odds there is little
    hope, and from two to one infiltration mostly wins [43.4]: whoever brings an attack up to that
    does most."""
    if ratio <= 1.0:
        return 0.1 * ratio
    if ratio <= 2.0:
        return 0.1 + 0.5 * (ratio - 1.0)
    return min(0.95, 0.6 + 0.1 * (ratio - 2.0))
