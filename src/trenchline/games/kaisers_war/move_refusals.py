"""Why a unit may not be moved, and not there: one reason for each cause, chapters 8, 16 and 20."""

from __future__ import annotations

from typing import Protocol

from trenchline.games.kaisers_war.amphibious import (
    COASTS,
    edge_landings,
    embarks,
    may_embark,
    transports,
)
from trenchline.games.kaisers_war.attack_refusals import why_not_offensive
from trenchline.games.kaisers_war.components import (
    AIR,
    ALLIED,
    BR,
    CITIES,
    COMBATANTS,
    COUNTERS,
    FR,
    GRID,
    GUERRILLAS,
    LAND,
    LANDING_EDGE,
    MARCH,
    MECHANIZED,
    NATION_OF,
    NAVAL_BASES,
    OF_TYPE,
    OPEN_SEA,
    RAIL_ZONE,
    SEASON,
    SEAWARD,
    TERRAIN,
    US,
)
from trenchline.games.kaisers_war.control import (
    closed,
    controlled,
    enemy_zone,
    enterable,
    hindering_zone,
)
from trenchline.games.kaisers_war.eastern import allowed_land, stuck
from trenchline.games.kaisers_war.ground import (
    bounds_of,
    why_not_beside,
    why_not_enter,
    why_not_russia,
    why_not_stay,
)
from trenchline.games.kaisers_war.naval import seas_of
from trenchline.games.kaisers_war.offensive_supply import may_spend_on_supply
from trenchline.games.kaisers_war.routes import LONGEST, march_costs, rail_land, used_up
from trenchline.games.kaisers_war.state import BOX, FLEET, ON_MAP, State
from trenchline.games.kaisers_war.supply import in_general_supply, within
from trenchline.kernel.bits import lowest
from trenchline.kernel.floods import reach, step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Refusal

WAYS = ("move", "step", "force", "rail", "sail", "assault", "ship_home", "drop")
"""What a unit that has been picked may be asked to do."""
BOX_OF = {US: 0, BR: 1, FR: 2}
AIRLANDING = lowest(OF_TYPE["airlanding_corps"])
DROP_RANGE = 4


class Mover(Protocol):
    """A unit on its way."""

    @property
    def unit(self) -> int: ...
    @property
    def here(self) -> Hex: ...
    @property
    def spent(self) -> int: ...
    @property
    def forced(self) -> bool: ...
    @property
    def railed(self) -> bool: ...
    @property
    def landed(self) -> bool: ...
    @property
    def fresh(self) -> bool: ...
    def allowance(self, state: State) -> int: ...


def why_not_picked(state: State, number: int) -> Refusal:
    """Why a unit of the side whose phase it is may not be picked to move."""
    if COUNTERS[number].is_naval:
        return Refusal("19.5", "ships are not on the map and do not move on it")
    if not (state.piles[ON_MAP] | state.boxed) >> number & 1:
        return Refusal("8.3", "the unit is not in play")
    if not state.face(number).movement:
        return Refusal("8.4", "units without a movement factor never move")
    if stuck(state) >> number & 1:
        return Refusal("24.2", "the eastern armies may not move yet")
    if not state.is_active(number):
        return Refusal("30.3b", "the unit's nation is not in the war yet")
    if number in state.assault:
        return Refusal("20.10", "the unit lies off the coast it will assault")
    return Refusal("8.3", "the unit's move in this phase is over")


def why_not_top(state: State, number: int) -> Refusal:
    """Why a unit may not be brought to the top of its stack."""
    if state.where[number] < 0:
        return Refusal("10.1", "the unit is in no stack on the map")
    if not state.under >> number & 1:
        return Refusal("10.1", "the unit is on top already")
    return Refusal("R78", "a stack is put in order once a phase")


