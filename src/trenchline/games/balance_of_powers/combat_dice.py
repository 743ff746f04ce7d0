"""Chapter 10.6: the modifiers are summed, and the dice of a land combat thrown."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.balance_of_powers import modifiers as sums
from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.calendar import name_of
from trenchline.games.balance_of_powers.components import ALL_CORPS
from trenchline.games.balance_of_powers.leading import leader
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal, Throw


@dataclass(frozen=True, slots=True)
class UseWorks(Decision[State]):
    """[10.572] Infrastructure behind the attack may be used up for it."""

    def who(self, state: State) -> int:
        """The attacker."""
        return state.battle.side

    def prompt(self, state: State) -> str:
        """What it gives."""
        return "Use the infrastructure up for the attack, or spare it [10.572]"

    def choices(self, state: State) -> Choices:
        """Use it, if one may."""
        if sums.may_use_infrastructure(state, state.battle):
            return {"spare": ONE, "use": ONE}
        return {"spare": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """Note it; it is removed after the dice."""
        if verb == "use":
            state.battle = replace(state.battle, infrastructure=True)

    @asked("10.572", "spare", "use")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why there is nothing to use."""
        battle = state.battle
        if not state.infrastructure >> battle.origin & 1:
            return Refusal("10.572", "no infrastructure lies behind the attack")
        if not battle.attackers & state.entrenched:
            return Refusal("10.572", "no attacker is entrenched")
        if not battle.trenches:
            return Refusal("10.572", "no defender is entrenched")
        return Refusal("10.572", "infrastructure is no help from such ground")


@dataclass(frozen=True, slots=True)
class Reckon(Duty[State]):
    """[10.5] The modifiers are summed."""

    def run(self, state: State) -> None:
        """Settle the net modifier and who is in the battle."""
        battle = state.battle
        attackers = (battle.attackers & ALL_CORPS).bit_count()
        corps = (sums.defenders(state, battle) & ALL_CORPS).bit_count()
        found = sums.modifiers(state, battle)
        state.battle = replace(
            battle,
            modifier=sums.net(found),
            began=(attackers, corps),
            strengths=(attackers, sums.strength_of_defence(state, battle)),
            leaders=(leader(state, battle, 0), leader(state, battle, 1)),
        )
        for modifier in found:
            state.detail(f"{modifier.value:+} {modifier.reason} [{modifier.case}]")


@dataclass(frozen=True, slots=True)
class CombatDice(Throw[State]):
    """[10.61] Two dice, and the modifier."""

    def purpose(self, state: State) -> str:
        """What the dice are for."""
        battle = state.battle
        return f"the attack on {state.named(battle.target)} at {battle.modifier:+}"

    def thrown(self, state: State, values: tuple[int, ...]) -> None:
        """Note them; the guilty side may have them rolled again [11.5]."""
        state.battle = replace(state.battle, raw=sum(values))
        state.detail("{:die} and {:die}", *values)
        if may_reroll(state):
            state.stack.append(Reroll())


def may_reroll(state: State) -> bool:
    """[11.5] [12.1] Whether the side that has the reroll may still use it: in the first fortnight
    of the game, once."""
    return state.reroll >= 0 and state.month == state.scenario.first and state.fortnight == 1


@dataclass(frozen=True, slots=True)
class Reroll(Decision[State]):
    """[11.5/reroll] The guilty side lets the dice stand, or has them rolled again, once."""

    def who(self, state: State) -> int:
        """The side that has the reroll."""
        return state.reroll

    def prompt(self, state: State) -> str:
        """What it is."""
        return (
            f"Let the {state.battle.raw} stand, or have the dice rolled again: once, "
            f"in {name_of(state.month)} only [11.5]"
        )

    def choices(self, state: State) -> Choices:
        """Both."""
        return {"stand": ONE, "reroll": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """Roll again, or not."""
        if verb == "reroll":
            state.reroll = -1
            state.detail("the dice are rolled again")
            state.stack.append(CombatDice())

    @asked("11.5", "stand", "reroll")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """There are two answers."""
        return Refusal("11.5", "there are two answers")
