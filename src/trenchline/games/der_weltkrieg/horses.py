"""Fodder [30-4]: what cavalry far from its railways loses from November to June."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.components import TABLES
from trenchline.games.der_weltkrieg.flotillas import cut_lines
from trenchline.games.der_weltkrieg.lines import FARTHEST, open_to_lines
from trenchline.games.der_weltkrieg.rail_lines import operative
from trenchline.games.der_weltkrieg.routes import supply_lines
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hexes

FIRST_MONTH, LAST_MONTH = 11, 6
"""[30-4] From November to June horses depend on fodder that is brought."""
REACH: int = TABLES["cavalry"]["reach"]
HUNGRY_MOVEMENT: int = TABLES["cavalry"]["movement"]
HUNGRY_MOVEMENT_WELL_MOUNTED: int = TABLES["cavalry"]["movement_german_british"]


def is_lean_season(state: State) -> bool:
    """[30-4] Whether it is one of the months from November to June."""
    return state.month >= FIRST_MONTH or state.month <= LAST_MONTH


def _depots(state: State, side: int) -> Hexes:
    """Where fodder comes from: active rail lines, ports and headquarters."""
    theatre = state.theatre
    headquarters = bit_set(
        state.where[unit]
        for unit in members(theatre.of_kind["headquarters"] & theatre.of_side[side])
        if state.is_on_map(unit)
    )
    ports = theatre.ports & state.control[side]
    return operative(state, side) & state.control[side] | ports | headquarters


def hungry_points(state: State, unit: int) -> int:
    """[30-4] [R26] How many strength points a cavalry unit lacks: one for each movement point
    beyond eight on the way to a railway, port or headquarters; all of them without a way."""
    theatre = state.theatre
    hex_ = state.where[unit]
    if not theatre.cavalry >> unit & 1 or hex_ < 0 or not is_lean_season(state):
        return 0
    side = theatre.counters[unit].side
    free = open_to_lines(state, side)
    churned = state.trenches | state.devastation
    source, cut = _depots(state, side) & free, cut_lines(state, side)
    lines = supply_lines(theatre, source, free | 1 << hex_, churned, FARTHEST, cut)
    distance = lines.length_from(hex_)
    if distance is None:
        return state.strength[unit]
    return min(state.strength[unit], max(0, distance - REACH))


def movement_of(state: State, unit: int, printed: int) -> int:
    """[30-4] The movement allowance of a cavalry unit: less where fodder is short."""
    if not is_lean_season(state) or not hungry_points(state, unit):
        return printed
    well_mounted = state.theatre.counters[unit].nation in ("DE", "GB")
    return min(printed, HUNGRY_MOVEMENT_WELL_MOUNTED if well_mounted else HUNGRY_MOVEMENT)
