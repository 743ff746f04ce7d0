"""Sections 30 and 31: cavalry."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.der_weltkrieg.advance import Advance
from trenchline.games.der_weltkrieg.battle import COLUMN, Battle
from trenchline.games.der_weltkrieg.components import SIDES, Units
from trenchline.games.der_weltkrieg.horses import hungry_points
from trenchline.games.der_weltkrieg.losses import lose_unit
from trenchline.games.der_weltkrieg.results import defenders
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.ways_out import RetreatUnit, destinations
from trenchline.games.der_weltkrieg.whose import why_not_yours
from trenchline.kernel.battles import unwind
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal

OUTNUMBERED = 3
"""[40-3] So many times their strength in cavalry frightens some Austro-Hungarian horsemen ..."""
OUTNUMBERED_BY_COLUMN = 6
"""... and so many in a column attack."""


def may_withdraw(state: State, battle: Battle) -> Units:
    """[30-2] [R50] Defending cavalry that may leave before the combat: all of it, if no cavalry
    attacks and it has somewhere to go."""
    theatre = state.theatre
    if bit_set(battle.attackers) & theatre.cavalry:
        return 0
    here = defenders(state, battle) & theatre.cavalry
    return bit_set(unit for unit in members(here) if destinations(state, unit))


def must_withdraw(state: State, battle: Battle) -> Units:
    """[40-3] Austro-Hungarian cavalry without infantry beside it that has to flee from cavalry
    three times its strength: Poles and Czechs, all if most of the attackers are Cossacks."""
    theatre = state.theatre
    here = defenders(state, battle)
    riders = here & theatre.cavalry & theatre.of_nation["AH"]
    attackers = [u for u in battle.attackers if theatre.cavalry >> u & 1]
    if not riders or not attackers or here & theatre.infantry:
        return 0
    times = OUTNUMBERED_BY_COLUMN if battle.kind == COLUMN else OUTNUMBERED
    against = sum(state.strength[unit] for unit in attackers)
    if against < times * sum(state.strength[unit] for unit in members(riders)):
        return 0
    cossacks = sum(state.strength[unit] for unit in attackers if is_cossack(state, unit))
    if 2 * cossacks > against:
        return riders
    return bit_set(u for u in members(riders) if "yellow" in theatre.counters[u].traits)


def is_cossack(state: State, unit: int) -> bool:
    """[50-5] Whether a Russian unit is of Cossacks."""
    counter = state.theatre.counters[unit]
    return counter.nation == "RU" and "cossack" in counter.traits


@dataclass(frozen=True, slots=True)
class CavalryLeaves(Decision[State]):
    """[30-2] [40-3] Cavalry leaves before the combat."""

    def who(self, state: State) -> int:
        return state.battle.defender

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: does cavalry leave {:hex} before the combat? [30-2]",
            SIDES[self.who(state)],
            state.battle.target,
        )

    def choices(self, state: State) -> Choices:
        battle = state.battle
        if not defenders(state, battle) & state.theatre.cavalry:
            return {"stand": ONE}
        forced = must_withdraw(state, battle)
        if forced:
            return {"withdraw": forced}
        free = may_withdraw(state, battle)
        return {"withdraw": free, "stand": ONE} if free else {"stand": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "withdraw":
            if state.log is not None:
                forced = must_withdraw(state, state.battle) >> number & 1
                how = "flees before the combat [40-3]" if forced else "avoids the combat [30-2]"
                state.detail("{:unit} {}", number, how)
            leaving = (*state.battle.leaving, number)
            state.battle = replace(state.battle, leaving=leaving)
            state.stack += [self, RetreatUnit(state.battle.defender, number)]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        battle = state.battle
        if verb == "stand" and must_withdraw(state, battle):
            return Refusal("40-3", "that cavalry flees from so much more cavalry")
        if verb != "withdraw":
            return Refusal("30-2", "say first whether cavalry leaves before the combat")
        foreign = why_not_yours(state, number, battle.defender, "30-2")
        if foreign is not None:
            return foreign
        if not defenders(state, battle) >> number & 1:
            return Refusal("30-2", "that unit is not under attack")
        if not state.theatre.cavalry >> number & 1:
            return Refusal("30-2", "only cavalry leaves before a combat")
        if must_withdraw(state, battle):
            return Refusal("40-3", "other cavalry here has to flee first")
        if bit_set(battle.attackers) & state.theatre.cavalry:
            return Refusal("30-2", "cavalry is among the attackers")
        return Refusal("30-2", "that cavalry has nowhere to go")


@dataclass(frozen=True, slots=True)
class FindNobody(Duty[State]):
    """[30-3] If the hex was left, nothing is paid or rolled, and only who advances has fought."""

    def run(self, state: State) -> None:
        battle = state.battle
        left = state.holders[battle.defender] | state.guns[battle.defender]
        if any(left >> hex_ & 1 for hex_ in battle.targets):
            return
        for hex_ in battle.targets:
            for unit in members(state.units(hex_, battle.defender)):
                # [24-1] [18-11] Who is left behind without strength is lost.
                lose_unit(state, unit)
        unwind(state, Advance)
        party = bit_set(battle.attackers)
        state.fought &= ~party
        state.engaged &= ~party
        state.battle = replace(battle, vacated=True)


def horses_die(state: State) -> None:
    """[30-4] In the monthly special turn cavalry that is left with no strength is removed."""
    theatre = state.theatre
    for unit in members((state.on_map(0) | state.on_map(1)) & theatre.cavalry):
        if hungry_points(state, unit) >= state.strength[unit]:
            state.detail("{:unit} has lost its horses [30-4]", unit)
            # [30-4] [26-3] Not lost in combat: it costs no morale.
            state.lift(unit)
