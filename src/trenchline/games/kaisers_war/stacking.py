"""Chapter 9: where there is room for a unit, and company it may keep."""

from __future__ import annotations

from trenchline.games.kaisers_war.components import LONERS
from trenchline.games.kaisers_war.eastern import may_stack
from trenchline.games.kaisers_war.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hexes


def welcome(state: State, unit: int, hexes: Hexes) -> Hexes:
    """[30.16] Over-stacked or not, nobody stays with those he may not stack with."""
    return bit_set(hex_ for hex_ in members(hexes) if may_stack(state, unit, hex_))


def roomy(state: State, unit: int, hexes: Hexes) -> Hexes:
    """Those of the hexes a unit may stay in: room for it [9.4], and willing company [30.16]."""
    face = state.face(unit)
    hexes &= ~state.full[face.weight]
    # [9.3] One unit that cannot move to a hex.
    if face.movement == 0:
        hexes &= ~state.posts
    if LONERS >> unit & 1:
        company = hexes & (state.held[0] | state.held[1] | state.held[2])
    else:
        company = hexes & state.loners
    return hexes & ~company | welcome(state, unit, company) if company else hexes
