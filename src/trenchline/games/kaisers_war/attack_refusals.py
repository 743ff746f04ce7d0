"""Why a hex may not be attacked, a unit not attack or support, and why no supply reaches it: one
reason for each cause, in the order in which a player would look for it."""

from __future__ import annotations

from trenchline.games.kaisers_war.air import airfields, idle_airbases
from trenchline.games.kaisers_war.attackers import companions
from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import (
    AN,
    BO,
    CITIES,
    COMBATANTS,
    COUNTERS,
    GRID,
    MARCH,
    MECHANIZED,
    NATION_OF,
    OF_TYPE,
    OPEN_SEA,
    SEASON,
    SEAWARD,
    SUPPORTS,
)
from trenchline.games.kaisers_war.control import controlled
from trenchline.games.kaisers_war.eastern import near_bolshevik_capital, stuck
from trenchline.games.kaisers_war.ground import why_not_russia
from trenchline.games.kaisers_war.offensive_supply import may_spend_on_supply, pays_for_supply
from trenchline.games.kaisers_war.state import FLEET, ON_MAP, State
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.games.kaisers_war.support import MOST_SHIPS, within_range
from trenchline.games.kaisers_war.victory import OBJECTIVES
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Refusal


def why_not_attack(state: State, side: int, number: Hex) -> Refusal:
    """Why a hex may not be attacked on the ground."""
    if number < 0 or not state.held[1 - side] >> number & 1:
        return Refusal("12.2", "no enemy is there")
    if (found := why_not_again(state, number)) is not None:
        return found
    if (found := why_not_russia(state, number)) is not None:
        return found
    beside = step(1 << number, MARCH) & state.held[side]
    if not beside:
        return Refusal("12.2", "no unit of yours is next to it")
    units = bit_set(u for hex_ in members(beside) for u in state.stacks[hex_])
    if not units & COMBATANTS:
        return Refusal("12.4", "no unit of yours next to it can attack by itself")
    awake = units & COMBATANTS & state.awake
    if not awake:
        return Refusal("30.3b", "the nationalists next to it do not fight yet")
    if not awake & ~stuck(state):
        return Refusal("24.2", "the eastern armies next to it may not attack yet")
    if not awake & ~(stuck(state) | state.fought):
        return Refusal("12.7", "every unit next to it that could has attacked in this phase")
    return Refusal("21.6", "the Trans-Caucasian corps does not attack beyond its bounds")


def why_not_again(state: State, number: Hex) -> Refusal | None:
    """[12.8] [19.2] Why a hex is not attacked once more in a phase."""
    if state.struck >> number & 1:
        return Refusal("12.8", "the hex has been attacked in this phase")
    if state.shelled >> number & 1:
        return Refusal("19.2", "a fort that ships bombarded is then attacked from the sea only")
    return None


def why_not_bombard(state: State, side: int, number: Hex) -> Refusal:
    """Why ships may not bombard a hex by themselves."""
    if number < 0 or not state.forts[1 - side] >> number & 1:
        return Refusal("19.2", "no enemy fort is there")
    if state.shelled >> number & 1:
        return Refusal("12.8", "the fort has been bombarded in this phase")
    if (found := why_not_again(state, number)) is not None:
        return found
    ships = OF_TYPE["bombardment"] & state.forces(side) & state.piles[FLEET]
    if not ships:
        return Refusal("19.5", "you have no bombardment fleet ready")
    if not ships & ~state.supported:
        return Refusal("19.5", "every fleet has had its bombardment in this phase")
    if not _off_sea(number):
        return Refusal("19.1", "no all-sea hex is next to the fort")
    return Refusal("19.6", "no idle fleet of yours sails that sea")


def _off_sea(number: Hex) -> bool:
    """Whether ships could lie off a hex, whoever's."""
    return bool(step(1 << number, SEAWARD) & OPEN_SEA)


def why_not_strike(state: State, side: int, verb: str, number: Hex) -> Refusal:
    """Why airbases may not attack a hex by themselves."""
    if verb == "bomb" and not CITIES >> number & 1:
        return Refusal("38.4", "no city is there to be bombed")
    if verb == "bomb" and not OBJECTIVES >> number & 1:
        return Refusal("R87", "a city without victory points has nothing to lose by bombs")
    if verb == "bomb" and not controlled(state, 1 - side) >> number & 1:
        return Refusal("38.4", "the enemy does not control that city")
    if verb == "bomb" and state.raided >> number & 1:
        return Refusal("38.4", "the city has been bombed in this phase")
    if verb == "air_superiority" and not airfields(state, side) >> number & 1:
        return Refusal("38.2", "you see no enemy airbase there")
    if not idle_airbases(state, side):
        return Refusal("38.2", "none of your airbases is idle")
    return Refusal("18.3", "no idle airbase of yours is in range")


