"""Rule 15A1: bridges, and who may use them.

A road or railway over a minor canal, a river or a major river is a bridge. It belongs to whoever
owns both its hexes, or was the last who did.
"""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.kernel.hexes import Hex, Hexes


def win_bridges(state: State, side: int) -> None:
    """[15A1] [R40] A side gets the bridges between hexes that it owns now."""
    owned = state.owned[side]
    mine, other = 6 * side, 6 * (1 - side)
    for direction, shift in enumerate(state.theatre.board.grid.shifts):
        behind = owned >> shift if shift > 0 else owned << -shift
        won = state.theatre.bridges[direction] & owned & behind
        state.bridges[mine + direction] |= won
        state.bridges[other + direction] &= ~won


def down(state: State) -> list[Hexes]:
    """[15A1] The bridges that have been demolished, by the hex that each leaves in a direction."""
    found = [0] * 6
    grid = state.theatre.board.grid
    for one, other in state.demolished:
        found[grid.direction(one, other)] |= 1 << one
        found[grid.direction(other, one)] |= 1 << other
    return found


def unusable(state: State, side: int) -> tuple[Hexes, ...]:
    """[15A1] The bridges that a side cannot use: those it does not own, and those that are down."""
    mine = tuple(state.bridges[6 * side : 6 * side + 6])
    return useless(state.theatre, mine, tuple(down(state)) if state.demolished else NONE_DOWN)


NONE_DOWN = (0,) * 6


@lru_cache(maxsize=1024)
def useless(
    theatre: Theatre, mine: tuple[Hexes, ...], fallen: tuple[Hexes, ...]
) -> tuple[Hexes, ...]:
    """[15A1] Of all bridges those that are not among some, and those of them that are down."""
    whole = zip(theatre.bridges, mine, fallen, strict=True)
    return tuple(bridge & ~own | gone for bridge, own, gone in whole)


def is_bridged(state: State, side: int, here: Hex, there: Hex) -> bool:
    """[15A1] [13A7] Whether units of a side cross a hexside by a bridge or a pontoon bridge."""
    if (min(here, there), max(here, there)) in state.pontoons:
        return True
    direction = state.theatre.board.grid.direction(here, there)
    bridge = state.theatre.bridges[direction] >> here & 1
    return bool(bridge and not unusable(state, side)[direction] >> here & 1)
