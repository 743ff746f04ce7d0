"""Chapters 1.322, 6.41 and 6.42: naval units, what they can do, where they patrol, what hits do.

A fleet is its counters: the fleet markers of 2.66 stand for no more than that. Ships and submarines
in one place are two forces [2.64].
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import Final

from trenchline.games.balance_of_powers.components import (
    AFRICA,
    BE,
    BOARD,
    CLOSED_PORTS,
    FORTRESSES,
    GRID,
    NEUTRAL,
    NL,
    OF_KIND,
    OF_NATION,
    OWNED,
    PERMISSIVE_BOXES,
    PORT_BOXES,
    PORTS,
    TABLES,
    UNITS,
    WATER,
    Units,
)
from trenchline.games.balance_of_powers.flight import strength
from trenchline.games.balance_of_powers.holds import Founder
from trenchline.games.balance_of_powers.morale import demoralize
from trenchline.games.balance_of_powers.neutrals import PERMISSIVE
from trenchline.games.balance_of_powers.state import INTACT, POOL, State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import open_ways, step
from trenchline.kernel.hexes import Hex, Hexes

SHIPS: Units = OF_KIND["ship"]
SUBMARINES: Units = OF_KIND["submarine"]
MINES: Units = OF_KIND["mine"]
ADMIRALS: Units = OF_KIND["navy leader"]
VESSELS: Units = SHIPS | SUBMARINES
"""Whatever moves at sea; mines do not [6.44]."""
OF_CLASS: dict[str, Units] = {
    name: bit_set(n for n, unit in enumerate(UNITS) if unit.ship == name and VESSELS >> n & 1)
    for name in ("BB", "BC", "CA", "CC", "CL", "CD", "PD", "SS", "UB")
}
DREADNOUGHTS: Units = OF_CLASS["BB"]
SCOUTS: Units = OF_CLASS["BC"] | OF_CLASS["CA"] | OF_CLASS["CL"]
"""[8.31] The ships that may form a van; all others are in the main force."""
GUNNERY: Final[int] = TABLES["fortress"]["gunnery"]
ARMOUR: Final[int] = TABLES["fortress"]["armour"]
FORT_NUMBERS: dict[Hex, int] = {hex_: len(UNITS) + n for n, hex_ in enumerate(members(FORTRESSES))}
"""Fortresses as numbers above those of the counters, where forces are sets."""
_GRID_WAYS = open_ways(GRID, BOARD.hexes)
_PATROLLED: Hexes = BOARD.hexes & ~AFRICA


def steps(state: State, unit: int) -> int:
    """[1.322] The steps that a naval unit has left; a mine has one [6.44]."""
    return 1 if (state.reduced | MINES) >> unit & 1 else 2


def radius(state: State, unit: int) -> int:
    """[7.11] The radius of a naval unit."""
    return strength(state, unit).radius


def fleet(state: State, place: Hex, side: int) -> Units:
    """The surface ships of a side in a location."""
    return state.units(place, side) & SHIPS


def pack(state: State, place: Hex, side: int) -> Units:
    """The submarines of a side in a location: never one force with its ships [2.64]."""
    return state.units(place, side) & SUBMARINES


def mines(state: State, place: Hex, side: int) -> Units:
    """The mines of a side in a location."""
    return state.units(place, side) & MINES


def guns(state: State, place: Hex, side: int) -> bool:
    """[1.33] Whether a side has a fortress in a location that can fire at ships: an intact one."""
    return bool(state.forts[side] >> place & 1) and state.fort_steps(place) == INTACT


# Patrols.


@lru_cache(maxsize=8192)
def around(place: Hex) -> Hexes:
    """The water of a hex and of the six around it."""
    return 1 << place | step(1 << place, _GRID_WAYS) & WATER


@lru_cache(maxsize=8192)
def near(place: Hex) -> Hexes:
    """All hexes, or the box, where an enemy could be in contact with a force."""
    if not _PATROLLED >> place & 1:
        return 1 << place
    return around(place) | step(around(place), _GRID_WAYS)


def zone(place: Hex, units: Units) -> Hexes:
    """[6.42] Where a force is felt: in its location, and if it is a stack on a map of Europe or the
    Ottoman Empire, in the water of the hexes around it. Lone units, mines and fortresses patrol
    nothing [6.42.1], and leaders make no stack [R210]."""
    if (units & VESSELS).bit_count() > 1 and _PATROLLED >> place & 1:
        return around(place)
    return 1 << place


def in_contact(place: Hex, units: Units, other: Hex, others: Units) -> bool:
    """[8.1] Whether two forces, or the zones that they patrol, are in one location."""
    return bool(zone(place, units) & zone(other, others))


# Ports.


def friendly_ports(state: State, side: int) -> Hexes:
    """[8.5] The ports to which the naval units of a side return: its own, and the two boxes that
    are open to all."""
    # [6.121.1] Antwerp is a port once both its neighbours are in the war.
    antwerp = CLOSED_PORTS if all(state.violated >> n & 1 for n in (BE, NL)) else 0
    found = (PORTS | antwerp | PORT_BOXES) & state.held[side] | PERMISSIVE_BOXES
    return found & state.scenario.hexes


def ports(state: State, side: int) -> Hexes:
    """[6.41] The ports that are friendly to a side or let it in: its own, the two boxes that are
    open to all [7.52], and those of neutrals who are permissive [6.122]."""
    found = friendly_ports(state, side)
    for nation in PERMISSIVE[side]:
        if state.sides[nation] == NEUTRAL:
            found |= (PORTS | PORT_BOXES) & OWNED[nation]
    return found & state.scenario.hexes


# Damage.


def damage(state: State, unit: int, *, doubles: bool = True) -> int:
    """[8.333] A hit: a whole naval unit is damaged, a damaged one sinks, but a dreadnought only by
    doubles [8.333.1]. The steps that are lost."""
    if not state.reduced >> unit & 1:
        state.detail("{:unit} is damaged", unit)
        state.reduced |= 1 << unit
        _count_passengers(state, unit, state.where[unit])
        return 1
    if DREADNOUGHTS >> unit & 1 and not doubles:
        state.detail("{:unit} is hit again and stays afloat", unit)
        return 0
    state.detail("{:unit} sinks", unit)
    sink(state, unit)
    return 1


def sink(state: State, unit: int) -> None:
    """A naval unit is lost: it goes to the force pool [5.11], and with the last one in a location
    its leader, unless he has a flag on it; passengers whom nobody can carry are lost too
    [7.64.1]."""
    place, side = state.where[unit], state.side_of(unit)
    state.lift(unit)
    _count_passengers(state, unit, place)
    # [2.91.5]
    if DREADNOUGHTS >> unit & 1:
        # [2.91.5]
        demoralize(state, UNITS[unit].nation)
        state.dreadnoughts_sunk[side] += 1
    if state.sea_battle is None:
        dismiss_admirals(state, place, side)


def _count_passengers(state: State, ship: int, place: Hex) -> None:
    """[7.64.1] A ship has lost a step: see whether there is still room for all."""
    if state.passengers and SHIPS >> ship & 1:
        state.stack.append(Founder(state.side_of(ship), place))


def dismiss_admirals(state: State, place: Hex, side: int) -> None:
    """[1.323] Navy leaders without a ship or submarine in their location go back to the pool."""
    here = state.units(place, side)
    if here & ADMIRALS and not here & VESSELS:
        for leader in members(here & ADMIRALS):
            state.detail("{:unit} is without a command and goes back", leader)
            state.lift(leader)


def commands(leader: int, units: Units) -> Units:
    """[8.31.1] The ships among some that a leader can be paired with: of his class and nation
    [R211]."""
    told = UNITS[leader]
    return units & OF_CLASS[told.ship] & OF_NATION[told.nation]


def gunnery_lost(state: State, side: int) -> int:
    """[12.6/victory.2] The gunnery that the ships of a side have lost since the scenario began
    [R212]."""
    begun = bit_set(state.scenario.forces[state.scenario.set_up]) & SHIPS & state.troops[side]
    total = 0
    for unit in members(begun):
        full = UNITS[unit].full
        assert full is not None
        total += full.fire
        if state.where[unit] >= 0:
            total -= strength(state, unit).fire
        elif state.where[unit] != POOL:
            total -= full.fire
    return total


ALL_AFLOAT: Units = reduce(or_, (VESSELS, MINES, ADMIRALS))
"""All counters of the sea; any number of them fit into one place [1.22/ocean]."""
