"""Section 34: winter weather."""

from __future__ import annotations

from fractions import Fraction

from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.components import TABLES
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.bits import bit_set
from trenchline.kernel.hexes import Hex
from trenchline.kernel.terms import Factor, Term

MONTHS = (12, 1, 2)
"""[34-1] December to February."""
ITALY, MESOPOTAMIA, SYRIA = "6-4", "7-9", "8-8"
"""The sheets that have a weather of their own; a scenario names the ``sheet`` it is played on."""
ITALIAN_MONTHS = (12, 1, 2, 3, 4)
"""[34-5] In Italy winter lasts to the end of April ..."""
SNOWED_UNDER = ("clear", "broken", "woods", "rough")
"""... and takes a quarter off attacks into such ground."""
LEFT_BY_SNOW = Fraction(3, 4)
SEA_OF_GALILEE = 24
"""[34-6] On the sheet of Syria there is no winter from this row on."""
HARDER: int = TABLES["winter"]["counterattack"]


def is_winter(state: State, hex_: Hex) -> bool:
    """[34-1] [34-5] [34-6] Whether it is winter in a hex."""
    sheet = state.theatre.scenario.get("sheet")
    if sheet == ITALY:
        return state.month in ITALIAN_MONTHS
    if sheet == MESOPOTAMIA:
        return False
    if sheet == SYRIA and state.theatre.board.grid.column_row(hex_)[1] >= SEA_OF_GALILEE:
        return False
    return state.month in MONTHS


def attack_factors(state: State, battle: Battle) -> list[Factor]:
    """[34-5] [R106] Attacks into open ground in the Italian winter lose a quarter, fractions
    against them."""
    if (
        battle.terrain in SNOWED_UNDER
        and state.theatre.scenario.get("sheet") == ITALY
        and is_winter(state, battle.target)
    ):
        return [Factor("34-5", "winter in Italy", LEFT_BY_SNOW)]
    return []


def counterattack_terms(state: State, battle: Battle) -> list[Term]:
    """[34-4] The answer hits harder in winter unless all attackers come out of trenches."""
    if is_winter(state, battle.target) and bit_set(battle.origins) & ~state.trenches:
        return [Term("34-4", "winter", HARDER)]
    return []
