"""What is hidden: the supply tracks of the enemy's headquarters [17-5]."""

from __future__ import annotations

import random
from dataclasses import replace

from trenchline.games.der_weltkrieg.components import CODES, NATIONS
from trenchline.games.der_weltkrieg.deliveries import DeliverAmount, DeliverSupply, due
from trenchline.games.der_weltkrieg.headquarters import most_held
from trenchline.games.der_weltkrieg.lines import headquarters_of
from trenchline.games.der_weltkrieg.rail_capacity import capacity
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.bits import bit_set, members


def deal(state: State, side: int, rng: random.Random) -> State:
    """[17-5] A copy in which the enemy's stocks are drawn: of what the scenario has given to his
    nations by now some share is spent, and the rest lies with any of his headquarters."""
    twin = state.copy()
    _leave_off(twin, side)
    posts = headquarters_of(state, 1 - side)
    turns = state.theatre.turns
    gone = (turns.index(state.date) if state.date in turns else len(turns)) / len(turns)
    for number, code in enumerate(CODES):
        if NATIONS[code].side == side:
            continue
        own = state.theatre.of_nation[code]
        mine = list(members(posts & own & bit_set(state.stock)))
        # [18-7] Markers lie open on the map.
        lying = sum(n for unit, n in state.stock.items() if own >> unit & 1 and unit not in mine)
        given = _given(state, code)
        left = max(0, int(given * (1 - gone * rng.random())) - lying)
        held = _share_out(twin, mine, left, rng)
        twin.received[number] = max(given, held + lying)
        twin.spent[number] = twin.received[number] - held - lying
        # [18-4] What staffs carry weighs on the rails.
        railed = (state.railed & own).bit_count()
        twin.capacity_used[number] = min(railed, capacity(state, number))
    enemies = state.theatre.of_side[1 - side]
    twin.transferred = {u: n for u, n in state.transferred.items() if not enemies >> u & 1}
    return twin


def _share_out(twin: State, posts: list[int], points: int, rng: random.Random) -> int:
    """Lay points with headquarters at random, as far as they have room; how many lie there then."""
    rng.shuffle(posts)
    left = points
    for hq in posts:
        twin.stock[hq] = rng.randint(0, min(left, most_held(twin, hq)))
        left -= twin.stock[hq]
    for hq in posts:
        more = min(left, most_held(twin, hq) - twin.stock[hq])
        twin.stock[hq] += more
        left -= more
    return points - left


def _given(state: State, code: str) -> int:
    """What a scenario has given to a nation up to now: with its units, and turn by turn [25-7]."""
    theatre = state.theatre
    turns = theatre.turns
    so_far = set(turns[: turns.index(state.date) + 1] if state.date in turns else turns)
    units = sum(
        points
        for key, points in theatre.stocks.items()
        if theatre.counters[theatre.unit[key]].nation == code
    )
    schedule: dict[str, int] = theatre.scenario.get("supply", {}).get(code, {})
    return units + sum(points for text, points in schedule.items() if theatre.date(text) in so_far)


def _leave_off(state: State, side: int) -> None:
    """[17-5] Nobody sees how far the enemy's deliveries have come."""
    step = state.stack[-1] if state.stack else None
    if isinstance(step, DeliverAmount):
        step = step.delivery
    if isinstance(step, DeliverSupply) and step.side != side:
        state.stack[-1] = replace(step, left=due(state, step.nation))
