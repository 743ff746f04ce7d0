"""Section 27: divisions that break down into brigades and regiments, and form again."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.der_weltkrieg.components import SIDES, Units
from trenchline.games.der_weltkrieg.regrouping import (
    enter_play,
    infantry_class,
    leave_play,
    replace_units,
    spare,
)
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.whose import why_not_yours
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import (
    Choices,
    Decision,
    Phase,
    Refusal,
    UnitDecision,
    until_done,
)
from trenchline.kernel.words import counted

VERBS = ("break",)


def alike(state: State, unit: int, among: Units) -> Units:
    """[27-1] Those of some counters that are of a unit's nation and type."""
    counters = state.theatre.counters
    kind = infantry_class(counters[unit])
    return bit_set(
        other
        for other in members(among & state.theatre.of_nation[counters[unit].nation])
        if infantry_class(counters[other]) == kind
    )


def components_for(state: State, unit: int) -> Units:
    """[27-1] Spare brigades and regiments into which a division may break down."""
    found = spare(state, alike(state, unit, state.theatre.components))
    return bit_set(c for c in members(found) if state.theatre.counters[c].front)


def breakable(state: State, side: int) -> Units:
    """[27-1] [R137] Divisions that may break down: at the beginning of the movement phase only."""
    theatre = state.theatre
    ours = theatre.of_side[side]
    if (state.moved | state.moved_this_turn) & ours:
        return 0
    counters = theatre.counters
    kinds = {
        (counters[c].nation, infantry_class(counters[c]))
        for c in members(spare(state, theatre.components & ours))
        if counters[c].front
    }
    if not kinds:
        return 0
    return bit_set(
        unit
        for unit in members(state.on_map(side) & theatre.divisions)
        if (counters[unit].nation, infantry_class(counters[unit])) in kinds
    )


def acts(state: State, side: int) -> Choices:
    """What may be done at this moment of the movement phase."""
    units = breakable(state, side)
    return {"break": units} if units else {}


def act(state: State, unit: int) -> None:
    """Begin to break a division down."""
    state.stack.append(BreakDown(unit, state.strength[unit]))


def why_not(state: State, unit: int, side: int) -> Refusal:
    """Why a unit cannot break down."""
    theatre = state.theatre
    foreign = why_not_yours(state, unit, side, "27-1")
    if foreign is not None:
        return foreign
    if not theatre.divisions >> unit & 1:
        return Refusal("27-1", "only divisions break down")
    if (state.moved | state.moved_this_turn) & theatre.of_side[side]:
        return Refusal("27-1", "divisions break down at the beginning of the movement phase")
    return Refusal("27-1", "there are no spare components of its type")


@dataclass(frozen=True, slots=True)
class BreakDown(UnitDecision[State]):
    """[27-1] Which components take a division's place? Together they are no stronger than it."""

    left: int
    """Strength points not yet given to components."""

    def prompt(self, state: State) -> str:
        left = counted(self.left, "point")
        return state.say(
            "{}: {} of {:unit} for components [27-1]", SIDES[self.who(state)], left, self.unit
        )

    def begun(self, state: State) -> bool:
        """Whether a component stands there already."""
        return self.left < state.strength[self.unit]

    def choices(self, state: State) -> Choices:
        units = components_for(state, self.unit) if self.left else 0
        return until_done("component", units)

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            if self.begun(state):
                state.lose(self.unit, self.left)
                leave_play(state, self.unit)
            return
        points = min(state.theatre.counters[number].front, self.left)
        if state.log is not None:
            told = "{:unit} leaves {:unit} with {} [27-1]"
            state.detail(told, number, self.unit, counted(points, "point"))
        enter_play(state, number, state.where[self.unit], points)
        replace_units(state, 1 << number, 1 << self.unit)
        state.stack.append(replace(self, left=self.left - points))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "component":
            return Refusal("27-1", "take components for the division first, then be done")
        if not 0 <= number < len(state.where) or not state.theatre.components >> number & 1:
            return Refusal("27-1", "a division breaks down into smaller units")
        if not alike(state, self.unit, 1 << number):
            return Refusal("27-1", "that component is of another type than the division")
        return Refusal("27-1", "that component is no spare counter")


