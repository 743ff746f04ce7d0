"""Rule 7C [7C1] [7C2] [7C3] [7C5] [7C6]: units and goods go by river, where the option is on.

A party embarks in a hexside of its hex, goes along connected ones and lands in a hex beside the
last. Each net carries in a turn what the river yards its side owns there allow.
"""

from __future__ import annotations

from typing import NamedTuple

from trenchline.games.the_great_war.closures import closed_to_all
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.rail_capacity import size_by_rail
from trenchline.games.the_great_war.routes import nimble, open_hexes, zone_toll
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import MOVEMENT
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.waterways import (
    Sides,
    along,
    around,
    connected,
    flooded,
    navigable,
    nets,
    open_parts,
    unblocked,
)
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Refusal

RIVER_MOVEMENT = "river_movement"
"""The option by which units move along rivers [7C]."""
_RULES = MOVEMENT["river"]
A_POINT: int = _RULES["sides_a_point"]
"""[7C2] Hexsides for each movement point."""
FREIGHT: int = _RULES["logistics"]
"""[11H1] How far logistics items go by river."""
A_YARD: int = _RULES["capacity_a_yard"] * QUARTERS


class Cargo(NamedTuple):
    """What goes by river."""

    side: int
    start: Hex
    sides: int
    """How many hexsides it may go."""
    size: int
    """What it counts, in quarters of an RE ..."""
    units: Units = 0
    """... and the units, which count once on each net."""


def cargo_of(state: State, units: Units, start: Hex, points: int) -> Cargo:
    """Units as a cargo; artillery and combat/motorized units count double [7C5] [R32]."""
    side = state.theatre.counters[units.bit_length() - 1].side
    size = sum(size_by_rail(state, unit) for unit in members(units))
    return Cargo(side, start, points * A_POINT, size, units)


def river_yards(state: State, side: int, net: Sides) -> Hexes:
    """[7C4] The river yards of a side on a net: hexes of major cities beside it."""
    return along(state.theatre, net) & state.theatre.major_cities & state.owned[side]


def net_number(net: Sides) -> int:
    """By what a net's use is remembered: its lowest hexside."""
    return min(net)


def charge(state: State, cargo: Cargo, net: Sides) -> int:
    """[7C5] What a cargo counts against a net now: a unit once in a turn."""
    if not cargo.units:
        return cargo.size
    number = net_number(net)
    return sum(
        size_by_rail(state, unit)
        for unit in members(cargo.units)
        if (unit, number) not in state.shipped
    )


def left_on_river(state: State, side: int, net: Sides) -> int:
    """[7C5] [7C6] What a net can still carry for a side in this turn: nothing adds to the capacity
    of its yards, and nothing wears it out."""
    whole = A_YARD * river_yards(state, side, net).bit_count()
    return whole - state.river_used.get(net_number(net), 0)


def serving(state: State, cargo: Cargo) -> list[Sides]:
    """[7C3] The nets of the hex on which the cargo may go: joined by open hexsides with a yard of
    its side, and with capacity for it. Only the open part of each is told."""
    theatre = state.theatre
    weathers = theatre.weathers(state.turn)
    if around(theatre.board.grid, cargo.start).isdisjoint(navigable(theatre, weathers)):
        return []
    found = []
    free = unblocked(state, cargo.side)
    for net, part in open_parts(theatre, weathers, free, cargo.start):
        if not river_yards(state, cargo.side, part):
            continue
        if charge(state, cargo, net) <= left_on_river(state, cargo.side, net):
            found.append(part)
    return found


