"""Corps that never leave their place, whoever commands them and however they go: those for Africa
[1.24], and one that stays by Medina [12.8]."""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import AF_CORPS, AF_THEATRE, Units
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Refusal


def strays(state: State, units: Units, place: Hex) -> Refusal | None:
    """[1.24.1] [12.8/ottoman] Why some units may not go to a place, if one of them is tied to
    others."""
    if units & AF_CORPS and not AF_THEATRE >> place & 1:
        return Refusal("1.24.1", "corps for Africa go to no other map")
    if not state.scenario.leash(units) >> place & 1:
        return Refusal("12.8/ottoman", "the Ottoman corps stays on Medina and the hexes beside it")
    return None
