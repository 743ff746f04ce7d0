"""Rule 6: which units may move in a phase, and why others may not."""

from __future__ import annotations

from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.routes import rating
from trenchline.games.the_great_war.state import EXPLOITATION, REACTION_MOVEMENT, State
from trenchline.kernel.bars import Bar, first_bar, left_open
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import Refusal


def ready(state: State, side: int) -> Units:
    """[6] [3F.1] The units that may still move in this phase, each to be picked up."""
    return left_open(bars(state, side), state.on_map(side))


def bars(state: State, side: int) -> list[Bar]:
    """[6.6] [6D] [6E] What keeps units from moving in this phase."""
    components = 0
    for unit in state.attached:
        components |= 1 << unit
    found = [
        Bar("6", "its movement in this phase is over", ~state.halted),
        Bar("12B6", "it moves with the headquarters of its artillery division", ~components),
        Bar("14O1", "it is in supply line mode", ~state.extending),
        Bar("14B3", "its movement rating is 0", ~state.kind.immobile.showing(state.reduced)),
    ]
    if state.phase == REACTION_MOVEMENT:
        found += [
            Bar("14M1", "Army HQs do not move in reaction", ~state.kind.army_hq),
            Bar("12B6", "artillery divisions do not react", ~state.kind.art_hq),
            Bar("6D", "no Army HQ that has been checked just now leads it", state.eligible),
        ]
    if state.phase == EXPLOITATION:
        found += [
            Bar("7A3", "it has used strategic rail movement", ~state.strategic),
            Bar("6E", "its rating in exploitation is less than a point", state.eligible),
        ]
    return found


def exploiting(state: State, side: int) -> Units:
    """[6E] [R41] Units whose rating in exploitation is at least a point."""
    return bit_set(unit for unit in members(state.on_map(side)) if rating(state, unit))


def why_not_ready(state: State, side: int, unit: int) -> Refusal:
    """Why a unit may not be picked up."""
    theatre = state.theatre
    if not 0 <= unit < len(theatre.counters) or theatre.counters[unit].side != side:
        return Refusal("6", "it is not a unit of the side that moves")
    if state.where[unit] < 0:
        return Refusal("6", "it is not on the map")
    refusal = first_bar(bars(state, side), unit)
    assert refusal is not None
    return refusal
