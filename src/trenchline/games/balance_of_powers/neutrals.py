"""Chapter 6.1: whose land may be entered, and what it takes to enter another's [6.11] [6.122]."""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.balance_of_powers.components import (
    AL,
    CAPITALS,
    CENTRAL,
    ENTENTE,
    FI,
    FORTRESSES,
    GR,
    HELSINKI,
    NEUTRAL,
    OT,
    OWNED,
    PE,
)
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.hexes import Hexes

PERMISSIVE = {CENTRAL: (OT,), ENTENTE: (AL, GR, PE)}
"""[6.122.1] [6.122.2] The neutrals that let each side's land units in."""


@lru_cache(maxsize=64)
def _shut(sides: tuple[int, ...], side: int) -> Hexes:
    found = 0
    for nation, of in enumerate(sides):
        if of != NEUTRAL:
            continue
        if nation in PERMISSIVE[side]:
            # [6.122.5] Their capitals and fortresses stay shut.
            found |= OWNED[nation] & (CAPITALS[nation] | FORTRESSES)
        else:
            found |= OWNED[nation]
    return found


def closed(state: State, side: int) -> Hexes:
    """[6.11] [6.11.1] Locations of neutrals that a side may not enter without a declaration."""
    shut = _shut(tuple(state.sides), side) & ~(state.held[0] | state.held[1])
    if state.sides[FI] == NEUTRAL and state.holder.get(HELSINKI) == FI:
        # [6.83.2] Nobody holds what is Finland's.
        shut |= 1 << HELSINKI
    return shut


def closed_to_ships(state: State, side: int) -> Hexes:
    """[6.11] Locations of neutrals whose ports a side may not use. Permissive neutrals let ships
    into all of theirs [6.122.1] [6.122.2]: their capitals are shut to troops alone [6.122.5]."""
    shut = closed(state, side)
    for nation in PERMISSIVE[side]:
        if state.sides[nation] == NEUTRAL:
            shut &= ~OWNED[nation]
    return shut
