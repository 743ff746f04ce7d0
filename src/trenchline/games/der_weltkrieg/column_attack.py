"""Section 16: column attacks, combats in the movement phase."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.battle import COLUMN, DESPERATE, DOUBLE, HALF, Battle, Factor
from trenchline.games.der_weltkrieg.state import State


def attack_factors(state: State, battle: Battle) -> list[Factor]:
    """[16-8] The strength of a column attack is halved; so is that of a stack which has retreated
    among enemies [14-9]."""
    return [Factor("16-8", "column attack", HALF)] if battle.kind in (COLUMN, DESPERATE) else []


def counterattack_factors(state: State, battle: Battle) -> list[Factor]:
    """[16-8] The answer to a column attack is doubled."""
    return [Factor("16-8", "column attack", DOUBLE)] if battle.kind in (COLUMN, DESPERATE) else []
