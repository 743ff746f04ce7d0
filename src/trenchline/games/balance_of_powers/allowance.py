"""Chapter 9.0: the movement points of a corps, and what is left of them."""

from __future__ import annotations

from trenchline.games.balance_of_powers.calendar import bad_weather
from trenchline.games.balance_of_powers.components import AF_CORPS, ALL_CORPS, MOVES, UNITS, Units
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import in_supply, supplied
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hexes

NATION_OF = tuple(unit.nation for unit in UNITS)


def idle(state: State) -> Hexes:
    """[6.512] [6.512.1] Where nobody moves in the second fortnight."""
    return bad_weather(state.month) if state.fortnight == 2 else 0


def allowance(state: State, unit: int) -> int:
    """[9.0] [3.2] What a corps may spend: as printed, one in trenches, one less unsupplied. Those
    of Africa have one, in trenches none [9.0.1]."""
    points = _printed(state, unit)
    return points if in_supply(state, unit) else max(0, points - 1)


def _printed(state: State, unit: int) -> int:
    """[1.32.3] What stands on the side of the counter that is up."""
    if AF_CORPS >> unit & 1:
        return 0 if state.entrenched >> unit & 1 else 1
    return 1 if state.entrenched >> unit & 1 else MOVES[unit]


def points_of(state: State, force: Units) -> int:
    """What the slowest corps of a force has left to spend."""
    least = 99
    spent, entrenched = state.spent, state.entrenched
    fed: dict[tuple[int, int], Hexes] = {}
    for unit in members(force & ALL_CORPS):
        points = 1 if entrenched >> unit & 1 else MOVES[unit]
        if AF_CORPS >> unit & 1:
            points = _printed(state, unit)
        key = NATION_OF[unit], AF_CORPS >> unit & 1
        if key not in fed:
            fed[key] = supplied(state, key[0], bool(key[1]))
        by_land = fed[key] >> state.where[unit] & 1 and not state.lodged >> unit & 1
        if not by_land and not in_supply(state, unit):
            points = max(0, points - 1)
        points -= spent.get(unit, 0)
        if points < least:
            least = points
    return least
