"""A position as it might be: the enemy's hidden units dealt anew [10.1] [10.2].

What a side may not know is which units lie under the tops of enemy stacks, in his boxes and on his
track. How many there are is public [R35], and so are zones of control [R77]. Everything hidden
leaves its place, then the places are filled again: at random, more likely near where a nation
fights, and with those that have been in the field from the start before those of the pool. Which
units had been there plays no part in it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import (
    CITIES,
    COUNTERS,
    FORTS,
    GRID,
    GUERRILLAS,
    IMMOBILE,
    LONERS,
    NATION_OF,
    NATIONS,
    NAVAL_UNITS,
    TERRITORY,
    stack_limit,
)
from trenchline.games.kaisers_war.fog import deploying, known
from trenchline.games.kaisers_war.recruits import BOX_NATIONS
from trenchline.games.kaisers_war.state import BOX, FLEET, OUT, State, pile
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Kind

OF_THE_PLACE = ("ready", "marched", "fought", "supported", "arrived", "eastern")
"""What is seen of a hidden unit: that one in this place has moved, or waits."""
OF_NOBODY = ("demobilized",)
"""What nobody sees of it."""
TRIES = 8
"""How often units are dealt before work is left out that none of them could do, or a stack is too
high."""
SUBJECTS = ("unit", "units")
"""Fields in which steps name the units they are about."""


def hidden(state: State, side: int) -> int:
    """[10.1] [10.2] The enemy's units of which a side does not know where they are."""
    enemy = 1 - side
    found = state.forces(enemy) & ~bit_set(known(state, side)) & ~_apart(state, enemy)
    if deploying(state) == enemy:
        # [3.1] Who is still to be set up is known by the orders of battle.
        return bit_set(unit for unit in members(found) if state.where[unit] >= 0)
    return bit_set(unit for unit in members(found) if state.where[unit] not in (OUT, FLEET))


def _apart(state: State, enemy: int) -> int:
    """Units that could be nowhere else: those whose zones, or their lack, would show [R77], ships,
    and whoever has been named aloud."""
    asleep = state.forces(enemy) & ~state.awake
    return FORTS | GUERRILLAS | LONERS | NAVAL_UNITS | asleep | bit_set(_named_aloud(state))


def _named_aloud(state: State) -> set[int]:
    """Units at sea, annihilated or in battle."""
    found = {*state.assault, *state.cargo, *state.voyage, *state.annihilated}
    for step in state.stack:
        found |= _in_battle(step)
    return found


def _in_battle(step: Any) -> set[int]:
    found: set[int] = set()
    battle = getattr(step, "battle", None)
    if isinstance(battle, Battle):
        # Whoever fought was seen, the dead with them.
        found.update(battle.attackers, battle.defenders, battle.supports)
    for name in ("transport", "fleet"):
        value = getattr(step, name, None)
        if isinstance(value, int):
            found.add(value)
    for name in ("airbases", "risked", "land"):
        value = getattr(step, name, None)
        if isinstance(value, tuple):
            found.update(value)
    return found


def deal(state: State, side: int, rng: random.Random) -> State:
    """A copy in which the enemy's hidden units are dealt at random."""
    loose = hidden(state, side)
    busy = bool(state.stack) and decision(state).who(state) != side
    about = busy and _is_about(state.stack[-1], loose)
    for _ in range(TRIES):
        twin = _dealt(state, side, loose, rng)
        places = (twin.where[unit] for unit in members(loose))
        # [9.4] Who is not asked what to give up is not over-stacked.
        if twin.crowded & bit_set(hex_ for hex_ in places if hex_ >= 0):
            continue
        if not about or _can_go_on(twin):
            return twin
    if about and not _can_go_on(twin):
        _leave_off(twin)
    return twin


def _dealt(state: State, side: int, loose: int, rng: random.Random) -> State:
    twin = state.copy()
    filled, left = _Places(state, 1 - side, loose).filled(rng)
    off_map = sorted(state.where[unit] for unit in members(loose) if state.where[unit] < 0)
    waiting = list(members(left))
    rng.shuffle(waiting)
    there = dict(_elsewhere(waiting, off_map))
    _settle_down(state, twin, loose, filled, there)
    return twin


