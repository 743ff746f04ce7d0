"""Sections 8.1 to 8.3: who may attack whom, and with what differential.

Only questions here, no steps: which units are able to attack, what a hex defends with, which hexes
can be attacked at all.
"""

from __future__ import annotations

from trenchline.games.world_war_one.components import (
    ALLIED,
    ATTACK,
    BESIDE,
    COUNTERS,
    COUNTRY,
    DEFENCE,
    FORT_NATION,
    FORT_STRENGTH,
    NATION_OF,
    ROUGH,
    ROUGH_BONUS,
    WINTER_BONUS,
    march,
)
from trenchline.games.world_war_one.neutrals import violate
from trenchline.games.world_war_one.state import ATTACKERS, EMPTY, State
from trenchline.games.world_war_one.supply import fed, passable, supplied, western_sources
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.odds import Modifier


def supplied_attackers(state: State, side: int) -> Hexes:
    """The hexes of a side's units that may attack: in supply [8.11] [8.15], not used yet [8.14].

    Forts never do [12.4].
    """
    lines, surrendered, fought = passable(state, side), state.surrendered, state.fought
    west = western_sources(state) if side == ALLIED else 0
    # Where a side's units stand is part of its lines.
    memo = state.memo[ATTACKERS + side]
    if memo[0] is lines and memo[1] == west and memo[2] is surrendered and memo[3] == fought:
        return memo[5]
    able = 0
    for nation in state.nations_of(side):
        if state.held[nation]:
            able |= state.held[nation] & fed(state, nation, lines)
    for unit in members(fought):
        if state.where[unit] >= 0:
            able &= ~(1 << state.where[unit])
    state.memo[ATTACKERS + side] = (lines, west, surrendered, fought, None, able)
    return able


def attackers_on(target: Hex, able: Hexes) -> Hexes:
    """The able units next to a target; not across blocked hexsides [8.16]. Nobody stands in the
    Transit Area as in a hex, so nobody attacks out of or into it [8.17] [5.55]."""
    return BESIDE[target] & able


def strength(state: State, hexes: Hexes) -> int:
    """The attack strength of the units in some hexes: what is printed on them [8.31]."""
    total = 0
    at = state.at
    while hexes:
        low = hexes & -hexes
        total += ATTACK[at[low.bit_length() - 1]]
        hexes ^= low
    return total


def halved(strength_: int) -> int:
    """[9.2] What is left of a defence out of supply: half, rounded up [8.32]."""
    return (strength_ + 1) // 2


def defenders(state: State, target: Hex) -> tuple[int | None, int]:
    """The unit in a hex and the strength of the fort there (zero if none or ruined) [8.22]."""
    fort = FORT_STRENGTH[target] if state.intact >> target & 1 else 0
    return state.unit_at(target), fort


def defence(state: State, target: Hex) -> list[Modifier]:
    """The defence strength of a hex, number by number [8.3].

    Supply first [9.23], each element for itself [R17]; then rough [8.34] and winter [8.35], once
    for the hex [R18]. The unit and the fort defend together [12.41], and the fort gains and suffers
    as the unit does [12.42].
    """
    unit, fort = defenders(state, target)
    parts = []
    bit = 1 << target
    if unit is not None:
        printed = DEFENCE[unit]
        parts.append(Modifier("8.3", COUNTERS[unit].title, printed))
        if not supplied(state, NATION_OF[unit]) & bit:
            parts.append(Modifier("9.2", "out of supply: halved", halved(printed) - printed))
    if fort:
        parts.append(Modifier("12.41", "fortification", fort))
        if not supplied(state, FORT_NATION[target]) & bit:
            parts.append(Modifier("12.42", "fort out of supply: halved", halved(fort) - fort))
    if ROUGH & bit:
        parts.append(Modifier("8.34", "rough terrain", ROUGH_BONUS))
    if state.winter:
        parts.append(Modifier("8.35", "winter", WINTER_BONUS))
    return parts


def defence_total(state: State, target: Hex) -> int:
    """The same as the sum of ``defence``, quickly."""
    unit = state.at[target]
    bit = 1 << target
    total = 0
    if unit != EMPTY:
        total = DEFENCE[unit]
        if not supplied(state, NATION_OF[unit]) & bit:
            total = halved(total)
    if state.intact & bit:
        fort = FORT_STRENGTH[target]
        total += fort if supplied(state, FORT_NATION[target]) & bit else halved(fort)
    return total + _ground(state, bit)


def defence_bounds(state: State, target: Hex) -> tuple[int, int]:
    """What a hex defends with if all there is out of supply, and if all is supplied."""
    unit, fort = defenders(state, target)
    printed = 0 if unit is None else DEFENCE[unit]
    ground = _ground(state, 1 << target)
    return halved(fort) + halved(printed) + ground, fort + printed + ground


def is_even(state: State, force: int, target: Hex) -> bool:
    """Whether a force attacks a hex at an even differential or better [8.3]."""
    least, most = defence_bounds(state, target)
    # Only in between does it matter who is in supply.
    return force >= most or (force >= least and force >= defence_total(state, target))


def _ground(state: State, bit: Hexes) -> int:
    """What rough ground [8.34] and winter [8.35] add to a defence."""
    bonus = ROUGH_BONUS if ROUGH & bit else 0
    return bonus + WINTER_BONUS if state.winter else bonus


def targets(state: State, side: int) -> Hexes:
    """Enemy units and forts next to a side, not yet attacked in this phase [8.14]."""
    enemy = 1 - side
    hexes = state.armies[enemy] | state.forts[enemy]
    return hexes & ~struck(state)


def struck(state: State) -> Hexes:
    """Hexes whose unit or fort has been attacked in this phase [8.14] [R22]."""
    hexes = state.struck_forts
    for unit in members(state.attacked):
        if state.where[unit] >= 0:
            hexes |= 1 << state.where[unit]
    return hexes


def legal_targets(state: State, side: int) -> Hexes:
    """Hexes against which all units at hand bring at least an even differential [8.3] [R53]."""
    able = supplied_attackers(state, side)
    if not able:
        return 0
    near = march(able)
    found = 0
    for target in members(near & targets(state, side)):
        force = strength(state, attackers_on(target, able))
        if force and is_even(state, force, target):
            found |= 1 << target
    # [11.7] Neutral units and forts may be attacked too; that violates their country.
    neutrals = near & (state.armies[2] | state.forts[2])
    if neutrals:
        for target in members(neutrals & ~struck(state)):
            if neutral_attack_stands(state, side, target):
                found |= 1 << target
    return found


def neutral_attack_stands(state: State, side: int, target: Hex) -> bool:
    """Whether an attack on a neutral is still possible once the violation has taken effect."""
    # Many are too weak whatever it does to supply.
    least, _ = defence_bounds(state, target)
    if strength(state, attackers_on(target, state.armies[side])) < least:
        return False
    after = state.copy()
    violate(after, COUNTRY[target], side)
    able = supplied_attackers(after, side)
    if after.unit_at(target) is None and not after.intact >> target & 1:
        return False
    force = strength(after, attackers_on(target, able))
    return bool(force) and is_even(after, force, target)
