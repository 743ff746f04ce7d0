"""Rule 14B2: where water-only units are. They lie in hexsides, not in hexes: along navigable inland
waterways [7C1] and along the coast."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from trenchline.games.the_great_war.casualties import eliminate
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.state import AFLOAT, State
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.waterways import (
    DIVISION,
    GUNS,
    Sides,
    around,
    banks,
    connected,
    navigable,
)
from trenchline.games.the_great_war.weather import Weathers, is_frozen
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex

SEA = "sea"
Pairs = frozenset[tuple[Hex, Hex]]
"""Hexsides by their two hexes, both ways round."""
NONE: Pairs = frozenset()


@lru_cache(maxsize=64)
def waters(theatre: Theatre, weathers: Weathers) -> Sides:
    """[14B2] The hexsides that boats may enter: navigable ones, and those between land and a sea
    that is not frozen."""
    found = set(navigable(theatre, weathers))
    grid = theatre.board.grid
    for hex_ in members(theatre.land):
        for side in around(grid, hex_):
            other = next(bank for bank in banks(grid, side) if bank != hex_)
            if other < 0 or theatre.land >> other & 1 or not theatre.board.hexes >> other & 1:
                continue
            if not is_frozen(SEA, weathers[theatre.zone[hex_]]):
                found.add(side)
    return frozenset(found)


def open_water(state: State) -> Sides:
    """[14B2] The hexsides that boats may enter in this turn."""
    return waters(state.theatre, state.theatre.weathers(state.turn))


def launch(state: State, unit: int, side: int) -> None:
    """A boat lies in a hexside."""
    state.where[unit] = AFLOAT
    state.afloat[unit] = side


def sink(state: State, unit: int) -> None:
    """[14B2.1] A boat is eliminated."""
    state.detail("{:unit} is sunk [14B2]", unit)
    eliminate(state, unit, total=True)


def boats(state: State, side: int) -> Units:
    """The water-only units of a side that are afloat."""
    return bit_set(state.afloat) & state.theatre.of_side[side]


def boats_in(state: State, side: int, hexside: int) -> Units:
    """The boats of a side in a hexside."""
    return bit_set(u for u, at in state.afloat.items() if at == hexside) & boats(state, side)


def shores(state: State, unit: int) -> list[Hex]:
    """The hexes on both banks of a boat's hexside."""
    return [hex_ for hex_ in banks(state.theatre.board.grid, state.afloat[unit]) if hex_ >= 0]


def bank_of(state: State, hexside: int) -> Hex:
    """A land hex beside a hexside."""
    near = banks(state.theatre.board.grid, hexside)
    return next(hex_ for hex_ in near if hex_ >= 0 and state.theatre.land >> hex_ & 1)


def boats_beside(state: State, side: int, hex_: Hex) -> Units:
    """[14B2.2] The boats of a side in the hexsides of a hex."""
    return bit_set(unit for unit in members(boats(state, side)) if hex_ in shores(state, unit))


def stands_in(state: State, unit: int, target: Hex) -> Hex:
    """From where a unit fights for a hex: a boat lies beside it and crosses nothing."""
    return target if unit in state.afloat else state.where[unit]


def ways_on(state: State, hexside: int) -> Sides:
    """[14B2] The hexsides connected with one that boats may enter."""
    return frozenset(connected(state.theatre.board.grid, hexside)) & open_water(state)


def gunnery(state: State, hex_: Hex, side: int) -> Fraction:
    """[14B2.1] [R170] The naval gunnery of a side's coast defences in a hex: half the attack
    strength of its guns, and a half for each division."""
    total = Fraction(0)
    divisions = state.kind.divisional.showing(state.reduced)
    for unit in members(state.units(hex_, side)):
        if state.kind.artillery >> unit & 1:
            total += state.face(unit).attack * GUNS
        elif divisions >> unit & 1:
            total += DIVISION
    return total


def interdiction(state: State, side: int, hexside: int) -> Fraction:
    """[14B2.1] The naval gunnery of the enemy's coast defences on both banks of a hexside; nothing
    where it is not interdicted."""
    land = state.theatre.land
    near = [hex_ for hex_ in banks(state.theatre.board.grid, hexside) if hex_ >= 0]
    guns = (gunnery(state, hex_, 1 - side) for hex_ in near if land >> hex_ & 1)
    return sum(guns, Fraction(0))


def closed_by_boats(state: State, side: int) -> Pairs:
    """[14B2.2] The hexsides that units of a side may not cross, in movement or attack, for enemy
    boats with an attack strength lie in them."""
    if not state.afloat:
        return NONE
    found = set()
    for unit in members(boats(state, 1 - side)):
        if state.face(unit).attack > 0:
            here, there = banks(state.theatre.board.grid, state.afloat[unit])
            found |= {(here, there), (there, here)}
    return frozenset(found)
