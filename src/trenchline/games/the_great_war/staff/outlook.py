"""How the scenario stands by its levels of victory."""

from __future__ import annotations

from trenchline.games.the_great_war.staff.stakes import chance
from trenchline.games.the_great_war.state import State


def weigh(state: State, side: int) -> float:
    """The chance of a side to win."""
    return chance(state, side)
