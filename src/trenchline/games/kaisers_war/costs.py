"""What a result of section 12.19 costs both sides, in victory points, before the die is rolled.

A unit lost costs what its side pays for it [5.7] [43.1], attrition a point a unit. Whoever must
retreat and cannot is lost [13.2]; ways back are those of the position as it stands. Among equals
the owner gives up what costs him least [12.21].
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import prod

from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import COUNTERS
from trenchline.games.kaisers_war.elimination import price
from trenchline.games.kaisers_war.results import PURSUERS, at_risk, defending
from trenchline.games.kaisers_war.retreat import ignores_retreat, ways_back
from trenchline.games.kaisers_war.state import State
from trenchline.kernel.odds import Cost

DIE = range(1, 7)
SURE = Fraction(1)
Fates = dict[int, Fraction]
"""How likely units are lost."""


def cost(state: State, battle: Battle, code: str) -> Cost:
    """[12.19] What a result costs both sides, and whether it empties the hex."""
    mine, his = _fates_of_attackers(state, battle, code), _fates_of_defenders(state, battle, code)
    attrition = len(battle.attackers) + len(at_risk(state, battle)) if code == "AA" else 0
    worn = len(defending(battle)) if code == "DA" else 0
    return Cost(
        float(attrition + _points(state, mine)),
        float(worn + _points(state, his)),
        float(_leaves(state, battle, code, his)),
    )


def _points(state: State, fates: Fates) -> Fraction:
    return sum((price(state, unit) * likely for unit, likely in fates.items()), Fraction(0))


def _fates_of_attackers(state: State, battle: Battle, code: str) -> Fates:
    units = battle.attackers
    found: Fates = {}
    if code == "AC":
        return dict.fromkeys((*units, *at_risk(state, battle)), SURE)
    if code in ("AD", "BB"):
        found = dict.fromkeys(_strongest_attackers(state, battle), SURE)
    if code in ("AD", "AW") and not battle.bombardment:
        found |= _retreat(state, battle, (u for u in units if u not in found))
    elif code == "AP" and not battle.bombardment:
        found |= {unit: _routed(state, battle, unit) for unit in units}
    elif code == "MD":
        shock = [unit for unit in units if state.face(unit).shock]
        found |= dict.fromkeys(_strongest(state, shock, attacking=True), SURE)
    if code not in PURSUERS and not battle.bombardment:
        # [20.10] Without a result that lets them land, those at sea are lost.
        found |= {unit: SURE for unit in units if unit in state.assault}
    return found


def _fates_of_defenders(state: State, battle: Battle, code: str) -> Fates:
    units = defending(battle)
    found: Fates = {}
    if code == "DC":
        return dict.fromkeys(units, SURE)
    if code in ("DD", "BB"):
        found = dict.fromkeys(_strongest(state, units, attacking=False), SURE)
    if code in ("DP", "MD"):
        found = {unit: SURE for unit in units if state.face(unit).movement == 0}
    if battle.bombardment or battle.firm:
        # [19.2] Ships and forts know no retreat; [34.1] units sworn to hold do not run.
        return found
    left = [unit for unit in units if unit not in found]
    if code == "DP":
        found |= {unit: _routed(state, battle, unit) for unit in left}
    elif code in ("DD", "DW", "MD"):
        found |= _retreat(state, battle, left)
    return found


def _leaves(state: State, battle: Battle, code: str, fates: Fates) -> Fraction:
    """How likely nobody of the defender is left in his hex."""
    goes = code in ("DD", "DW", "DP", "MD") and not (battle.firm or battle.bombardment)

    def leaves(unit: int) -> Fraction:
        if goes and not ignores_retreat(state, unit, battle):
            return SURE
        return fates.get(unit, Fraction(0))

    return prod((leaves(unit) for unit in battle.defenders), start=SURE)


def _retreat(state: State, battle: Battle, units: Iterable[int]) -> Fates:
    """[12.19] Who is lost because there is no way back."""
    return {unit: SURE for unit in units if _is_stuck(state, battle, unit, 1)}


def _is_stuck(state: State, battle: Battle, unit: int, length: int) -> bool:
    """[13.2] Whether a unit that must retreat so far is lost."""
    if state.where[unit] < 0 or ignores_retreat(state, unit, battle):
        return False
    fixed = state.face(unit).movement == 0 or unit in state.assault
    return fixed or not ways_back(state, unit, state.where[unit], length)


def _routed(state: State, battle: Battle, unit: int) -> Fraction:
    """[12.19] How likely a unit in panic is lost."""
    movement = state.face(unit).movement
    lost = sum(die > movement or _is_stuck(state, battle, unit, die) for die in DIE)
    return Fraction(lost, len(DIE))


def _strongest(state: State, units: Iterable[int], attacking: bool) -> tuple[int, ...]:
    """[12.21] The strongest of some units; among equals the one that costs least."""

    def rank(unit: int) -> tuple[int, int]:
        face = state.face(unit)
        return (face.attack if attacking else face.defence), -price(state, unit)

    return tuple(sorted(units, key=rank)[-1:])


def _strongest_attackers(state: State, battle: Battle) -> tuple[int, ...]:
    """[12.20] [12.21] [R8] The strongest attacker, but supports at risk go first, until they are
    worth as much."""
    if battle.bombardment:
        return _strongest(state, battle.supports, attacking=True)
    strongest = _strongest(state, battle.attackers, attacking=True)
    due = max((state.face(unit).attack for unit in strongest), default=0)
    found: tuple[int, ...] = ()
    for unit in sorted(at_risk(state, battle), key=lambda u: (price(state, u), u)):
        if due <= 0:
            break
        found, due = (*found, unit), due - COUNTERS[unit].front.attack
    return (*found, *strongest) if due > 0 else found
