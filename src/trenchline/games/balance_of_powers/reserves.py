"""Chapter 10.4: an entrenched defender brings up a corps from beside the battle."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.balance_of_powers import modifiers as sums
from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.command import dismiss_lone_leaders
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    GRID,
    NEVER_DUG_IN,
    TABLES,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.flotillas import could_march
from trenchline.games.balance_of_powers.going import MARCHABLE
from trenchline.games.balance_of_powers.leash import strays
from trenchline.games.balance_of_powers.stacking import fits
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import in_supply
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.steps import ONE, Choices, Decision, Refusal, Roll


def reserves(state: State, battle: Battle) -> Units:
    """[10.41] The corps beside an entrenched defender that may try to come up: one of them at each
    attack [10.42.1] [R61], and none against a counterattack or tactical innovation [10.41.1]
    [2.84.4]."""
    if not battle.trenches or battle.counterattack or battle.benefits:
        return 0
    side = 1 - battle.side
    around = bit_set(GRID.neighbours(battle.target)) | step(1 << battle.target, MARCHABLE)
    found = 0
    for place in members(around & state.corps[side] & ~state.trench_battles):
        for unit in members(state.units(place, side) & ALL_CORPS):
            if not could_march(state, unit, battle.target):
                continue
            if strays(state, 1 << unit, battle.target):
                continue
            if fits(state, battle.target, 1 << unit, side):
                found |= 1 << unit
    return found


@dataclass(frozen=True, slots=True)
class CommitReserve(Decision[State]):
    """[10.4] The defender may try to bring up a corps."""

    def who(self, state: State) -> int:
        """The defender."""
        return 1 - state.battle.side

    def prompt(self, state: State) -> str:
        """What may come up."""
        return "Commit a corps from beside the battle as a reserve, or none [10.4]"

    def choices(self, state: State) -> Choices:
        """Who may try."""
        found: Choices = {"none": ONE}
        able = reserves(state, state.battle)
        if able:
            found["reserve"] = able
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Roll for it."""
        if verb == "reserve":
            state.stack.append(ReserveDie(number))

    @asked("10.4", "none", "reserve")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why somebody cannot come up."""
        battle = state.battle
        if battle.benefits:
            return Refusal("2.84", "no reserves come up against tactical innovation")
        if battle.counterattack:
            return Refusal("10.41", "no reserves come up against a counterattack on a breach")
        if not battle.trenches:
            return Refusal("10.41", "only an entrenched defender has reserves")
        if not state.on_map(1 - battle.side) & ALL_CORPS & 1 << max(0, number):
            return Refusal("10.42", "a reserve is a corps of the defender")
        place = state.where[number] if 0 <= number < len(UNITS) else -1
        if place < 0 or not could_march(state, number, battle.target):
            return Refusal("10.42", "a reserve comes from beside the battle")
        if state.trench_battles >> place & 1:
            return Refusal("10.41", "the corps is in a trench battle itself")
        if tied := strays(state, 1 << number, battle.target):
            return tied
        return Refusal("2.62", "there is no room for another corps")


@dataclass(frozen=True, slots=True)
class ReserveDie(Roll[State]):
    """[10.42] A die below the corps' effectiveness brings it up."""

    unit: int

    def purpose(self, state: State) -> str:
        """What the die is for."""
        return f"{state.called(self.unit)} comes up as a reserve"

    def rolled(self, state: State, value: int) -> None:
        """Come up and dig in, or not."""
        battle, unit = state.battle, self.unit
        place = state.where[unit]
        told = TABLES["reserves"]
        final = value
        if not state.entrenched >> unit & 1:
            final += told["manoeuvre"]  # [10.42.2]
        if not step(1 << place, MARCHABLE) & state.corps[battle.side]:
            final += told["unengaged"]  # [10.42.3]
        if sums.air_superiority(state, battle.target) == battle.side:
            final += told["air"]  # [10.42.4]
        worth = UNITS[unit].defence - (not in_supply(state, unit))
        if final >= worth:
            state.detail("{:die}: {:unit} does not come up", value, unit)
            return
        state.move(1 << unit, battle.target)
        if not NEVER_DUG_IN >> unit & 1:
            # [9.62.1]
            state.entrenched |= 1 << unit
        dismiss_lone_leaders(state, place)
        state.battle = replace(battle, reserve=unit)
        state.detail("{:die}: {:unit} comes up from {:hex}", value, unit, place)
