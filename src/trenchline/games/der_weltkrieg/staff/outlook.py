"""How the scenario stands by its levels of victory."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.staff.stakes import chance
from trenchline.games.der_weltkrieg.state import State


def weigh(state: State, side: int) -> float:
    """The chance of a side to win."""
    return chance(state, side)
