"""Chapter 20: amphibious movement, assaults, landings at the edge of the map."""

from __future__ import annotations

from functools import reduce
from operator import or_

from trenchline.games.kaisers_war.components import (
    ALLIED,
    BR,
    CENTRAL,
    COAST,
    COMBATANTS,
    FR,
    GRID,
    GUERRILLAS,
    LANDING_EDGE,
    NATION_OF,
    NATIONS,
    NAVAL_BASES,
    OF_TYPE,
    OPEN_SEA,
    SEAWARD,
    US,
    WATER,
)
from trenchline.games.kaisers_war.control import closed, controlled, enterable
from trenchline.games.kaisers_war.eastern import allowed_land
from trenchline.games.kaisers_war.elimination import eliminate
from trenchline.games.kaisers_war.naval import seas_of
from trenchline.games.kaisers_war.routes import resting
from trenchline.games.kaisers_war.state import BOX, FLEET, State
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes

LOAD = 3
"""[20.2] One army or three corps a transport."""
SUEZ: Hexes = GRID.hexes("3733", "3734", "3832", "3833", "3834")
"""The hexes along the canal [20.9] [R74]."""
Boarding = list[tuple[int, tuple[str, ...]]]
"""The transports that wait for a unit on its coast or at its box, each with the seas it sails."""
COASTS: Hexes = reduce(or_, COAST.values())
ASSAILABLE: dict[str, Hexes] = {sea: step(WATER[sea], SEAWARD) & COAST[sea] for sea in COAST}
"""The coasts of each sea that can be assaulted from it [20.10]."""


def may_embark(state: State, unit: int) -> bool:
    """[20.2] Units that can move, save Bolsheviks, nationalists and guerrillas."""
    nation = NATIONS[NATION_OF[unit]]
    return (
        state.face(unit).movement > 0
        and nation.group in ("power", "garrison")
        and not GUERRILLAS >> unit & 1
    )


def transports(state: State, side: int, weight: int) -> list[int]:
    """A side's transports with room left in this phase [20.2]."""
    ready = OF_TYPE["amphibious"] & state.piles[FLEET] & state.forces(side) & ~state.naval_used
    return [u for u in members(ready) if state.cargo.get(u, 0) + weight <= LOAD]


def voyages(state: State, unit: int, aboard: Boarding) -> dict[int, Hexes]:
    """For each transport the coastal hexes it can take a unit to, from a coast or a box [20.1]
    [20.2] [20.6] [R49]. Zones do not matter, nor does supply [20.5]."""
    found: dict[int, Hexes] = {}
    place, side = state.where[unit], state.side_of(unit)
    here = 0 if place in BOX else 1 << place
    free = enterable(state, side) & allowed_land(state, unit)
    for transport, seas in aboard:
        coasts = edge_landings(unit)
        for sea in seas:
            # [20.8] The Allies sail from any friendly sea to any other; the Central Powers do not.
            if side == ALLIED or COAST[sea] & here:
                coasts |= COAST[sea]
        goals = resting(state, unit, coasts & free & ~here)
        if goals:
            found[transport] = goals
    return found


def boarding(state: State, unit: int) -> Boarding:
    """The transports that may take a unit aboard where it is [20.1] [20.2]."""
    place = state.where[unit]
    inland = place >= 0 and not COASTS >> place & 1
    if inland or not may_embark(state, unit):
        return []
    ready = transports(state, state.side_of(unit), state.face(unit).weight)
    sailing = [(transport, seas_of(state, transport)) for transport in ready]
    return [(transport, seas) for transport, seas in sailing if embarks(place, seas)]


def embarks(place: int, seas: tuple[str, ...]) -> bool:
    """Whether a place is a box or lies on one of the seas."""
    return place in BOX or (place >= 0 and any(COAST[sea] >> place & 1 for sea in seas))


def edge_landings(unit: int) -> Hexes:
    """[20.12] [R50] Finland's northern edge for Britons, French and Americans; the hexes east of
    Baghdad for Britons and French."""
    nation = NATION_OF[unit]
    hexes = LANDING_EDGE["north"] if nation in (BR, FR, US) else 0
    return hexes | (LANDING_EDGE["gulf"] if nation in (BR, FR) else 0)


def box_homes(state: State, unit: int, aboard: Boarding) -> dict[int, int]:
    """[20.1] For each transport the boxes an Allied unit on a coast may be shipped back to."""
    home = {US: 0, BR: 1, FR: 2}.get(NATION_OF[unit])
    if home is None or state.where[unit] < 0:
        return {}
    return {transport: 1 << home for transport, _ in aboard}


def assaults(state: State, unit: int, aboard: Boarding) -> dict[int, Hexes]:
    """[20.10] For each transport the enemy coasts a unit may assault from the sea: it must start
    in a port or a box [R15]. Nobody assaults Russia before the Kaiser has moved east [30.10]."""
    place = state.where[unit]
    if place not in BOX and not NAVAL_BASES >> place & 1:
        return {}
    if not COMBATANTS >> unit & 1:
        return {}
    side = state.side_of(unit)
    found: dict[int, Hexes] = {}
    for transport, seas in aboard:
        goals = 0
        for sea in seas:
            if side == CENTRAL and not COAST[sea] >> place & 1:
                continue
            goals |= ASSAILABLE[sea]
        goals &= state.held[1 - side] & allowed_land(state, unit) & ~closed(state)
        if goals:
            found[transport] = goals
    return found


def station(state: State, unit: int, transport: int, target: Hex) -> Hex:
    """The sea hex from which an assault goes in."""
    around = step(1 << target, SEAWARD) & OPEN_SEA
    usable = 0
    for sea in seas_of(state, transport):
        usable |= around & WATER[sea]
    return lowest(usable or around)


def costs_everything(state: State, unit: int, start: int, end: Hex) -> bool:
    """[20.3] From a base to a base where friends already are costs a point, anything else the whole
    move; [20.9] so does the way round Africa, and [20.12] a landing at the edge of the map."""
    side = state.side_of(unit)
    if start in BOX or edge_landings(unit) >> end & 1:
        return True
    bases = NAVAL_BASES & controlled(state, side)
    if not bases >> start & 1 or not (bases & state.held[side]) >> end & 1:
        return True
    red = COAST["red"]
    return bool((red >> start & 1) != (red >> end & 1) and SUEZ & state.held[CENTRAL])


def turn_back(state: State, transport: int, unit: int, sunk: bool) -> None:
    """[36.1] A transport is intercepted: what it carries, now or for an assault still at sea,
    returns to where it embarked and moves no more, or goes down with it."""
    aboard = [unit, *(u for u, (_, ship) in state.assault.items() if ship == transport)]
    for passenger in aboard:
        start = state.voyage.get(passenger)
        if sunk:
            eliminate(state, passenger, in_combat=False)
        elif start is not None:
            state.leave_the_sea(passenger)
            state.lift(passenger, start)
            if start not in BOX:
                state.put(passenger, start)
    state.naval_used |= 1 << transport
