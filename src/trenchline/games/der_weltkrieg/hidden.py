"""What is hidden: the supply tracks of the enemy's headquarters [17-5]."""

from __future__ import annotations

import random

from trenchline.games.der_weltkrieg.components import CODES
from trenchline.games.der_weltkrieg.state import State

STOCKS = (0, 1, 5, 98, 100)


def other_stocks(state: State, side: int, rng: random.Random) -> State:
    """A position in which the enemy's headquarters have other stocks, for all a side knows."""
    twin = state.copy()
    for unit in state.stock:
        counter = state.theatre.counters[unit]
        if counter.side != side and counter.kind == "headquarters" and state.is_on_map(unit):
            twin.stock[unit] = rng.choice(STOCKS)
            change = twin.stock[unit] - state.stock[unit]
            twin.received[CODES.index(counter.nation)] += change
    return twin
