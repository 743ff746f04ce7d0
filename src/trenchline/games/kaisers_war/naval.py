"""Sections 19.6, 19.7 and 36: the seas, and whose ships may sail them."""

from __future__ import annotations

from trenchline.games.kaisers_war.components import (
    AH,
    ALLIED,
    BR,
    CITY,
    COAST,
    FR,
    GE,
    NATION_OF,
    NAVAL_BASES,
    TU,
    US,
)
from trenchline.games.kaisers_war.control import controlled
from trenchline.games.kaisers_war.state import SEAS, State

ALLIED_SEAS = ("north", "med", "red")
CENTRAL_SEAS = {"baltic": GE, "adriatic": AH, "marmora": TU, "black": TU}
"""[19.6] The nation whose ships sail each sea of the Central Powers."""
BASED_OFF_MAP = ("north", "med")
"""[19.7] The Allies always have bases for these."""


def _held(state: State, side: int, *cities: str) -> bool:
    return all(state.held[side] >> CITY[name] & 1 for name in cities)


def friendly_seas(state: State, side: int) -> list[str]:
    """[19.6] The seas friendly to a side, before its bases are looked at."""
    allied = list(ALLIED_SEAS)
    central = list(CENTRAL_SEAS)
    if "naval" in state.options:
        # [36.2] Gallipoli opens Marmora to the Allies; Constantinople too opens the Black Sea.
        if _held(state, ALLIED, "Gallipoli"):
            allied.append("marmora")
            central.remove("marmora")
            if _held(state, ALLIED, "Constantinople"):
                allied.append("black")
                central.remove("black")
        mine = controlled(state, ALLIED)
        # [36.3] Cattaro, Pola and Venice decide the Adriatic.
        if all(mine >> CITY[name] & 1 for name in ("Cattaro", "Pola", "Venice")):
            allied.append("adriatic")
            central.remove("adriatic")
    return allied if side == ALLIED else central


def usable_seas(state: State, side: int) -> tuple[str, ...]:
    """[19.7] The friendly seas on whose coast a side has a naval base (the Allies always have one
    for the North Sea and the Mediterranean; Suez is that of the Red Sea [R66])."""
    mine = controlled(state, side)
    # [36.3] What the Allies control opens a sea by the expanded naval rules alone.
    allied = controlled(state, ALLIED) if side != ALLIED and "naval" in state.options else mine
    inputs = (mine, allied, state.held[ALLIED])
    then, known = state.memo[SEAS + side]
    seas: tuple[str, ...] = known
    if then != inputs:
        bases = NAVAL_BASES & mine
        seas = tuple(
            sea
            for sea in friendly_seas(state, side)
            if bases & COAST[sea] or (side == ALLIED and sea in BASED_OFF_MAP)
        )
        state.memo[SEAS + side] = inputs, seas
    return seas


def seas_of(state: State, ship: int) -> tuple[str, ...]:
    """[19.6] [20.7] The seas a fleet or transport may sail. The bases off the map serve British,
    French and American ships; others need one that is on it [19.7]."""
    side = state.side_of(ship)
    nation = NATION_OF[ship]
    seas = usable_seas(state, side)
    if side != ALLIED:
        return tuple(sea for sea in seas if CENTRAL_SEAS[sea] == nation)
    if nation in (BR, FR, US):
        return seas
    bases = NAVAL_BASES & controlled(state, ALLIED)
    return tuple(sea for sea in seas if bases & COAST[sea])
