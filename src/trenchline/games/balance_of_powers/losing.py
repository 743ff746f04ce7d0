"""Chapter 5.3: what powers lose in a season [5.344]."""

from __future__ import annotations

from trenchline.games.balance_of_powers.calendar import FIRST_YEAR, year_of
from trenchline.games.balance_of_powers.components import AH, GE, NATIONS, NL, TABLES
from trenchline.games.balance_of_powers.state import State

BLOCKADE = TABLES["blockade"]


def lose(state: State, nation: int, points: int, reason: str) -> None:
    """[5.3] [5.3.1] A power loses points, never more than it has [2.44]. What is conquered has
    nothing more to lose until it revolts [2.93.7]."""
    if state.conquered >> nation & 1 and not state.revolution >> nation & 1:
        return
    lost = min(points, state.points[nation])
    if lost:
        state.points[nation] -= lost
        state.detail(f"{NATIONS[nation].name} loses {lost} to {reason}")


def blockade_loss(state: State, nation: int) -> int:
    """[5.344] What a blockade takes from a power in this year."""
    year = year_of(state.month) - FIRST_YEAR
    table: list[int] = BLOCKADE["great" if nation in (AH, GE) else "small"]
    lost = table[min(year, len(table) - 1)]
    if nation == GE and state.violated >> NL & 1:
        # [5.344/star] Nothing comes through the Netherlands any more.
        lost += int(BLOCKADE["netherlands"])
    return lost
