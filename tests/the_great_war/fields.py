"""Positions on sketched maps: units put where a test wants them."""

from __future__ import annotations

from collections.abc import Mapping

from tests.table import ToldDice
from tests.the_great_war.sketch import GRID
from trenchline.games.the_great_war.bridges import win_bridges
from trenchline.games.the_great_war.state import MOVEMENT, State
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.kernel.bits import bit_set


def field(
    theatre: Theatre, where: Mapping[str, str] | None = None, phase: str = MOVEMENT, side: int = 0
) -> State:
    """A position with units by key in hexes, and the ground as the theatre begins."""
    state = State(theatre=theatre)
    state.owned = list(theatre.owned)
    state.works = dict(theatre.works)
    state.capacity = [net.capacity * 4 for net in theatre.nets]
    for owner in (0, 1):
        win_bridges(state, owner)
    state.phase, state.phasing = phase, side
    for key, label in (where or {}).items():
        state.put(theatre.unit[key], GRID.hex(label))
    state.look_again()
    return state


def units(state: State, *keys: str) -> int:
    """Units by key, as a set."""
    return bit_set(state.theatre.unit[key] for key in keys)


def labels(hexes: int) -> list[str]:
    """The labels of hexes on a sketch."""
    return GRID.labels(hexes & GRID.everywhere)


def rolling(*values: int) -> ToldDice:
    """Dice that fall as a test says."""
    dice = ToldDice()
    dice.told += values
    return dice
