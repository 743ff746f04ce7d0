"""Overruns after combat [9F5]: units that must retreat, or that advance a second hex, roll over
enemies in their way. Movement points do not matter; enemy zones are paid for before the odds are
taken."""

from __future__ import annotations

from trenchline.games.the_great_war.casualties import eliminate
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.intelligence import veiled
from trenchline.games.the_great_war.overrun_odds import LEAST, is_thinkable, odds
from trenchline.games.the_great_war.routes import may_cross
from trenchline.games.the_great_war.stacking import fits_limit
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.zones import zoc
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes


def is_covered(state: State, side: int, target: Hex) -> bool:
    """[6F1] [9F2] Whether enemies elsewhere have a zone of control in a hex that is overrun: those
    in it lose theirs."""
    without = state.copy()
    for unit in members(state.units(target, 1 - side)):
        without.lift(unit)
    return bool(zoc(without, 1 - side) >> target & 1)


def pay_zones(state: State, units: Units) -> Units:
    """[9F2] [9F5] Units that retreat into an enemy zone become cadres, or are lost. Who is left."""
    for unit in members(units):
        eliminate(state, unit)
    return bit_set(unit for unit in members(units) if state.where[unit] >= 0)


def can_overrun(state: State, units: Units, target: Hex, retreats: bool) -> bool:
    """[9F5] Whether units that stand together may overrun an adjacent hex after combat."""
    here = state.where[units.bit_length() - 1]
    side = state.theatre.counters[units.bit_length() - 1].side
    if not state.occupied[1 - side] >> target & 1 or not fits_limit(state, target, units):
        return False
    if not all(may_cross(state, unit, here, target) for unit in members(units)):
        return False
    if veiled(state, 1 - side) >> target & 1:
        # [R156] After combat nobody tries his strength on an unknown corps [14N2].
        return False
    if units & state.overstacked or not is_thinkable(state, units, target):
        return False
    if odds(state, units, here, target) < LEAST:
        return False
    if not retreats or not is_covered(state, side, target):
        return True
    tried = state.copy()
    left = pay_zones(tried, units)
    return bool(left) and odds(tried, left, here, target) >= LEAST


def ways_through(state: State, units: Units, retreats: bool) -> Hexes:
    """[9F5] The adjacent hexes that units may overrun after combat."""
    here = state.where[units.bit_length() - 1]
    near = state.theatre.board.grid.neighbours(here)
    return bit_set(hex_ for hex_ in near if can_overrun(state, units, hex_, retreats))


def roll_over(state: State, units: Units, target: Hex, retreats: bool) -> Units:
    """[9F5] Units overrun a hex: its enemies are lost in total, and they enter it. Who has come."""
    side = state.theatre.counters[units.bit_length() - 1].side
    if retreats and is_covered(state, side, target):
        units = pay_zones(state, units)
    for unit in members(state.units(target, 1 - side)):
        eliminate(state, unit, total=True)
    if units:
        state.move(units, target)
    return units
