"""Who may attack what [12-4] to [12-10], and why somebody may not."""

from __future__ import annotations

from collections.abc import Iterator

from trenchline.games.der_weltkrieg import danube
from trenchline.games.der_weltkrieg.artillery import LAST_YEAR_OF_FORTS, may_fire_at
from trenchline.games.der_weltkrieg.assault import storm_troops
from trenchline.games.der_weltkrieg.components import Units, enemy_of
from trenchline.games.der_weltkrieg.going import is_bare_mountain
from trenchline.games.der_weltkrieg.orders import (
    may_move,
    off_limits,
    why_barred,
    why_waiting,
)
from trenchline.games.der_weltkrieg.rail import is_track
from trenchline.games.der_weltkrieg.stacking import has_room
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.supply_spending import (
    may_attack,
    why_no_attack,
)
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Refusal


def can_attack(state: State, unit: int) -> bool:
    """Whether a unit has an attack left: once a phase [12-9], with strength that is not bracketed
    [12-14], and not from a train [7-11]."""
    return bool(
        state.theatre.combat_units >> unit & 1
        and state.strength[unit]
        and not state.theatre.counters[unit].defends_only
        and not (state.fought | state.entrained) >> unit & 1
        and may_move(state, unit)
    )


def attackable_from(state: State, hex_: Hex) -> Hexes:
    """[12-4] [12-5] The hexes next to one that could be entered from it were no enemy there."""
    return state.theatre.beside[hex_]


def could_cross(state: State, unit: int, target: Hex) -> bool:
    """[12-5] Whether a unit could move into a hex next to it were no enemy there: artillery not
    over a mountain without rails [R18], rail-bound units only along a line [R152]."""
    theatre, hex_ = state.theatre, state.where[unit]
    if not attackable_from(state, hex_) >> target & 1:
        return False
    if theatre.rail_bound >> unit & 1:
        return is_track(theatre, hex_, target)
    direction = theatre.board.grid.direction(hex_, target)
    return not (theatre.artillery >> unit & 1 and is_bare_mountain(state, hex_, direction))


def attackers_of(state: State, side: int, target: Hex, supplied: bool = False) -> Units:
    """[12-6] Units of a side that may attack a hex; those of one stack may attack different ones
    [12-10]. With ``supplied``, as if headquarters had all the points they want."""
    return bit_set(_attackers(state, side, target, supplied))


def _attackers(state: State, side: int, target: Hex, supplied: bool) -> Iterator[int]:
    is_empty = not state.occupied[enemy_of(side)] >> target & 1
    for hex_ in members(attackable_from(state, target) & state.guns[side]):
        for unit in members(state.units(hex_, side) & state.theatre.combat_units):
            if is_empty and not _may_storm(state, side, unit, target):
                continue
            if (
                can_attack(state, unit)
                and could_cross(state, unit, target)
                and may_fire_at(state, unit, target)
                and not off_limits(state, 1 << unit) >> target & 1
                and danube.may_attack_across(state, unit, target)
                and (supplied or may_attack(state, unit, target))
            ):
                yield unit


def _may_storm(state: State, side: int, unit: int, target: Hex) -> bool:
    """[33-7] Whether a unit may attack where nobody is: assault units alone, if they find room."""
    return bool(storm_troops(state, 1 << unit)) and has_room(state, target, side, unit)


def targets(state: State, side: int, supplied: bool = False) -> Hexes:
    """[12-7] Hexes with enemies that have not been attacked in this phase and that somebody may
    attack; and empty ones beside assault units [33-7]."""
    theatre = state.theatre
    near = step(state.guns[side], theatre.passable)
    wanted = state.occupied[enemy_of(side)] & near
    stormers = 0
    for unit in members(state.in_play & theatre.of_kind["assault"] & theatre.of_side[side]):
        stormers |= 1 << state.where[unit]
    if stormers:
        wanted |= step(stormers, theatre.passable) & ~state.occupied[side]
    wanted &= ~state.attacked
    found = 0
    for hex_ in members(wanted):
        # One attacker is enough.
        for _ in _attackers(state, side, hex_, supplied):
            found |= 1 << hex_
            break
    return found


# Why not.


def why_not_attacked(state: State, side: int, target: Hex) -> Refusal:
    """Why a side cannot attack a hex in its combat phase."""
    grid = state.theatre.board.grid
    if state.attacked >> target & 1:
        return Refusal("12-7", "that hex has been attacked in this phase")
    if state.occupied[side] >> target & 1:
        return Refusal("12-1", "your own units stand there")
    near = [
        unit
        for hex_ in grid.neighbours(target)
        for unit in members(state.units(hex_, side) & state.theatre.combat_units)
    ]
    if not state.occupied[enemy_of(side)] >> target & 1:
        # [33-7] Only assault units attack where nobody is.
        near = [unit for unit in near if storm_troops(state, 1 << unit)]
        if not near:
            return Refusal("12-1", "no enemy stands there")
    if not near:
        return Refusal("12-4", "no combat unit of yours stands next to it")
    found = [why_not_attack(state, unit, target) for unit in near]
    # What holds for most of them says most.
    cases = [refusal.case for refusal in found]
    return found[cases.index(max(cases, key=cases.count))]


def why_not_attack(state: State, unit: int, target: Hex) -> Refusal:
    """Why a combat unit on the map cannot attack a hex."""
    theatre = state.theatre
    key, side, place = theatre.counters[unit].key, theatre.counters[unit].side, state.where[unit]
    if state.fought >> unit & 1:
        return Refusal("12-9", f"{key} has attacked in this phase")
    if theatre.counters[unit].defends_only:
        return Refusal("12-14", f"the bracketed strength of {key} counts only in defence")
    if state.entrained >> unit & 1:
        return Refusal("7-11", f"{key} is on its train, and nobody attacks from one")
    if target - place not in theatre.board.grid.shifts:
        return Refusal("12-4", f"{key} does not stand next to the hex")
    if not state.occupied[enemy_of(side)] >> target & 1:
        if not storm_troops(state, 1 << unit):
            return Refusal("33-7", "only assault units attack an empty hex")
        if not has_room(state, target, side, unit):
            return Refusal("11-1", f"{key} finds no room in the empty hex")
    refusal = _why_not_across(state, unit, target)
    if refusal is not None:
        return refusal
    if not may_fire_at(state, unit, target):
        if state.year <= LAST_YEAR_OF_FORTS:
            return Refusal("29-2", "until the end of 1914 siege artillery attacks only forts")
        return Refusal("29-15", "siege artillery attacks only forts and trenches")
    refusal = why_waiting(state, unit) or why_barred(state, 1 << unit, target)
    if refusal is not None:
        return refusal
    # [29-4] [26-6] Only those are left who attack supplied, and cannot be.
    return why_no_attack(state, unit, target)


def _why_not_across(state: State, unit: int, target: Hex) -> Refusal | None:
    """Why a unit cannot attack over the hexside before it; None if it can."""
    theatre, place = state.theatre, state.where[unit]
    if not danube.may_attack_across(state, unit, target):
        return danube.why_not_across(state, unit, target)
    if not attackable_from(state, place) >> target & 1:
        return Refusal("12-5", "nobody attacks over sea, lake and alpine sides")
    if could_cross(state, unit, target):
        return None
    key = theatre.counters[unit].key
    if theatre.rail_bound >> unit & 1:
        return Refusal("12-5", f"{key} lives on the rails, and no line crosses that hexside")
    return Refusal("12-5", "artillery cannot cross a mountain without rails")
