"""Section 6.4: where a new unit appears."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.components import BOXES, COUNTERS
from trenchline.games.kaisers_war.meanwhile import elsewhere
from trenchline.games.kaisers_war.mobilization_refusals import why_not_box, why_not_place
from trenchline.games.kaisers_war.recruits import boxes, home_hexes, places
from trenchline.games.kaisers_war.state import BOX, FLEET, State
from trenchline.kernel.steps import Choices, Refusal, UnitDecision


@dataclass(frozen=True, slots=True)
class Placement(UnitDecision[State]):
    """[6.4] Where a new unit appears: a mobilization hex or a box."""

    def prompt(self, state: State) -> str:
        return state.say("Place the {:unit} [6.4]", self.unit)

    def choices(self, state: State) -> Choices:
        found: Choices = {}
        hexes = places(state, self.unit)
        if hexes:
            found["place"] = hexes
        off_map = boxes(state, self.unit)
        if off_map:
            found["box"] = off_map
        return found

    def must_ask(self, state: State) -> bool:
        """[10.1] How full a stack is, the enemy must not learn from what goes unasked."""
        shut = home_hexes(state, self.unit) & ~(state.mobilized_at | places(state, self.unit))
        return bool(shut & state.held[self.who(state)])

    def take(self, state: State, verb: str, number: int) -> None:
        unit = self.unit
        naval = COUNTERS[unit].is_naval
        if verb == "box":
            placed = list(state.box_placed)
            placed[number] += 1
            state.box_placed = (placed[0], placed[1], placed[2])
            state.lift(unit, FLEET if naval else BOX[number])
            if naval:
                # Nothing is hidden of ships in play, wherever they came from.
                state.detail("{:unit} appears in the {} box", unit, BOXES[number])
                return
            state.detail("a unit appears in the {} box", BOXES[number])
            state.whisper(self.who(state), "it is the {:unit}", unit)
            return
        state.mobilized_at |= 1 << number
        state.arrived |= 1 << unit  # [21.1]
        if naval:
            # [6.4] [R73] The base is only where it enters play.
            state.lift(unit, FLEET)
        else:
            state.lift(unit, number)
            state.put(unit, number)
        state.detail("{:unit} appears at {:hex}", unit, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "box":
            return why_not_box(self.unit, number)
        if verb == "place":
            return why_not_place(state, self.unit, number)
        return elsewhere(state, verb, "6.4", "the new unit is placed first")
