"""Chapter 12.8: the corps that never leaves its place, whoever commands it and however it goes."""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import Units
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Refusal


def strays(state: State, units: Units, place: Hex) -> Refusal | None:
    """[12.8/ottoman] Why some units may not go to a place, if one of them is tied to another."""
    if not state.scenario.leash(units) >> place & 1:
        return Refusal("12.8/ottoman", "the Ottoman corps stays on Medina and the hexes beside it")
    return None
