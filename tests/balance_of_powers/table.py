"""Positions of Balance of Powers for tests: who stands where, and who holds what."""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import (
    CENTRAL,
    ENTENTE,
    FORTRESSES,
    GRID,
    NATION,
    UNIT,
)
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set
from trenchline.kernel.hexes import Hex, Hexes


def at(label: str) -> Hex:
    """A location by its number or name."""
    return GRID.hex(label)


def place_set(*labels: str) -> Hexes:
    """Locations by their numbers."""
    return GRID.hexes(*labels)


def unit(key: str) -> int:
    """A counter by its key."""
    return UNIT[key]


def position(
    stacks: dict[str, str],
    *,
    central: str = "AH GE",
    entente: str = "FR RU",
    entrenched: str = "",
    month: int = 0,
    held_by: dict[str, str] | None = None,
    scenario: str = "before_the_leaves_fall",
) -> State:
    """A position: counters by location, and who is on which side."""
    state = State(scenario=load_scenario(scenario), month=month)
    state.forts[2] = FORTRESSES
    for side, codes in ((CENTRAL, central), (ENTENTE, entente)):
        for code in codes.split():
            state.take_side(NATION[code], side)
    for nation, labels in (held_by or {}).items():
        taken = place_set(*labels.split())
        side = state.sides[NATION[nation]]
        state.held[side] |= taken
        state.held[1 - side] &= ~taken
        for label in labels.split():
            state.holder[at(label)] = NATION[nation]
    for label, keys in stacks.items():
        for key in keys.split():
            state.put(unit(key), at(label))
    state.entrenched = bit_set(unit(key) for key in entrenched.split())
    return state
