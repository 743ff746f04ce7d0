"""Sections 15.7 to 15.13: who may have offensive supply, for maximum attack or forced march."""

from __future__ import annotations

from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import AN, BO, COUNTRY, MECHANIZED, NATION_OF, SEASON
from trenchline.games.kaisers_war.eastern import near_bolshevik_capital
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.kernel.hexes import Hex


def may_be_supplied(state: State, battle: Battle, unit: int) -> bool:
    """[15.7] [15.8] Whether a unit, support or not, may be put in maximum attack supply for this
    attack."""
    if unit in battle.doubled:
        return False
    if unit in state.assault:
        return False  # [20.11]
    # [39.3] In the second phase only tank and mechanized units [R58].
    if battle.phase == 2 and "mechanized" in state.options:
        if state.face(unit).type not in MECHANIZED:
            return False
    if not offensive_supply(state, unit, battle.target):
        return False
    return not pays_for_supply(unit) or state.can_spend(battle.side, 1)


def offensive_supply(state: State, unit: int, where: Hex) -> bool:
    """[15.7] Whether a unit could have offensive supply: it needs general supply, and ships always
    have that [19.4]. Bolsheviks need a line to their capitals [30.19], Anarchists never have it
    [30.21b]."""
    if NATION_OF[unit] == AN or not may_spend_on_supply(state, unit, where):
        return False
    if NATION_OF[unit] == BO:
        return near_bolshevik_capital(state, unit)
    return in_general_supply(state, unit)


def pays_for_supply(unit: int) -> bool:
    """[30.19] Nationalists pay for offensive supply like everybody; Bolsheviks have it free."""
    return NATION_OF[unit] != BO


def may_spend_on_supply(state: State, unit: int, where: Hex) -> bool:
    """[22.2] [22.3] No offensive supply in winter, nor in the east during the thaw."""
    season = SEASON[state.turn - 1]
    if season == "winter":
        return False
    place = state.where[unit] if state.where[unit] >= 0 else where
    return not (season == "thaw" and COUNTRY.get(place) in ("RU", "PO", "UK"))
