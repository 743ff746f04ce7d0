"""What is at stake: the ground both sides fight for, in victory points."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from trenchline.games.kaisers_war.components import (
    ALLIED,
    CENTRAL,
    CITIES,
    CITY,
    EAST,
    NAVAL_BASES,
    PARIS,
    RUSSIA,
    TRENCH,
)
from trenchline.games.kaisers_war.control import controlled
from trenchline.games.kaisers_war.staff.doctrine import DOCTRINES, IN_THE_EAST, SOUTH, USUAL
from trenchline.games.kaisers_war.staff.knowledge import BESIDE, Situation, Threats, apart
from trenchline.games.kaisers_war.victory import MAJOR, OBJECTIVES, RUHR, VENICE, worth
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes

BEFORE_PARIS: Hexes = BESIDE[PARIS]
GENOA, SALONIKA = CITY["Genoa"], CITY["Salonika"]
RED_CAPITALS: Hexes = 1 << CITY["Petrograd"] | 1 << CITY["Moscow"]
SUMMER = 3
"""At the end of this turn the Central Powers must have something to show [26.5]."""
PRESSING = (0.0, 0.1, 0.6, 1.0)
"""How urgent the summer's goals are on each turn up to it."""
DECISIVE = 40.0
"""What it is worth to pass the test of the summer, or to make the enemy fail it."""
ON_PARIS = {USUAL: 0.7, SOUTH: 0.3, IN_THE_EAST: 0.5}
"""How far each plan looks to Paris for it; the others look nowhere else."""
FIRST = (1.0, 0.7, 0.35, 0.0)
"""What the first hex before Paris is worth, and each after it: more are there if one is lost."""
IN_THE_SOUTH = {USUAL: (0.7, 0.4), SOUTH: (1.0, 0.6)}
"""How far it looks to Venice, and to Genoa and Salonika as long as Venice is not won."""
_GOALS: Hexes = BEFORE_PARIS | RED_CAPITALS | bit_set((VENICE, GENOA, SALONIKA))
KNOCK_OUT = 60.0
"""A city whose fall ends the war [31.2] [31.6]."""
POINT = 0.6
"""What a point of income is worth: most of it will run over a hundred [5.9]."""
CALLING = 6
"""How near an enemy must be for a city to call for help."""


@lru_cache(maxsize=512)
def prizes(
    attacker: int,
    turn: int,
    left: int,
    plan: str,
    rules: tuple[bool, ...],
    mine: Hexes,
    theirs: Hexes,
) -> dict[Hex, float]:
    """What a side wants of the enemy's ground (or fears to lose of its own), hex by hex."""
    critical, kaiser_east, east_free = rules
    half = 0.5 if turn > 5 else 1.0
    found: dict[Hex, float] = {}
    for hex_ in members(OBJECTIVES & ~mine):
        if RUSSIA >> hex_ & 1 and not kaiser_east:
            continue
        value = worth(hex_) * min(left, 4) * 2 * POINT * half
        if attacker == ALLIED and EAST >> hex_ & 1 and not east_free:
            value *= 0.1  # Let sleeping armies lie [24.2].
        found[hex_] = value + 1.0
    if critical:
        for hex_ in members(MAJOR & ~mine & ~(1 << PARIS) & ~RUSSIA):
            found[hex_] += 7.0
        if attacker == CENTRAL and not mine >> VENICE & 1:
            found[VENICE] += 5.0
    end = PARIS if attacker == CENTRAL else RUHR
    if critical and not mine >> end & 1:
        found[end] += KNOCK_OUT
    if attacker == CENTRAL and turn <= SUMMER:
        _summer(found, turn, plan, kaiser_east, mine)
    if attacker == ALLIED and turn <= SUMMER:
        _deny(found, turn, theirs)
    return found


def _deny(found: dict[Hex, float], turn: int, theirs: Hexes) -> None:
    """Drive them from what would let the Central Powers pass the test of the summer."""
    value = DECISIVE * PRESSING[turn]
    for hex_ in members(BEFORE_PARIS & theirs):
        found[hex_] = found.get(hex_, 0.0) + value
    south = (1 << GENOA | 1 << SALONIKA) & theirs
    if theirs >> VENICE & 1:
        for hex_ in members(1 << VENICE | south):
            found[hex_] = found.get(hex_, 0.0) + (value if south else value * 0.3)


def _summer(found: dict[Hex, float], turn: int, plan: str, kaiser_east: bool, mine: Hexes) -> None:
    """[26.5] Germans before Paris, or Venice with Salonika or Genoa, or both Russian capitals."""
    for hex_, value in summer_goals(turn, plan, kaiser_east, mine & _GOALS).items():
        if not mine >> hex_ & 1:
            found[hex_] = found.get(hex_, 0.0) + value


