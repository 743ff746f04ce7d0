"""Whether a counter that somebody names is on the map, and his."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.steps import Refusal


def why_not_yours(state: State, unit: int, side: int, case: str) -> Refusal | None:
    """Why a side cannot act with a counter at all, by the case that asks for one of its own; None
    if it is there and its own."""
    if not 0 <= unit < len(state.where):
        return Refusal(case, "this scenario has no such counter")
    key = state.theatre.counters[unit].key
    if state.theatre.counters[unit].side != side:
        return Refusal(case, f"{key} is the enemy's")
    if not state.is_on_map(unit):
        return Refusal(case, f"{key} is not on the map")
    return None
