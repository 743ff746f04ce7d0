"""Why units on the move may not do what was asked of them [6] [7A] [11H]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trenchline.games.the_great_war import (
    changing_places,
    goods,
    overrun,
    overstacks,
    rations,
    transports,
    voyages,
    works,
)
from trenchline.games.the_great_war.acceleration import may_accelerate, rest_cost, unreliable
from trenchline.games.the_great_war.closures import closed_to, too_cold
from trenchline.games.the_great_war.rail import line, why_not_by_rail
from trenchline.games.the_great_war.readiness import ready, why_not_ready
from trenchline.games.the_great_war.routes import frail_motors, may_cross, open_hexes
from trenchline.games.the_great_war.sieges import may_close_in
from trenchline.games.the_great_war.stacking import fits
from trenchline.games.the_great_war.state import MOVEMENT, State
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Refusal

if TYPE_CHECKING:
    from trenchline.games.the_great_war.march import March

ONLY_MOVEMENT = (
    *("accelerate", "rail", "strategic", "sail", "break", "load", "provision", "turn_to"),
    *works.VERBS,
)
"""What units do in the movement phase alone [6B] [6D.2] [6E.1] [7A]."""
MARCHING = (
    *("move", "relieve", "with", "rest", "overrun", "carry", "wait"),
    *overstacks.VERBS,
    *ONLY_MOVEMENT,
)
"""What units on the move do at all."""


def why_not_march(state: State, march: March, verb: str, number: int) -> Refusal:
    """Why a party may not do something."""
    if march.relieving or (march.leaving and verb != "move"):
        return changing_places.why_not(state, march, verb, number)
    if verb not in MARCHING:
        return Refusal("6", "these units are on the move: end their march first")
    if verb in ONLY_MOVEMENT and state.phase != MOVEMENT:
        return Refusal("6D" if "reaction" in state.phase else "6E", ONLY_REGULAR)
    if verb in works.VERBS:
        refusal = works.why_not(state, march, verb, number)
        assert refusal is not None
        return refusal
    if verb in overstacks.VERBS:
        refusal = overstacks.why_not(state, march, verb)
        assert refusal is not None
        return refusal
    match verb:
        case "move":
            return why_not_move(state, march, number)
        case "relieve":
            if number >= 0 and march.reach(state) >> number & 1:
                return changing_places.why_not_relieve(state, march, number)
            return why_not_move(state, march, number)
        case "with":
            return _why_not_with(state, march, number)
        case "accelerate":
            return _why_not_accelerate(state, march)
        case "rail" | "strategic":
            return _why_not_rail(state, march, verb, number)
        case "sail":
            return voyages.why_not(state, march, number)
        case "rest":
            return _why_not_rest(state, march, number)
        case "break":
            return _why_not_break(state, march)
        case "overrun":
            if march.riders:
                return Refusal("14O2", "a transport unit sets down its cargo before an overrun")
            refusal = overrun.why_not(state, march, number)
            assert refusal is not None
            return refusal
        case "carry":
            return transports.why_not_carry(state, march, number)
        case "turn_to":
            return works.why_not_turn_to(state, march, number)
        case "provision":
            return rations.why_not_load(state, march, number)
        case "load":
            return _why_not_load(state, march, number)
    if not march.gone:
        return Refusal("6", "the units have gone nowhere yet")
    return Refusal("6", "no movement point is left to go on with")


ONLY_REGULAR = "in this phase units spend movement points for regular movement only"


def why_not_move(state: State, march: March, there: Hex) -> Refusal:
    """[6] Why a party may not go to a hex."""
    theatre, side = state.theatre, march.who(state)
    bit = 1 << there if there >= 0 else 0
    if there == march.hex:
        return Refusal("6", "the units are there already")
    if not theatre.land & bit:
        return Refusal("3F", "that hex is not in play")
    if state.besieged[side] & bit:
        return Refusal("15G", "nobody joins the besieged by land")
    if state.surrounded & bit and state.occupied[1 - side] & bit & state.owned[1 - side]:
        if any(not may_close_in(state, unit) & bit for unit in march.party):
            return Refusal("15G", "only those besiege the hex who have stood next to it")
    elif not open_hexes(state, side) & bit:
        return Refusal("6", "the enemy both occupies and owns that hex")
    if any(closed_to(state, unit) & bit for unit in march.party):
        return Refusal("R9", "the scenario closes that hex to a unit of the party for now")
    if any(too_cold(state, unit) & bit for unit in march.party):
        return Refusal("14D2", "camel units stay in the warm weather zones")
    if march.is_held(state):
        return Refusal("7A", "the last guard of a line that trains have used stays")
    if overstacks.strands(state, march):
        return Refusal("8C2", "the last Corps HQ does not leave its overstack")
    if march.reach(state) & bit and not fits(state, there, side, march.units):
        return Refusal("8B", "the units would exceed the stacking limit there")
    if march.is_fast(state):
        return Refusal("6B3", "accelerated movement does not carry the units there")
    if theatre.board.grid.distance(march.hex, there) == 1:
        for unit in march.party:
            if not may_cross(state, unit, march.hex, there):
                return Refusal("6", "that ground is prohibited to a unit of the party")
    return Refusal("6", "the movement points left do not suffice")


def _why_not_with(state: State, march: March, unit: int) -> Refusal:
    if march.gone:
        return Refusal("6", "nobody joins units that have set out")
    if march.riders:
        return Refusal("14O2", "nobody joins a transport unit that carries others")
    if march.is_laden:
        return Refusal("11H2", "nobody joins units that have loaded")
    if unit in march.party:
        return Refusal("6", "it moves with them already")
    if 0 <= unit < len(state.where) and state.where[unit] >= 0 and state.where[unit] != march.hex:
        return Refusal("6", "it stands in another hex")
    if unit >= 0 and ready(state, march.who(state)) >> unit & 1:
        return Refusal("6B3", "regular and accelerated movement do not mix in a party")
    return why_not_ready(state, march.who(state), unit)


def _why_not_accelerate(state: State, march: March) -> Refusal:
    if march.riders:
        return Refusal("6B3", "a unit that carries others has moved at the regular rate")
    if march.is_fast(state):
        return Refusal("6B", "the units use accelerated movement already")
    if march.units & state.rested:
        return Refusal("6B4", "a unit has rested in this phase")
    if march.units & unreliable(state):
        return Refusal("14C2", "unreliable tanks do not use accelerated movement")
    if march.units & frail_motors(state):
        return Refusal("14O2a", "motorized transport does not hurry before Feb I 17")
    if march.units & state.kind.rail_only:
        return Refusal("14B1", "units bound to rails do not use accelerated movement")
    if march.units & state.kind.water_only:
        return Refusal("14B2", "units bound to the water do not use accelerated movement")
    if march.gone:
        return Refusal("6B3", "the units have set out at the regular rate")
    assert march.units & ~may_accelerate(state)
    return Refusal("6B3", "a unit has spent movement points at the regular rate")


def _why_not_rail(state: State, march: March, verb: str, number: int) -> Refusal:
    if march.riders:
        return Refusal("14O2", "units that are carried go by road, not by rail")
    if march.is_laden:
        return Refusal("11H4", "what is carted does not go by rail with its carriers")
    if march.is_held(state):
        return Refusal("7A", "the last guard of a line that trains have used stays")
    if overstacks.strands(state, march):
        return Refusal("8C2", "the last Corps HQ does not leave its overstack")
    train = march.operational(state) if verb == "rail" else march.strategic(state)
    if train is None:
        return Refusal("7A3", "who uses strategic rail movement does not move otherwise")
    if not train.hexes:
        return Refusal("7A2", "no movement point is left for the train")
    if number == march.hex:
        return Refusal("7A", "the train stands there already")
    if number < 0:
        return Refusal("7A", "that is no hex")
    open_line = line(state, train.side, train.units)
    if march.train_reaches(state, train, open_line) >> number & 1:
        return Refusal("8B", "those who detrain would exceed the stacking limit there")
    return why_not_by_rail(state, train, number)


def _why_not_rest(state: State, march: March, number: int) -> Refusal:
    if march.is_fast(state):
        return Refusal("6B4", "who uses accelerated movement does not rest in the same phase")
    if len(march.party) > 1:
        return Refusal("6B4", "units rest one by one")
    unit = march.party[0]
    if number < 1:
        return Refusal("6B4", "say how many fatigue hits are to be rested off")
    if number > state.fatigue.get(unit, 0):
        return Refusal("6B4", "the unit has not so many fatigue hits")
    assert rest_cost(state, unit) * number > march.points(state)
    return Refusal("6B4", "the movement points left do not suffice for so much rest")


def _why_not_break(state: State, march: March) -> Refusal:
    if not state.theatre.rails >> march.hex & 1:
        return Refusal("7A6", "there is no rail line in the hex to be broken")
    if state.broken >> march.hex & 1:
        return Refusal("7A6", "the rail line is broken already")
    if len(march.party) > 1:
        return Refusal("7A6", "one unit breaks the line, not a party")
    if march.is_fast(state):
        return Refusal("6B3", "accelerated units spend their points for movement only")
    return Refusal("7A6", "the movement points left do not suffice to break the line")


def _why_not_load(state: State, march: March, number: int) -> Refusal:
    side = march.who(state)
    if march.cargo:
        return Refusal("11H2", "the units carry resource points already")
    if not state.resources.get(march.hex, 0):
        return Refusal("11H2", "no resource point lies in the hex")
    if not state.owned[side] >> march.hex & 1:
        return Refusal("11H2", "the resource points are not owned by the side that moves")
    if goods.waiting(state, side, march.hex) < max(1, number):
        return Refusal("11H4", "not so many resource points are left that have not been carted")
    if not goods.room(state, march.party):
        return Refusal("11H2", "none of the units may carry resource points")
    return Refusal("11H2", "the units cannot carry so many resource points")