def why_not_move(state: State, mover: Mover, verb: str, number: int) -> Refusal:
    """Why a unit on its way cannot do that."""
    by_sea = verb in ("sail", "assault", "ship_home")
    if mover.here < 0 and not by_sea:
        return Refusal("20.6", "a unit in a box comes by sea")
    if by_sea:
        return _why_not_sea(state, mover, verb, number)
    if verb == "force":
        return _why_not_force(state, mover)
    if verb == "rail":
        return _why_not_rail(state, mover, number)
    if verb == "drop":
        return _why_not_drop(state, mover, number)
    return _why_not_march(state, mover, verb, number)


def _why_not_force(state: State, mover: Mover) -> Refusal:
    """[15.7] Forced march."""
    unit = mover.unit
    if mover.forced:
        return Refusal("15.7", "the unit is on forced march already")
    if mover.landed:
        return Refusal("20.3", "a unit that came by sea does not force march")
    if not mover.fresh:
        return Refusal("15.9", "forced march is paid for before the unit moves")
    if SEASON[state.turn - 1] == "winter":
        return Refusal("22.2", "no forced march in winter")
    if not may_spend_on_supply(state, unit, mover.here):
        return Refusal("22.3", "no forced march in the east during the thaw")
    if (found := why_not_offensive(state, unit)) is not None:
        return found
    if not in_general_supply(state, unit):
        return Refusal("15.10", "forced march needs general supply at its start")
    return Refusal("5.5", "nobody spends his last victory point on a march")


# Marching.


def _why_not_march(state: State, mover: Mover, verb: str, number: int) -> Refusal:
    """[8.2] Hex by hex, or straight to one."""
    unit, here = mover.unit, mover.here
    if number == here:
        return Refusal("8.2", "the unit is there already")
    if (found := why_not_enter(state, unit, number)) is not None:
        return found
    if verb == "step":
        beside = why_not_beside(here, number)
        if beside is not None:
            return beside
    if (found := why_not_stay(state, unit, number)) is not None:
        return found
    zone = hindering_zone(state, unit)
    engaged = bool(zone >> here & 1)
    if engaged and not mover.fresh:
        return Refusal("11.5", "the unit has entered an enemy zone and must stop")
    next_to = step(1 << here, MARCH)
    if engaged and (zone & next_to) >> number & 1:
        return Refusal("11.6", "a unit disengages into a hex free of enemy zones")
    if engaged and not next_to & enterable(state, state.side_of(unit)) & ~zone:
        return Refusal("11.6", "no hex next to the unit is free of enemies and their zones")
    left = max(0, mover.allowance(state) - mover.spent)
    everywhere = LAND & ~closed(state) & allowed_land(state, unit)
    free = everywhere & enterable(state, state.side_of(unit))
    if not _marched(state, mover, left, everywhere, 0) >> number & 1:
        return Refusal("8.2", "too far for the movement points left")
    if not _marched(state, mover, left, free, 0) >> number & 1:
        return Refusal("9.6", "enemies stand on every way that the movement points allow")
    if engaged and _marched(state, mover, left, free, zone) >> number & 1:
        return Refusal("11.6", "disengaging costs a movement point more than the unit has")
    return Refusal("11.5", "enemy zones lie on every way that the movement points allow")


def _marched(state: State, mover: Mover, points: int, free: Hexes, stop: Hexes) -> Hexes:
    """Where a unit would get with so many points, through free hexes and to the edge of zones."""
    unit = mover.unit
    dug = state.trenches[0], state.trenches[1]
    costs = march_costs(state.side_of(unit), state.face(unit).type in MECHANIZED, dug)
    start = 1 << mover.here
    first = free & ~stop if stop & start else free
    least = step(start, MARCH) & first if mover.fresh else 0
    return reach(start, points, costs, free, stop, first).hexes | least


# Rail.


