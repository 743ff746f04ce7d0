"""Chapter 6.123: German ships on the high seas bring Britain into the war."""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.balance_of_powers.components import (
    BR,
    CENTRAL,
    GE,
    HOME,
    NEUTRAL,
    OF_NATION,
    PORTS,
    TABLES,
    Units,
    apart,
)
from trenchline.games.balance_of_powers.joining import provoke_britain
from trenchline.games.balance_of_powers.navy import VESSELS, ports
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex

TOLD = TABLES["sorties"]


@lru_cache(maxsize=8192)
def is_far_out(place: Hex) -> bool:
    """[6.123.3] Whether a place is more than six hexes from German ports at home; boxes are."""
    return all(apart(place, port) > TOLD["hexes"] for port in members(PORTS & HOME[GE]))


def far_out(state: State) -> Units:
    """[6.123.3] The German ships and submarines that are at sea far from home [R326]."""
    safe = ports(state, CENTRAL)
    return bit_set(
        unit
        for unit in members(state.mapped & OF_NATION[GE] & VESSELS)
        if not safe >> state.where[unit] & 1 and is_far_out(state.where[unit])
    )


def watch_germany(state: State) -> None:
    """[6.123.3] More than three of them at once, and Britain joins the Entente."""
    if state.sides[BR] == NEUTRAL and far_out(state).bit_count() > TOLD["units"]:
        provoke_britain(state)
