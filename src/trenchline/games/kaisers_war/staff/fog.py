"""A position as it might be: the enemy's hidden units dealt anew [10.1] [10.2].

What a side may not know is which units lie under the tops of enemy stacks, in his boxes and on his
track. Their numbers are public [R35]. The hidden units are dealt at random over these places, more
likely near where their nation fights, and those that have been in the field from the start before
those of the pool.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import (
    CITIES,
    COUNTERS,
    FORTS,
    GUERRILLAS,
    LONERS,
    NATION_OF,
    NATIONS,
    TERRITORY,
    stack_limit,
)
from trenchline.games.kaisers_war.fog import known
from trenchline.games.kaisers_war.recruits import BOX_NATIONS
from trenchline.games.kaisers_war.staff.knowledge import apart
from trenchline.games.kaisers_war.state import BOX, FLEET, OUT, POOL, State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex


def imagine(state: State, side: int, rng: random.Random) -> State:
    """A copy in which the enemy's hidden units are dealt at random."""
    twin = state.copy()
    enemy = 1 - side
    fixed = known(state, side) | _bound(state)
    loose = [
        u
        for u, place in enumerate(state.where)
        if state.side_of(u) == enemy
        and u not in fixed
        and place not in (OUT, FLEET)
        and not COUNTERS[u].is_naval
        and not LONERS >> u & 1
    ]
    # Everything hidden leaves its place, then the places are filled again.
    hidden = set(loose)
    slots = [(h, u) for h, stack in state.stacks.items() for u in stack if u in hidden]
    asleep = {h for h, u in slots if state.eastern >> u & 1}
    off_map = sorted(state.where[u] for u in loose if state.where[u] < 0)
    for unit in loose:
        twin.lift(unit, POOL)
        twin.eastern &= ~(1 << unit)
    rng.shuffle(loose)
    waiting = loose[:]
    places = [hex_ for hex_, _ in sorted(slots)]
    for number, hex_ in enumerate(places):
        more = places[number + 1 :].count(hex_)
        _fill(twin, enemy, hex_, more, waiting, rng, asleep)
    for hex_ in {hex_ for hex_, _ in slots}:
        _keep_order(twin, hex_, state.stacks[hex_])
    rng.shuffle(off_map)
    _elsewhere(twin, waiting, off_map)
    return twin


def _fill(
    twin: State,
    enemy: int,
    hex_: Hex,
    more: int,
    waiting: list[int],
    rng: random.Random,
    asleep: set[Hex],
) -> None:
    """Put one of the waiting units under a stack, so that more may follow."""
    room = stack_limit(hex_) - twin.weight(hex_) - more
    # [6.10] [9.3] One garrison to a city. Zones are public [R77], and somebody must exert them.
    guarded = bool((twin.posts | ~CITIES | ~twin.fierce[enemy]) >> hex_ & 1)
    likely = [
        (u, _likelihood(u, hex_))
        for u in waiting
        if COUNTERS[u].front.weight <= room
        and not (guarded and COUNTERS[u].front.movement == 0)
        # [R77] These would show, wherever they lay.
        and not (FORTS | GUERRILLAS) >> u & 1
    ]
    if not likely:
        return
    unit = rng.choices([u for u, _ in likely], [w for _, w in likely])[0]
    waiting.remove(unit)
    twin.put(unit, hex_, on_top=False)
    if hex_ in asleep:
        twin.eastern |= 1 << unit


def _keep_order(twin: State, hex_: Hex, before: tuple[int, ...]) -> None:
    """Known units lie as deep in their stack as they did."""
    now = twin.stacks.get(hex_, ())
    if not now:
        # While armies are set up, whole stacks are hidden; nobody could fill this one.
        return
    stay = set(before) & set(now)
    new = [u for u in now if u not in stay]
    order = [u if u in stay else new.pop(0) for u in before if u in stay or new]
    twin.stacks[hex_] = (*order, *new)


@lru_cache(maxsize=1 << 15)
def _likelihood(unit: int, hex_: Hex) -> float:
    """How likely a unit is met in a hex: its country is near, and it began in the field."""
    counter = COUNTERS[unit]
    nation = NATIONS[counter.nation]
    homes = [h for code in nation.home for h in members(TERRITORY[code])]
    near = min((apart(hex_, h) for h in homes), default=4)
    likely = 1.0 / (1.0 + near)
    return likely * (0.1 if counter.slot.startswith("pool") else 1.0)


def _elsewhere(twin: State, waiting: list[int], places: list[int]) -> None:
    """Boxes take their own nations [6.4]; the rest of the places anybody."""
    for place in sorted(places, key=lambda p: p not in BOX):
        if not waiting:
            return
        unit = waiting[0]
        if place in BOX:
            allowed = BOX_NATIONS[BOX.index(place)]
            unit = next((u for u in waiting if NATIONS[NATION_OF[u]].code in allowed), unit)
        waiting.remove(unit)
        twin.lift(unit, place)


def _bound(state: State) -> set[int]:
    """Units that something under way hangs on: they stay what they are."""
    found = {*state.assault, *state.cargo, *state.voyage, *state.annihilated}
    for step in state.stack:
        found |= _named(step)
    return found


def _named(step: Any) -> set[int]:
    found: set[int] = set()
    for name in ("unit", "transport", "target", "fleet"):
        value = getattr(step, name, None)
        if isinstance(value, int):
            found.add(value)
    battle = getattr(step, "battle", None)
    if isinstance(battle, Battle):
        # Whoever fought was seen, the dead with them.
        found.update(battle.attackers, battle.defenders, battle.supports)
    for name in ("units", "airbases", "risked", "land"):
        value = getattr(step, name, None)
        if isinstance(value, tuple):
            found.update(value)
    return found