def why_not_with(state: State, battle: Battle, number: int) -> Refusal:
    """Why a unit may not join an attack."""
    target = battle.target
    if not 0 <= number < len(COUNTERS) or state.side_of(number) != battle.side:
        return Refusal("12.1", "only your own units attack")
    if number in battle.attackers:
        return Refusal("12.11", "the unit takes part already")
    if not COMBATANTS >> number & 1:
        return Refusal("12.4", "the unit cannot attack by itself")
    if state.where[number] < 0:
        return Refusal("12.2", "the unit is not on the map")
    if number in state.assault:
        return Refusal("20.10", "the unit will assault another hex")
    if not state.is_active(number):
        return Refusal("30.3b", "the unit's nation does not fight yet")
    if stuck(state) >> number & 1:
        return Refusal("24.2", "the eastern armies may not attack yet")
    if state.fought >> number & 1:
        return Refusal("12.7", "the unit has attacked in this phase")
    if GRID.distance(state.where[number], target) != 1:
        return Refusal("12.2", "the unit is not next to the target")
    if not step(1 << target, MARCH) >> state.where[number] & 1:
        return Refusal("R14", "an all-sea hexside lies between unit and target")
    if not companions(number, battle.attackers):
        return Refusal("30.17", "these units do not fight together")
    return Refusal("21.6", "the corps does not attack beyond its bounds")


def why_not_support(state: State, battle: Battle, number: int) -> Refusal:
    """[12.14] Why a unit may not support an attack."""
    if not 0 <= number < len(COUNTERS) or not SUPPORTS >> number & 1:
        return Refusal("12.14", "only headquarters, airbases and fleets support attacks")
    if state.side_of(number) != battle.side:
        return Refusal("12.14", "the support unit is the enemy's")
    if number in battle.supports:
        return Refusal("12.14", "the unit supports this attack already")
    first = battle.attackers[0] if battle.attackers else number
    if NATION_OF[first] == BO:
        return Refusal("30.17", "nobody supports Bolsheviks")
    if NATION_OF[first] == AN:
        return Refusal("30.21b", "nobody supports Anarchists")
    if not (state.piles[ON_MAP] | state.piles[FLEET]) >> number & 1:
        return Refusal("12.14", "the support unit is not in play")
    if stuck(state) >> number & 1:
        return Refusal("R51", "support units of the eastern armies wait with them")
    if state.naval_used >> number & 1:
        return Refusal("38.2", "the airbase has attacked by itself and flies nothing else")
    if state.supported >> number & 1:
        return Refusal("17.1", "a support unit serves one attack a phase")
    kind = COUNTERS[number].front.type
    if kind == "bombardment":
        return _why_not_gunfire(battle)
    if battle.bombardment:
        return Refusal("19.2", "ships bombard without other support")
    if kind == "hq":
        return _why_not_headquarters(state, battle, number)
    return _why_not_air_support(state, battle, number)


def _why_not_gunfire(battle: Battle) -> Refusal:
    ships = [u for u in battle.supports if COUNTERS[u].front.type == "bombardment"]
    if len(ships) == MOST_SHIPS:
        return Refusal("19.1", "two fleets support this attack already")
    if not _off_sea(battle.target):
        return Refusal("12.14", "ships support attacks on coasts, next to an all-sea hex")
    return Refusal("19.6", "the fleet cannot lie off that coast")


def _why_not_headquarters(state: State, battle: Battle, number: int) -> Refusal:
    if any(COUNTERS[u].front.type == "hq" for u in battle.supports):
        return Refusal("17.2", "a headquarters supports this attack already")
    if (found := _why_not_reached(state, battle, number)) is not None:
        return found
    return Refusal("39.1", "Fuller's headquarters supports attacks with tanks only")


def _why_not_air_support(state: State, battle: Battle, number: int) -> Refusal:
    if (found := _why_not_reached(state, battle, number)) is not None:
        return found
    return Refusal("18.4", "an airbase supports this attack, and the two are no pair of 18.4")


def _why_not_reached(state: State, battle: Battle, number: int) -> Refusal | None:
    away = GRID.distance(state.where[number], battle.target)
    if away > COUNTERS[number].range:
        return Refusal("17.1", "the target is out of the support unit's range")
    if not within_range(state, number, battle.target):
        return Refusal("23.2", "support is not traced over neutral countries")
    return None


def why_not_supply(state: State, battle: Battle, number: int) -> Refusal:
    """[15.7] Why a unit may not have maximum attack supply."""
    if number not in (*battle.attackers, *battle.supports):
        return Refusal("15.7", "the unit is not in this attack")
    if number in battle.doubled:
        return Refusal("12.15", "the unit is in maximum attack supply already")
    if number in state.assault:
        return Refusal("20.11", "no maximum supply for an assault from the sea")
    slow = battle.phase == 2 and state.face(number).type not in MECHANIZED
    if slow and "mechanized" in state.options:
        return Refusal("39.3", "in the second phase only tank and mechanized units are supplied")
    if SEASON[state.turn - 1] == "winter":
        return Refusal("22.2", "no maximum attack supply in winter")
    if not may_spend_on_supply(state, number, battle.target):
        return Refusal("22.3", "no maximum attack supply in the east during the thaw")
    if (found := why_not_offensive(state, number)) is not None:
        return found
    if not in_general_supply(state, number):
        return Refusal("15.7", "the unit is not in general supply")
    return Refusal("5.5", "nobody spends his last victory point on supply")


def why_not_offensive(state: State, unit: int) -> Refusal | None:
    """[30.19] [30.21b] Those whose offensive supply is not bought."""
    if NATION_OF[unit] == AN:
        return Refusal("30.21b", "Anarchists never have offensive supply")
    red = not pays_for_supply(unit)
    if red and not near_bolshevik_capital(state, unit):
        return Refusal("30.19", "no line of supply leads to a Bolshevik capital")
    return None