class _Places:
    """The places in enemy stacks in which hidden units lie, hex by hex."""

    def __init__(self, state: State, enemy: int, loose: int) -> None:
        self.loose = loose
        self.open: dict[Hex, int] = {}
        """The units in each stack that are known."""
        self.room: dict[Hex, int] = {}
        """The room that these leave [9.1]."""
        self.wanted: dict[Hex, int] = {}
        """How many hidden ones there are."""
        for hex_, stack in state.stacks.items():
            units = bit_set(stack)
            if units & loose:
                self.open[hex_] = units & ~loose
                self.wanted[hex_] = (units & loose).bit_count()
                load = sum(state.face(unit).weight for unit in members(units & ~loose))
                self.room[hex_] = stack_limit(hex_) - load
        self.weight = {unit: state.face(unit).weight for unit in members(loose)}
        self.light = [bit_set(u for u, w in self.weight.items() if w <= most) for most in range(4)]
        """The hidden units that weigh no more than none, one, two, three."""
        self.fierce = state.fierce[enemy]
        self.exerting = state.awake & ~(IMMOBILE | GUERRILLAS)
        """Who exerts a zone [11.1]."""

    def filled(self, rng: random.Random) -> tuple[dict[Hex, list[int]], int]:
        """Who lies hidden where, and who is left."""
        filled: dict[Hex, list[int]] = {}
        left = self.loose
        # Who is short of room, or of units that would not show, is served first.
        for hex_ in sorted(self.wanted, key=self._need):
            filled[hex_] = []
            for more in reversed(range(self.wanted[hex_])):
                fit = list(members(left & self._fitting(hex_, filled[hex_], more)))
                if fit:
                    unit = rng.choices(fit, [_likelihood(u, hex_) for u in fit])[0]
                else:
                    unit, left = self._exchanged(hex_, filled, left)
                left &= ~(1 << unit)
                filled[hex_].append(unit)
        return filled, left

    def _need(self, hex_: Hex) -> tuple[int, float, Hex]:
        return self.fierce >> hex_ & 1, self.room[hex_] / self.wanted[hex_], hex_

    def _fitting(self, hex_: Hex, others: list[int], more: int) -> int:
        """The units that may lie hidden in a hex with others, so that more may follow."""
        room = self.room[hex_] - sum(self.weight[unit] for unit in others) - more
        if room < 0:
            return 0
        fit = self.light[min(room, 3)]
        if not self.fierce >> hex_ & 1:
            # [R77] Whoever could move would show here by his zone.
            fit &= IMMOBILE
        there = self.open[hex_] | bit_set(others)
        # [6.10] [9.3] One garrison to a city, and somebody must exert the zone [R77].
        alone = self.fierce >> hex_ & 1 and not there & self.exerting
        if alone or not CITIES >> hex_ & 1 or there & IMMOBILE & ~FORTS:
            fit &= ~IMMOBILE
        return fit

    def _exchanged(self, hex_: Hex, filled: dict[Hex, list[int]], left: int) -> tuple[int, int]:
        """Somebody who fits and has been put elsewhere changes places with one who is left; if
        there is nobody, the lightest who is left comes."""
        fit = self._fitting(hex_, filled[hex_], 0)
        for other, units in filled.items():
            for number, unit in enumerate(units if other != hex_ else ()):
                if fit >> unit & 1:
                    rest = units[:number] + units[number + 1 :]
                    instead = left & self._fitting(other, rest, 0)
                    if instead:
                        units[number] = lowest(instead)
                        return unit, left & ~(1 << units[number]) | 1 << unit
        return min(members(left), key=lambda unit: (self.weight[unit], unit)), left


