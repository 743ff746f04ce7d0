"""Section 29: artillery and siege artillery."""

from __future__ import annotations

from fractions import Fraction

from trenchline.games.der_weltkrieg.battle import DOUBLE, HALF, Battle
from trenchline.games.der_weltkrieg.components import Units
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.terrain_choice import has_fort
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.terms import Factor, Term

AT_GUNS = "guns"
"""[29-7] The aim of artillery that fires at forts and artillery only."""
LAST_YEAR_OF_FORTS = 1914
"""[29-2] Until the end of this year siege artillery serves against forts only."""
INFANTRY_TO_A_SIDE = 4
"""[29-11] So much infantry for each side under fire keeps artillery from doing its worst."""


def is_bombardment(state: State, battle: Battle) -> bool:
    """[29-7] Whether artillery attacks alone."""
    return not bit_set(battle.attackers) & ~state.theatre.artillery


def may_aim(state: State, battle: Battle) -> bool:
    """[29-7] Whether artillery alone may choose to fire at the fort and the artillery only."""
    units = state.units(battle.target, battle.defender)
    marks = state.theatre.artillery | state.theatre.of_kind["fortress"]
    return is_bombardment(state, battle) and bool(units & marks) and bool(units & ~marks)


def may_fire_at(state: State, unit: int, target: Hex) -> bool:
    """[29-2] [29-15] Whether siege artillery may attack a hex: only a fort, and from 1915 on
    trenches too; all other artillery may attack any."""
    if not state.theatre.of_kind["siege"] >> unit & 1 or has_fort(state, target):
        return True
    return state.year > LAST_YEAR_OF_FORTS and bool(state.trenches >> target & 1)


def as_artillery(state: State, target: Hex, unit: int) -> Fraction:
    """[29-15] The strength of a unit as artillery counts: that of siege artillery is halved, for
    combat and for supply, unless it fires at a fort."""
    points = Fraction(state.strength[unit])
    if state.theatre.of_kind["siege"] >> unit & 1 and not has_fort(state, target):
        points /= 2
    return points


def sides_shelled(state: State, battle: Battle) -> int:
    """Through how many hexsides artillery attacks."""
    guns = state.theatre.artillery
    return len({origin for unit, origin in battle.came_from.items() if guns >> unit & 1})


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
