"""Why a stack on the march may not do something [6] [7] [9]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trenchline.games.der_weltkrieg import headquarters
from trenchline.games.der_weltkrieg.column_attack import why_no_column_attack
from trenchline.games.der_weltkrieg.danube import far_bank
from trenchline.games.der_weltkrieg.going import is_bare_mountain
from trenchline.games.der_weltkrieg.orders import off_limits
from trenchline.games.der_weltkrieg.rail import (
    barred_after_rail,
    why_not_entrain,
    why_not_ride,
)
from trenchline.games.der_weltkrieg.rail_lines import (
    can_begin_repair,
    changes_gauge,
    may_convert,
)
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Refusal

if TYPE_CHECKING:
    from trenchline.games.der_weltkrieg.march import March


def why_not_march(state: State, stack: March, verb: str, number: int) -> Refusal:
    """Why a choice is not open to a stack on the march."""
    if stack.aboard or verb in ("entrain", "ride", "detrain", "repair"):
        return _why_not_rail(state, stack, verb, number)
    side = stack.who(state)
    theatre = state.theatre
    if verb == "with":
        if stack.crossed or stack.spent:
            return Refusal("6-5", "a stack is put together before it moves")
        if number >= len(state.where) or state.where[number] != stack.hex:
            return Refusal("6-5", "a stack begins its march in one hex")
        return Refusal("6-3", "that unit may not move now")
    if verb == "attack":
        return why_no_column_attack(state, stack.party, stack.hex, stack.column, number)
    if verb == "column":
        if stack.crossed:
            # [R153]
            return Refusal("6-10", "column movement is declared before the first hex")
        if stack.units & state.railed:
            return Refusal("7-10", "rail and column movement exclude each other")
        return Refusal("6-10", "only ground combat units but artillery march in column")
    if verb != "move":
        return Refusal("6-3", "finish this march first")
    if number < 0 or not theatre.land >> number & 1:
        return Refusal("6-6", "that is not a hex on land")
    if state.holders[1 - side] >> number & 1:
        return Refusal("6-11", "an enemy unit holds that hex")
    if theatre.is_danube(stack.hex, number) and far_bank(state, side) >> number & 1:
        return Refusal("35-1", "nobody crosses the Danube into the zone of an enemy beside it")
    if stack.column and enemy_zone(state, side) >> number & 1:
        return Refusal("6-10", "a column may not enter an enemy-controlled hex")
    if stack.column and stack.nearer_the_enemy(state, 1 << number):
        if stack.units & theatre.of_nation["AH"]:
            return Refusal("40-2", "Austro-Hungarians do not march in column at the enemy")
    if enemy_zone(state, side) >> number & 1 and barred_after_rail(state, stack.units):
        return Refusal("7-8", "after rail movement it may not enter an enemy zone of control")
    if off_limits(state, stack.units) >> number & 1:
        return Refusal("4", "the scenario bars these units from that hex")
    if stack.units & state.rail_only:
        return Refusal("18-18", "what a corps sends goes by rail, but for the turn of its creation")
    if stack.units & theatre.of_kind["supply"] and number not in members(
        headquarters.within_cartage(state, stack.units, stack.start, 1 << number)
    ):
        return Refusal("18-9", "off the rails a marker goes from or to a headquarters only")
    if (
        stack.units & theatre.of_kind["headquarters"]
        and headquarters.barred(state, side) >> number & 1
    ):
        return Refusal("18-3", "no headquarters among trenches without rails or engineers")
    if number - stack.hex in theatre.board.grid.shifts:
        return _why_not_step(state, stack, number)
    return Refusal("6-9", f"that is farther than {stack.budget(state)} movement points")


def _why_not_step(state: State, stack: March, there: Hex) -> Refusal:
    """Why a stack may not cross one hexside that lies before it."""
    theatre, ground = state.theatre, stack.ground(state)
    direction = theatre.board.grid.direction(stack.hex, there)
    if theatre.crossing_cost(stack.hex, direction) is None:
        return Refusal("6-9", "nobody crosses that hexside")
    if ground.barred >> stack.hex & ground.barred >> there & 1:
        return Refusal("29-16", "artillery does not move between trenches in enemy zones")
    if ground.cost(stack.hex, there) is None:
        return Refusal("6-9", "no major river is crossed from one enemy zone into another")
    if stack.crossed:
        return Refusal("6-9", f"it has {stack.budget(state)} movement points left")
    if stack.units & theatre.artillery and is_bare_mountain(state, stack.hex, direction):
        return Refusal("29-12", "artillery crosses mountains only along rails")
    return Refusal("6-9", "no free step over such ground from one enemy zone into another")


def _why_not_rail(state: State, stack: March, verb: str, number: int) -> Refusal:
    if verb == "entrain":
        if stack.column:
            return Refusal("7-10", "rail and column movement exclude each other")
        refusal = why_not_entrain(state, stack.journey(state), stack.entered_zone)
        return refusal or Refusal("7-3", "it is on its train already")
    if verb == "repair":
        return _why_not_repair(state, stack, number)
    if not stack.aboard:
        return Refusal("7-3", "it must entrain first")
    if verb == "ride":
        return why_not_ride(state, stack.journey(state), number)
    if verb == "detrain":
        return Refusal("6-12", "it lives on the rails")
    if verb == "with":
        return Refusal("7-3", "only units already on their trains here may join")
    return Refusal("7-7", "it must detrain before it marches")


def _why_not_repair(state: State, stack: March, there: Hex) -> Refusal:
    theatre = state.theatre
    if not theatre.of_kind["engineer"] >> stack.party[0] & 1 or len(stack.party) > 1:
        return Refusal("9-4", "only engineers on their own repair lines")
    if there < 0 or not state.inoperative >> there & 1:
        return Refusal("9-4", "no broken line is there")
    start = stack.start
    if stack.column or state.railed >> stack.party[0] & 1 or not stack.on_line:
        return Refusal("9-5", "engineers follow the line by ordinary movement")
    if not can_begin_repair(state, stack.party[0], start):
        return Refusal("9-6", "they did not begin in an operative hex of their own network")
    if (state.trenches | state.devastation) >> there & 1:
        return Refusal("9-7", "under trenches it takes them two turns on the spot")
    if enemy_zone(state, stack.who(state)) >> there & 1:
        return Refusal("9-8", "they do not enter an enemy zone of control to repair")
    if changes_gauge(state, stack.hex, there):
        if not may_convert(state):
            return Refusal("9-11", "gauge is not converted on this turn")
        return Refusal("9-12", "conversion takes their whole allowance in the next hex")
    return Refusal("9-5", "the line does not lead there within their movement points")
