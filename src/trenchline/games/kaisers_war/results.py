"""Section 12.19: what each combat result does, step by step in the order of the rulebook.

Losses fall on the strongest unit [12.21]. Headquarters never suffer in attack; airbases only if the
defender has one in the hex, ships only if a fort is there, and then they are given up first
[12.20].
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import AIR, COUNTERS
from trenchline.games.kaisers_war.elimination import check_stack, eliminate
from trenchline.games.kaisers_war.meanwhile import elsewhere
from trenchline.games.kaisers_war.pursuit import BeginPursuit, DefenderPursuit, EndAssault
from trenchline.games.kaisers_war.retreat import RetreatAll, RoutCheck
from trenchline.games.kaisers_war.state import FLEET, State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import Choices, Duty, OwnDecision, Refusal

PURSUERS = {"DC": 2, "DD": 1, "DP": 2, "DW": 1, "MD": 1}
"""How many attackers may pursue [12.19]."""


def at_risk(state: State, battle: Battle) -> tuple[int, ...]:
    """[12.20] [18.6] [19.3] The supporting airbases and ships that may be lost in this attack."""
    kinds = {COUNTERS[u].front.type for u in battle.defenders}
    found = []
    for unit in battle.supports:
        kind = COUNTERS[unit].front.type
        if (kind in AIR and kinds & set(AIR)) or (
            kind == "bombardment" and "fortified_zone" in kinds
        ):
            found.append(unit)
    return tuple(found)


def apply(state: State, battle: Battle, code: str) -> None:
    """Lay the steps of a result on the stack."""
    steps: list[Duty[State]] = []
    attacker, defender = battle.side, 1 - battle.side
    origins = tuple(dict.fromkeys(state.where[u] for u in battle.attackers))
    at_sea = [state.assault[u][1] for u in battle.attackers if u in state.assault]
    transports = tuple(dict.fromkeys(at_sea))
    if code == "AA":
        units = len(battle.attackers) + len(at_risk(state, battle))
        steps.append(PayAttrition(attacker, units))
    elif code == "DA":
        steps.append(PayAttrition(defender, len(defending(battle))))
    elif code == "AC":
        steps.append(LoseAll((*battle.attackers, *at_risk(state, battle))))
        steps.append(DefenderPursuit(battle, origins))
    elif code == "AD":
        steps.append(LoseStrongest(battle, attackers=True))
        steps.append(RetreatAll(battle, battle.attackers, 1))
    elif code == "AP":
        steps.append(RoutAll(battle, battle.attackers))
        steps.append(DefenderPursuit(battle, origins))
    elif code == "AW":
        steps.append(RetreatAll(battle, battle.attackers, 1))
    elif code == "BB":
        steps.append(LoseStrongest(battle, attackers=True))
        steps.append(LoseStrongest(battle, attackers=False))
    elif code == "DC":
        steps.append(LoseAll(defending(battle)))
    elif code == "DD":
        steps.append(LoseStrongest(battle, attackers=False))
        steps += _withdraw(battle)
    elif code == "DP":
        steps.append(LoseImmobile(battle))
        # [34.1] Units sworn to hold do not run.
        if not battle.firm:
            steps.append(RoutAll(battle, battle.defenders))
    elif code == "DW":
        steps += _withdraw(battle)
    elif code == "MD":
        steps.append(LoseImmobile(battle))
        steps += _withdraw(battle)
        steps.append(LoseShock(battle))
    if battle.bombardment:
        # [19.2] Ships and forts know neither retreat nor pursuit.
        steps = [s for s in steps if not isinstance(s, RetreatAll | DefenderPursuit | RoutAll)]
    elif code in PURSUERS:
        steps.append(BeginPursuit(battle, PURSUERS[code], transports))
    else:
        # [20.10] Without a result that lets them land, those at sea are lost.
        steps.append(EndAssault(battle, transports))
    steps.append(EndBattle(battle))
    state.stack += reversed(steps)


def defending(battle: Battle) -> tuple[int, ...]:
    """The defenders that can be lost: only forts to ships that bombard [19.2]."""
    if not battle.bombardment:
        return battle.defenders
    return tuple(u for u in battle.defenders if COUNTERS[u].front.type == "fortified_zone")


def _withdraw(battle: Battle) -> list[Duty[State]]:
    """[34.1] Sworn defenders stay; others retreat one hex [12.19]."""
    return [] if battle.firm else [RetreatAll(battle, battle.defenders, 1)]


@dataclass(frozen=True, slots=True)
class PayAttrition(Duty[State]):
    """[12.19] A point for every unit on the losing side."""

    side: int
    units: int

    def run(self, state: State) -> None:
        state.gain(self.side, -self.units, "attrition")


@dataclass(frozen=True, slots=True)
class LoseAll(Duty[State]):
    """A catastrophe: all units named are eliminated."""

    units: tuple[int, ...]

    def run(self, state: State) -> None:
        for unit in self.units:
            if state.where[unit] >= 0 or state.where[unit] == FLEET:
                eliminate(state, unit)


@dataclass(frozen=True, slots=True)
class LoseImmobile(Duty[State]):
    """[12.19] Defenders that cannot move are eliminated in panic and mobile defence."""

    battle: Battle

    def run(self, state: State) -> None:
        for unit in self.battle.living(state, self.battle.defenders):
            if state.face(unit).movement == 0:
                eliminate(state, unit)


@dataclass(frozen=True, slots=True)
class RoutAll(Duty[State]):
    """[12.19] Every unit checks for rout."""

    battle: Battle
    units: tuple[int, ...]

    def run(self, state: State) -> None:
        for unit in reversed(self.battle.living(state, self.units)):
            state.stack.append(RoutCheck(self.battle, unit))


@dataclass(frozen=True, slots=True)
class LoseStrongest(Duty[State]):
    """[12.19] [12.21] The strongest attacker (or defender) is eliminated; supports at risk go
    first [R8]."""

    battle: Battle
    attackers: bool

    def run(self, state: State) -> None:
        battle = self.battle
        if not self.attackers:
            units = battle.living(state, defending(battle))
            if units:
                most = max(state.face(u).defence for u in units)
                tied = tuple(u for u in units if state.face(u).defence == most)
                state.stack.append(ChooseLoss(1 - battle.side, tied))
            return
        # [19.2] In a bombardment the ships are alone, and the strongest of them is lost.
        ships = battle.bombardment
        units = battle.supports if ships else battle.living(state, battle.attackers)  # [19.2]
        most = max(state.face(u).attack for u in units)
        tied = tuple(u for u in units if state.face(u).attack == most)
        risked = at_risk(state, battle)
        if risked and not ships:  # [12.20] [19.2]
            state.stack.append(LoseSupports(battle.side, risked, most, tied))
        else:
            state.stack.append(ChooseLoss(battle.side, tied))


@dataclass(frozen=True, slots=True)
class LoseSupports(OwnDecision[State]):
    """[12.20] [18.6] [19.3] Supports at risk are given up first, until they are worth the loss
    [R8]."""

    risked: tuple[int, ...]
    due: int
    land: tuple[int, ...]

    def prompt(self, state: State) -> str:
        return "Support units are at risk: which is lost first? [12.20]"

    def choices(self, state: State) -> Choices:
        return {"lose": bit_set(self.risked)}

    def take(self, state: State, verb: str, number: int) -> None:
        due = self.due - COUNTERS[number].front.attack
        rest = tuple(u for u in self.risked if u != number)
        if due > 0 and rest:
            state.stack.append(LoseSupports(self.side, rest, due, self.land))
        elif due > 0 and self.land:
            state.stack.append(ChooseLoss(self.side, self.land))
        eliminate(state, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "lose":
            return elsewhere(state, verb, "12.20", "supports at risk are given up before all else")
        if number in self.land:
            return Refusal("12.20", "airbases and ships at risk are given up first")
        return Refusal("12.20", "the unit is no support at risk in this battle")


@dataclass(frozen=True, slots=True)
class ChooseLoss(OwnDecision[State]):
    """[12.19] [12.21] Among equals the owner chooses which unit is lost."""

    units: tuple[int, ...]

    def prompt(self, state: State) -> str:
        return "Which of your strongest units is eliminated? [12.21]"

    def choices(self, state: State) -> Choices:
        return {"lose": bit_set(self.units)}

    def take(self, state: State, verb: str, number: int) -> None:
        eliminate(state, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "lose":
            return elsewhere(state, verb, "12.21", "the loss is taken before all else")
        return Refusal("12.21", "the unit is not among those of which one is lost")


@dataclass(frozen=True, slots=True)
class LoseShock(Duty[State]):
    """[12.19] Mobile defence costs the attacker his strongest shock unit."""

    battle: Battle

    def run(self, state: State) -> None:
        shock = [u for u in self.battle.living(state, self.battle.attackers) if state.face(u).shock]
        if shock:
            most = max(state.face(u).attack for u in shock)
            tied = tuple(u for u in shock if state.face(u).attack == most)
            state.stack.append(ChooseLoss(self.battle.side, tied))


@dataclass(frozen=True, slots=True)
class EndBattle(Duty[State]):
    """[9.4] When a battle is over, nothing may be over-stacked."""

    battle: Battle

    def run(self, state: State) -> None:
        for hex_ in members(state.crowded):
            check_stack(state, hex_)
