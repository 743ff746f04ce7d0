"""Who may bombard what [12C] [12C1]: guns in reach with strength left."""

from __future__ import annotations

from trenchline.games.the_great_war.afloat import shores
from trenchline.games.the_great_war.attackers import around, in_play, in_reach
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.strength import printed_attack
from trenchline.games.the_great_war.surprise import is_surprised
from trenchline.kernel.bars import Bar, left_open
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes


def bars(state: State, side: int, target: Hex, counter: bool, busy: Units = 0) -> list[Bar]:
    """[12C] [12C1] What keeps guns from bombarding a hex; busy ones are laid on another by a
    plan."""
    on_map = in_play(state, side)
    beside = around(state, side, target) & state.kind.artillery
    near = bit_set(u for u in members(beside) if in_reach(state, u, target))
    found = [
        Bar("12C", "only artillery on the map bombards", on_map & state.kind.artillery),
        Bar("12C1", "it has bombarded in this phase", ~state.bombarded),
        Bar("12C1", "a planned bombardment needs it", ~busy),
        Bar("12C1", "the hex is beyond the range of its guns", near),
        Bar("12C", "its guns have no strength to bombard with", _armed(state, near)),
    ]
    if counter:
        found.append(Bar("12C", "its hex has not been bombarded", _under_fire(state, side)))
        stunned = _surprised_units(state, side)
        found.append(Bar("R95", "surprise keeps its hex from answering", ~stunned))
    return found


def _under_fire(state: State, side: int) -> Units:
    """[12C] The units of a side whose hexes have been bombarded in this phase."""
    found = 0
    for hex_ in members(state.bombed):
        found |= state.units(hex_, side)
    return found


def _surprised_units(state: State, side: int) -> Units:
    """[R95] Those of them that surprise keeps from answering."""
    found = 0
    for hex_ in members(state.bombed):
        if is_surprised(state, hex_):
            found |= state.units(hex_, side)
    return found


def _armed(state: State, guns: Units) -> Units:
    silent = state.badly_disrupted
    return bit_set(u for u in members(guns & ~silent) if printed_attack(state, u))


def guns_for(state: State, side: int, target: Hex, counter: bool, busy: Units = 0) -> Units:
    """[12C] The guns of a side that may bombard a hex."""
    found = bars(state, side, target, counter, busy)
    return left_open(found, in_play(state, side) & state.kind.artillery)


def marks(state: State, side: int, counter: bool, busy: Units = 0) -> Hexes:
    """[12C] The hexes with enemies that a side may bombard."""
    guns = in_play(state, side) & state.kind.artillery & ~state.bombarded & ~busy
    if counter:
        guns &= _under_fire(state, side) & ~_surprised_units(state, side)
    guns = _armed(state, guns)
    found = 0
    enemies = state.occupied[1 - side]
    grid = state.theatre.board.grid
    for unit in members(guns):
        here = state.where[unit]
        if here < 0:
            # [14B2.2] Boats fire at the banks.
            found |= bit_set(shores(state, unit)) & enemies
            continue
        ring = 0
        for radius in range(1, state.theatre.counters[unit].range + 1):
            ring |= grid.ring(here, radius)
        for hex_ in members(ring & enemies & ~found):
            if in_reach(state, unit, hex_):
                found |= 1 << hex_
    return found
