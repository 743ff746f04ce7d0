"""Chapter 20: amphibious movement, assaults, landings at the edge of the map."""

from __future__ import annotations

from trenchline.games.kaisers_war.components import (
    ALLIED,
    BR,
    CENTRAL,
    COAST,
    COUNTERS,
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
from trenchline.games.kaisers_war.control import controlled, enterable
from trenchline.games.kaisers_war.eastern import allowed_land
from trenchline.games.kaisers_war.elimination import eliminate
from trenchline.games.kaisers_war.naval import CENTRAL_SEAS, usable_seas
from trenchline.games.kaisers_war.routes import resting
from trenchline.games.kaisers_war.state import BOX, FLEET, State
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes

LOAD = 3
"""[20.2] One army or three corps a transport."""
SUEZ: Hexes = GRID.hexes("3733", "3734", "3832", "3833", "3834")
"""The hexes along the canal [20.9] [R74]."""


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
    return [
        u
        for u in members(OF_TYPE["amphibious"])
        if state.side_of(u) == side
        and state.where[u] == FLEET
        and not state.naval_used >> u & 1
        and state.cargo.get(u, 0) + weight <= LOAD
    ]


def seas_for(state: State, transport: int) -> tuple[str, ...]:
    """[20.7] The seas a transport may sail."""
    side = state.side_of(transport)
    seas = usable_seas(state, side)
    if side == ALLIED:
        return seas
    return tuple(s for s in seas if CENTRAL_SEAS.get(s) == NATION_OF[transport])


def voyages(state: State, unit: int) -> dict[int, Hexes]:
    """For each transport the coastal hexes it can take a unit to [20.2] [20.8]."""
    place = state.where[unit]
    side = state.side_of(unit)
    found: dict[int, Hexes] = {}
    if not may_embark(state, unit):
        return found
    free = enterable(state, side) & allowed_land(state, unit)
    for transport in transports(state, side, state.face(unit).weight):
        seas = seas_for(state, transport)
        coasts = 0
        for sea in seas:
            # [20.8] The Allies sail from any friendly sea to any other; the Central Powers do not.
            if (side == ALLIED and _embarks(place, seas)) or (
                place >= 0 and COAST[sea] >> place & 1
            ):
                coasts |= COAST[sea]
        if side == ALLIED and _embarks(place, seas):
            coasts |= edge_landings(unit)
        goals = coasts & free
        if place >= 0:
            goals &= ~(1 << place)
        goals = resting(state, unit, goals)
        if goals:
            found[transport] = goals
    return found


def _embarks(place: int, seas: tuple[str, ...]) -> bool:
    return place in BOX or (place >= 0 and any(COAST[sea] >> place & 1 for sea in seas))


def edge_landings(unit: int) -> Hexes:
    """[20.12] Finland's northern edge for Britons, French and Americans; the hexes east of Baghdad
    for
    Britons and French."""
    nation = NATION_OF[unit]
    hexes = LANDING_EDGE["north"] if nation in (BR, FR, US) else 0
    return hexes | (LANDING_EDGE["gulf"] if nation in (BR, FR) else 0)


def box_homes(state: State, unit: int) -> int:
    """[20.1] The boxes an Allied unit on a coast may be shipped back to."""
    if state.side_of(unit) != ALLIED or state.where[unit] < 0:
        return 0
    home = {US: 0, BR: 1, FR: 2}.get(NATION_OF[unit])
    if home is None or not may_embark(state, unit):
        return 0
    for transport in transports(state, ALLIED, state.face(unit).weight):
        if _embarks(state.where[unit], seas_for(state, transport)):
            return 1 << home
    return 0


def assaults(state: State, unit: int) -> dict[int, Hexes]:
    """[20.10] For each transport the enemy coasts a unit may assault from the sea: it must start
    in a
    port or a box [R15]."""
    place = state.where[unit]
    if not may_embark(state, unit) or not state.face(unit).attack or COUNTERS[unit].is_support:
        return {}
    if place not in BOX and not (place >= 0 and NAVAL_BASES >> place & 1):
        return {}
    side = state.side_of(unit)
    found: dict[int, Hexes] = {}
    for transport in transports(state, side, state.face(unit).weight):
        goals = 0
        for sea in seas_for(state, transport):
            if side == CENTRAL and not COAST[sea] >> place & 1:
                continue
            goals |= step(WATER[sea], SEAWARD) & COAST[sea]
        goals &= state.held[1 - side] & allowed_land(state, unit)
        if goals:
            found[transport] = goals
    return found


def station(state: State, unit: int, transport: int, target: Hex) -> Hex:
    """The sea hex from which an assault goes in."""
    around = step(1 << target, SEAWARD) & OPEN_SEA
    usable = 0
    for sea in seas_for(state, transport):
        usable |= around & WATER[sea]
    return lowest(usable or around)


def costs_everything(state: State, start: int, end: Hex) -> bool:
    """[20.3] Base to base costs a point, anything else the whole move; [20.9] so does a way round
    Africa."""
    bases = NAVAL_BASES & controlled(state, ALLIED) | NAVAL_BASES & controlled(state, CENTRAL)
    if start < 0 or not bases >> start & 1 or not bases >> end & 1:
        return True
    red = COAST["red"]
    return bool((red >> start & 1) != (red >> end & 1) and SUEZ & state.held[CENTRAL])


def turn_back(state: State, sunk: bool) -> None:
    """[36.1] A transport is intercepted: its cargo returns, or goes down with it."""
    unit, start = state.voyage
    if sunk:
        eliminate(state, unit, in_combat=False)
        return
    state.assault.pop(unit, None)
    state.lift(unit, start)
    if start >= 0:
        state.put(unit, start)
    state.ready &= ~(1 << unit)
