"""Equipment points on the map [16B3]: they are captured as logistics items are [11H.2], and go to
their owner's pool once their hex is in regular general supply."""

from __future__ import annotations

from trenchline.games.the_great_war.components import CODES, NATIONS, SIDES
from trenchline.games.the_great_war.ground import adjacent
from trenchline.games.the_great_war.manpower import leave_men
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import REPLACEMENTS
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex

HALVES_A_POINT = 1
"""Equipment on the map is counted in quarters of an RE, two a point; pools in halves of points."""


def strand(state: State, side: int, hex_: Hex) -> None:
    """[16B4b] [R177] After a combat a share of the manpower and equipment of isolated units that
    were lost lies in its hex if the side owns it, else next to it; where the enemy owns all, he
    captures the equipment, and the men are lost."""
    near = adjacent(state, hex_) & state.owned[side]
    mine = bool(state.owned[side] >> hex_ & 1)
    place = hex_ if mine or not near else near.bit_length() - 1
    special = REPLACEMENTS["special"]
    for number, code in enumerate(CODES):
        men = state.men_stranded[number]
        if men and NATIONS[code].side == side:
            state.men_stranded[number] = 0
            if mine or near:
                share = men // special.get(f"manpower_{code}", special["manpower"])
                leave_men(state, code, place, share)
    lost, state.gear_stranded[side] = state.gear_stranded[side], 0
    halves = lost // special["equipment"]
    if not halves:
        return
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
