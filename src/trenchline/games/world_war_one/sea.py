"""Section 5.4: sea movement, from coast to coast."""

from __future__ import annotations

from trenchline.games.world_war_one.components import (
    BEYOND_THE_STRAITS,
    BU,
    CENTRAL,
    CLEAR,
    COAST,
    GE,
    GK,
    IT,
    NATION_OF,
    RM,
    RS,
    SEA,
    TERRITORY,
    TU,
    WESTERN,
)
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.supply import open_waters
from trenchline.kernel.hexes import Hex, Hexes

LANDING_COASTS: Hexes = (
    COAST
    & CLEAR
    & (
        TERRITORY[IT]
        | TERRITORY[GK]
        | TERRITORY[BU]
        | TERRITORY[TU]
        | TERRITORY[RM]
        | TERRITORY[RS] & SEA["black"]
    )
)
"""[5.43] Clear coasts on which a sea move may end."""
SAILING_COASTS: Hexes = COAST & CLEAR & ~(TERRITORY[GE] | TERRITORY[RS] & ~SEA["black"])
"""[5.42] Clear coasts from which one may start: not in Germany, not in northern Russia."""


def landing_places(state: State, unit: int, start: Hex) -> Hexes:
    """[5.4] Where a unit may go by sea: one British, French or American unit a phase."""
    if state.sea_used or NATION_OF[unit] not in WESTERN:
        return 0
    here = 1 << start
    if not here & SAILING_COASTS:  # [5.42]
        return 0
    # [5.46] Neither end may lie beyond a closed strait.
    closed = BEYOND_THE_STRAITS & ~open_waters(state)
    if here & closed:  # [5.46]
        return 0
    # [5.45] Zones of control do not matter at either end; units and forts do [R33].
    held = state.armies[0] | state.armies[1] | state.armies[2]
    held |= state.forts[CENTRAL] | state.forts[2]  # [5.45] [R33]
    return LANDING_COASTS & ~closed & ~held  # [5.43] [5.46]