@lru_cache(maxsize=512)
def summer_goals(turn: int, plan: str, kaiser_east: bool, mine: Hexes) -> dict[Hex, float]:
    """What each hex is worth to the Central Powers by which the test of the summer is passed:
    to win if it is not theirs yet, else to keep."""
    value = DECISIVE * PRESSING[turn]
    on_paris = ON_PARIS.get(plan, 1.0) * FIRST[min((BEFORE_PARIS & mine).bit_count(), 3)]
    found = dict.fromkeys(members(BEFORE_PARIS), value * on_paris)
    one, both = IN_THE_SOUTH.get(plan, (0.3, 0.15))
    if mine >> VENICE & 1:
        both = one
    found |= {VENICE: value * one, GENOA: value * both, SALONIKA: value * both}
    if kaiser_east:
        found |= dict.fromkeys(members(RED_CAPITALS), value * 0.5)
    return found


class Field:
    """What every hex is worth to an attacker: its own prize, and a share of those near it."""

    def __init__(self, wanted: dict[Hex, float], trenches: Hexes, shock: bool, near: float) -> None:
        self.prizes = wanted
        self._order = sorted(wanted.items(), key=lambda item: -item[1])
        self._trenches = trenches
        self._shock = shock
        self._near = near
        self._ground: dict[Hex, float] = {}
        self._draw: dict[Hex, float] = {}

    def ground(self, hex_: Hex) -> float:
        """What it is worth to win a hex."""
        found = self._ground.get(hex_)
        if found is None:
            bit = 1 << hex_
            found = self.prizes.get(hex_, 0.0) + 0.5
            if CITIES & bit:
                found += 1.0
            if NAVAL_BASES & bit:
                found += 0.5
            if self._trenches & bit:
                found += 4.0 if self._shock else 1.0
            found += self._near * max(
                (v / apart(hex_, h) for h, v in self._order if h != hex_ and apart(hex_, h) <= 4),
                default=0.0,
            )
            self._ground[hex_] = found
        return found

    def draw(self, hex_: Hex) -> float:
        """How near a hex is to what is wanted."""
        found = self._draw.get(hex_)
        if found is None:
            found = nearest_call(hex_, self._order)
            self._draw[hex_] = found
        return found

    def calls(self, threats: Threats) -> list[tuple[Hex, float]]:
        """What calls for help: prizes with somebody near who could take them."""
        found = []
        for hex_, value in self._order:
            away = threats.nearest(hex_)
            if away <= CALLING:
                found.append((hex_, value / (1.0 + 0.3 * max(0, away - 1))))
        return found


def nearest_call(hex_: Hex, calls: list[tuple[Hex, float]]) -> float:
    """How strongly some prizes draw a unit that is in a hex."""
    return max((min(v, 16.0) / (2.0 + apart(hex_, h)) for h, v in calls), default=0.0)


def caller(hex_: Hex, calls: Iterable[tuple[Hex, float]]) -> Hex | None:
    """Which of some prizes draws a unit that is in a hex most."""
    drawn = ((min(v, 16.0) / (2.0 + apart(hex_, h)), h) for h, v in calls)
    return max(drawn, default=(0.0, None))[1]


@lru_cache(maxsize=512)
def _field(
    attacker: int,
    turn: int,
    left: int,
    plan: str,
    rules: tuple[bool, ...],
    mine: Hexes,
    theirs: Hexes,
) -> Field:
    wanted = prizes(attacker, turn, left, plan, rules, mine, theirs)
    # [26.5] Every Allied trench taken on the first turn brings three points.
    shock = attacker == CENTRAL and turn == 1
    return Field(wanted, TRENCH[1 - attacker], shock, DOCTRINES[attacker, plan].neighbourhood)


_SUMMER_GOALS: Hexes = _GOALS & ~RED_CAPITALS
_MATTERS: Hexes = OBJECTIVES | _SUMMER_GOALS


def field(sit: Situation, attacker: int) -> Field:
    """What the ground is worth to a side that attacks it."""
    state = sit.state
    rules = ("critical_cities" in state.options, state.kaiser_east, state.east_free)
    plan = sit.plan if attacker == sit.side else USUAL
    mine = controlled(state, attacker) & _MATTERS
    theirs = state.held[1 - attacker] & _SUMMER_GOALS
    return _field(attacker, state.turn, sit.left, plan, rules, mine, theirs)
