"""Chapter 2.53: who controls a location, and what follows when it changes hands."""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import (
    CENTRAL,
    FI,
    HELSINKI,
    HOLDERS,
    NEUTRAL,
    OWNER,
    UNITS,
    Units,
    is_interior,
)
from trenchline.games.balance_of_powers.lodgements import come_ashore, is_lodgement
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex


def taker(state: State, units: Units) -> int | None:
    """[2.53] [2.53.1] The nation that takes control with these units: that of most infantry and
    mountain corps among them [2.53.3] [R30]; None without any."""
    corps: dict[int, int] = {}
    for unit in members(units & HOLDERS):
        nation = UNITS[unit].nation
        corps[nation] = corps.get(nation, 0) + 1
    return max(corps, key=lambda nation: (corps[nation], -nation)) if corps else None


def occupy(state: State, place: Hex, units: Units) -> bool:
    """[2.53] Units alone in a location take control of it; whether it changed hands."""
    nation = taker(state, units)
    if nation is None or place not in OWNER:
        return False
    side = state.sides[nation]
    if state.held[side] >> place & 1:
        # [2.531] What is friendly to one is to all [2.53.4], and stays with whoever controls it.
        return False
    # [6.122.4] What permissive neutrals leave open is taken too.
    owner = OWNER[place]
    state.held[1 - side] &= ~(1 << place)
    state.held[side] |= 1 << place
    if place == HELSINKI and state.sides[FI] != NEUTRAL:
        # [6.83.2] It is Finland's if her side has it, else the conqueror's.
        state.holder[place] = FI if state.sides[FI] == side else nation
    elif state.sides[owner] == side:
        # [2.532] What is liberated goes back to its owner.
        state.holder.pop(place, None)
    else:
        state.holder[place] = nation
    if is_lodgement(state, place):
        come_ashore(state, place)
    # [7.74.1] [R342] An anchorage is of use to whoever came over the sea.
    state.anchorages &= ~(1 << place)
    if side == CENTRAL:
        # [R161] A landing counter falls with the coast on which it lies.
        state.landings.pop(place, None)
    absorb(state, place, side)
    return True


def absorb(state: State, place: Hex, side: int) -> None:
    """[10.595] A breach between two locations of one side is absorbed [10.595.1]. That nobody is
    left beside it does not remove it."""
    for origin, target in list(state.breaches):
        other = target if origin == place else origin if target == place else None
        if other is not None and state.held[side] >> other & 1:
            del state.breaches[origin, target]


def loses_interior_fortress(state: State, place: Hex) -> int | None:
    """[2.91] The nation demoralized by the fall of a fortress inside its country [R31]."""
    owner = OWNER[place]
    return owner if is_interior(place) and state.sides[owner] != NEUTRAL else None
