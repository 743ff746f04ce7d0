"""Sections 17.1 to 19.7: the headquarters, airbases and fleets that may support an attack."""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_

from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import (
    AIR,
    AN,
    BO,
    BR,
    COUNTERS,
    GE,
    LAND,
    MECHANIZED,
    NATION_OF,
    OPEN_SEA,
    SEAWARD,
    SUPPORTS,
    UNITS,
    WATER,
)
from trenchline.games.kaisers_war.eastern import stuck
from trenchline.games.kaisers_war.naval import seas_of
from trenchline.games.kaisers_war.state import FLEET, ON_MAP, State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes

MOST_SHIPS = 2
FULLER = UNITS["BRHQFuller"]
OFF_COAST: dict[str, Hexes] = {sea: step(water, SEAWARD) & LAND for sea, water in WATER.items()}
"""The coastal hexes that ships can lie off, by sea [19.1] [R42]."""
SHELLED: Hexes = reduce(or_, OFF_COAST.values())


@lru_cache(maxsize=8192)
def in_range(start: Hex, radius: int) -> Hexes:
    """[17.1] [18.3] The hexes within a range, over anything but neutral countries [23.2]
    [R7]."""
    hexes = 1 << start
    for _ in range(radius):
        hexes |= step(hexes, SEAWARD) & (LAND | OPEN_SEA)
    return hexes


def covered(state: State, unit: int) -> Hexes:
    """The hexes that a headquarters or airbase on the map reaches."""
    place = state.where[unit]
    return in_range(place, COUNTERS[unit].range) if place >= 0 else 0


def within_range(state: State, unit: int, target: Hex) -> bool:
    """Whether a headquarters or airbase on the map reaches a hex."""
    return bool(covered(state, unit) >> target & 1)


def eligible_supports(state: State, battle: Battle) -> int:
    """The headquarters (one [17.2]), airbases and fleets that may still be added to an attack
    [12.14]."""
    # [30.17] Nobody supports Bolsheviks or Anarchists.
    if any(NATION_OF[unit] in (BO, AN) for unit in battle.attackers):
        return 0
    found = 0
    taken = [COUNTERS[u].front.type for u in battle.supports]
    # One attack a phase [17.1] [18.2] [18.5]; airbases that struck fly nothing else [38.2].
    idle = SUPPORTS & state.forces(battle.side) & ~(state.supported | state.naval_used)
    # [19.1] Ships lie off coasts; [24.2] eastern armies that stand still support nobody [R51].
    ships = state.piles[FLEET] if SHELLED >> battle.target & 1 else 0
    idle &= state.piles[ON_MAP] & ~stuck(state) | ships
    for unit in members(idle & ~bit_set(battle.supports)):
        kind = COUNTERS[unit].front.type
        if kind == "bombardment":  # [19.1]
            if taken.count("bombardment") < MOST_SHIPS and ship_reaches(state, unit, battle.target):
                found |= 1 << unit
        elif not battle.bombardment and within_range(state, unit, battle.target):  # [17.1] [18.3]
            # [17.2] [18.4] [39.1]
            if (kind == "hq" and "hq" not in taken and _fuller_may(state, unit, battle)) or (
                kind in AIR and _second_airbase(unit, battle)
            ):
                found |= 1 << unit
    return found


def _fuller_may(state: State, unit: int, battle: Battle) -> bool:
    """[39.1] Fuller's headquarters serves tanks only."""
    if unit != FULLER or "mechanized" not in state.options:
        return True
    return any(state.face(u).type in MECHANIZED for u in battle.attackers)


def _second_airbase(unit: int, battle: Battle) -> bool:
    """[18.4] One airbase an attack; two if both are German or both British [R9]."""
    flying = [u for u in battle.supports if COUNTERS[u].front.type in AIR]
    if not flying:
        return True
    nation = NATION_OF[unit]
    return len(flying) == 1 and nation in (GE, BR) and NATION_OF[flying[0]] == nation


def bombarded(state: State, ship: int) -> Hexes:
    """[19.1] [19.6] [19.7] The hexes a fleet can lie off: with an all-sea hex next to them in a sea
    its nation may use [R42]. It is not on the map otherwise, and never defends [19.5]."""
    hexes = 0
    for sea in seas_of(state, ship):
        hexes |= OFF_COAST[sea]
    return hexes


def ship_reaches(state: State, unit: int, target: Hex) -> bool:
    """Whether a fleet that is ready for use can lie off a coastal hex."""
    return state.where[unit] == FLEET and bool(bombarded(state, unit) >> target & 1)
