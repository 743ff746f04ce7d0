"""Chapter 6: zones of control.

A unit controls the six hexes around it [6.0]; so does a fort of strength two or three [6.51]. The
zone does not pass blocked hexsides [6.17] nor the borders of neutrals [6.41]; the Transit Area is
no hex, so nothing reaches into it. A side's own zones never hinder it [6.16], and several zones on
one hex are no worse than one.
"""

from __future__ import annotations

from trenchline.games.world_war_one.components import (
    ALLIED,
    FORTS_OF,
    STRONG_FORTS,
    TERRITORY,
    march,
)
from trenchline.games.world_war_one.state import ZONES, State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hexes


def zone(state: State, side: int, without: Hexes = 0) -> Hexes:
    """All hexes a side controls; ``without`` leaves out the units and forts in some hexes."""
    if without:
        return _radiated(state, side, without)
    armies, forts, neutral = state.armies[side], state.forts[side], state.neutral_land
    # Where the victims' own units stand changes with what their side holds.
    memo = state.memo[ZONES + side]
    if (
        memo[0] is armies
        and memo[1] is forts
        and memo[2] is neutral
        and memo[3] is state.fresh
        and memo[4] is state.intact
    ):
        return memo[5]
    found = _radiated(state, side)
    state.memo[ZONES + side] = (armies, forts, neutral, state.fresh, state.intact, found)
    return found


def _radiated(state: State, side: int, without: Hexes = 0) -> Hexes:
    # [6.0] [6.51] Units and strong forts radiate; a fort of strength one does not.
    holders = (state.armies[side] | state.forts[side] & STRONG_FORTS) & ~without
    if state.fresh and side == ALLIED:
        return _zone_beside_fresh_victims(state, holders)
    # [6.41] Neither side's zone crosses a neutral border. [6.42] [6.44] [6.45] Once a country is
    # at war there is no such border, from that moment on, for either side [R28].
    return march(holders) & ~state.neutral_land


def _zone_beside_fresh_victims(state: State, holders: Hexes) -> Hexes:
    """[6.43] On the turn the Central Powers violate a country, only that country's own units reach
    across its border; the other Allies' zones stay on their side of it until the next turn [R27].
    """
    inside = victims = controlled = 0
    for nation in members(state.fresh):
        land = TERRITORY[nation]
        inside |= land
        # Its forts, not whoever stands in their ruins.
        victims |= FORTS_OF[nation] & STRONG_FORTS & state.intact | state.held[nation]
    friends = holders & ~victims
    controlled = march(holders & victims) | march(friends & ~inside) & ~inside
    for nation in members(state.fresh):
        land = TERRITORY[nation]
        controlled |= march(friends & land) & land
    return controlled & ~state.neutral_land


def enemy_zone(state: State, side: int, without: Hexes = 0) -> Hexes:
    """The hexes controlled by the enemy of a side. Friends in a hex do not lift it [6.15]."""
    return zone(state, 1 - side, without)


def barred(state: State, side: int) -> Hexes:
    """Hexes a side's units may never enter: enemy units and intact enemy forts [5.21] [R19], and
    whatever neutrals hold, short of attacking them [11.7]."""
    enemy = 1 - side
    return state.armies[enemy] | state.forts[enemy] | state.armies[2] | state.forts[2]
