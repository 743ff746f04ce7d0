"""Equipment points on the map [16B3]: they are captured as logistics items are [11H.2], and go to
their owner's pool once their hex is in regular general supply."""

from __future__ import annotations

from trenchline.games.the_great_war.components import NATIONS, SIDES
from trenchline.games.the_great_war.ground import adjacent
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import REPLACEMENTS
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex

HALVES_A_POINT = 1
"""Equipment on the map is counted in quarters of an RE, two a point; pools in halves of points."""


def strand(state: State, side: int, hex_: Hex) -> None:
    """[16B4b] [R168] After a combat a share of the equipment of isolated units that were lost lies
    in its hex if the side owns it, else next to it; the enemy captures it where he owns all."""
    lost, state.gear_stranded[side] = state.gear_stranded[side], 0
    halves = lost // REPLACEMENTS["special"]["equipment"]
    if not halves:
        return
    near = adjacent(state, hex_) & state.owned[side]
    place = hex_
    if not state.owned[side] >> hex_ & 1 and near:
        place = near.bit_length() - 1
    state.equipment[place] = state.equipment.get(place, 0) + halves * HALVES_A_POINT


def collect(state: State, side: int) -> None:
    """[16B3] [R161] In a side's initial phase its equipment on the map that is not isolated goes to
    its pool: what it has captured to the nation that a scenario names, else to the side."""
    told = state.theatre.scenario.get("S6", {}).get("captured_equipment", {})
    heir = told.get(SIDES[side], "")
    home = state.theatre.home[side]
    mine = state.owned[side] & ~state.isolated_hexes[side] & ~state.besieged[side]
    for hex_ in [hex_ for hex_ in members(mine) if hex_ in state.equipment]:
        halves = state.equipment.pop(hex_) * HALVES_A_POINT
        if heir and not home >> hex_ & 1:
            state.spoils[heir] = state.spoils.get(heir, 0) + halves
        else:
            state.gear[side] += halves
        whose = NATIONS[heir].name if heir and not home >> hex_ & 1 else SIDES[side]
        state.detail("{:hex}: {} equipment points for {} [16B3]", hex_, halves / 2, whose)
