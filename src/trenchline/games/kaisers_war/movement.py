"""Chapter 8: the Movement Phases.

A unit is picked, and moves before another is (``moves``); in each stack one may be brought to the
top [10.1].
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.components import COUNTERS, IMMOBILE, SIDES
from trenchline.games.kaisers_war.eastern import stuck
from trenchline.games.kaisers_war.elimination import check_all_stacks
from trenchline.games.kaisers_war.meanwhile import elsewhere
from trenchline.games.kaisers_war.move_refusals import why_not_picked, why_not_top
from trenchline.games.kaisers_war.moves import MoveUnit
from trenchline.games.kaisers_war.state import ON_MAP, State
from trenchline.games.kaisers_war.supply_by_sea import SupplyBySea
from trenchline.kernel.bits import members
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal


@dataclass(frozen=True, slots=True)
class BeginMovement(Duty[State]):
    """[4.2] A side's units get ready to move [8.3]."""

    side: int

    def run(self, state: State) -> None:
        state.heading("{} Movement Phase", SIDES[self.side])
        in_play = state.forces(self.side) & (state.piles[ON_MAP] | state.boxed)
        state.ready = in_play & movable(state)
        state.forget("movement")
        state.stack.append(EndMovement(self.side))
        state.stack.append(MovementPhase(self.side))
        if "naval" in state.options:
            state.stack.append(SupplyBySea(self.side))


def movable(state: State) -> int:
    """[8.4] Units with a movement factor move, unless they wait in the east [24.2] [30.3b]."""
    return state.awake & ~IMMOBILE & ~stuck(state)


@dataclass(frozen=True, slots=True)
class EndMovement(Duty[State]):
    """[9.4] The phase ends; stacking is looked at."""

    side: int

    def run(self, state: State) -> None:
        state.ready = 0
        check_all_stacks(state)


@dataclass(frozen=True, slots=True)
class MovementPhase(OwnDecision[State]):
    """[8.1] Move as many units as you like, one at a time [8.2]."""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]} movement: choose a unit, or end the phase [8.1]"

    def choices(self, state: State) -> Choices:
        found: Choices = {}
        if state.ready:
            found["unit"] = state.ready
        buried = self.buried(state)
        if buried:
            found["top"] = buried
        found["done"] = ONE
        return found

    def must_ask(self, state: State) -> bool:
        """[10.1] Which hidden units can move at all is nobody else's business."""
        return bool(state.under & state.forces(self.side))

    def buried(self, state: State) -> int:
        """[10.1] Units that may be brought to the top of their stack, once a hex and phase
        [R71]."""
        found = state.under & state.forces(self.side)
        for hex_ in members(state.shuffled if found else 0):
            for unit in state.stacks.get(hex_, ()):
                found &= ~(1 << unit)
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        state.stack.append(self)
        if verb == "unit":
            state.stack.append(MoveUnit(number, state.where[number]))
        else:
            # [10.1] Once a hex and phase [R78].
            state.shuffled |= 1 << state.where[number]
            state.bring_up(number)  # [10.1]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb not in ("unit", "top"):
            return elsewhere(state, verb, "4.2", "units are moved in this phase, nothing else")
        if not 0 <= number < len(COUNTERS) or state.side_of(number) != self.side:
            return Refusal("8.3", "only your own units move in your phase")
        if verb == "top":
            return why_not_top(state, number)
        return why_not_picked(state, number)
