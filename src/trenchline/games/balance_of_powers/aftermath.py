"""Chapter 9.6 and 10.8: what follows a combat: trenches, the advance, movement that goes on."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.components import ALL_CORPS, NEVER_DUG_IN, OF_KIND, Units
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.retreat import still_held
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Duty


@dataclass(frozen=True, slots=True)
class Aftermath(Duty[State]):
    """[10.8] The combat is over: who must, digs in; who can, moves on."""

    def run(self, state: State) -> None:
        """Dig in, mark the trench battle, advance into what is empty."""
        battle = state.battles.pop()
        attackers = battle.attackers
        quick = battle.benefits or battle.breakthrough
        if battle.raw and battle.trenches and not quick:
            # [9.62] Whoever attacks trenches ends up in trenches.
            dig = attackers & ALL_CORPS & ~NEVER_DUG_IN & ~state.entrenched
            state.entrenched |= dig
            state.done |= attackers & ~NEVER_DUG_IN
            state.trench_battles |= 1 << battle.target
        if attackers & ALL_CORPS and not still_held(state, battle):
            # [10.81] [R36] The force completes the move that it has paid for.
            enter(state, attackers, battle.target)
        state.force = attackers & ~state.done if attackers & ALL_CORPS & ~state.done else 0
        for place in (battle.origin, battle.target):
            dismiss_lone_leaders(state, place)


def dismiss_lone_leaders(state: State, place: Hex) -> None:
    """[1.323] A leader who is alone in a location goes back to the pool."""
    for side in (0, 1):
        units = state.units(place, side)
        if units & ALL_CORPS:
            continue
        if state.forts[side] >> place & 1:
            # [R37] A fortress is a command.
            continue
        for leader in members(lone(units)):
            state.detail("{:unit} is without a command and goes back", leader)
            state.lift(leader)


def lone(units: Units) -> Units:
    """Army leaders among units."""
    return units & OF_KIND["army leader"]
