"""Chapter 2.9: demoralization and crisis, and the dice that decide on them [10.74]."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.calendar import name_of
from trenchline.games.balance_of_powers.components import MAJORS, NATIONS, UNITS
from trenchline.games.balance_of_powers.joining import fell_into_crisis
from trenchline.games.balance_of_powers.state import GONE, State
from trenchline.kernel.steps import Roll


def demoralize(state: State, nation: int) -> bool:
    """[2.91] A major power suffers a point of demoralization; whether it did. In crisis there is
    nothing more to lose [2.92.1]. The limits stand with the nations [2.94]."""
    if not MAJORS >> nation & 1 or nation in state.crisis:
        return False
    state.demoralization[nation] += 1
    told = NATIONS[nation]
    state.detail(f"{told.name} is demoralized: {state.demoralization[nation]} of {told.limit}")
    if state.demoralization[nation] >= told.limit:
        enter_crisis(state, nation)
    return True


def enter_crisis(state: State, nation: int) -> None:
    """[2.92] A nation at its limit is in crisis for the rest of the game."""
    state.demoralization[nation] = NATIONS[nation].limit
    state.crisis[nation] = state.month
    state.note(f"{NATIONS[nation].name} is in crisis since {name_of(state.month)}")
    fell_into_crisis(state, nation)


@dataclass(frozen=True, slots=True)
class MoraleDie(Roll[State]):
    """[10.74] A die below a number demoralizes: that of the table, of attrition or of the Crisis of
    July [10.74.2]; the leader of the force may fall."""

    nation: int
    below: int
    leader: int
    """He who leads the force, or -1."""

    def purpose(self, state: State) -> str:
        """What the die is for."""
        return f"demoralization of {NATIONS[self.nation].name}, below {self.below}"

    def rolled(self, state: State, value: int) -> None:
        """Demoralize, or not."""
        state.detail("{:die} for demoralization, below " + str(self.below), value)
        if value < self.below and demoralize(state, self.nation):
            if self.leader >= 0 and state.where[self.leader] >= 0:
                state.stack.append(SurvivalDie(self.leader, self.below))


@dataclass(frozen=True, slots=True)
class SurvivalDie(Roll[State]):
    """[10.74.3] [1.323.4] The leader of a demoralized force falls by a die below the same
    number."""

    leader: int
    below: int

    def purpose(self, state: State) -> str:
        """What the die is for."""
        return f"{UNITS[self.leader].name.title()} survives"

    def rolled(self, state: State, value: int) -> None:
        """He falls for good, or not."""
        if value < self.below:
            state.detail("{:die}: {:unit} is removed from the game", value, self.leader)
            state.lift(self.leader, GONE)
        else:
            state.detail("{:die}: {:unit} survives", value, self.leader)
