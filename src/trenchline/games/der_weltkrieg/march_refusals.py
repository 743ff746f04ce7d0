"""Why a stack on the march may not do something [6] [7] [9]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trenchline.games.der_weltkrieg import headquarters, supply_markers
from trenchline.games.der_weltkrieg.column_attack import why_no_column_attack
from trenchline.games.der_weltkrieg.components import enemy_of
from trenchline.games.der_weltkrieg.going import why_no_minimum_move
from trenchline.games.der_weltkrieg.orders import why_barred, why_waiting
from trenchline.games.der_weltkrieg.rail import (
    barred_after_rail,
    is_rail_bound,
    why_not_entrain,
    why_not_ride,
)
from trenchline.games.der_weltkrieg.rail_lines import (
    changes_gauge,
    may_convert,
    repair_ways,
    why_not_begun,
)
from trenchline.games.der_weltkrieg.routes import cost_of, march
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.whose import why_not_yours
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Refusal

if TYPE_CHECKING:
    from trenchline.games.der_weltkrieg.march import March

ACROSS_THE_MAP = 200
"""More movement points than any way costs."""


def why_not_march(state: State, stack: March, verb: str, number: int) -> Refusal:
    """Why a choice is not open to a stack on the march."""
    if verb == "repair":
        return _why_not_repair(state, stack, number)
    if verb == "with":
        return _why_not_join(state, stack, number)
    if stack.aboard:
        return _why_not_aboard(state, stack, verb, number)
    if verb == "attack":
        return why_no_column_attack(state, stack.party, stack.hex, stack.column, number)
    if verb == "move":
        return _why_not_move(state, stack, number)
    if verb == "column":
        return _why_not_column(state, stack)
    if verb == "entrain" and stack.column:
        return Refusal("7-10", "who has declared column movement does not move by rail")
    if verb == "entrain":
        refusal = why_not_entrain(state, stack.journey(state), stack.entered_zone)
        assert refusal is not None
        return refusal
    if verb not in ("ride", "detrain"):
        return Refusal("6-3", "finish this march first")
    return Refusal("7-3", "it must entrain first")


def _why_not_aboard(state: State, stack: March, verb: str, number: int) -> Refusal:
    if verb == "ride":
        return why_not_ride(state, stack.journey(state), number)
    if verb == "detrain" and is_rail_bound(state, stack.units):
        return Refusal("6-12", "it lives on the rails, and never detrains")
    if verb == "entrain" and stack.aboard:
        return Refusal("7-3", "it is on its train already")
    if verb not in ("move", "column", "attack"):
        return Refusal("6-3", "finish this journey first")
    return Refusal("7-7", "it must detrain first")


# Who may move at all, and with whom.


def why_not_ready(state: State, unit: int) -> Refusal | None:
    """[6-3] Why a unit on the map does not move any more in this phase; None if it may."""
    key = state.theatre.counters[unit].key
    if not state.theatre.mobile >> unit & 1:
        return Refusal("6-1", f"{key} has no movement allowance")
    if unit in state.transferred:
        return Refusal("18-6", "a headquarters that transfers supply points does not move")
    if state.column_attacked >> unit & 1:
        return Refusal("16-4", f"the column attack of {key} has ended its movement")
    if state.moved >> unit & 1:
        if state.moved_this_turn >> unit & 1:
            return Refusal("6-3", f"{key} has moved already")
        return Refusal("6-3", f"{key} has been left where it is in this phase")
    return why_waiting(state, unit)


def _why_not_join(state: State, stack: March, unit: int) -> Refusal:
    foreign = why_not_yours(state, unit, stack.who(state), "6-5")
    if foreign is not None:
        return foreign
    key = state.theatre.counters[unit].key
    if unit in stack.party:
        return Refusal("6-5", f"{key} is in the stack already")
    if stack.has_begun:
        return Refusal("6-5", "a stack is put together before it moves")
    if state.where[unit] != stack.hex:
        return Refusal("6-5", "a stack begins its march in one hex")
    refusal = why_not_ready(state, unit)
    if refusal is not None:
        return refusal
    if state.theatre.rail_bound >> unit & 1:
        return Refusal("6-12", f"{key} lives on the rails, and moves by itself")
    if is_rail_bound(state, stack.units):
        return Refusal("6-12", "who lives on the rails moves by itself")
    if stack.aboard:
        return Refusal("7-3", f"{key} is not on a train")
    if state.entrained >> unit & 1:
        return Refusal("7-3", f"{key} is on its train")
    return _why_no_column(state, unit)


def _why_not_column(state: State, stack: March) -> Refusal:
    if stack.column:
        return Refusal("6-10", "it marches in column already")
    if stack.crossed:
        # [R153]
        return Refusal("6-10", "column movement is declared before the first hex")
    slow = [unit for unit in stack.party if not state.theatre.in_column >> unit & 1]
    return _why_no_column(state, slow[0] if slow else stack.party[0])


def _why_no_column(state: State, unit: int) -> Refusal:
    """[6-10] Why a unit cannot march in column."""
    key = state.theatre.counters[unit].key
    if not state.theatre.in_column >> unit & 1:
        return Refusal("6-10", f"{key} is of a kind that does not march in column")
    return Refusal("7-10", f"{key} has moved by rail in this turn")


# The march.


def _why_not_move(state: State, stack: March, there: Hex) -> Refusal:
    """Why a stack may not march to a hex."""
    side, theatre = stack.who(state), state.theatre
    if there < 0 or not theatre.land >> there & 1:
        return Refusal("6-6", "that is not a hex on land")
    if there == stack.hex:
        return Refusal("6-6", "it stands there already")
    if state.holders[enemy_of(side)] >> there & 1:
        return Refusal("6-11", "an enemy unit holds that hex")
    if stack.column and enemy_zone(state, side) >> there & 1:
        return Refusal("6-10", "a column may not enter an enemy-controlled hex")
    if stack.column and stack.units & theatre.of_nation["AH"]:
        if stack.nearer_the_enemy(state, 1 << there):
            return Refusal("40-2", "Austro-Hungarians do not march in column at the enemy")
    if enemy_zone(state, side) >> there & 1 and barred_after_rail(state, stack.units):
        return Refusal("7-8", "after rail movement it may not enter an enemy zone of control")
    barred = why_barred(state, stack.units, there)
    if barred is not None:
        return barred
    if stack.units & state.rail_only:
        return Refusal("18-18", "what a corps sends goes by rail, but for the turn of its creation")
    if not supply_markers.within_cartage(state, stack.units, stack.start, 1 << there):
        return Refusal("18-9", "overland a marker begins and ends its way at headquarters only")
    if (
        stack.units & theatre.of_kind["headquarters"]
        and headquarters.barred(state, side) >> there & 1
    ):
        return Refusal("18-3", "trenches without rails and engineers keep headquarters out")
    if there - stack.hex in theatre.board.grid.shifts:
        return _why_not_step(state, stack, there)
    return _why_not_way(state, stack, there)


def _why_not_way(state: State, stack: March, there: Hex) -> Refusal:
    """[6-9] Why a stack does not get to a hex farther away."""
    cost = cost_of(march(stack.ground(state), stack.hex, ACROSS_THE_MAP), there)
    if cost is not None:
        left = stack.budget(state)
        return Refusal("6-9", f"the way there costs {cost} movement points, and {left} are left")
    return Refusal("6-9", "no way leads there")


def _why_not_step(state: State, stack: March, there: Hex) -> Refusal:
    """Why a stack may not cross one hexside that lies before it."""
    ground = stack.ground(state)
    cost = ground.cost(stack.hex, there)
    if stack.crossed and cost is not None:
        left = stack.budget(state)
        return Refusal("6-9", f"that hexside costs {cost} movement points, and {left} are left")
    return why_no_minimum_move(state, stack.units, stack.hex, there, ground)


# Repairs.


def _why_not_repair(state: State, stack: March, there: Hex) -> Refusal:
    theatre, unit = state.theatre, stack.party[0]
    if not theatre.of_kind["engineer"] >> unit & 1:
        return Refusal("9-4", "only engineers repair lines")
    if len(stack.party) > 1:
        return Refusal("9-5", "engineers repair lines by themselves, not in a stack")
    if there < 0 or not state.inoperative >> there & 1:
        return Refusal("9-4", "no broken line is there")
    if stack.column:
        return Refusal("9-5", "engineers in column movement do not repair")
    if state.railed >> unit & 1:
        return Refusal("9-5", "engineers who have moved by rail do not repair")
    if not stack.on_line:
        return Refusal("9-5", "they have left the line that they followed")
    refusal = why_not_begun(state, unit, stack.start)
    if refusal is not None:
        return refusal
    if (state.trenches | state.devastation) >> there & 1:
        return Refusal("9-7", "under trenches it takes them two turns on the spot")
    if enemy_zone(state, stack.who(state)) >> there & 1:
        return Refusal("9-8", "they do not enter an enemy zone of control to repair")
    if changes_gauge(state, stack.hex, there):
        if not may_convert(state):
            return Refusal("9-11", "gauge is not converted on this turn")
        if stack.spent:
            return Refusal("9-12", "conversion takes their whole allowance")
        if there - stack.hex not in theatre.board.grid.shifts:
            return Refusal("9-12", "who converts a line begins beside it")
    budget = stack.budget(state)
    ways = repair_ways(state, stack.ground(state), unit, stack.hex, ACROSS_THE_MAP, False)
    if there in ways:
        cost = ways[there][0]
        return Refusal("9-5", f"the line there costs {cost} movement points, and {budget} are left")
    return Refusal("9-5", "no line that they can follow leads there")
