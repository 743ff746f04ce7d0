"""Section 35: the Danube, a major river and more.

It is the hexside ``danube``. Nobody crosses it under the eyes of an enemy on its banks, and only
engineers carry an attack across.
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.components import Units, enemy_of
from trenchline.games.der_weltkrieg.losses import lose_unit
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.zones import around
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Duty, Refusal


def far_bank(state: State, side: int) -> Hexes:
    """[35-1] [35-2] The hexes that a side may not enter over the Danube: those in the zone of an
    enemy who stands beside the river, unless friendly combat units are there."""
    watching = state.zoc_from[enemy_of(side)] & state.theatre.banks
    return around(state.theatre, watching) & ~state.guns[side] if watching else 0


def engineers_in(state: State, hex_: Hex, side: int) -> Units:
    """The engineers of a side in a hex."""
    return state.units(hex_, side) & state.theatre.of_kind["engineer"]


def is_across(state: State, unit: int, target: Hex) -> bool:
    """Whether the Danube lies between a unit and a hex next to it."""
    return state.theatre.is_danube(state.where[unit], target)


def may_attack_across(state: State, unit: int, target: Hex) -> bool:
    """[35-3] [35-4] Whether the Danube lets a unit attack: artillery always, others from a hex with
    engineers that has not attacked across it in this phase."""
    theatre = state.theatre
    if not theatre.banks >> target & 1 or theatre.artillery >> unit & 1:
        return True
    if not is_across(state, unit, target):
        return True
    hex_, side = state.where[unit], theatre.counters[unit].side
    return bool(engineers_in(state, hex_, side)) and not state.ferried >> hex_ & 1


def why_not_across(state: State, unit: int, target: Hex) -> Refusal:
    """What keeps a unit on its bank."""
    side = state.theatre.counters[unit].side
    if engineers_in(state, state.where[unit], side):
        return Refusal("35-3", "this hex has attacked across the Danube in this phase")
    return Refusal("35-3", "there are no engineers in the hex to cross the Danube with")


def landing_stages(state: State, battle: Battle) -> Hexes:
    """[35-3] The hexes from which others than artillery attack across the Danube."""
    theatre = state.theatre
    if not theatre.banks & bit_set(battle.targets):
        return 0
    ground = bit_set(battle.attackers) & ~theatre.artillery
    return bit_set(
        origin
        for unit, origin in battle.came_from.items()
        if ground >> unit & 1 and any(theatre.is_danube(origin, hex_) for hex_ in battle.targets)
    )


def ferrying(state: State, battle: Battle) -> Units:
    """[35-3] [R102] The engineers of an attack across the Danube: one in each hex it comes from."""
    return bit_set(
        lowest(engineers)
        for hex_ in members(landing_stages(state, battle))
        if (engineers := engineers_in(state, hex_, battle.side))
    )


@dataclass(frozen=True, slots=True)
class LoseFerries(Duty[State]):
    """[35-3] Engineers are lost if the counterattack has left nobody else of the attack."""

    def run(self, state: State) -> None:
        battle = state.battle
        if all(not state.is_on_map(unit) for unit in battle.attackers):
            for unit in members(ferrying(state, battle)):
                lose_unit(state, unit)
