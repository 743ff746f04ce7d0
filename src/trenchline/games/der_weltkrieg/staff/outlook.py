"""How the scenario stands by its levels of victory, and what the enemy may hold in stock."""

from __future__ import annotations

import random

from trenchline.games.der_weltkrieg.components import CODES, NATIONS
from trenchline.games.der_weltkrieg.headquarters import most_held
from trenchline.games.der_weltkrieg.lines import headquarters_of
from trenchline.games.der_weltkrieg.staff.stakes import chance, turns_left
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.bits import members


def weigh(state: State, side: int) -> float:
    """The chance of a side to win."""
    return chance(state, side)


def imagine(state: State, side: int, rng: random.Random) -> State:
    """[17-5] A copy in which the enemy's stocks are drawn: of what his nations are known to have
    received, some share is spent by now, and the rest lies with any of his headquarters."""
    twin = state.copy()
    posts = headquarters_of(state, 1 - side)
    turns = state.theatre.turns
    gone = 1 - turns_left(state) / len(turns)
    for number, code in enumerate(CODES):
        if NATIONS[code].side == side:
            continue
        mine = list(members(posts & state.theatre.of_nation[code]))
        open_ = sum(
            points
            for unit, points in state.stock.items()
            if state.theatre.counters[unit].nation == code and unit not in mine
        )
        total = max(0, int(state.received[number] * (1 - gone * rng.random())) - open_)
        for hq in mine:
            twin.stock[hq] = 0
        held = 0
        while mine and held < total:
            able = [hq for hq in mine if twin.stock[hq] < most_held(twin, hq)]
            if not able:
                break
            twin.stock[rng.choice(able)] += 1
            held += 1
        twin.spent[number] = twin.received[number] - held - open_
    return twin
