"""Section 2.4 and chapters 7, 9 and 11: control of hexes, trenches, stacking, zones of control."""

from __future__ import annotations

from trenchline.games.kaisers_war.components import (
    ALLIED,
    GUERRILLAS,
    HOMELAND,
    LAND,
    MARCH,
    RUSSIA,
    TRENCH,
    stack_limit,
)
from trenchline.games.kaisers_war.state import CONTROL, ZONE, State
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes

LOW_MORALE = 25


def trench(state: State, side: int) -> Hexes:
    """A side's trenchlines, printed [7.1] and built [37.1]; to be there is to be entrenched
    [7.2]."""
    return TRENCH[side] | state.trenches[side]


def zone(state: State, side: int) -> Hexes:
    """The hexes a side's units control by their presence next to them [11.1] [11.2].

    [11.3] [7.3] A zone does not reach into enemy trenchlines [R3] nor into an enemy fort's hex.
    """
    if not has_zones(state, side):
        return 0
    enemy = 1 - side
    inputs = (state.fierce[side], state.trenches[enemy], state.forts[enemy])
    then, known = state.memo[ZONE + side]
    found: Hexes = known
    if then != inputs:
        found = step(state.fierce[side], MARCH) & ~(trench(state, enemy) | state.forts[enemy])
        state.memo[ZONE + side] = inputs, found
    return found


def has_zones(state: State, side: int) -> bool:
    """[33.1] [33.3] A side at low morale has no zones of control at all."""
    return "morale" not in state.options or bool(state.vp[side] > LOW_MORALE)


def enemy_zone(state: State, side: int) -> Hexes:
    """The hexes under the zones of a side's enemy. Friends do not lift them [11.3]."""
    return zone(state, 1 - side)


def hindering_zone(state: State, unit: int) -> Hexes:
    """[21.5] The enemy zones a unit must heed: guerrillas heed none."""
    return 0 if GUERRILLAS >> unit & 1 else enemy_zone(state, state.side_of(unit))


def controlled(state: State, side: int) -> Hexes:
    """[2.4] The hexes a side controls: those it occupies, and those of its own countries that no
    enemy occupies or has in his zone (such a hex is contested and nobody's [R65])."""
    enemy = 1 - side
    held, enemy_zone_ = state.held, zone(state, enemy)
    inputs = (held[0], held[1], held[2], enemy_zone_, state.kaiser_east)
    then, known = state.memo[CONTROL + side]
    found: Hexes = known
    if then != inputs:
        home = homeland(state, side)
        found = held[side] | home & ~(held[enemy] | held[2] | enemy_zone_)
        state.memo[CONTROL + side] = inputs, found
    return found


def enterable(state: State, side: int) -> Hexes:
    """The land a side's units may ever enter: no enemies there [9.6], no neutrals [23.2], and
    Russia only once the Kaiser has moved east [24.1] [30.10]."""
    return LAND & ~(closed(state) | state.held[1 - side] | state.held[2])


def closed(state: State) -> Hexes:
    """[24.1] [30.10] Russia, which nobody enters or attacks until the Kaiser moves east."""
    return 0 if state.kaiser_east else RUSSIA


def homeland(state: State, side: int) -> Hexes:
    """[2.3] [2.4] The countries of a side; Russia is Allied once the Bolsheviks fight [30.11]."""
    return HOMELAND[side] | (RUSSIA if side == ALLIED and state.kaiser_east else 0)


def overweight(state: State, hex_: Hex) -> int:
    """By how many corps equivalents a hex is over-stacked [9.4]."""
    return max(0, state.weight(hex_) - stack_limit(hex_))