def landings(state: State, cargo: Cargo) -> dict[Hex, int]:
    """[7C2] [7C3] [6.4] Where a cargo can land, and how many hexsides it passes: not in a hex that
    the enemy both occupies and owns."""
    theatre = state.theatre
    grid = theatre.board.grid
    free = open_hexes(state, cargo.side) & ~closed_to_all(state, cargo.units)
    free &= ~(1 << cargo.start)
    if not cargo.units:
        # Goods are the owner's of the hex [11G].
        free &= ~state.owned[1 - cargo.side]
    found: dict[Hex, int] = {}
    for part in serving(state, cargo):
        seen = set(around(grid, cargo.start) & part)
        layer = set(seen)
        for gone in range(1, cargo.sides + 1):
            for hex_ in members(along(theatre, frozenset(layer)) & free):
                found[hex_] = min(gone, found.get(hex_, gone))
            layer = {o for s in layer for o in connected(grid, s) if o in part} - seen
            seen |= layer
            if not layer:
                break
    return found


def points_for(sides: int, fast: bool) -> int:
    """[7C2] [6B3] What a voyage costs in whole points; accelerated units pay double."""
    return -(-sides // A_POINT) * (2 if fast else 1)


def toll_of(state: State, unit: int, hex_: Hex) -> int:
    """[6A] [R171] What it costs a unit to leave its hex for the water, in whole points."""
    return zone_toll(state, unit, hex_, bool(nimble(state) >> unit & 1))


def sail(state: State, cargo: Cargo, there: Hex) -> int:
    """[7C5] A cargo goes to one of its landings and counts against its net; how many hexsides it
    passes."""
    sides = landings(state, cargo)[there]
    theatre = state.theatre
    for part in serving(state, cargo):
        if along(theatre, part) >> there & 1:
            whole = nets(theatre, theatre.weathers(state.turn))
            net = next(net for net in whole if part <= net)
            number = net_number(net)
            used = charge(state, cargo, net)
            state.river_used[number] = state.river_used.get(number, 0) + used
            for unit in members(cargo.units):
                state.shipped[unit, number] = 1
            break
    return sides


def why_not_sail(state: State, cargo: Cargo, there: Hex) -> Refusal:
    """[7C] Why a cargo does not go to a hex by river."""
    theatre, side = state.theatre, cargo.side
    if RIVER_MOVEMENT not in state.options:
        return Refusal("7C", "the option of river movement is off")
    weathers = theatre.weathers(state.turn)
    water = navigable(theatre, weathers)
    grid = theatre.board.grid
    if water.isdisjoint(around(grid, cargo.start)):
        return Refusal("7C1", "no navigable water runs along this hex")
    if there < 0 or water.isdisjoint(around(grid, there)):
        return Refusal("7C1", "no navigable water runs along that hex")
    bit = 1 << there
    if not open_hexes(state, side) & bit:
        return Refusal("7C3", "nobody lands where the enemy stands on his own ground")
    if not cargo.units and state.owned[1 - side] & bit:
        return Refusal("11G", "goods would be the enemy's there")
    if closed_to_all(state, cargo.units) & bit:
        return Refusal("R9", "the scenario closes that hex to a unit of the cargo for now")
    joined = [n for n in nets(theatre, weathers) if along(theatre, n) & bit]
    mine = [n for n in joined if along(theatre, n) >> cargo.start & 1]
    if not mine:
        return Refusal("7C6", "that hex lies on another inland waterway net")
    free = unblocked(state, side)
    if free.isdisjoint(around(grid, cargo.start)):
        return Refusal("7C3", "enemy coast defences close the water of this hex")
    parts = [flooded(grid, around(grid, cargo.start), free & n) for n in mine]
    if not any(river_yards(state, side, part) for part in parts):
        return Refusal("7C3", "no open water leads to a river yard of the side")
    if all(charge(state, cargo, n) > left_on_river(state, side, n) for n in mine):
        return Refusal("7C5", "the river capacity left does not suffice")
    if not any(along(theatre, part) & bit for part in parts):
        return Refusal("7C3", "enemy coast defences close the water on the way")
    return Refusal("7C2", "that is farther than the river carries it in this phase")


def landing_hexes(state: State, cargo: Cargo) -> Hexes:
    """[7C2] The hexes in which a cargo can land."""
    return bit_set(landings(state, cargo)) if cargo.sides else 0