def _why_not_rail(state: State, mover: Mover, number: int) -> Refusal:
    """[16.3] [16.4] [16.5] By rail."""
    unit, here = mover.unit, mover.here
    side = state.side_of(unit)
    if mover.railed:
        return Refusal("16.4", "a unit goes by rail once a phase")
    if mover.landed:
        return Refusal("20.3", "a unit that came by sea does not go by rail")
    if not mover.fresh:
        return Refusal("16.3", "a rail move comes before any other")
    if not in_general_supply(state, unit):
        return Refusal("16.4", "rail movement needs general supply")
    if not CITIES >> here & 1:
        return Refusal("16.3", "rail movement starts in a city")
    if enemy_zone(state, side) >> here & 1:
        return Refusal("16.4", "rail movement does not start in an enemy zone")
    if RAIL_ZONE[3] >> here & 1:
        return Refusal("16.5", "the unit is in Zone 3, where no trains run")
    if used_up(state, unit) >> here & 1:
        return Refusal("16.5", "the railways here have no capacity left for the unit")
    if number == here:
        return Refusal("16.3", "a train goes to another city")
    if not CITIES >> number & 1:
        return Refusal("16.3", "rail movement ends in a city")
    if (found := why_not_enter(state, unit, number)) is not None:
        return found
    if enemy_zone(state, side) >> number & 1:
        return Refusal("16.4", "the city is in an enemy zone")
    if not controlled(state, side) >> number & 1:
        return Refusal("16.4", "the city is not under your control")
    if RAIL_ZONE[3] >> number & 1:
        return Refusal("16.5", "the city is in Zone 3, where no trains run")
    if used_up(state, unit) >> number & 1:
        return Refusal("16.5", "the railways there have no capacity left for the unit")
    if (found := why_not_stay(state, unit, number)) is not None:
        return found
    return _why_no_line(state, unit, here, number)


def _why_no_line(state: State, unit: int, here: Hex, number: int) -> Refusal:
    """Why no line of fifteen hexes joins two cities that trains could serve."""
    everywhere = LAND & ~closed(state) & allowed_land(state, unit)
    paved = everywhere & ~RAIL_ZONE[3]
    if not within(1 << here, LONGEST, everywhere, everywhere) >> number & 1:
        return Refusal("16.3", "the city is more than fifteen hexes away")
    if not within(1 << here, LONGEST, paved, paved) >> number & 1:
        return Refusal("16.5", "every line of fifteen hexes leads through Zone 3")
    tracks = paved & ~used_up(state, unit)
    if not within(1 << here, LONGEST, tracks, tracks) >> number & 1:
        return Refusal("16.5", "the railways on the way have no capacity left for the unit")
    land = rail_land(state, unit) | used_up(state, unit) & paved & enterable(
        state, state.side_of(unit)
    ) & ~enemy_zone(state, state.side_of(unit))
    if within(1 << here, LONGEST, land, land) >> number & 1:
        return Refusal("16.5", "the only free line leads over railways without capacity left")
    return Refusal("16.4", "enemies and their zones cut every line of fifteen hexes")


# By sea.


def _why_not_sea(state: State, mover: Mover, verb: str, number: int) -> Refusal:
    """Chapter 20: what is asked of every voyage, then of each kind."""
    unit, side = mover.unit, state.side_of(mover.unit)
    place = state.where[unit]
    if GUERRILLAS >> unit & 1:
        return Refusal("20.2", "guerrillas do not embark")
    if not may_embark(state, unit):
        return Refusal("20.2", "Bolsheviks and nationalists do not embark")
    if mover.here >= 0 and not mover.fresh:
        return Refusal("20.2", "a unit embarks where it began the phase")
    if mover.forced:
        return Refusal("20.3", "a unit on forced march does not embark")
    if place >= 0 and not COASTS >> place & 1:
        return Refusal("20.2", "the unit is not on a coast")
    ready = OF_TYPE["amphibious"] & state.piles[FLEET] & state.forces(side) & ~state.naval_used
    if not ready:
        return Refusal("20.2", "no transport of yours is ready")
    weight = state.face(unit).weight
    if not transports(state, side, weight):
        return Refusal("20.2", "no transport has room left for the unit")
    if not any(embarks(place, seas_of(state, u)) for u in transports(state, side, weight)):
        return Refusal("20.7", "no transport with room sails the sea that the unit is on")
    if verb == "sail":
        return _why_not_sail(state, unit, number)
    if verb == "assault":
        return _why_not_assault(state, unit, number)
    return _why_not_ship_home(state, unit, number)


