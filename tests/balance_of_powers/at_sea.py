"""Fleets at sea for tests: a half of general quarters played by words."""

from __future__ import annotations

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import position, unit
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import CENTRAL, NATION
from trenchline.games.balance_of_powers.quarters import QuartersHalf
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set
from trenchline.kernel.play import settle


def quarters(
    stacks: dict[str, str],
    *,
    side: int = CENTRAL,
    reduced: str = "",
    month: str = "May 1916",
    central: str = "GE",
    entente: str = "BR",
    scenario: str = "price_of_admiralty",
    points: int = 2,
    **more: object,
) -> State:
    """Naval units by location, and the half of a side begins."""
    state = position(
        stacks, central=central, entente=entente, month=month_number(month), scenario=scenario
    )
    for code in (*central.split(), *entente.split()):
        state.points[NATION[code]] = points
    for key, value in more.items():
        setattr(state, key, value)
    state.reduced = units(reduced)
    state.phase = "admiralty"
    state.stack = [QuartersHalf(side)]
    settle(state, Loaded())
    return state


def units(keys: str) -> int:
    """Units by their keys, as a set."""
    return bit_set(map(unit, keys.split()))
