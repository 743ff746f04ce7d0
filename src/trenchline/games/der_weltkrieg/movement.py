"""Section 6: the Movement Phase. Units march and ride [7-1], forts are given up, divisions break
down, flotillas sail, and headquarters send supply points."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.der_weltkrieg import breakdown, flotillas, replacements, supply_markers
from trenchline.games.der_weltkrieg.components import SIDES, Units
from trenchline.games.der_weltkrieg.fortresses import (
    abandon,
    abandonable,
    reduce,
    reducible,
    why_not_given_up,
    why_not_reduced,
)
from trenchline.games.der_weltkrieg.march import March
from trenchline.games.der_weltkrieg.march_refusals import why_not_ready
from trenchline.games.der_weltkrieg.rail import (
    is_rail_bound,
)
from trenchline.games.der_weltkrieg.stacking import CheckStacking
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.trenches import SEVEN_TURNS, give_up_idle_works
from trenchline.games.der_weltkrieg.whose import why_not_yours
from trenchline.kernel.steps import Choices, Duty, Phase, Refusal


@dataclass(frozen=True, slots=True)
class BeginMovement(Duty[State]):
    """[5] [6-3] The Movement Phase begins."""

    side: int

    def run(self, state: State) -> None:
        state.phase = "movement"
        state.forget("movement")
        state.heading("{} Movement Phase", SIDES[self.side])
        give_up_idle_works(state, self.side)  # [22-9]
        state.stack += [CheckStacking(), MovementPhase(self.side)]


def ready(state: State, side: int) -> Units:
    """Units that may still move in this phase [6-3]: whoever has a movement allowance, and has not
    stayed to transfer supply points [18-6]."""
    idle = state.on_map(side) & state.theatre.mobile & ~state.moved
    return idle & ~state.waiting & ~supply_markers.has_sent(state)


def march_of(state: State, unit: int) -> March:
    """The march of a unit that has not moved: who is on a train goes on by rail [7-11] [6-12]."""
    aboard = bool(state.entrained >> unit & 1) or is_rail_bound(state, 1 << unit)
    return March((unit,), state.where[unit], aboard=aboard)


@dataclass(frozen=True, slots=True)
class MovementPhase(Phase[State]):
    """[6-3] Move any or all of your units."""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: pick a unit to move, or end the Movement Phase [6-3]"

    def acts(self, state: State) -> Choices:
        found = {
            "unit": ready(state, self.side),
            "abandon": abandonable(state, self.side),  # [21-8]
            "reduce": reducible(state, self.side),  # [21-9]
        }
        found |= breakdown.acts(state, self.side)  # [27-1]
        found |= replacements.acts(state, self.side)  # [24-3]
        found |= flotillas.acts(state, self.side)  # [36-2]
        found |= supply_markers.acts(state, self.side)  # [18-6]
        return found

    def must_ask(self, state: State) -> bool:
        # [17-5] Nobody learns from a phase that ends by itself that headquarters are empty.
        return bool(supply_markers.senders(state, self.side))

    def end(self, state: State) -> None:
        state.stack.append(supply_markers.MarkersArrive(self.side))  # [18-10]
        state.stack.append(breakdown.FormDivisions(self.side))  # [27-2]

    def act(self, state: State, verb: str, number: int) -> None:
        if verb == "unit":
            march = march_of(state, number)
            if state.log is not None and march.is_stuck(state):
                state.detail("there is no legal move for {:unit} [6-3]", number)
            state.stack.append(march)
        elif verb in ("abandon", "reduce"):  # [21-8] [21-9]
            (abandon if verb == "abandon" else reduce)(state, number)
        elif verb in breakdown.VERBS:  # [27-1]
            breakdown.act(state, number)
        elif verb in flotillas.VERBS:  # [36-2]
            state.stack.append(flotillas.Sail(number))
        elif verb in supply_markers.VERBS:  # [18-6]
            supply_markers.act(state, number)
        else:
            replacements.act(state, verb, number)  # [24-3]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb in ("abandon", "reduce"):
            return self._why_not_forts(state, verb, number)
        if verb in breakdown.VERBS:
            return breakdown.why_not(state, number, self.side)
        if verb in flotillas.VERBS:
            return flotillas.why_not(state, number, self.side)
        if verb in supply_markers.VERBS:
            return supply_markers.why_not_send(state, number, self.side)
        if verb in replacements.VERBS:
            return replacements.why_not(state, verb, number, self.side)
        if verb == "dig" and SEVEN_TURNS not in state.options:
            return Refusal("22-22", "the option of digging in any turn, seven_turns, is off")
        if verb == "create" and not state.theatre.is_linked:
            return Refusal("18-17", "this is no linked game, and so has no corps staffs")
        if verb != "unit":
            return Refusal("5e", "this is the Movement Phase: pick a unit, end it when all is done")
        foreign = why_not_yours(state, number, self.side, "6-3")
        if foreign is not None:
            return foreign
        if state.moved & ~state.moved_this_turn & ~state.column_attacked & 1 << number:
            if march_of(state, number).is_stuck(state):
                key = state.theatre.counters[number].key
                return Refusal("6-3", f"there is no legal move for {key}")
        refusal = why_not_ready(state, number)
        assert refusal is not None
        return refusal

    def _why_not_forts(self, state: State, verb: str, unit: int) -> Refusal:
        foreign = why_not_yours(state, unit, self.side, "21-8")
        if foreign is not None:
            return foreign
        if verb == "reduce":
            return why_not_reduced(state, unit)
        refusal = why_not_given_up(state, unit)
        assert refusal is not None
        return refusal
