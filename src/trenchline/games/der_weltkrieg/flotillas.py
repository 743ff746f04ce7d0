"""Section 36: river flotillas, where they go, whom they support and what they close.

A flotilla lies on the river beside a hex, not in its stack: it weighs nothing [36-5], no ground
unit can hurt it [36-9], and units of both sides may stand where it lies [R100]. ``interdiction``
has its fire on those who cross, ``duels`` its combats with others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.components import SIDES, Units, enemy_of
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.theatre import Theatre
from trenchline.games.der_weltkrieg.whose import why_not_yours
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import Ways, flood, open_ways, step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Refusal, UnitDecision

RANGE = 2
"""[36-7] A flotilla interdicts crossings within so many hexes of either end."""
SUPPORT = 3
"""[36-6] Flotillas support an attack with a third of their strength."""
VERBS = ("sail",)

Sides = tuple[Hexes, ...]
"""Hexsides: the hexes they are left from in each direction; empty if there are none."""


def afloat(state: State, side: int) -> Units:
    """The flotillas of a side on the river."""
    return state.in_play & state.theatre.flotillas & state.theatre.of_side[side]


def berths(state: State, units: Units) -> Hexes:
    """Where some flotillas lie."""
    return bit_set(state.where[unit] for unit in members(units))


# Movement.


def acts(state: State, side: int) -> Choices:
    """[36-2] The flotillas that may still move in this phase."""
    idle = afloat(state, side) & ~state.moved
    if not idle:
        return {}
    units = bit_set(unit for unit in members(idle) if waters(state, unit))
    return {"sail": units} if units else {}


def waters(state: State, unit: int) -> Hexes:
    """[36-1] [36-2] [36-3] [36-4] Where a flotilla may go: any way from hex to hex along the Danube
    that meets no enemy combat unit, fort or flotilla."""
    theatre = state.theatre
    free = theatre.banks & ~closed_waters(state, theatre.counters[unit].side)
    start = 1 << state.where[unit]
    return flood(start, free | start, _river(theatre)) & ~start


def closed_waters(state: State, side: int) -> Hexes:
    """[36-4] The hexes into which enemy combat units, forts and flotillas let no flotilla."""
    theatre = state.theatre
    enemy = enemy_of(side)
    forts = state.in_play & theatre.of_kind["fortress"] & theatre.of_side[enemy]
    closed = state.guns[enemy] | berths(state, afloat(state, enemy))
    return closed | bit_set(state.where[fort] for fort in members(forts))


@lru_cache(maxsize=64)
def _river(theatre: Theatre) -> Ways:
    return open_ways(theatre.board.grid, theatre.banks)


def why_not(state: State, unit: int, side: int) -> Refusal:
    """Why a flotilla does not move."""
    theatre = state.theatre
    foreign = why_not_yours(state, unit, side, "36-1")
    if foreign is not None:
        return foreign
    if not theatre.flotillas >> unit & 1:
        return Refusal("36-1", "only river flotillas sail")
    if state.moved >> unit & 1:
        return Refusal("6-3", "that flotilla has moved already")
    return Refusal("36-4", "enemies close the river around it")


@dataclass(frozen=True, slots=True)
class Sail(UnitDecision[State]):
    """[36-2] A flotilla goes as far as it likes."""

    def prompt(self, state: State) -> str:
        return state.say("{}: where does {:unit} sail? [36-2]", SIDES[self.who(state)], self.unit)

    def choices(self, state: State) -> Choices:
        return {"move": waters(state, self.unit), "stay": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        state.moved |= 1 << self.unit
        if verb == "move":
            state.put(self.unit, number)
            state.detail("{:unit} to {:hex}", self.unit, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "move":
            return Refusal("36-2", "a flotilla is sailing: say where it goes, else let it stay")
        if number < 0 or not state.theatre.banks >> number & 1:
            return Refusal("36-3", "that hex is not on the Danube")
        if number == state.where[self.unit]:
            return Refusal("36-3", "the flotilla lies there already")
        if closed_waters(state, state.theatre.counters[self.unit].side) >> number & 1:
            return Refusal("36-4", "an enemy there keeps flotillas out")
        return Refusal("36-4", "enemies close the river on the way")


# Support of attacks.


def supporters(state: State, side: int, target: Hex, attackers: Iterable[int]) -> Units:
    """[36-6] Flotillas that may join an attack on a hex beside the Danube: they lie where ground
    units attack from, and have not fought in this phase [12-9]."""
    if not state.theatre.banks >> target & 1:
        return 0
    camps = {state.where[unit] for unit in attackers}
    return bit_set(
        unit for unit in members(afloat(state, side) & ~state.fought) if state.where[unit] in camps
    )


def why_no_support(state: State, unit: int, target: Hex, attackers: Iterable[int]) -> Refusal:
    """Why a flotilla on the map cannot support an attack."""
    if state.fought >> unit & 1:
        return Refusal("12-9", "that flotilla has fought in this phase")
    if not state.theatre.banks >> target & 1:
        return Refusal("36-6", "the hex under attack does not lie on the Danube")
    return Refusal("36-6", "nobody attacks from the hex where that flotilla lies")


def support(state: State, battle: Battle) -> tuple[tuple[int, Fraction], ...]:
    """[36-6] [R104] What flotillas add to an attack: a third of their strength together, rounded
    down."""
    if not battle.flotillas:
        return ()
    points = sum(state.strength[unit] for unit in battle.flotillas) // SUPPORT
    return ((battle.flotillas[0], Fraction(points)),)


# What they close.


@lru_cache(maxsize=1 << 10)
def _covered(theatre: Theatre, at: Hexes) -> Sides:
    """The sides of the Danube within range of flotillas in some hexes."""
    grid = theatre.board.grid
    near = at
    for _ in range(RANGE):
        near |= step(near, theatre.every_way)
    return tuple(
        leave & (near | beyond(near, shift))
        for leave, shift in zip(theatre.danube, grid.shifts, strict=True)
    )


def beyond(hexes: Hexes, shift: int) -> Hexes:
    """The hexes from which a step in a direction leads into some."""
    return hexes >> shift if shift > 0 else hexes << -shift


def interdicted(state: State, side: int) -> Sides:
    """[36-7] The sides of the Danube on which the enemy's flotillas can interdict a side."""
    fleet = afloat(state, enemy_of(side))
    return _covered(state.theatre, berths(state, fleet)) if fleet else ()


