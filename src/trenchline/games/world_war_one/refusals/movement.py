"""Chapters 5 and 6: why a unit cannot be picked to move, or not go where it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trenchline.games.world_war_one.components import (
    AH,
    ALLIED,
    ALLOWANCE,
    ALONG,
    BESIDE,
    BEYOND_THE_STRAITS,
    CENTRAL,
    CLEAR,
    COAST,
    COUNTERS,
    DOORS,
    GRID,
    IT,
    NATION_OF,
    PLAY,
    RUSSIAN_CITIES,
    WESTERN,
    hexname,
)
from trenchline.games.world_war_one.refusals.order import MOVING, out_of_phase
from trenchline.games.world_war_one.routes import (
    FORBIDDEN_TO_AUSTRIANS,
    OFF_RAIL,
    ON_FOOT,
    Ease,
    explore,
    march_cost,
    reached,
    rounded,
    straight,
    would_reach,
)
from trenchline.games.world_war_one.russia import locked_in
from trenchline.games.world_war_one.state import ABSENT, LOST, POOL, TRANSIT, State
from trenchline.games.world_war_one.supply import open_waters, rail_joined
from trenchline.games.world_war_one.zones import barred, enemy_zone
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Refusal

if TYPE_CHECKING:
    from trenchline.games.world_war_one.moves import MoveUnit


# Who may move.


def of_mover(state: State, side: int, verb: str, unit: int) -> Refusal:
    """Why a unit cannot be picked to move."""
    if verb not in MOVING:
        return out_of_phase(state, verb)
    if verb != "unit":
        return Refusal("5.1", "first pick the unit that is to move")
    if not 0 <= unit < len(COUNTERS):
        return Refusal("3.2", "there is no such unit")
    place = state.where[unit]
    if place == ABSENT:
        return Refusal("13.3", "the option of the French Tank Army is off")
    if place == LOST:
        return Refusal("10.26", "the unit is lost for good")
    if state.side_of(unit) == 1 - side:
        return Refusal("5.11", "only the phasing player's units move")
    if state.side_of(unit) != side:
        return Refusal("11.0/PR", "neutral armies do not move")
    if place == POOL:
        return Refusal("5.11", "the unit is not on the map until it is built")
    if state.garrisons and place >= 0 and state.garrisons >> place & 1:
        return Refusal("12.13", "the garrison stays until Allied units enter Russia")
    if not state.ready >> unit & 1:
        return Refusal("5.0/PR", "the unit has had its move in this phase")
    return _of_stuck(state, side, unit)


def _of_stuck(state: State, side: int, unit: int) -> Refusal:
    """Why a unit that may still move has no legal move."""
    here = state.where[unit]
    if here == TRANSIT:
        return Refusal("5.52", "the unit has no legal move: no way out of the Transit Area is open")
    free = BESIDE[here] & ~barred(state, side)
    if not free:
        return Refusal("5.21", "the unit has no legal move: others hold every hex next to it")
    zone = enemy_zone(state, side)
    if zone >> here & 1 and not free & ~zone:
        return Refusal("6.12", "the unit has no legal move: every step leads from zone to zone")
    cage = locked_in(state, side)
    if cage >> here & 1 and not free & cage:
        return Refusal("12.13", "the unit has no legal move: every step leads out of Russia")
    ends = explore(state, unit, here).reached & ~state.armies[side]
    if ends and NATION_OF[unit] == AH:
        return Refusal("12.5", "the unit has no legal move: it could end only where it may not")
    return Refusal("5.21", "the unit has no legal move: friends fill every hex within its reach")


# A unit on its way.


def of_move(state: State, mover: MoveUnit, verb: str, number: int) -> Refusal:
    """Why a unit on its way cannot do that."""
    if verb in ("stay", "stop"):
        return _of_halt(state, mover, verb)
    if verb == "transit":
        return _of_transit(state, mover)
    if verb not in ("move", "step", "rail", "sea", "relieve"):
        return Refusal("5.0/PR", "first the unit in hand must finish its move")
    if number < 0 or not PLAY >> number & 1:
        return Refusal("5.0", "the hex is not in play")
    if verb == "sea":
        return _of_sea(state, mover, number)
    closed = _of_entering(state, mover, number, deliberate=verb in ("step", "rail"))
    if closed is not None:
        return closed
    if verb in ("step", "rail"):
        return _of_step(state, mover, verb, number)
    if number == mover.here:
        return Refusal("5.0", "the unit is there")
    if NATION_OF[mover.unit] == AH and FORBIDDEN_TO_AUSTRIANS >> number & 1:
        return Refusal("12.5", "Austro-Hungarian units may not end a Movement Phase there")
    if verb == "relieve":
        return _of_relief(state, mover, number)
    if state.armies[mover.who(state)] >> number & 1:
        return Refusal("5.21", "a friendly unit is there; only one may end the phase in a hex")
    return _of_reach(state, mover, number)


def _of_halt(state: State, mover: MoveUnit, verb: str) -> Refusal:
    if mover.must and not mover.spent:
        return Refusal("5.21", "a friend has taken the hex; the unit must move on")
    if verb == "stay":
        return Refusal("5.0/PR", "the unit has set out and cannot stay where it was")
    if not mover.lifted:
        return Refusal("5.0/PR", "the unit has not set out yet; it may stay where it is")
    if state.armies[mover.who(state)] >> mover.here & 1:
        return Refusal("5.21", "a friendly unit is here; only one may end the phase in a hex")
    return Refusal("12.5", "Austro-Hungarian units may not end a Movement Phase here")


def _of_transit(state: State, mover: MoveUnit) -> Refusal:
    if mover.who(state) != ALLIED:
        return Refusal("5.51", "the Transit Area is for Allied units")
    if state.status[IT] != ALLIED:
        return Refusal("11.11", "the Transit Area is closed while Italy is not an Ally")
    if mover.here == TRANSIT:
        return Refusal("5.54", "the unit is in the Transit Area")
    routes = explore(state, mover.unit, mover.here, mover.spent, mover.way)
    if routes.reached & DOORS & routes.leave:
        return Refusal("5.23", "no movement point is left at the door of the area")
    if routes.reached & DOORS:
        return Refusal("6.11", "an enemy zone stops the unit at the door of the area")
    return Refusal("5.52", "neither door of the area, 0110 and 0113, is within reach")


def _of_sea(state: State, mover: MoveUnit, hex_: Hex) -> Refusal:
    from trenchline.games.world_war_one.sea import LANDING_COASTS, SAILING_COASTS

    closed = BEYOND_THE_STRAITS & ~open_waters(state)
    if NATION_OF[mover.unit] not in WESTERN:
        return Refusal("5.4", "only British, French and American units move by sea")
    if state.sea_used:
        return Refusal("5.4", "one unit a phase moves by sea")
    if mover.here == TRANSIT:
        return Refusal("5.42", "a sea move starts on a coast, not in the Transit Area")
    if mover.must and not mover.spent:
        return Refusal("R60", "a relieved unit makes way by land")
    if mover.lifted:
        return Refusal("5.41", "a sea move takes the whole allowance")
    if not SAILING_COASTS >> mover.here & 1:
        return Refusal(
            "5.42", "a sea move starts on a clear coast, neither German nor north Russian"
        )
    if closed >> mover.here & 1:
        return Refusal("5.46", "the straits are closed to the unit where it is")
    if not COAST & CLEAR & 1 << hex_:
        return Refusal("5.43", "a sea move ends on a clear coastal hex")
    if not LANDING_COASTS >> hex_ & 1:
        return Refusal("5.43", "sea moves do not end in this country")
    if any(armies >> hex_ & 1 for armies in state.armies):
        return Refusal("5.45", "a unit is there")
    if (state.forts[CENTRAL] | state.forts[2]) >> hex_ & 1:
        return Refusal("5.45", "a fort that is not Allied is there")
    return Refusal("5.46", "the straits are closed")


def _of_entering(state: State, mover: MoveUnit, hex_: Hex, deliberate: bool) -> Refusal | None:
    """What closes a hex to a unit, by whatever way it would come."""
    side = mover.who(state)
    bit = 1 << hex_
    if state.armies[1 - side] & bit:
        return Refusal("5.21", "an enemy unit holds the hex")
    if state.forts[1 - side] & bit:
        return Refusal("12.43", "an enemy fort holds the hex")
    if state.armies[2] & bit:
        return Refusal("11.7", "a neutral army holds the hex; it can only be attacked")
    if state.forts[2] & bit:
        return Refusal("11.7", "a neutral fort holds the hex; it can only be attacked")
    if state.neutral_land & bit and not deliberate:
        return Refusal("11.7", "the country is neutral; to violate it, step in from next to it")
    cage = locked_in(state, side) if mover.here >= 0 else 0
    if cage >> max(mover.here, 0) & 1 and not cage & bit:
        return Refusal("12.13", "no unit leaves Russia before four cities are garrisoned")
    return None


# Single steps.


def _of_step(state: State, mover: MoveUnit, verb: str, hex_: Hex) -> Refusal:
    if mover.here == TRANSIT:
        return Refusal("5.52", "out of the Transit Area units move straight to where they go")
    if GRID.distance(mover.here, hex_) != 1:
        return Refusal("5.0/PR", "units move from hex to neighbouring hex")
    if verb == "rail" and not ALONG[mover.here] >> hex_ & 1:
        return Refusal("5.31", "no railway crosses that hexside")
    if verb == "step" and not BESIDE[mover.here] >> hex_ & 1:
        return Refusal("5.6", "the hexside is blocked")
    stopped = _of_zones(state, mover, hex_)
    if stopped is not None:
        return stopped
    if verb == "rail" and mover.way == OFF_RAIL:
        return Refusal("5.34", "only one stretch by rail in a phase")
    if verb == "rail" and mover.way == ON_FOOT:
        cut = _of_line(state, mover)
        if cut is not None:
            return cut
    if _spent_after(mover, verb, hex_) > ALLOWANCE:
        return Refusal("5.23", "not enough movement points")
    return _of_passing(state, mover, hex_)


def _of_zones(state: State, mover: MoveUnit, hex_: Hex) -> Refusal | None:
    zone = enemy_zone(state, mover.who(state))
    if mover.here < 0 or not zone >> mover.here & 1:
        return None
    if mover.spent:
        return Refusal("6.11", "the unit has entered an enemy zone and must stop")
    if zone & BESIDE[mover.here] & 1 << hex_:
        return Refusal("6.12", "from one enemy zone straight into another")
    return None


def _spent_after(mover: MoveUnit, verb: str, hex_: Hex) -> int:
    """What the unit will have spent when it has entered the next hex [5.31] [R39]."""
    if verb == "rail":
        return mover.spent + 1
    spent = mover.spent if mover.way == ON_FOOT else rounded(mover.spent)
    return spent + march_cost(hex_)


def _of_line(state: State, mover: MoveUnit) -> Refusal | None:
    """Why no train can be boarded: what is wrong with the line [5.33]."""
    routes = explore(state, mover.unit, mover.here, mover.spent, mover.way)
    if routes.linked >> mover.here & 1:
        return None
    nation = NATION_OF[mover.unit]
    if not rail_joined(state, nation, PLAY) >> mover.here & 1:
        return Refusal("5.33", "no railway leads from here to a supply source of the nation")
    if not rail_joined(state, nation, PLAY & ~state.neutral_land) >> mover.here & 1:
        return Refusal("5.33", "the line to a supply source runs through a neutral country")
    return Refusal("5.33", "the enemy cuts every line from here to a supply source")


def _of_passing(state: State, mover: MoveUnit, hex_: Hex) -> Refusal:
    """A hex in which the unit may not stop and from which it could not go on."""
    friend = state.armies[mover.who(state)] >> hex_ & 1
    in_zone = enemy_zone(state, mover.who(state)) >> hex_ & 1
    if friend and in_zone:
        return Refusal("5.21", "a friend is there, and an enemy zone would stop the unit on it")
    if friend:
        return Refusal("5.21", "a friend is there, and the unit could not move on")
    if in_zone:
        return Refusal("12.5", "an enemy zone would stop the unit where no Austrian may end")
    return Refusal("12.5", "the unit could not move on to where an Austrian may end")


# Straight moves.


def _of_relief(state: State, mover: MoveUnit, hex_: Hex) -> Refusal:
    if not state.armies[mover.who(state)] >> hex_ & 1:
        return Refusal("5.21", "there is no friend to relieve")
    if mover.here == TRANSIT:
        return Refusal("R60", "a unit out of the Transit Area relieves nobody")
    if state.garrisons >> hex_ & 1:
        return Refusal("12.13", "the friend there is a garrison and stays")
    if not state.ready >> state.at[hex_] & 1:
        return Refusal("5.21", "the friend there has had its move and would be stacked on")
    ways = straight(state, mover.unit, mover.here, mover.spent, mover.way)
    if reached(ways) >> hex_ & 1:
        return Refusal("R60", "the friend there has no empty hex to go to in two steps")
    return _of_reach(state, mover, hex_)


def _of_reach(state: State, mover: MoveUnit, hex_: Hex) -> Refusal:
    """A hex the unit may be in but cannot get to: what bars the way is found by thinking it away,
    one thing after the other."""
    side, unit, here = mover.who(state), mover.unit, mover.here

    def reaches(ease: Ease) -> bool:
        return bool(would_reach(state, unit, here, mover.spent, mover.way, ease) >> hex_ & 1)

    stopped = _of_zones(state, mover, hex_)
    if stopped is not None:
        return stopped
    if reaches(Ease()):
        return _of_fateful_way(state, mover, hex_)
    enemies = state.armies[1 - side] | state.forts[1 - side]
    points = f"{(ALLOWANCE - mover.spent) / 2:g} movement points"
    if reaches(Ease(zones=True)):
        return Refusal("6.11", f"enemy zones stop the unit on every way of {points}")
    if reaches(Ease(zones=True, opened=enemies)):
        return Refusal("5.21", f"enemies stand in every way of {points}")
    if reaches(Ease(opened=state.neutral_land)):
        return Refusal("11.7", f"every way of {points} leads through a neutral country")
    if reaches(Ease(opened=PLAY & ~(barred(state, side) | state.neutral_land))):
        return Refusal("12.13", f"every way of {points} leads out of Russia")
    if reaches(Ease(rails=True)):
        return Refusal("5.33", f"a way of {points} would need a train that cannot be boarded")
    if reaches(Ease(zones=True, opened=PLAY, rails=True)):
        return Refusal("5.23", f"no way of {points} is open")
    return Refusal("5.23", f"it is farther away than {points}")


def _of_fateful_way(state: State, mover: MoveUnit, hex_: Hex) -> Refusal:
    routes = explore(state, mover.unit, mover.here, mover.spent, mover.way)
    fateful = bit_set(routes.path(hex_)) & RUSSIAN_CITIES & ~state.red_cities
    names = " and ".join(hexname(city) for city in members(fateful))
    return Refusal("12.12", f"the way would bring down Russia by {names}; take it hex by hex")
