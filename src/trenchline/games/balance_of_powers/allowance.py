"""Chapter 9.0: the movement points of a corps, and what is left of them."""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import ALL_CORPS, MOVES, UNITS, Units
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import in_supply
from trenchline.kernel.bits import members


def allowance(state: State, unit: int) -> int:
    """[9.0] [3.2] What a corps may spend: as printed, one in trenches, one less unsupplied."""
    if UNITS[unit].kind == "africa":
        points = 0 if state.entrenched >> unit & 1 else 1
    else:
        points = 1 if state.entrenched >> unit & 1 else MOVES[unit]
    return points if in_supply(state, unit) else max(0, points - 1)


def left(state: State, unit: int) -> int:
    """What a corps has left to spend."""
    return allowance(state, unit) - state.spent.get(unit, 0)


def points_of(state: State, force: Units) -> int:
    """What the slowest corps of a force has left."""
    return min(left(state, unit) for unit in members(force & ALL_CORPS))
