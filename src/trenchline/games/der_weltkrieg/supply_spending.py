"""Supply in combat [19]: what a unit's strength is worth by what has been paid for it."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.state import State


def effective(state: State, battle: Battle, unit: int) -> int:
    """[13-2] [12-13] The strength a unit fights with, before terrain and multiplication."""
    return state.strength[unit]


def is_supplied(state: State, battle: Battle, unit: int) -> bool:
    """[19-2] Whether a unit fights supplied."""
    return True
