"""Section 15: advance after combat."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from trenchline.games.der_weltkrieg.components import SIDES, Units
from trenchline.games.der_weltkrieg.entry import entered, halted
from trenchline.games.der_weltkrieg.interdiction import interdict
from trenchline.games.der_weltkrieg.orders import off_limits, why_barred
from trenchline.games.der_weltkrieg.rail_lines import operative
from trenchline.games.der_weltkrieg.stacking import has_room
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.bits import bit_set
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, Decision, Refusal, until_done


def shares_lost(state: State) -> dict[int, Fraction]:
    """[15-4] What share of its strength each attacker has lost in this combat."""
    battle = state.battle
    return {
        unit: Fraction(before - state.strength[unit], before)
        for unit, before in zip(battle.attackers, battle.before, strict=True)
        if state.is_on_map(unit) and before
    }


@dataclass(frozen=True, slots=True)
class Advance(Decision[State]):
    """[15-1] Attackers may enter the hex that has been left, by retreat or by death [R37]; where
    a stack among enemies has attacked several, one after the other [14-9] [16-9] [R42]."""

    place: int = 0
    """Which of the hexes attacked is in question."""

    def who(self, state: State) -> int:
        return state.battle.side

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: who advances into {:hex}? [15-1]", SIDES[self.who(state)], self.target(state)
        )

    def target(self, state: State) -> Hex:
        """The hex that may be entered."""
        return state.battle.targets[self.place]

    def is_open(self, state: State) -> bool:
        """Whether the hex is left to whoever comes."""
        battle = state.battle
        left = state.holders[battle.defender] | state.guns[battle.defender]
        return not left >> self.target(state) & 1

    def can_enter(self, state: State, unit: int) -> bool:
        """[15-2] Whether there is room for a unit, and the scenario does not close the hex to it
        [4]; if it lives on the rails, a line must work there [6-12]."""
        target, side = self.target(state), state.battle.side
        return bool(
            has_room(state, target, side, unit)
            and not off_limits(state, 1 << unit) >> target & 1
            and (not state.theatre.rail_bound >> unit & 1 or operative(state, side) >> target & 1)
        )

    def waiting(self, state: State) -> Units:
        """[15-3] [15-4] Those who have lost the greatest share and still stand outside; never
        artillery."""
        battle = state.battle
        origins = battle.came_from
        outside = {
            unit: share
            for unit, share in shares_lost(state).items()
            if state.where[unit] == origins[unit] and not state.theatre.artillery >> unit & 1
        }
        most = max(outside.values(), default=Fraction(0))
        return bit_set(unit for unit, share in outside.items() if share == most)

    def choices(self, state: State) -> Choices:
        if not self.is_open(state):
            return {"done": ONE}
        battle = state.battle
        next_ones = self.waiting(state)
        # [15-2] [R38] Where the next in order finds no room, nobody after it advances.
        units = bit_set(
            unit
            for unit in battle.attackers
            if next_ones >> unit & 1 and self.can_enter(state, unit)
        )
        return until_done("advance", units)

    def take(self, state: State, verb: str, number: int) -> None:
        battle, target = state.battle, self.target(state)
        if verb == "done":
            if self.place + 1 < len(battle.targets):
                state.stack.append(Advance(self.place + 1))
            return
        # [30-3] Who follows into the empty hex has fought.
        if battle.vacated:
            state.fought |= 1 << number
            state.engaged |= 1 << number
        way = [state.where[number], target]
        state.detail("{:unit} advances from {:hex} to {:hex} [15-1]", number, *way)
        entered(state, 1 << number, way)
        state.move(1 << number, target)
        halted(state, 1 << number, target)  # [26-4]
        state.stack.append(self)
        interdict(state, 1 << number, way)  # [36-7]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        battle, target = state.battle, self.target(state)
        if verb != "advance":
            return Refusal("15-1", "say first who advances, then be done")
        if not self.is_open(state):
            return Refusal("15-1", "the hex has not been left")
        if number not in battle.attackers:
            return Refusal("15-1", "only units that attacked may advance")
        key = state.theatre.counters[number].key
        if not state.is_on_map(number):
            return Refusal("15-1", f"{key} was lost in the attack")
        if state.theatre.artillery >> number & 1:
            return Refusal("15-3", "artillery does not advance")
        if state.where[number] != battle.origins[battle.attackers.index(number)]:
            return Refusal("15-1", f"{key} has advanced already")
        if not self.waiting(state) >> number & 1:
            return Refusal("15-4", "units that lost a greater share of their strength go first")
        barred = why_barred(state, 1 << number, target)
        if barred is not None:
            return barred
        if has_room(state, target, battle.side, number):
            return Refusal("6-12", f"{key} lives on the rails, and no line of yours works there")
        return Refusal("15-2", "there is no room left in the hex")
