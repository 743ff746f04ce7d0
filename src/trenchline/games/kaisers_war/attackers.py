"""Sections 12.2 to 12.8: who may attack, and what."""

from __future__ import annotations

from trenchline.games.kaisers_war.components import (
    AN,
    BO,
    COMBATANTS,
    MARCH,
    NATION_OF,
    TC,
    UNITS_OF,
)
from trenchline.games.kaisers_war.control import closed
from trenchline.games.kaisers_war.eastern import allowed_land, stuck
from trenchline.games.kaisers_war.state import ON_MAP, State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes


def able(state: State, side: int) -> int:
    """[12.4] A side's units that may attack now, unused in this phase [12.7]: land units with an
    attack factor, supplied or not [15.13]; support units never by themselves [17.2] [18.7]."""
    standing = state.piles[ON_MAP] & state.forces(side) & state.awake
    return standing & COMBATANTS & ~(state.fought | stuck(state))


def attackers_on(state: State, side: int, target: Hex) -> int:
    """The units that may attack a hex now: next to it [12.2] on any of its sides [12.6]."""
    found = 0
    for hex_ in members(step(1 << target, MARCH) & state.held[side]):
        found |= bit_set(state.stacks[hex_])
    found &= able(state, side)  # [12.4]
    # [21.6] The Trans-Caucasian corps attacks only where it may go; others attack across borders
    # they may not cross [30.15].
    for unit in members(found & UNITS_OF[TC]):
        if not allowed_land(state, unit) >> target & 1:
            found &= ~(1 << unit)
    # [20.10] Those at sea for an assault on this hex.
    return found | bit_set(u for u, (aim, _) in state.assault.items() if aim == target)


def companions(unit: int, others: tuple[int, ...]) -> bool:
    """[3.3] [12.23] All units of a side attack together, but Bolsheviks and Anarchists only with
    their own kind [30.17] [30.21b]."""
    mine = NATION_OF[unit]
    return all(
        (mine == loner) == (NATION_OF[other] == loner) for other in others for loner in (BO, AN)
    )


def targets(state: State, side: int) -> Hexes:
    """Enemy hexes next to a side's units that have not been attacked in this phase [12.8], forts
    that ships have bombarded only by a force from the sea [19.2] [R43]; none in Russia before the
    Kaiser moves east [30.10]."""
    ready = able(state, side)
    caucasians = ready & UNITS_OF[TC]
    near = step(bit_set(state.where[u] for u in members(ready & ~caucasians)), MARCH)
    # [21.6] Trans-Caucasians attack only where they may go.
    for unit in members(caucasians):
        near |= step(1 << state.where[unit], MARCH) & allowed_land(state, unit)
    near &= ~state.shelled
    for aim, _ in state.assault.values():
        near |= 1 << aim
    return near & state.held[1 - side] & ~(state.struck | closed(state))
