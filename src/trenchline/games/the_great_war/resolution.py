"""The odds of a combat, its die and its result [9A6] [9A7] [9B] [9C] [9L]."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.capabilities import capable, is_infantry_capable
from trenchline.games.the_great_war.components import SIDES
from trenchline.games.the_great_war.die_modifiers import die_terms, shift_terms
from trenchline.games.the_great_war.losses import LoseEverything, TakeLosses, printed_total
from trenchline.games.the_great_war.ratios import (
    MOST_INFANTRY,
    MOST_MOBILE,
    MOST_POSITIONAL,
    TENTHS,
    column,
    level,
    rounded,
    say_level,
    tenths,
)
from trenchline.games.the_great_war.results import (
    CHOOSES,
    GOES,
    MEANING,
    MOBILE,
    POSITIONAL,
    STAYS,
    Demand,
    demand,
    substituted,
)
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.strength import attack, defence
from trenchline.games.the_great_war.tables import MOBILE as MOBILE_TABLE
from trenchline.games.the_great_war.tables import POSITIONAL as POSITIONAL_TABLE
from trenchline.kernel.exact import exact, say
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal, Roll

INCREMENTAL = "incremental_odds"
"""[9L] The option of rolling for the tenths of a ratio."""
FAILS = {MOBILE: "AE", POSITIONAL: "AD"}
"""[9B] What an attack below 1:4 comes to ..."""
WINS = {MOBILE: "DE", POSITIONAL: "DD"}
"""... and one on units that cannot defend themselves [9G1]."""


def final_level(state: State, battle: Battle, odds: int | None = None) -> int:
    """[9A6] The level of the odds with all shifts."""
    base = battle.odds if odds is None else odds
    assert base is not None, "the odds are fixed before they are shifted"
    return base + sum(term.value for term in shift_terms(state, battle))


def most(state: State, battle: Battle) -> int:
    """[9B] [14H1] The last column that may be used."""
    if battle.table == POSITIONAL:
        return MOST_POSITIONAL
    return MOST_INFANTRY if is_infantry_capable(state, battle.attackers) else MOST_MOBILE


class Reading(NamedTuple):
    """How the die of a combat is read: the table, its last column, and who is capable of what."""

    table: str
    most: int
    capable: frozenset[str]

    def code(self, at: int, die: int) -> str:
        """[9A7] The result of a modified die at a level of odds, with what stands for it [9C]."""
        found = column(at, self.most)
        if found is None:
            return FAILS[self.table]
        table = MOBILE_TABLE if self.table == MOBILE else POSITIONAL_TABLE
        return substituted(table.row(die)[found], self.capable)


def reading(state: State, battle: Battle) -> Reading:
    """How the die of a combat is read."""
    return Reading(battle.table, most(state, battle), capable(state, battle))


def is_helpless(state: State, battle: Battle) -> bool:
    """[9G1] Whether nobody who defends has any strength: all are lost when attacked."""
    return not defence(state, battle).total


@dataclass(frozen=True, slots=True)
class FixOdds(Duty[State]):
    """[9A6] The odds are calculated before anybody tries special effects [10]."""

    def run(self, state: State) -> None:
        battle = state.battle
        mine, his = attack(state, battle).total, defence(state, battle).total
        state.battle = replace(battle, odds=level(mine, his))
        if state.log is not None:
            at = say_level(level(mine, his)) if his and mine else "no odds at all"
            told = "{} against {}: {}, {} combat [9A6]"
            state.detail(told, say(mine), say(his), at, battle.table)
        if INCREMENTAL in state.options and tenths(mine, his):
            state.stack.append(ChooseRounding())


@dataclass(frozen=True, slots=True)
class ChooseRounding(Decision[State]):
    """[9L] The attacker may roll for the tenths of his odds."""

    def who(self, state: State) -> int:
        return state.battle.side

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.who(state)]}: roll for the tenths of the odds? [9L]"

    def choices(self, state: State) -> Choices:
        return {"increment": ONE, "done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "increment":
            state.stack.append(RollRounding())

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return Refusal("9L", "say whether you roll for the tenths")


@dataclass(frozen=True, slots=True)
class RollRounding(Roll[State]):
    """[9L] A ten-sided die of the tenths or less rounds the odds up."""

    sides = TENTHS

    def purpose(self, state: State) -> str:
        return "the tenths of the odds [9L]"

    def rolled(self, state: State, value: int) -> None:
        battle = state.battle
        mine, his = attack(state, battle).total, defence(state, battle).total
        up = value <= tenths(mine, his)
        odds = rounded(mine, his, up)
        state.battle = replace(battle, odds=odds, rounding="up" if up else "down")
        if state.log is not None:
            state.detail("The tenths: {:die}, {} [9L]", value, say_level(odds))


@dataclass(frozen=True, slots=True)
class Resolve(Duty[State]):
    """[9A7] The die is rolled, unless the result is clear without it [9B] [9G1]."""

    def run(self, state: State) -> None:
        battle = state.battle
        if is_helpless(state, battle):
            apply(state, WINS[battle.table])
        elif column(final_level(state, battle), most(state, battle)) is None:
            apply(state, FAILS[battle.table])
        else:
            state.stack.append(RollCombat())


@dataclass(frozen=True, slots=True)
class RollCombat(Roll[State]):
    """[9A7] The combat die."""

    def purpose(self, state: State) -> str:
        battle = state.battle
        odds = say_level(final_level(state, battle))
        return f"{state.theatre.board.name(battle.target)}: {battle.table} combat at {odds} [9A7]"

    def rolled(self, state: State, value: int) -> None:
        battle = state.battle
        terms = die_terms(state, battle)
        die = value + sum(term.value for term in terms)
        at = final_level(state, battle)
        code = reading(state, battle).code(at, die)
        if state.log is not None:
            named = ", ".join(f"{term.name} {term.value:+} [{term.case}]" for term in terms)
            made = f", {named}: {die}" if named else ""
            state.detail("{}, the {:die}{}: {}", say_level(at), value, made, code)
        apply(state, code)


def demands(state: State, battle: Battle) -> Callable[[str], Demand]:
    """[9C] What results demand of both sides as they stand."""
    mine, his = printed_total(state, battle, True), printed_total(state, battle, False)
    crowded = any(state.overstacked >> unit & 1 for unit in battle.attackers)
    return lambda code: demand(code, mine, his, crowded)


def apply(state: State, code: str) -> None:
    """[9C] A result is put into the battle, for the steps that carry it out."""
    battle = state.battle
    found = demands(state, battle)(code)
    state.battle = replace(
        battle,
        code=code,
        strengths=(printed_total(state, battle, True), printed_total(state, battle, False)),
        due=(found.attacker.loss, found.defender.loss),
        goes=(found.attacker.goes, found.defender.goes),
        guns_last=found.guns_last,
    )
    state.detail("{}: {} [9C]", code, MEANING[code])


@dataclass(frozen=True, slots=True)
class GiveGround(Decision[State]):
    """[9C2] Infantry that defends may give ground for half of its losses (BXM), and says so before
    it takes them."""

    def who(self, state: State) -> int:
        return state.battle.defender

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.who(state)]}: give ground for half the losses? [9C2]"

    def choices(self, state: State) -> Choices:
        if state.battle.goes[1] != CHOOSES:
            return {"stand": ONE}
        return {"give_ground": ONE, "stand": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        battle = state.battle
        if battle.goes[1] != CHOOSES:
            return
        if verb == "stand":
            state.battle = battle.changed(False, "goes", STAYS)
            return
        halved = exact(Fraction(battle.due[1]) / 2)
        state.battle = battle.changed(False, "goes", GOES).changed(False, "due", halved)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return Refusal("9C2", "say whether the defender gives ground")


@dataclass(frozen=True, slots=True)
class Lose(Duty[State]):
    """[9C] [9D] One side's losses: all it has, or what it chooses."""

    attacking: bool

    def run(self, state: State) -> None:
        battle = state.battle
        due = battle.due[0] if self.attacking else battle.due[1]
        if is_wiped_out(battle, self.attacking):
            state.stack.append(LoseEverything(self.attacking))
        elif due:
            state.stack.append(TakeLosses(self.attacking))


def is_wiped_out(battle: Battle, attacking: bool) -> bool:
    """[9C] Whether the result eliminates a whole side."""
    found = demand(battle.code, *battle.strengths)
    return (found.attacker if attacking else found.defender).everything
