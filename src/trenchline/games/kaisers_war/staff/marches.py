"""Marches: where a unit does most good.

A post is weighed by what it protects, what it helps to attack, what it takes, and what might befall
the unit there. Those who can strike choose first; the others fill what they left open;
headquarters and airbases come last and stay behind the line.
"""

from __future__ import annotations

from trenchline.games.kaisers_war.components import (
    ALLIED,
    CENTRAL,
    CITIES,
    COUNTERS,
    EAST,
    GE,
    HOMELAND,
    NATION_OF,
    NAVAL_BASES,
    Face,
)
from trenchline.games.kaisers_war.components import LINE as FRONT
from trenchline.games.kaisers_war.control import closed, controlled, trench
from trenchline.games.kaisers_war.movement import MoveUnit
from trenchline.games.kaisers_war.staff.battles import STIRRING
from trenchline.games.kaisers_war.staff.knowledge import BESIDE, DOUBLED, Situation, apart, risk
from trenchline.games.kaisers_war.staff.stakes import (
    BEFORE_PARIS,
    HOLD,
    SUMMER,
    field,
    nearest_call,
)
from trenchline.games.kaisers_war.victory import OBJECTIVES
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choice, Choices, pick

STAY = 0.6
"""Nobody marches for less."""
HUNGER = 5.0
"""What it costs to end a move out of supply [15.6]."""
SAFE, EXPOSED = 0.3, 0.8
"""How much of its units goes with a hex that is lost, in our trenches and elsewhere."""
LINE = 2.5
"""What any hex next to the enemy is worth holding."""


