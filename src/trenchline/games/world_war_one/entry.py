"""What follows when a unit enters a hex, by whatever means: marching, rail, sea, retreat, advance.

Passing through is enough everywhere: for resource centres [15.1], Russian cities [12.11], sea
links [9.17], neutral land [11.7] and Greece [11.3].
"""

from __future__ import annotations

from trenchline.games.world_war_one.components import (
    ALLIED,
    CENTRAL,
    COUNTRY,
    GK,
    NATION_OF,
    RESOURCES,
    RS,
    RUSSIAN_CITIES,
    SIDES,
    TERRITORY,
)
from trenchline.games.world_war_one.neutrals import dissolve_greece, violate
from trenchline.games.world_war_one.russia import allies_enter_russia, capture_cities
from trenchline.games.world_war_one.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes

_NOTABLE = RESOURCES | RUSSIAN_CITIES | TERRITORY[GK] | TERRITORY[RS]


def enter(state: State, unit: int, hexes: Hexes) -> None:
    """A unit passes through (and perhaps stays in) some hexes that are not neutral."""
    if not hexes & (_NOTABLE | state.links):
        return
    nation = NATION_OF[unit]
    side = state.status[nation]
    # [15.1] The last to occupy or pass through a resource centre holds it.
    centres = hexes & RESOURCES
    if centres & ~state.centres[side]:
        for hex_ in members(centres & ~state.centres[side]):
            state.detail("{:hex} is in {} hands [15.1]", hex_, SIDES[side])
        state.centres[side] |= centres
        state.centres[1 - side] &= ~centres
    # [9.17] The enemy silences a sea link by passing it; an Allied unit opens it again [R35].
    if side == CENTRAL:
        state.silenced |= hexes & state.links
    else:
        state.silenced &= ~hexes
    if not state.surrendered:
        # [12.11] A city is the side's that entered it last [R46].
        if hexes & RUSSIAN_CITIES:
            if side == CENTRAL:
                capture_cities(state, hexes & RUSSIAN_CITIES)
            else:
                state.red_cities &= ~hexes
    elif side == ALLIED and hexes & TERRITORY[RS]:
        allies_enter_russia(state)
    enter_greece(state, unit, hexes)


def enter_greece(state: State, unit: int, hexes: Hexes) -> None:
    """[11.3] Allies who enter a Greece at war on their side dissolve her army all the same."""
    if hexes & TERRITORY[GK] and state.status[GK] == ALLIED:
        if state.side_of(unit) == ALLIED and NATION_OF[unit] != GK:
            dissolve_greece(state)


def enter_neutral(state: State, unit: int, hex_: Hex) -> None:
    """[11.7] A unit steps on neutral soil: the violation is settled, then the entry."""
    violate(state, COUNTRY[hex_], state.side_of(unit))
    enter(state, unit, 1 << hex_)
