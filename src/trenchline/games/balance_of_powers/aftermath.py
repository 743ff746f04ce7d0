"""Chapter 9.6 and 10.8: what follows a combat: trenches, the advance, movement that goes on."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.command import dismiss_lone_leaders
from trenchline.games.balance_of_powers.components import ALL_CORPS, NEVER_DUG_IN
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.inherent import beaches_before
from trenchline.games.balance_of_powers.retreat import still_held
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.steps import Duty


@dataclass(frozen=True, slots=True)
class Aftermath(Duty[State]):
    """[10.8] The combat is over: who must, digs in; who can, moves on."""

    def run(self, state: State) -> None:
        """Dig in, mark the trench battle, advance into what is empty."""
        battle = state.battles.pop()
        # [10.74.3] Their leader may have fallen.
        attackers = battle.attackers & state.mapped
        # [2.84.1] [2.84.2] [10.732] [10.723b.2] Neither trenches nor a trench battle then.
        quick = battle.benefits or battle.breakthrough
        if battle.raw and battle.trenches and not quick:
            # [9.62] Whoever attacks trenches ends up in trenches and goes no farther, unless he has
            # none [9.62.2] [R187].
            dig = attackers & ALL_CORPS & ~NEVER_DUG_IN & ~state.entrenched
            state.entrenched |= dig
            state.done |= attackers & ~NEVER_DUG_IN
            # [9.63] [10.82]
            state.trench_battles |= 1 << battle.target
        # [10.81.1] [R341] Nobody enters a landing counter of the enemy.
        beach = beaches_before(state, battle.side, battle.origin) >> battle.target & 1
        if attackers & ALL_CORPS and not beach and not still_held(state, battle):
            # [10.81] [R36] The force completes the move that it has paid for.
            enter(state, attackers, battle.target)
        state.force = attackers & ~state.done if attackers & ALL_CORPS & ~state.done else 0
        for place in (battle.origin, battle.target):
            # [1.323.2]
            dismiss_lone_leaders(state, place)
