"""Chapters 10.53 and 10.54: who leads a combat: the point units, and the leaders."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.balance_of_powers import modifiers as sums
from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.battle import FORTRESS, NOBODY, Battle
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    ARMY_LEADERS,
    SIEGE,
    UNITS,
)
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import lowest
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal, Roll


@dataclass(frozen=True, slots=True)
class NamePoint(Decision[State]):
    """[10.531] Attacker, then defender, names the unit that leads, and that is lost first: no siege
    artillery in an attack [10.533], no reserve unless it is alone [10.531.1]."""

    role: int
    """0 for the attacker, 1 for the defender."""

    def who(self, state: State) -> int:
        """The attacker or the defender."""
        return state.battle.side ^ self.role

    def prompt(self, state: State) -> str:
        """What it means."""
        return "Name the point unit: its effectiveness counts, and it is lost first [10.531]"

    def choices(self, state: State) -> Choices:
        """Who may lead."""
        battle = state.battle
        if self.role == 0:
            return {"point": battle.attackers & ALL_CORPS & ~SIEGE}
        found: Choices = {}
        corps = sums.defenders(state, battle) & ALL_CORPS
        fort = sums.fort_steps(state, battle)
        if battle.reserve >= 0 and (corps.bit_count() > 1 or fort):
            corps &= ~(1 << battle.reserve)
        if corps:
            found["point"] = corps
        if fort:
            found["fortress"] = ONE
        if not found:
            found["inherent"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Note it."""
        unit = {"point": number, "fortress": FORTRESS, "inherent": NOBODY}[verb]
        if self.role == 0:
            state.battle = replace(state.battle, point=unit)
        else:
            state.battle = replace(state.battle, defending_point=unit)

    @asked("10.531", "point", "fortress", "inherent")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot lead."""
        battle = state.battle
        if self.role == 0 and verb != "point":
            return Refusal("10.531", "a corps leads the attack")
        if verb == "fortress":
            return Refusal("10.531", "no fortress defends here")
        if verb == "inherent":
            return Refusal("10.531", "real units lead the defence")
        if self.role == 0 and 0 <= number < len(UNITS) and SIEGE >> number & 1:
            return Refusal("10.533", "siege artillery never leads an attack")
        if self.role == 1 and number == battle.reserve:
            return Refusal("10.531", "a reserve leads only where nobody else defends")
        return Refusal("10.531", "the point unit is a corps of the force")


def leader(state: State, battle: Battle, role: int) -> int:
    """[10.54] The leader of a side in a battle, or nobody."""
    units = battle.attackers if role == 0 else sums.defenders(state, battle)
    return lowest(units & ARMY_LEADERS) if units & ARMY_LEADERS else NOBODY


@dataclass(frozen=True, slots=True)
class LeaderCheck(Duty[State]):
    """[10.54] A side with a leader rolls for him."""

    role: int

    def run(self, state: State) -> None:
        """Roll, if there is one."""
        if leader(state, state.battle, self.role) != NOBODY:
            state.stack.append(LeaderDie(self.role))


@dataclass(frozen=True, slots=True)
class LeaderDie(Roll[State]):
    """[10.54] A die below his rating helps his side."""

    role: int

    def purpose(self, state: State) -> str:
        """What the die is for."""
        found = leader(state, state.battle, self.role)
        return f"{UNITS[found].name.title()} leads"

    def rolled(self, state: State, value: int) -> None:
        """Lead, or not."""
        battle = state.battle
        found = leader(state, battle, self.role)
        rating = UNITS[found].attack if self.role == 0 else UNITS[found].defence
        leads = value < rating
        led = (leads, battle.led[1]) if self.role == 0 else (battle.led[0], leads)
        state.battle = replace(battle, led=led)
        state.detail("{:die}: {:unit} " + ("leads" if leads else "does not lead"), value, found)
