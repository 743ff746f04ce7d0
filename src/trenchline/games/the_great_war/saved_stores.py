"""Rule 11H2: who retreats may carry logistics items along [R185]."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war import goods, rations
from trenchline.games.the_great_war.components import SIDES
from trenchline.games.the_great_war.ownership import settle
from trenchline.games.the_great_war.state import State
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Refusal


def points_saved(state: State, unit: int, here: Hex) -> int:
    """[11H2] How many resource points a unit that leaves a hex can carry along."""
    return min(state.resources.get(here, 0), goods.room(state, (unit,)))


def rations_saved(state: State, unit: int, here: Hex, loaded: int = 0) -> int:
    """[11H2] How many general supply points it can carry besides."""
    if not state.gsps:
        return 0
    return min(rations.lying(state, here), rations.capacity(state, (unit,), loaded))


def can_save(state: State, side: int, unit: int, here: Hex, there: Hex) -> bool:
    """[11H2] Whether a unit that has retreated from one hex to another may have taken something
    along: what its side owns, to where its side owns the ground."""
    both = 1 << here | 1 << there
    if state.owned[side] & both != both or state.where[unit] != there:
        return False
    return bool(points_saved(state, unit, here) or rations_saved(state, unit, here))


@dataclass(frozen=True, slots=True)
class SaveStores(OwnDecision[State]):
    """[11H2] What does a unit carry along as it retreats?"""

    unit: int
    here: Hex
    there: Hex
    loaded: int = 0
    """Resource points that it has taken up."""

    def prompt(self, state: State) -> str:
        told = "{}: what does {:unit} carry along from {:hex}? [11H2]"
        return state.say(told, SIDES[self.side], self.unit, self.here)

    def choices(self, state: State) -> Choices:
        found: Choices = {"done": ONE}
        most = 0 if self.loaded else points_saved(state, self.unit, self.here)
        if most:
            found["load"] = (1 << most + 1) - 2
        if some := rations_saved(state, self.unit, self.here, self.loaded):
            found["provision"] = (1 << some + 1) - 2
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "load":
            self.carry_points(state, number)
            after = SaveStores(self.side, self.unit, self.here, self.there, number)
            state.stack.append(after)
            return
        if verb == "provision":
            rations.carry(state, self.here, self.there, number)
            state.detail("{:unit} carries {} supply points along [11H2]", self.unit, number)
        settle(state)

    def carry_points(self, state: State, number: int) -> None:
        """Resource points go along."""
        if goods.burden(state, (self.unit,), number):
            state.carrying |= 1 << self.side
        left = state.resources.pop(self.here) - number
        if left:
            state.resources[self.here] = left
        state.resources[self.there] = state.resources.get(self.there, 0) + number
        state.detail("{:unit} carries {} resource points along [11H2]", self.unit, number)

    def all(self, state: State) -> None:
        """The unit carries along whatever it can."""
        if most := points_saved(state, self.unit, self.here):
            self.carry_points(state, most)
        if some := rations_saved(state, self.unit, self.here, most):
            rations.carry(state, self.here, self.there, some)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "load" and self.loaded:
            return Refusal("11H2", "the unit has taken its resource points up")
        if verb == "load":
            return Refusal("11H2", "the unit cannot carry so many points along")
        if verb == "provision":
            return Refusal("11H2", "the unit cannot carry so many rations along")
        return Refusal("11H2", "say what the unit carries along")
