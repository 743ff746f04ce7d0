"""Section 10: zones of control."""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.theatre import Theatre
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hexes


@lru_cache(maxsize=4096)
def around(theatre: Theatre, exerting: Hexes) -> Hexes:
    """[10-6] Where units that stand in some hexes exert their zones."""
    return step(exerting, theatre.zone_ways)


def zone(state: State, side: int) -> Hexes:
    """[10-1] The hexes that units of a side control: the six around each of them [10-2], held by
    anybody or nobody [10-4] [10-5], as far as terrain lets them reach [10-6]."""
    return around(state.theatre, state.zoc_from[side])


def enemy_zone(state: State, side: int) -> Hexes:
    """The hexes in which a side's enemy exerts a zone of control."""
    return around(state.theatre, state.zoc_from[1 - side])