def under_flotillas(state: State, side: int) -> Hexes:
    """[36-7] The banks from which a side cannot cross the Danube without being fired at."""
    hexes = 0
    for leave in interdicted(state, side):
        hexes |= leave
    return hexes


def is_interdicted(state: State, side: int, here: Hex, there: Hex) -> bool:
    """[36-7] Whether a step crosses the Danube within range of an enemy flotilla."""
    theatre = state.theatre
    if not theatre.is_danube(here, there):
        return False
    sides = interdicted(state, side)
    return bool(sides) and bool(sides[theatre.board.grid.direction(here, there)] >> here & 1)


def interdicted_from(state: State, side: int, here: Hex) -> Hexes:
    """[36-7] The hexes next to one into which a side does not retreat: flotillas would fire."""
    shifts = state.theatre.board.grid.shifts
    return bit_set(
        here + shift
        for leave, shift in zip(interdicted(state, side), shifts, strict=False)
        if leave >> here & 1
    )


def cut_lines(state: State, side: int) -> Sides:
    """[36-7] [R103] The sides of the Danube that no supply line crosses: interdicted, and without
    friendly combat units on both banks."""
    sides = interdicted(state, side)
    if not sides:
        return ()
    held = state.guns[side]
    shifts = state.theatre.board.grid.shifts
    return tuple(
        leave & ~(held & beyond(held, shift)) for leave, shift in zip(sides, shifts, strict=True)
    )


def interdictors(state: State, side: int, here: Hex, there: Hex) -> Units:
    """[36-7] The flotillas that can fire at a side as it crosses from a hex to the next."""
    distance = state.theatre.board.grid.distance
    return bit_set(
        unit
        for unit in members(afloat(state, enemy_of(side)))
        if min(distance(state.where[unit], hex_) for hex_ in (here, there)) <= RANGE
    )