class Posts:
    """The posts one unit may take, weighed."""

    def __init__(self, sit: Situation, unit: int, here: int) -> None:
        self.sit = sit
        self.unit = unit
        self.here = here
        self.face = sit.state.face(unit)
        self.value = stake_of(self.face)
        self.wanted = field(sit, sit.side)
        self.feared = field(sit, sit.enemy)
        self.calls = self.feared.calls(sit.threats)
        self.support = COUNTERS[unit].is_support
        self.mine = controlled(sit.state, sit.side)
        supplied_attack = 1 if sit.winter or sit.thrift(sit.side) > 0.9 else 2
        self.blow = self.face.attack * supplied_attack if not self.support else 0
        self.supply_factor = supplied_attack
        self._pushes: dict[Hex, tuple[float, float, float, bool]] = {}

    def weigh(self, hex_: Hex) -> float:
        """What the unit is worth in a hex, over its not being anywhere."""
        sit, state = self.sit, self.sit.state
        bit = 1 << hex_
        near = sit.threats.nearest(hex_)
        total = 0.5 * self.wanted.draw(hex_) + 0.35 * nearest_call(hex_, self.calls)
        total += self.protect(hex_, near)
        if self.support:
            total += self.reach(hex_) - (3.0 if near <= 1 else 0.0)
        elif self.face.attack and near <= 1:
            total += self.strike(hex_)
        if not state.held[sit.side] & bit or (hex_ == self.here and len(state.stacks[hex_]) == 1):
            total += self.possess(hex_)
        if not sit.supplied & bit and not COUNTERS[self.unit].circle:
            total -= HUNGER * (2.0 if self.face.is_army else 1.0)
        if sit.side == ALLIED and EAST & bit and not state.east_free:
            total -= STIRRING
        return total

    def protect(self, hex_: Hex, near: int) -> float:
        """What the unit adds to the safety of a hex, less what it risks there itself."""
        if near > 3:
            return 0.0
        sit = self.sit
        force = sit.threats.on(hex_) * DOUBLED
        ground = 2 if sit.strong_ground(hex_, sit.side) else 1
        others, stake = 0, 0.0
        state = sit.state
        for unit in state.stacks.get(hex_, ()):
            if unit != self.unit and state.side_of(unit) == sit.side:
                face = state.face(unit)
                others += face.defence
                stake += stake_of(face)
        held = self.feared.ground(hex_) + (LINE if near <= 1 else 0.0)
        if sit.plan == HOLD:
            held *= 1.3
        calm = SAFE if trench(state, sit.side) >> hex_ & 1 else EXPOSED
        chance = LIKELY[near]
        if others:
            before = (held + calm * stake) * risk(force, others * ground) * chance
        else:
            before = held * self.exposed(hex_, near)
        after = (held + calm * (stake + self.value)) * risk(
            force, (others + self.face.defence) * ground
        )
        return before - after * chance

    def exposed(self, hex_: Hex, near: int) -> float:
        """How likely the enemy walks into a hex that nobody holds: our zones screen it [11.5]."""
        if near <= 1:
            return 0.6
        friends = BESIDE[hex_] & self.sit.state.fierce[self.sit.side] & ~(1 << max(self.here, 0))
        return 0.05 if friends else (0.0, 0.6, 0.3, 0.12)[near]

    def strike(self, hex_: Hex) -> float:
        """What the unit adds to the best attack it could join from a hex."""
        sit, state = self.sit, self.sit.state
        best = 0.0
        for target in members(BESIDE[hex_] & state.held[sit.enemy] & ~closed(state)):
            push, defence, scale, shock = self._push(target)
            gain = scale * (eager((push + self.blow) / defence) - eager(push / defence))
            if self.face.shock and not shock:
                gain += 0.15 * scale
            best = max(best, gain)
        return best

    def _push(self, target: Hex) -> tuple[float, float, float, bool]:
        """What already stands against a hex, its defence, what it is worth, and whether shock
        troops are there."""
        found = self._pushes.get(target)
        if found is None:
            sit, state = self.sit, self.sit.state
            push, shock = 3.0 * self.supply_factor, False
            for hex_ in members(BESIDE[target] & state.held[sit.side]):
                for unit in state.stacks[hex_]:
                    if unit != self.unit and not COUNTERS[unit].is_support:
                        face = state.face(unit)
                        push += face.attack * self.supply_factor
                        shock = shock or face.shock
            defence = max(1, sit.defence(target, sit.enemy))
            scale = self.wanted.ground(target) + 0.5 * sum(
                sit.worth(f, sit.enemy) for f in sit.faces(target)
            )
            if sit.side == ALLIED and EAST >> target & 1 and not state.east_free:
                scale = 0.0
            found = push, float(defence), scale, shock
            self._pushes[target] = found
        return found

    def reach(self, hex_: Hex) -> float:
        """What a headquarters or airbase can support from a hex."""
        sit, state = self.sit, self.sit.state
        best = 0.0
        far = COUNTERS[self.unit].range
        for target in members(state.held[sit.enemy]):
            if apart(hex_, target) <= far:
                push, defence, scale, _ = self._push(target)
                if push > 8:
                    factor = self.face.attack * 2
                    gain = eager((push + factor) / defence) - eager(push / defence)
                    best = max(best, scale * (gain + 0.05))
        return best

    def possess(self, hex_: Hex) -> float:
        """What the unit takes, or keeps, by being in a hex at all."""
        sit, state = self.sit, self.sit.state
        bit = 1 << hex_
        total = 0.0
        prize = self.wanted.prizes.get(hex_, 0.0)
        if hex_ == self.here:
            # Kept only as long as somebody is there [2.4] [5.3].
            if OBJECTIVES & bit and not HOMES[sit.side] & bit:
                total += 2.0 * min(sit.left, 4)
        elif not self.mine & bit:
            total += prize
            if CITIES & bit:
                total += 0.5
        if sit.side == CENTRAL and BEFORE_PARIS & bit and state.turn <= SUMMER:
            if NATION_OF[self.unit] == GE:
                total += DECISION[state.turn]
        return total


