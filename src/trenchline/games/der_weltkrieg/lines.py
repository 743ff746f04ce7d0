"""Supply lines [19-5] [19-7] [19-8]: which hexes they may pass, and how long they are."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.components import NATIONS, Units
from trenchline.games.der_weltkrieg.routes import cost_of, supply_distances
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes

FARTHEST = 60
"""Lines are traced so many movement points far: across any map."""


def open_to_lines(state: State, side: int) -> Hexes:
    """[19-7] Hexes that a supply line may pass: no enemies in them, and no enemy zone unless a
    friendly combat unit or fort [21-2] stands there."""
    theatre = state.theatre
    forts = bit_set(
        state.where[unit]
        for unit in members(theatre.of_kind["fortress"] & theatre.of_side[side])
        if state.where[unit] >= 0
    )
    closed = enemy_zone(state, side) & ~state.guns[side] & ~forts
    return theatre.land & ~closed & ~(state.holders[1 - side] | state.guns[1 - side])


def length(state: State, start: Hex, headquarters: int) -> int | None:
    """[19-8] The length of the supply line from a hex to a headquarters, in movement points
    without those for zones; None if there is none."""
    side = state.theatre.counters[headquarters].side
    churned = state.trenches | state.devastation
    layers = supply_distances(
        state.theatre,
        1 << state.where[headquarters],
        open_to_lines(state, side) | 1 << start,
        churned,
        FARTHEST,
    )
    return cost_of(layers, start)


def headquarters_for(state: State, unit: int) -> Units:
    """[19-6] [18-13] The headquarters on the map that may pay for a unit: of its own nation, or of
    one that serves it."""
    theatre = state.theatre
    nation = theatre.counters[unit].nation
    return bit_set(
        hq
        for hq in members(theatre.of_kind["headquarters"])
        if state.where[hq] >= 0
        and (
            theatre.counters[hq].nation == nation
            or nation in NATIONS[theatre.counters[hq].nation].serves
        )
    )


def nearest_headquarters(state: State, unit: int, hex_: Hex) -> int | None:
    """[14-7] The nearest headquarters that could pay for a unit in a hex."""
    found = [
        (distance, hq)
        for hq in members(headquarters_for(state, unit))
        if (distance := length(state, hex_, hq)) is not None
    ]
    return min(found)[1] if found else None
