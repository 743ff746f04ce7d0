"""Chapter 9.0: the movement points of a corps, and what is left of them."""

from __future__ import annotations

from trenchline.games.balance_of_powers.calendar import bad_weather
from trenchline.games.balance_of_powers.components import ALL_CORPS, MOVES, OF_KIND, Units
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import in_supply, unsupplied
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hexes


def idle(state: State) -> Hexes:
    """[6.512] [6.512.1] Where nobody moves in the second fortnight."""
    return bad_weather(state.month) if state.fortnight == 2 else 0


def allowance(state: State, unit: int) -> int:
    """[9.0] [3.2] What a corps may spend: as printed, one in trenches, one less unsupplied."""
    points = _printed(state, unit)
    return points if in_supply(state, unit) else max(0, points - 1)


def _printed(state: State, unit: int) -> int:
    """[1.32.3] What stands on the side of the counter that is up."""
    if OF_KIND["africa"] >> unit & 1:
        return 0 if state.entrenched >> unit & 1 else 1
    return 1 if state.entrenched >> unit & 1 else MOVES[unit]


def points_of(state: State, force: Units) -> int:
    """What the slowest corps of a force has left to spend."""
    corps = force & ALL_CORPS
    hungry = unsupplied(state, corps)
    least = 99
    for unit in members(corps):
        points = _printed(state, unit)
        if hungry >> unit & 1:
            points = max(0, points - 1)
        least = min(least, points - state.spent.get(unit, 0))
    return least
