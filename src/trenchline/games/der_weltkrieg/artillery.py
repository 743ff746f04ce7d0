"""Section 29: artillery and siege artillery."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.battle import DOUBLE, HALF, Battle, Factor, Term
from trenchline.games.der_weltkrieg.components import Units
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.terrain_choice import has_fort
from trenchline.kernel.bits import bit_set, members

INFANTRY_TO_A_SIDE = 4
"""[29-11] So much infantry for each side under fire keeps artillery from doing its worst."""


def is_bombardment(state: State, battle: Battle) -> bool:
    """[29-7] Whether artillery attacks alone."""
    return not bit_set(battle.attackers) & ~state.theatre.artillery


def sides_shelled(state: State, battle: Battle) -> int:
    """Through how many hexsides artillery attacks."""
    guns = state.theatre.artillery
    return len(
        {
            origin
            for unit, origin in zip(battle.attackers, battle.origins, strict=True)
            if guns >> unit & 1
        }
    )


def attack_terms(state: State, battle: Battle) -> list[Term]:
    """[29-10] Artillery alone against a fort hits harder for each hexside it fires through."""
    if is_bombardment(state, battle) and has_fort(state, battle.target):
        return [Term("29-10", "artillery from all sides", sides_shelled(state, battle))]
    return []


def unit_factors(state: State, battle: Battle, unit: int) -> list[Factor]:
    """[29-11] [29-15] What artillery counts against the hex it attacks."""
    theatre = state.theatre
    if not theatre.artillery >> unit & 1:
        return []
    if has_fort(state, battle.target):
        lax = _infantry_in(state, battle) < INFANTRY_TO_A_SIDE * sides_shelled(state, battle)
        return [Factor("29-11", "a fort short of infantry", DOUBLE)] if lax else []
    if theatre.of_kind["siege"] >> unit & 1:
        return [Factor("29-15", "siege artillery against trenches", HALF)]
    return []


def _infantry_in(state: State, battle: Battle) -> int:
    units: Units = state.units(battle.target, battle.defender) & state.theatre.infantry
    return sum(state.strength[unit] for unit in members(units))