def divisions_for(state: State, unit: int, points: int) -> Units:
    """[27-2] Spare divisions of a component's type that can hold so many strength points."""
    found = spare(state, alike(state, unit, state.theatre.divisions))
    return bit_set(d for d in members(found) if state.theatre.counters[d].front >= points)


def mergeable(state: State, side: int) -> Units:
    """[27-2] Components that can form a division with others in their hex."""
    theatre = state.theatre
    components = theatre.components & theatre.of_side[side]
    if not spare(state, theatre.divisions & theatre.of_side[side]):
        return 0
    found = 0
    for units in state.stacks.values():
        here = units & components
        if here:
            for unit in members(here):
                others = alike(state, unit, here & ~(1 << unit))
                points = state.strength[unit]
                if any(
                    divisions_for(state, unit, points + state.strength[other])
                    for other in members(others)
                ):
                    found |= 1 << unit
    return found


@dataclass(frozen=True, slots=True)
class FormDivisions(Phase[State]):
    """[27-2] At the end of the movement phase components may form divisions."""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: do brigades or regiments form a division? [27-2]"

    def acts(self, state: State) -> Choices:
        return {"component": mergeable(state, self.side)}

    def act(self, state: State, verb: str, number: int) -> None:
        state.stack.append(FormDivision((number,)))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "component":
            return Refusal("27-2", "form divisions of components first, then be done")
        foreign = why_not_yours(state, number, self.side, "27-2")
        if foreign is not None:
            return foreign
        if not state.theatre.components >> number & 1:
            return Refusal("27-2", "only components form a division")
        here = state.stacks[state.where[number]] & state.theatre.components & ~(1 << number)
        if not alike(state, number, here):
            return Refusal("27-2", "no other component of its type stands in the hex")
        return Refusal("27-2", "no spare division can hold its points and those of another")


@dataclass(frozen=True, slots=True)
class FormDivision(Decision[State]):
    """[27-2] Which components form a division, and which division? Its strength is theirs."""

    party: tuple[int, ...]

    def who(self, state: State) -> int:
        return state.theatre.counters[self.party[0]].side

    def prompt(self, state: State) -> str:
        points = counted(self.points(state), "point")
        return f"{SIDES[self.who(state)]}: who else joins the {points} of a new division? [27-2]"

    def points(self, state: State) -> int:
        """Their strength together."""
        return sum(state.strength[unit] for unit in self.party)

    def choices(self, state: State) -> Choices:
        first = self.party[0]
        theatre = state.theatre
        here = state.stacks[state.where[first]] & theatre.components
        others = bit_set(
            unit
            for unit in members(alike(state, first, here & ~bit_set(self.party)))
            if divisions_for(state, first, self.points(state) + state.strength[unit])
        )
        found: Choices = {"with": others} if others else {}
        if len(self.party) > 1:
            found["form"] = divisions_for(state, first, self.points(state))
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "with":
            state.stack.append(replace(self, party=(*self.party, number)))
            return
        hex_, points = state.where[self.party[0]], self.points(state)
        enter_play(state, number, hex_, points)
        replace_units(state, 1 << number, bit_set(self.party))
        for unit in self.party:
            leave_play(state, unit)
        state.detail("{:unit} is formed with {} points [27-2]", number, points)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "form":
            return self._why_not_form(state, number)
        if verb != "with":
            return Refusal("27-2", "finish the new division first")
        first = self.party[0]
        foreign = why_not_yours(state, number, self.who(state), "27-2")
        if foreign is not None:
            return foreign
        if number in self.party:
            return Refusal("27-2", "it belongs to the new division already")
        if state.where[number] != state.where[first]:
            return Refusal("27-2", "it stands in another hex")
        if not alike(state, first, 1 << number & state.theatre.components):
            return Refusal("27-2", "it is no component of the same type")
        return Refusal("27-2", "no spare division can hold its points as well")

    def _why_not_form(self, state: State, number: int) -> Refusal:
        if len(self.party) == 1:
            return Refusal("27-2", "a division is formed of several components")
        if not 0 <= number < len(state.where) or not state.theatre.divisions >> number & 1:
            return Refusal("27-2", "components form a division")
        if not alike(state, self.party[0], 1 << number):
            return Refusal("27-2", "that division is of another type than its components")
        if not spare(state, 1 << number):
            return Refusal("27-2", "that division is no spare counter")
        return Refusal("27-2", "that division cannot hold so many points")
