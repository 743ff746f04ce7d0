"""Section 16: column attacks, combats in the movement phase.

They may be made at any time of it [16-2] and cost no movement points [16-3]; a hex, and a stack in
it, may suffer any number of them [16-6] [16-7]. Whoever made one may advance into a hex that is
left, for nothing [16-9].
"""

from __future__ import annotations

from trenchline.games.der_weltkrieg.battle import COLUMN, DESPERATE, DOUBLE, HALF, Battle
from trenchline.games.der_weltkrieg.components import NATIONS, enemy_of
from trenchline.games.der_weltkrieg.orders import may_move, off_limits, why_barred, why_waiting
from trenchline.games.der_weltkrieg.stacking import can_all_attack
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.supply_spending import may_attack, why_no_attack
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Refusal
from trenchline.kernel.terms import Factor

TOO_HARD = ("alpine", "mountain", "urban", "wooded_rough", "major_river")
"""[16-10] Hexsides over which no column attacks, besides those nobody can cross."""


def attack_factors(state: State, battle: Battle) -> list[Factor]:
    """[16-8] The strength of a column attack is halved; so is that of a stack which has retreated
    among enemies [14-9]."""
    return [Factor("16-8", "column attack", HALF)] if battle.kind in (COLUMN, DESPERATE) else []


def counterattack_factors(state: State, battle: Battle) -> list[Factor]:
    """[16-8] The answer to a column attack is doubled."""
    return [Factor("16-8", "column attack", DOUBLE)] if battle.kind in (COLUMN, DESPERATE) else []


def may_attack_in_column(state: State, unit: int, column: bool) -> bool:
    """[16-4] [16-5] [R40] Whether a unit may make a column attack: not artillery, once a phase,
    neither after column movement nor from a train; after rail movement only if its nation may enter
    enemy zones then."""
    theatre = state.theatre
    counter = theatre.counters[unit]
    return bool(
        (theatre.infantry | theatre.cavalry) >> unit & 1
        and state.strength[unit]
        and not counter.defends_only
        and not is_in_column(state, unit, column)
        and not (state.column_attacked | state.entrained) >> unit & 1
        and (not state.railed >> unit & 1 or NATIONS[counter.nation].zone_after_rail)
        and may_move(state, unit)
    )


def column_targets(state: State, party: tuple[int, ...], hex_: Hex, column: bool) -> Hexes:
    """[16-1] [16-10] The hexes next to a stack that it may attack in the movement phase."""
    theatre = state.theatre
    side = theatre.counters[party[0]].side
    near = theatre.beside[hex_] & state.occupied[enemy_of(side)]
    if not near or not all(may_attack_in_column(state, unit, column) for unit in party):
        return 0
    near &= ~off_limits(state, bit_set(party))
    return bit_set(
        there
        for there in members(near)
        if not is_too_hard(state, hex_, there)
        and can_all_attack(state, there, bit_set(party))
        # [26-6] Who may not attack without supply must be able to get it.
        and all(may_attack(state, unit, there) for unit in party)
    )


def is_too_hard(state: State, hex_: Hex, there: Hex) -> bool:
    """[16-10] Whether no column attacks over the hexside between two hexes."""
    theatre = state.theatre
    direction = theatre.board.grid.direction(hex_, there)
    return any(theatre.has_side(hex_, direction, kind) for kind in TOO_HARD)


def why_no_column_attack(
    state: State, party: tuple[int, ...], hex_: Hex, column: bool, target: Hex
) -> Refusal:
    """The case that forbids a column attack."""
    theatre = state.theatre
    units = bit_set(party)
    for unit in party:
        refusal = _why_not_in_column(state, unit, column)
        if refusal is not None:
            return refusal
    side = theatre.counters[party[0]].side
    if target - hex_ not in theatre.board.grid.shifts:
        return Refusal("12-4", "only a hex next to the stack can be attacked")
    if not state.occupied[enemy_of(side)] >> target & 1:
        return Refusal("12-1", "no enemy stands in that hex")
    if not can_all_attack(state, target, units):
        return Refusal("11-10", "the hex has too few land sides for so large a stack")
    if not step(1 << hex_, theatre.passable) >> target & 1:
        return Refusal("16-10", "no column attacks over sea and lakes")
    if is_too_hard(state, hex_, target):
        return Refusal("16-10", "the hexside is too hard for a column attack")
    barred = why_barred(state, units, target)
    if barred is not None:
        return barred
    # [26-6] Somebody may not attack without supply, and there is none for him.
    poor = next((unit for unit in party if not may_attack(state, unit, target)), party[0])
    return why_no_attack(state, poor, target)


def is_in_column(state: State, unit: int, column: bool) -> bool:
    """[6-10] Whether a unit marches in column, or has just declared it."""
    return column or bool(state.columned >> unit & 1)


def _why_not_in_column(state: State, unit: int, column: bool) -> Refusal | None:
    """Why a unit makes no column attack, wherever; None if it may."""
    theatre = state.theatre
    key = theatre.counters[unit].key
    if theatre.artillery >> unit & 1:
        return Refusal("16-4", "artillery takes no part in column attacks")
    if not (theatre.infantry | theatre.cavalry) >> unit & 1:
        return Refusal("16-4", f"{key} is no ground combat unit")
    if theatre.counters[unit].defends_only:
        return Refusal("12-14", f"the bracketed strength of {key} counts only in defence")
    if is_in_column(state, unit, column):
        return Refusal("6-10", "who marches in column does not attack in column")
    if state.column_attacked >> unit & 1:
        return Refusal("16-5", f"{key} has made its column attack in this phase")
    if state.railed >> unit & 1 and not may_attack_in_column(state, unit, column):
        return Refusal("16-4", f"{key} has moved by rail, and so makes no column attack")
    return why_waiting(state, unit)
