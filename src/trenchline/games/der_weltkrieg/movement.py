"""Section 6: the Movement Phase. Units march and ride [7-1], forts are given up, divisions break
down, flotillas sail, and headquarters send supply points."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.der_weltkrieg import breakdown, flotillas, headquarters, replacements
from trenchline.games.der_weltkrieg.components import SIDES, Units
from trenchline.games.der_weltkrieg.fortresses import (
    abandon,
    abandonable,
    reduce,
    reducible,
)
from trenchline.games.der_weltkrieg.march import March
from trenchline.games.der_weltkrieg.rail import (
    is_rail_bound,
)
from trenchline.games.der_weltkrieg.stacking import CheckStacking
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.trenches import give_up_idle_works
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal


@dataclass(frozen=True, slots=True)
class BeginMovement(Duty[State]):
    """[5] [6-3] The Movement Phase begins."""

    side: int

    def run(self, state: State) -> None:
        state.phase = "movement"
        state.moved = state.columned = state.column_attacked = 0
        state.railed = state.repaired = 0
        state.tracks_used.clear()
        state.transferred.clear()
        state.capacity_used = [0] * len(state.capacity_used)
        if state.log is not None:
            state.note(f"{SIDES[self.side]} Movement Phase")
        give_up_idle_works(state, self.side)
        state.stack += [CheckStacking(), MovementPhase(self.side)]


def ready(state: State, side: int) -> Units:
    """Units that may still move in this phase [6-3]: whoever has a movement allowance, and has not
    stayed to transfer supply points [18-6]."""
    idle = state.on_map(side) & state.theatre.mobile & ~state.moved
    return idle & ~state.waiting & ~headquarters.has_sent(state)


@dataclass(frozen=True, slots=True)
class MovementPhase(Decision[State]):
    """[6-3] Move any or all of your units."""

    side: int

    def who(self, state: State) -> int:
        return self.side

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: pick a unit to move, or end the Movement Phase [6-3]"

    def choices(self, state: State) -> Choices:
        found: Choices = {}
        units = ready(state, self.side)
        if units:
            found["unit"] = units
        given_up = abandonable(state, self.side)
        if given_up:
            found["abandon"] = given_up
        lowered = reducible(state, self.side)
        if lowered:
            found["reduce"] = lowered
        found |= breakdown.acts(state, self.side)
        found |= replacements.acts(state, self.side)
        found |= flotillas.acts(state, self.side)
        found |= headquarters.acts(state, self.side)
        found["done"] = ONE
        return found

    def must_ask(self, state: State) -> bool:
        # [17-5] Nobody learns from a phase that ends by itself that headquarters are empty.
        return bool(headquarters.senders(state, self.side))

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            state.stack.append(headquarters.MarkersArrive(self.side))
            state.stack.append(breakdown.FormDivisions(self.side))
            return
        if verb != "unit":
            state.stack.append(self)
            if verb in ("abandon", "reduce"):
                (abandon if verb == "abandon" else reduce)(state, number)
            elif verb in breakdown.VERBS:
                breakdown.act(state, number)
            elif verb in flotillas.VERBS:
                state.stack.append(flotillas.Sail(number))
            elif verb in headquarters.VERBS:
                headquarters.act(state, number)
            else:
                replacements.act(state, verb, number)
            return
        # [7-11] [6-12] Who is on a train goes on by rail.
        aboard = bool(state.entrained >> number & 1) or is_rail_bound(state, 1 << number)
        state.stack += [self, March((number,), state.where[number], aboard=aboard)]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "abandon":
            return Refusal("21-8", "only your own forts that are not surrounded can be given up")
        if verb == "reduce":
            return Refusal("21-9", "only forts, not Russian, from November 1914, give replacements")
        if verb in breakdown.VERBS:
            return breakdown.why_not(state, number, self.side)
        if verb in flotillas.VERBS:
            return flotillas.why_not(state, number, self.side)
        if verb in headquarters.VERBS:
            return headquarters.why_not_send(state, number, self.side)
        if verb in replacements.VERBS:
            return replacements.why_not(state, verb, number, self.side)
        if verb != "unit":
            return Refusal("5e", "this is the Movement Phase: pick a unit or end it")
        if number >= len(state.where) or state.where[number] < 0:
            return Refusal("6-3", "that unit is not on the map")
        if state.theatre.counters[number].side != self.side:
            return Refusal("6-3", "only your own units move in your Movement Phase")
        if state.moved >> number & 1:
            return Refusal("6-3", "that unit has moved already")
        if number in state.transferred:
            return Refusal("18-6", "a headquarters that transfers supply points does not move")
        if not state.theatre.mobile >> number & 1:
            return Refusal("6-1", "that counter has no movement allowance")
        return Refusal("4", "the scenario holds that unit where it is")
