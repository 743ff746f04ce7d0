"""Chapter 10: a land combat begins: it is declared, and siege artillery bombards the fortress.

The combat in hand is ``state.battle``; each step looks at it and puts a changed one in its place.
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers import modifiers as sums
from trenchline.games.balance_of_powers.aftermath import Aftermath
from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.combat_dice import CombatDice, Reckon, UseWorks
from trenchline.games.balance_of_powers.components import ALL_CORPS, RED_FORTRESSES, Units
from trenchline.games.balance_of_powers.joining import march_in
from trenchline.games.balance_of_powers.leading import LeaderCheck, NamePoint
from trenchline.games.balance_of_powers.losses import Outcome
from trenchline.games.balance_of_powers.payment import Pay
from trenchline.games.balance_of_powers.reserves import CommitReserve
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.battles import unwind
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Duty, Roll


def declare(state: State, attackers: Units, target: Hex) -> None:
    """[10.01] A force that has paid its movement points attacks from where it is: one location
    against one other [10.02]. The steps lie in the order of the rulebook [10.03], the first on top;
    supply is looked at where a corps stands, whenever a step asks for it [10.03.1]."""
    side, origin = state.phasing, state.where[lowest(attackers)]
    battle = Battle(side, origin, target, attackers, benefits=bool(state.benefits[side]))
    state.battles.append(sums.opened(state, battle))
    march_in(state, attackers, target)
    state.note("{:units} attack from {:hex} into {:hex}", list(members(attackers)), origin, target)
    state.stack += [
        Aftermath(),
        Outcome(),  # [10.03.7]
        CombatDice(),  # [10.03.6]
        Reckon(),  # [10.03.5]
        LeaderCheck(1),
        LeaderCheck(0),
        UseWorks(),
        NamePoint(1),
        NamePoint(0),
        CommitReserve(),  # [10.03.4]
        Pay(),  # [10.03.3]
        Bombard(),  # [10.03.2]
    ]


@dataclass(frozen=True, slots=True)
class Bombard(Duty[State]):
    """[10.21] Siege artillery breaks black fortresses, and may break red ones; ships take no part
    [10.23]. It comes before anybody pays [R62]."""

    def run(self, state: State) -> None:
        """Ruin a black fortress, or roll for a red one."""
        battle = state.battle
        guns = sums.siege_guns(state, battle.attackers)
        if not guns or not sums.fort_steps(state, battle):
            return
        if RED_FORTRESSES >> battle.target & 1:
            state.stack.append(BombardRed())
            return
        state.batter(battle.target, sums.fort_steps(state, battle))
        state.detail("the old fortress of {:hex} is ruined by siege artillery", battle.target)
        end_if_empty(state)


@dataclass(frozen=True, slots=True)
class BombardRed(Roll[State]):
    """[10.21] A die below the number of siege corps costs a red fortress a step."""

    def purpose(self, state: State) -> str:
        """What the die is for."""
        return f"siege artillery against the fortress of {state.named(state.battle.target)}"

    def rolled(self, state: State, value: int) -> None:
        """Break a step, or not."""
        battle = state.battle
        if value < sums.siege_guns(state, battle.attackers):
            state.batter(battle.target)
            left = ("ruined", "reduced")[state.fort_steps(battle.target)]
            state.detail("{:die}: the fortress of {:hex} is " + left, value, battle.target)
            end_if_empty(state)
        else:
            state.detail("{:die}: the fortress of {:hex} withstands", value, battle.target)


def end_if_empty(state: State) -> None:
    """[10.22] Where nothing is left to fight the force moves in."""
    battle = state.battle
    if not sums.defenders(state, battle) & ALL_CORPS and not sums.fort_steps(state, battle):
        unwind(state, Aftermath)
