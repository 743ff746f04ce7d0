"""Rule 14O: transport units. In transport mode they carry logistics items [11H2] and units; in
supply line mode they stand still and lengthen supply lines [14O3]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.goods import A_POINT
from trenchline.games.the_great_war.readiness import ready
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.bars import Bar, first_bar, left_open
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import Choices, Refusal

if TYPE_CHECKING:
    from trenchline.games.the_great_war.march import March

ROOM = 3 * QUARTERS
"""[14O2] What a transport unit carries of units, or of units and logistics items together."""
DOUBLE = 2


def transports(state: State, side: int) -> Units:
    """[14O] The transport units of a side on the map."""
    return state.on_map(side) & state.theatre.tagged["transport"]


# Mode.


def turns(state: State, side: int) -> Choices:
    """[14O1] In the initial phase transport units may be turned to the other mode."""
    mine = transports(state, side) & ~state.turned_over
    return {"extend": mine & ~state.extending, "pack_up": mine & state.extending}


def turn(state: State, unit: int) -> None:
    """[14O1] A transport unit changes its mode."""
    state.extending ^= 1 << unit
    state.turned_over |= 1 << unit


def why_not_turn(state: State, side: int, verb: str, unit: int) -> Refusal:
    """[14O1] Why a unit is not turned."""
    bit = 1 << unit if unit >= 0 else 0
    if not transports(state, side) & bit:
        return Refusal("14O1", "it is not a transport unit of the side on the map")
    if state.turned_over & bit:
        return Refusal("14O1", "it has changed its mode in this phase")
    lengthens = state.extending & bit
    mode = "it is in supply line mode already" if lengthens else "it is in transport mode already"
    return Refusal("14O1", mode)


# Cargo.


def is_carrier(state: State, march: March) -> bool:
    """[14O2] Whether a single transport unit is on the move that could carry units."""
    if len(march.party) > 1:
        return False
    bit = 1 << march.party[0]
    idle = state.extending | state.disrupted | state.badly_disrupted
    return bool(state.theatre.tagged["transport"] & bit & ~idle)


def load_of(state: State, riders: Units) -> int:
    """[14O2a] [3A3.9] What units count as cargo: artillery double."""
    guns = state.kind.artillery
    return sum(state.re(u) * (DOUBLE if guns >> u & 1 else 1) for u in members(riders))


def bars(state: State, march: March) -> list[Bar]:
    """[14O2] [14O2a] [14O2b] What keeps units from being carried."""
    counters = state.theatre.counters
    side = march.who(state)
    here = state.units(march.hex, side) & ~march.units
    moved = state.moved | bit_set(state.spent) | state.halted
    motor = counters[march.party[0]].is_cm
    kinds = ~(state.kind.cm | state.kind.army_hq)
    heavy = bit_set(
        unit
        for unit in members(here)
        if counters[unit].has_heavy_equipment(
            state.reduced >> unit & 1 if counters[unit].back else 0
        )
        and not (motor and not counters[unit].is_artillery)
    )
    room = ROOM - load_of(state, march.riders) - march.cargo * A_POINT
    light = bit_set(unit for unit in members(here) if load_of(state, 1 << unit) <= room)
    return [
        Bar("14O2", "it does not stand with the transport unit", here),
        Bar("14O2", "it may not move in this phase", ready(state, side)),
        Bar("14O2", "it has moved by itself in this phase", ~moved),
        Bar("14O2a" if motor else "14O2b", "units of its kind are not carried", kinds),
        Bar("14O2a" if motor else "14O2b", "it has heavy equipment", ~heavy),
        Bar("14O2", "three REs of cargo are the most", light),
    ]


def riders_for(state: State, march: March) -> Units:
    """[14O2] [R166] The units that a transport unit may take up where it is."""
    if not is_carrier(state, march) or march.is_fast(state):
        return 0
    return left_open(bars(state, march), state.units(march.hex, march.who(state)) & ~march.units)


def why_not_carry(state: State, march: March, unit: int) -> Refusal:
    """[14O2] Why a unit is not carried."""
    if not is_carrier(state, march):
        return Refusal("14O2", "no transport unit in order and in transport mode moves alone")
    if march.is_fast(state):
        return Refusal("6B3", "accelerated units spend their points for movement only")
    refusal = first_bar(bars(state, march), unit)
    assert refusal is not None
    return refusal
