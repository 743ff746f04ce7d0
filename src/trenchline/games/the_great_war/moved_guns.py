"""Guns that have moved are disrupted [12B2] [12B3] [12B4]: heavy ones of most nations until they
have learnt better, siege guns always, heavy siege guns badly."""

from __future__ import annotations

from trenchline.games.the_great_war import guns
from trenchline.games.the_great_war.components import NATIONS
from trenchline.games.the_great_war.state import MOVEMENT, REACTION_MOVEMENT, State
from trenchline.kernel.bits import members

MOVABLE = ("AH", "GE")
"""[12B4] Nations whose heavy siege guns were built to be moved."""
STEADY, DISRUPTED, BADLY = 0, 1, 2


def shock(state: State, unit: int) -> int:
    """[12B2] [12B3] [12B4] What moving does to a gun now."""
    counter = state.theatre.counters[unit]
    learnt = NATIONS[counter.nation].steady_guns
    clumsy = learnt is not None and state.date < learnt
    match counter.type.gun:
        case guns.HEAVY | guns.COAST:
            return DISRUPTED if clumsy else STEADY
        case guns.SIEGE:
            return DISRUPTED
        case guns.HEAVY_SIEGE:
            return BADLY if clumsy and counter.nation not in MOVABLE else DISRUPTED
        case _:
            return STEADY


def shake_guns(state: State, side: int) -> None:
    """[12B2] [12B3] [12B4] At the end of a movement or reaction movement phase guns that have moved
    in it are disrupted, or badly."""
    if state.phase not in (MOVEMENT, REACTION_MOVEMENT):
        return
    for unit in members(state.moved & state.kind.artillery & state.theatre.of_side[side]):
        if state.where[unit] >= 0 and (what := shock(state, unit)):
            state.disrupt(unit, badly=what == BADLY)