HOMES: tuple[Hexes, Hexes] = (
    HOMELAND[ALLIED] & FRONT[ALLIED],
    HOMELAND[CENTRAL] & FRONT[CENTRAL],
)
"""What is a side's without anybody being there [2.4] [5.3]."""
DECISION = (0.0, 0.5, 2.0, 30.0)
"""What a German before Paris is worth, turn by turn up to the summer [26.5]."""


LIKELY = (1.0, 1.0, 0.5, 0.2)
"""How likely a hex is attacked at all when the enemy is so many hexes away."""


def stake_of(face: Face) -> float:
    """What is risked with a unit, whatever the state of the purse."""
    return (4.0 if face.is_army else 1.5) + 0.3 * (face.attack + face.defence)


def eager(ratio: float) -> float:
    """How much of its prize an attack at this ratio may hope for; it rises by columns."""
    if ratio <= 1.0:
        return 0.15 * ratio
    if ratio <= 3.0:
        return 0.15 + 0.3 * (ratio - 1.0)
    return min(0.95, 0.75 + 0.06 * (ratio - 3.0))


def order(sit: Situation, unit: int) -> tuple[bool, bool, int, int]:
    """Who moves when: the strongest attackers first, supports last."""
    counter = COUNTERS[unit]
    face = sit.state.face(unit)
    return counter.is_support, not face.shock, -face.attack, unit


def next_unit(sit: Situation, choices: Choices) -> Choice:
    """The next unit to think about."""
    units = choices.get("unit", 0)
    if not units:
        return "done", 0
    return "unit", min(members(units), key=lambda u: order(sit, u))


def march(sit: Situation, mover: MoveUnit, choices: Choices) -> Choice:
    """The best post within reach, on foot, by rail or by sea; or where the unit is."""
    unit, here = mover.unit, mover.here
    posts = Posts(sit, unit, here)
    best: tuple[float, int, Choice] | None = None
    if "stay" in choices:
        keep = posts.weigh(here) + STAY if here >= 0 else -1.0
        best = keep, 0, ("stay", 0)
    for verb, goals in _goals(sit, mover, choices):
        for hex_ in members(goals):
            value = posts.weigh(hex_)
            if best is None or (value, -hex_) > best[:2]:
                best = value, -hex_, (verb, hex_)
    if best is None:
        return pick(choices, 0)
    if "force" in choices and best[2][0] in ("stay", "move") and _hurries(sit, mover, best[2]):
        return "force", 0
    return best[2]


def _goals(sit: Situation, mover: MoveUnit, choices: Choices) -> list[tuple[str, Hexes]]:
    """Where to look, for each way of moving."""
    found = []
    if "move" in choices:
        found.append(("move", choices["move"]))
    if "rail" in choices:
        found.append(("rail", choices["rail"] & ~choices.get("move", 0)))
    if "sail" in choices and _at_leisure(sit, mover):
        ports = choices["sail"] & CITIES & controlled(sit.state, sit.side)
        if mover.here < 0:
            ports = ports & NAVAL_BASES or ports or choices["sail"]
        found.append(("sail", ports & ~choices.get("move", 0)))
    return found


def _at_leisure(sit: Situation, mover: MoveUnit) -> bool:
    return mover.here < 0 or sit.threats.nearest(mover.here) > 4


def _hurries(sit: Situation, mover: MoveUnit, chosen: Choice) -> bool:
    """Whether a forced march is worth its point: the way is long and points are plenty."""
    if sit.thrift(sit.side) > 0.6 or mover.here < 0 or not mover.fresh:
        return False
    end = chosen[1] if chosen[0] == "move" else mover.here
    return (
        sit.state.face(mover.unit).is_army
        and sit.threats.nearest(end) > 2
        and sit.left > 1
        and chosen[0] == "move"
    )


def post_value(sit: Situation, unit: int, hex_: Hex) -> float:
    """What a hex is as a place to fall back to or to follow up into."""
    return Posts(sit, unit, sit.state.where[unit]).weigh(hex_)