def _why_not_sail(state: State, unit: int, number: int) -> Refusal:
    edges = 0
    for hexes in (LANDING_EDGE["north"], LANDING_EDGE["gulf"]):
        edges |= hexes
    inland = LAND & ~(COASTS | edges)
    if inland >> number & 1:
        return Refusal("20.1", "the hex is not on a coast")
    if (edges & ~(COASTS | edge_landings(unit))) >> number & 1:
        return Refusal("20.12", "the unit's nation does not land at that edge of the map")
    if number == state.where[unit]:
        return Refusal("20.2", "a voyage leads to another coast")
    if (found := why_not_enter(state, unit, number)) is not None:
        return found
    if (found := why_not_stay(state, unit, number)) is not None:
        return found
    return Refusal("20.7", "no transport with room sails from here to that coast")


def _why_not_assault(state: State, unit: int, number: int) -> Refusal:
    place, side = state.where[unit], state.side_of(unit)
    if not COMBATANTS >> unit & 1:
        return Refusal("20.10", "a unit that cannot attack by itself makes no assault")
    if place not in BOX and not NAVAL_BASES >> place & 1:
        return Refusal("20.10", "an assault starts in a port")
    if not state.held[1 - side] >> number & 1:
        return Refusal("20.10", "no enemy is there to be assaulted")
    if (found := why_not_russia(state, number)) is not None:
        return found
    case, reason = bounds_of(state, unit)
    if not allowed_land(state, unit) >> number & 1:
        return Refusal(case, reason)
    if not step(1 << number, SEAWARD) & OPEN_SEA:
        return Refusal("20.10", "an assault goes in from an all-sea hex")
    return Refusal("20.7", "no transport with room can lie off that coast")


def _why_not_ship_home(state: State, unit: int, number: int) -> Refusal:
    if state.side_of(unit) != ALLIED:
        return Refusal("20.1", "only the Allies have boxes off the map")
    if state.where[unit] < 0:
        return Refusal("20.1", "the unit is in its box already")
    if NATION_OF[unit] not in BOX_OF:
        return Refusal("6.4", "the unit's nation has no box")
    return Refusal("6.4", "the box is another nation's")


# From the air.


def _why_not_drop(state: State, mover: Mover, number: int) -> Refusal:
    """[21.4] Airlanding."""
    unit, here = mover.unit, mover.here
    if unit != AIRLANDING:
        return Refusal("21.4", "only the American airlanding corps lands from the air")
    if state.airlanded:
        return Refusal("21.4", "the corps has landed from the air before, which it does once")
    if not mover.fresh:
        return Refusal("21.4", "an airlanding takes the whole move")
    if mover.forced:
        return Refusal("21.4", "a unit on forced march does not take off")
    airbases = [u for u in state.stacks[here] if COUNTERS[u].front.type in AIR]
    if not airbases:
        return Refusal("21.4", "no airbase is with the corps")
    if not any(in_general_supply(state, u) for u in airbases):
        return Refusal("21.4", "the airbase is not in general supply")
    if number == here:
        return Refusal("21.4", "the corps lands in another hex")
    if GRID.distance(here, number) > DROP_RANGE:
        return Refusal("21.4", "the hex is more than four hexes away")
    if (found := why_not_enter(state, unit, number)) is not None:
        return found
    if not (TERRAIN["clear"] | CITIES) >> number & 1:
        return Refusal("21.4", "the corps lands on clear ground and in cities only")
    found = why_not_stay(state, unit, number)
    assert found is not None
    return found
