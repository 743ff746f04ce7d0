"""What follows when a unit enters hexes, whether it marches, lands, pursues, retreats or rises."""

from __future__ import annotations

from trenchline.games.kaisers_war.components import ALLIED, OCCUPIED
from trenchline.games.kaisers_war.eastern import allies_stir_the_east, white_russians_in_poland
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.victory import city_entered
from trenchline.kernel.hexes import Hex


def entered(state: State, unit: int, path: list[Hex]) -> None:
    """A unit has gone along a path: the east may stir [30.2], a critical city fall [31.1], the
    Poles change sides [40.4]."""
    side = state.side_of(unit)
    for hex_ in path:
        # [6.11] Friends set a city free, until the enemy is back.
        if OCCUPIED >> hex_ & 1:
            bit = 1 << hex_
            # [6.11]
            state.liberated = state.liberated & ~bit | (bit if side == ALLIED else 0)
        allies_stir_the_east(state, side, hex_)
        city_entered(state, unit, hex_)
        white_russians_in_poland(state, unit, hex_)
