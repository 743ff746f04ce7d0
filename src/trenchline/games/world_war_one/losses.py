"""Section 8.5: how losses are borne.

The attacker pays points or loses a unit, and never retreats [8.52]. The defender retreats, pays,
does some of both, or is destroyed [8.51]; a lone fort pays or is given up [12.44]. A unit that is
destroyed settles its side's whole loss, however great [8.55] and at no charge in points [8.56].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from trenchline.games.world_war_one.advance import begin_advance
from trenchline.games.world_war_one.battle import Battle
from trenchline.games.world_war_one.components import (
    FORT_NATION,
    NATION_OF,
    NATIONS,
    RM,
    RS,
)
from trenchline.games.world_war_one.refusals.order import battle_goes_on
from trenchline.games.world_war_one.retreat import RetreatPath, plan
from trenchline.games.world_war_one.state import LOST, POOL, State
from trenchline.kernel.bits import bit_set
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, OwnDecision, Refusal

LONGEST_RUSSIAN_RETREAT = 5
"""[8.59] At most five points of a Russian or Rumanian loss are borne by retreating."""


def amounts(state: State, loss: int, nations: tuple[int, ...]) -> int:
    """The numbers of points the first nation may pay, so that the others can pay the rest."""
    first = state.crp[nations[0]]
    rest = sum(state.crp[nation] for nation in nations[1:])
    least, most = max(0, loss - rest), min(loss, first)
    return 0 if least > most else (1 << most + 1) - (1 << least)


@dataclass(frozen=True, slots=True)
class Payment(OwnDecision[State]):
    """[8.57] Points are lost by nation; the owner splits the loss as he likes."""

    loss: int
    nations: tuple[int, ...]
    """The nations that have not paid their part yet; the next to be asked comes first."""

    def prompt(self, state: State) -> str:
        name = NATIONS[self.nations[0]].name
        return f"A loss of {self.loss}: how much of it does {name} pay? [8.57]"

    def choices(self, state: State) -> Choices:
        return {"pay": amounts(state, self.loss, self.nations)}

    def take(self, state: State, verb: str, number: int) -> None:
        pay(state, self.nations[0], number)
        if self.loss > number:
            state.stack.append(Payment(self.side, self.loss - number, self.nations[1:]))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "pay":
            return Refusal("8.57", "first the loss must be divided among the nations")
        return of_payment(state, self.loss, self.nations, number)


def of_payment(state: State, loss: int, nations: tuple[int, ...], points: int) -> Refusal:
    """Why the first of some nations cannot pay so many points of a loss."""
    first = NATIONS[nations[0]].name
    if points > loss:
        return Refusal("8.57", f"the loss is only {loss}")
    if points > state.crp[nations[0]]:
        return Refusal("8.57", f"{first} has only {state.crp[nations[0]]} points")
    if not nations[1:]:
        return Refusal("8.57", f"{first} alone must pay the whole loss of {loss}")
    return Refusal("8.57", f"the other nations cannot pay the remaining {loss - points}")


def pay(state: State, nation: int, points: int) -> None:
    """[10.1] Take points from a nation's pool for a loss."""
    state.spend(nation, points)
    if points:
        state.detail("{} pays {}, {} left", NATIONS[nation].name, points, state.crp[nation])
    else:
        state.detail("{} pays nothing", NATIONS[nation].name)


