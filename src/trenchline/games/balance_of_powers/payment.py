"""Chapter 10.3: an attack is paid for, is free, or is called off."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from trenchline.games.balance_of_powers.aftermath import Aftermath
from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.calendar import bad_weather
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    GE,
    MAJORS,
    NATIONS,
    TABLES,
    UNITS,
    Nations,
    Units,
)
from trenchline.games.balance_of_powers.procurement import clients
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.war_plans import advance
from trenchline.kernel.battles import unwind
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import ONE, Choices, Decision, Refusal


def cost(state: State, battle: Battle) -> int:
    """[10.3] [6.512.2] What the dice cost, in resource points or, in Africa, Africa points."""
    bad = bad_weather(state.month) >> battle.target & 1
    found: int = TABLES["attack"]["bad_weather" if bad else "cost"]
    return found


def nations_of(units: Units) -> Nations:
    """The nations to which units belong."""
    return bit_set(UNITS[unit].nation for unit in members(units))


def supporters(state: State, side: int, minors: Nations) -> Nations:
    """[2.42.1] The major powers of a side to whose capitals those of all these minors trace."""
    return bit_set(
        nation
        for nation in members(MAJORS)
        if state.sides[nation] == side and not minors & ~clients(state, nation)
    )


def payers(state: State, battle: Battle) -> Nations:
    """[10.3] The major powers that may pay: those with a corps in the force [10.3.3] or, for minors
    alone, those that support them [2.42] [R32]. Nobody spends what he has not [2.44]."""
    points, price = state.purse(battle.target), cost(state, battle)
    present = nations_of(battle.attackers & ALL_CORPS)
    able = present & MAJORS
    if not able:
        able = supporters(state, battle.side, present)
    return bit_set(nation for nation in members(able) if points[nation] >= price)


def is_free(state: State, battle: Battle) -> Nations:
    """[10.3.1] The minor that is alone and has its free attack of the year, or a revolutionary
    Germany that has its own of the season [10.3.2] [6.83.1] [R156]."""
    present = nations_of(battle.attackers & ALL_CORPS)
    if present >> GE & 1 and state.revolution >> GE & 1:
        return 1 << GE & ~state.free_attacks
    alone = present.bit_count() == 1 and not present & MAJORS
    return present & ~state.free_attacks if alone else 0


@dataclass(frozen=True, slots=True)
class Pay(Decision[State]):
    """[10.3] The attacker pays for the dice, or calls the attack off. Later he cannot [10.3.4]."""

    deliberate: ClassVar[frozenset[str]] = frozenset({"pay", "free"})

    def who(self, state: State) -> int:
        """The attacker."""
        return state.battle.side

    def prompt(self, state: State) -> str:
        """What it costs."""
        price = cost(state, state.battle)
        return f"Pay {price} for the attack, or call it off [10.3]"

    def choices(self, state: State) -> Choices:
        """Who may pay."""
        battle = state.battle
        found: Choices = {"call_off": ONE}
        able = payers(state, battle)
        if able:
            found["pay"] = able
        if is_free(state, battle):
            found["free"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Pay, or stay where the force is."""
        battle = state.battle
        if verb == "call_off":
            state.detail("the attack is called off")
            unwind(state, Aftermath)
            state.stack.pop()
            state.battles.pop()
            return
        advance(state, battle.attackers, battle.target, enters=False)
        if verb == "free":
            state.free_attacks |= is_free(state, battle)
            return
        state.purse(battle.target)[number] -= cost(state, battle)
        state.battle = replace(battle, payer=number)

    @asked("10.3", "call_off", "pay", "free")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot pay."""
        if verb == "free":
            if state.revolution >> GE & 1:
                return Refusal("6.83", "one German attack is free in each season")
            present = nations_of(state.battle.attackers & ALL_CORPS)
            if present & MAJORS:
                return Refusal("10.3", "major powers pay for their attacks")
            if present.bit_count() > 1:
                return Refusal("10.3", "only one minor power by itself attacks for nothing")
            return Refusal("10.3", "its free attack of the year is over")
        if state.purse(state.battle.target)[number] < cost(state, state.battle):
            return Refusal("2.44", f"{NATIONS[number].name} has too few points")
        if nations_of(state.battle.attackers & ALL_CORPS) & MAJORS:
            return Refusal("10.3", f"{NATIONS[number].name} has no corps in the force")
        return Refusal("10.3", f"{NATIONS[number].name} does not support those who attack")
