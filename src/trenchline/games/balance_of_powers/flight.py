"""Aircraft in the air: how far they reach, what they can do, and what a hit does [6.31] [5.312]."""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.balance_of_powers.components import (
    ALL_AIR,
    BOARD,
    GRID,
    NEUTRAL,
    OF_KIND,
    OF_NATION,
    OWNED,
    PORT_BOXES,
    UNITS,
    Steps,
    Units,
)
from trenchline.games.balance_of_powers.state import GONE, State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import distances, open_ways
from trenchline.kernel.hexes import Hex, Hexes

SKY = open_ways(GRID, BOARD.hexes)


def strength(state: State, unit: int) -> Steps:
    """[1.322] What the side of a counter that shows can do."""
    told = UNITS[unit]
    steps = told.reduced if state.reduced >> unit & 1 else told.full
    assert steps is not None, told.key
    return steps


@lru_cache(maxsize=64)
def _neutral_land(neutrals: int) -> Hexes:
    found = 0
    for nation, land in enumerate(OWNED):
        if neutrals >> nation & 1:
            found |= land
    return found


def neutral_land(state: State) -> Hexes:
    """[6.312] Land of neutrals, which nobody flies over."""
    neutrals = bit_set(n for n, side in enumerate(state.sides) if side == NEUTRAL)
    return _neutral_land(neutrals) & ~state.held[0] & ~state.held[1]


def _edge(places: Hexes) -> Hexes:
    """What lies beyond the edges of the maps, or on them, from some locations."""
    return BOARD.links["sea"].step(places) | BOARD.links["land"].step(places)


@lru_cache(maxsize=512)
def _within(start: Hex, radius: int, free: Hexes) -> Hexes:
    """[6.311.1] Hexes cost a point each; a port box takes all that is left of a point or more."""
    at = 1 << start
    found = rings = at
    if BOARD.hexes & at:
        rings = 0
        for ring in distances(at, free, SKY)[:radius]:
            rings |= ring
        found = rings
        for ring in distances(at, free, SKY)[radius : radius + 1]:
            found |= ring
        return found | (_edge(rings) & PORT_BOXES & free)
    if radius > 0:
        # Out of a box the hexes of the edge come first.
        for edge in members(_edge(at) & BOARD.hexes & free):
            found |= _within(edge, radius - 1, free)
    return found


def within(state: State, start: Hex, radius: int, avoid: Hexes = 0) -> Hexes:
    """[6.311] The hexes that an aircraft reaches at a point each, whatever lies in between but
    neutral land and what it must avoid."""
    free = (BOARD.hexes | PORT_BOXES) & state.scenario.hexes & ~neutral_land(state) & ~avoid
    return _within(start, radius, free)


def over(state: State, place: Hex, side: int) -> Units:
    """The fighters of a side in a location; none that is on a ship [6.452]."""
    return state.units(place, side) & OF_KIND["fighter"] & ~state.aboard


def skies(state: State, side: int, units: Units = ALL_AIR) -> Hexes:
    """The locations with air units of a side."""
    return bit_set(
        state.where[unit]
        for unit in members(units & ~state.aboard)
        if state.where[unit] >= 0 and state.side_of(unit) == side
    )


def aces_with(state: State, unit: int) -> Units:
    """[6.321] The aces who share a fighter's fate: those of its nation in its location, if it has
    the best guns of the nation there [R101]."""
    if not OF_KIND["fighter"] >> unit & 1:
        return 0
    nation = OF_NATION[UNITS[unit].nation]
    here = state.stacks[state.where[unit]] & nation
    best = max(
        members(here & OF_KIND["fighter"]), key=lambda other: (strength(state, other).fire, -other)
    )
    return here & OF_KIND["ace"] if best == unit else 0


def fly(state: State, unit: int, place: Hex) -> None:
    """An air unit goes to a location, with its ace."""
    if state.where[unit] != place:
        state.move(1 << unit | aces_with(state, unit), place)


def lose_plane(state: State, unit: int) -> None:
    """[6.321] An air unit is destroyed, and its ace for good."""
    aces = aces_with(state, unit)
    state.lift(unit)
    for ace in members(aces):
        state.detail("{:unit} falls", ace)
        state.lift(ace, GONE)


def hit(state: State, unit: int) -> None:
    """[6.324] [1.322.1] A hit damages an air unit, or destroys one that is damaged."""
    if state.reduced >> unit & 1 or UNITS[unit].reduced is None:
        state.detail("{:unit} is destroyed", unit)
        lose_plane(state, unit)
    else:
        state.detail("{:unit} is damaged", unit)
        state.reduced |= 1 << unit