def _elsewhere(waiting: list[int], places: list[int]) -> Iterator[tuple[int, int]]:
    """Boxes take their own nations [6.4]; the rest of the places anybody."""
    for place in sorted(places, key=lambda p: p not in BOX):
        unit = waiting[0]
        if place in BOX:
            allowed = BOX_NATIONS[BOX.index(place)]
            unit = next((u for u in waiting if NATIONS[NATION_OF[u]].code in allowed), unit)
        waiting.remove(unit)
        yield unit, place


def _settle_down(
    state: State, twin: State, loose: int, filled: dict[Hex, list[int]], there: dict[int, int]
) -> None:
    """Put everybody where he was dealt, with what is seen of him in that place."""
    instead: dict[int, int] = {}
    for hex_, units in filled.items():
        dealt = iter(units)
        before = state.stacks[hex_]
        stack = tuple(next(dealt) if loose >> unit & 1 else unit for unit in before)
        instead.update(zip(before, stack, strict=True))
        twin.stacks[hex_] = stack
        for unit in units:
            _move(twin, unit, hex_)
    for unit, place in there.items():
        _move(twin, unit, place)
    # Whom the enemy has in hand comes first, then who has done something, so that nothing can be
    # told from who it was.
    busy = {unit for step in state.stack for unit in _subjects(step)}
    done = [getattr(state, name) for name in OF_THE_PLACE]
    away = sorted(
        (unit for unit in members(loose) if state.where[unit] < 0),
        key=lambda unit: (unit not in busy, [not told >> unit & 1 for told in done]),
    )
    for place in set(there.values()):
        before = tuple(unit for unit in away if state.where[unit] == place)
        instead.update(zip(before, (u for u in there if there[u] == place), strict=True))
    for name in OF_THE_PLACE:
        told = getattr(state, name)
        seen = bit_set(new for old, new in instead.items() if told >> old & 1)
        setattr(twin, name, told & ~loose | seen & loose)
    for name in OF_NOBODY:
        setattr(twin, name, getattr(state, name) & ~loose)
    twin.under &= ~loose
    for hex_ in filled:
        twin.look_at(hex_)
    twin.stack = [_renamed(step, instead) for step in state.stack]


def _move(twin: State, unit: int, place: int) -> None:
    """Write down where a unit is; the stacks are seen to."""
    twin.piles[pile(twin.where[unit])] &= ~(1 << unit)
    twin.piles[pile(place)] |= 1 << unit
    twin.where[unit] = place


# What the enemy is about.


def _subjects(step: Any) -> Iterator[int]:
    """The units that a step is about."""
    for name in SUBJECTS:
        value = getattr(step, name, ())
        yield from (value,) if isinstance(value, int) else value


def _is_about(step: Any, units: int) -> bool:
    return any(units >> unit & 1 for unit in _subjects(step))


def _renamed(step: Any, instead: dict[int, int]) -> Any:
    """A step about those who were dealt into the place of the others."""
    if not any(instead.get(unit, unit) != unit for unit in _subjects(step)):
        return step
    changed: dict[str, Any] = {}
    for name in SUBJECTS:
        value = getattr(step, name, None)
        if isinstance(value, int):
            changed[name] = instead.get(value, value)
        elif isinstance(value, tuple):
            changed[name] = tuple(instead.get(unit, unit) for unit in value)
    return replace(step, **changed)


def _can_go_on(twin: State) -> bool:
    """Whether those who were dealt can do what the enemy is about."""
    return bool(decision(twin).choices(twin))


def _leave_off(twin: State) -> None:
    """The enemy is asked what he was asked before."""
    stack = twin.stack
    while len(stack) > 1 and not _can_go_on(twin) and stack[-2].kind is Kind.DECISION:
        stack.pop()


@lru_cache(maxsize=1 << 15)
def _likelihood(unit: int, hex_: Hex) -> float:
    """How likely a unit is met in a hex: its country is near, and it began in the field."""
    counter = COUNTERS[unit]
    nation = NATIONS[counter.nation]
    homes = [h for code in nation.home for h in members(TERRITORY[code])]
    near = min((GRID.distance(hex_, h) for h in homes), default=4)
    likely = 1.0 / (1.0 + near)
    return likely * (0.1 if counter.slot.startswith("pool") else 1.0)