@dataclass(frozen=True, slots=True)
class AttackerLoss(Decision[State]):
    """[8.52] The attacker bears his loss: points, or a unit where that is allowed or forced."""

    battle: Battle
    loss: int
    nations: tuple[int, ...]

    @classmethod
    def due(cls, battle: Battle, loss: int) -> Self:
        """The step for a loss just rolled."""
        nations = tuple(dict.fromkeys(NATION_OF[unit] for unit in battle.bearers()))
        return cls(battle, loss, nations)

    def who(self, state: State) -> int:
        return self.battle.side

    def prompt(self, state: State) -> str:
        return f"Your attack costs {self.loss}: pay points or give up a unit [8.52]"

    def choices(self, state: State) -> Choices:
        if not self.loss:
            return {"pay": ONE}
        found: Choices = {}
        payable = amounts(state, self.loss, self.nations)
        if payable:
            found["pay"] = payable
        # [8.53] A unit by choice only in the third set; [8.54] [8.58] before that only when the
        # points of all attacking nations together do not cover the loss [R7].
        if not payable or self.battle.may_lose_willingly:
            found["lose"] = bit_set(self.battle.bearers())
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        state.stack.append(BeginDefenderLoss(self.battle))
        if verb == "lose":
            if state.log is not None:
                lost = "given up" if amounts(state, self.loss, self.nations) else "lost"
                state.detail("{:unit} at {:hex} is {}", number, state.where[number], lost)
            # [8.55] One unit settles everything. Attackers are in supply, so it may be rebuilt.
            state.lift(number, POOL)
            return
        if not self.loss:
            return
        # [8.52] [8.57] The first nation pays its part, then the next.
        pay(state, self.nations[0], number)
        if self.loss > number:  # [8.52] [8.57]
            state.stack.append(Payment(self.battle.side, self.loss - number, self.nations[1:]))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "pay":
            if not amounts(state, self.loss, self.nations):
                return Refusal("8.54", "the attacking nations together cannot pay the loss")
            return of_payment(state, self.loss, self.nations, number)
        if verb == "ruin":
            return Refusal("8.53", "an attacker never gives up a fort of his own")
        if verb == "retreat":
            return Refusal("8.52", "attackers never retreat")
        if verb in ("hold", "destroy"):
            return Refusal("8.52", "the attacker says how much he pays and which unit he loses")
        if verb != "lose":
            return battle_goes_on(verb)
        if number not in self.battle.attackers:
            return Refusal("8.52", "this unit did not take part in the attack")
        if number not in self.battle.bearers():
            return Refusal("12.35", "only the infiltrating nation bears the attacker's loss")
        return Refusal("8.53", "units are given up by choice only in the third phases")


@dataclass(frozen=True, slots=True)
class BeginDefenderLoss(Duty[State]):
    """The attacker has paid; now the defender bears his loss, if any [R9]. All of it happens before
    the next attack [8.0/PR]."""

    battle: Battle

    def run(self, state: State) -> None:
        if not self.battle.loss:
            return
        if self.battle.unit is None:  # [12.44]
            state.stack.append(FortLoss(self.battle))
        else:
            # [8.51]
            state.stack.append(DefenderLoss(self.battle))


@dataclass(frozen=True, slots=True)
class FortLoss(Decision[State]):
    """[12.44] [R6] A fort alone: its owner pays, if in supply, or gives it up in any phase."""

    battle: Battle

    def who(self, state: State) -> int:
        return 1 - self.battle.side

    def prompt(self, state: State) -> str:
        return state.say(
            "The fort at {:hex} suffers {}: pay, or give it up? [12.44]",
            self.battle.target,
            self.battle.loss,
        )

    def choices(self, state: State) -> Choices:
        owner = FORT_NATION[self.battle.target]
        if self.battle.supplied and state.crp[owner] >= self.battle.loss:
            return {"hold": ONE, "ruin": ONE}
        return {"ruin": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        target = self.battle.target
        if verb == "hold":
            pay(state, FORT_NATION[target], self.battle.loss)
            return
        if state.log is not None:
            given_up = "given up" if len(self.choices(state)) > 1 else "destroyed"
            state.detail("the fort at {:hex} is {} [12.44]", target, given_up)
        state.ruin(target)
        # [8.74] The attacker may advance into the ruins.
        begin_advance(state, self.battle, ())

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb in ("retreat", "destroy"):
            return Refusal("12.44", "a fort without a unit pays points and can be given up")
        if verb != "hold":
            return battle_goes_on(verb)
        if not self.battle.supplied:
            return Refusal("9.21", "a fort out of supply cannot pay points")
        return Refusal("12.44", "the fort's owner has not enough points")


@dataclass(frozen=True, slots=True)
class DefenderLoss(Decision[State]):
    """[8.51] The defending unit retreats some hexes and pays the rest, or is destroyed."""

    battle: Battle

    def who(self, state: State) -> int:
        return 1 - self.battle.side

    def prompt(self, state: State) -> str:
        assert self.battle.unit is not None
        return state.say(
            "The {:unit} suffers {}: retreat, pay, or be destroyed? [8.51]",
            self.battle.unit,
            self.battle.loss,
        )

    def lengths(self, state: State) -> int:
        """The numbers of hexes the unit may retreat, the rest being paid [R8]."""
        battle = self.battle
        unit = battle.unit
        assert unit is not None
        purse = sum(state.crp[nation] for nation in battle.payers)
        longest = battle.loss
        if NATION_OF[unit] in (RS, RM):  # [8.59]
            longest = min(longest, LONGEST_RUSSIAN_RETREAT)
        # [8.51] What cannot be paid; [12.32] at least one hex for who is driven.
        shortest = max(battle.loss - purse, int(battle.driven))
        found = 0
        for length in range(shortest, longest + 1):
            if length == 0 or plan(state, unit, length) is not None:
                found |= 1 << length
        return found

    def compulsion(self, state: State) -> str:
        """Why the unit retreats: what leaves it no other choice, if anything does."""
        battle = self.battle
        may_pay = not battle.driven and sum(state.crp[who] for who in battle.payers) >= battle.loss
        if may_pay or (battle.may_lose_willingly and battle.supplied):
            return "by choice"
        if not self.battle.supplied:
            return "being out of supply [9.21]"
        if self.battle.driven:
            return "driven back [12.32]"
        return "for want of points [8.51]"

    def choices(self, state: State) -> Choices:
        lengths = self.lengths(state)
        found: Choices = {}
        if lengths & 1:
            found["hold"] = ONE
        if lengths & ~1:
            found["retreat"] = lengths & ~1
        # [8.53] By choice only in the third set, and not by a unit that is cut off and can still
        # retreat [8.51]; [8.54] [R13] where nothing else is possible, in any.
        if not found or (self.battle.may_lose_willingly and self.battle.supplied):
            found["destroy"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        battle = self.battle
        unit = battle.unit
        assert unit is not None
        if verb == "destroy":
            # [9.21] A unit lost out of supply never returns; others may be rebuilt [10.26].
            for_good = not battle.supplied
            if state.log is not None:
                given_up = "given up" if len(self.choices(state)) > 1 else "destroyed"
                given_up += " for good" * for_good
                state.detail("{:unit} at {:hex} is {}", unit, state.where[unit], given_up)
            state.lift(unit, LOST if for_good else POOL)
            # [8.7]
            begin_advance(state, battle, ())
            return
        if number:
            state.stack.append(RetreatPath(battle, number, why=self.compulsion(state)))
        due = battle.loss - number
        if due:  # [8.51] [8.57]
            state.stack.append(Payment(1 - battle.side, due, battle.payers))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return _why_not_lose(state, self, verb, number)


def _why_not_lose(state: State, step: DefenderLoss, verb: str, number: int) -> Refusal:
    battle = step.battle
    assert battle.unit is not None
    if verb == "ruin" and not battle.fort:
        return Refusal("12.44", "no fort defends the hex")
    if verb == "ruin":
        return Refusal("12.45", "giving up an occupied fort pays nothing")
    if verb in ("pay", "lose"):
        return Refusal("8.51", "the defender holds, retreats and pays the rest of his loss")
    if verb not in ("hold", "retreat", "destroy"):
        return battle_goes_on(verb)
    if verb == "destroy" and not battle.supplied:
        return Refusal("8.51", "a unit out of supply must retreat while it can")
    if verb == "destroy":
        return Refusal("8.53", "units are given up by choice only in the third phases")
    if battle.driven and number == 0:
        return Refusal("12.32", "infiltration drives the defender back at least one hex")
    if verb == "retreat" and number == 0:
        return Refusal("8.51", "a unit that does not retreat holds its hex and pays")
    if number > battle.loss:
        return Refusal("8.6", "each hex of retreat settles one point, and no more than the loss")
    if number > LONGEST_RUSSIAN_RETREAT and NATION_OF[battle.unit] in (RS, RM):
        return Refusal("8.59", "Russians and Rumanians settle at most five points by retreating")
    if not battle.supplied and number < battle.loss:
        return Refusal("9.21", "a unit out of supply cannot pay points")
    if battle.loss - number > sum(state.crp[n] for n in battle.payers):
        return Refusal("8.51", "there are not enough points to pay the rest")
    return Refusal("8.61", "there is no legal retreat of that length")
