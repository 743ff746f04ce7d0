"""Rule 16B3 and 16C8: manpower between the pool and the map, and march brigades."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war.components import CODES, NATIONS, SIDES
from trenchline.games.the_great_war.manpower import (
    A_POINT,
    field_unit,
    free,
    leave_men,
    march_brigades,
    men_in,
    recruits,
)
from trenchline.games.the_great_war.ownership import settle
from trenchline.games.the_great_war.projects import is_supplied_hex
from trenchline.games.the_great_war.state import WITHDRAWN as BOX
from trenchline.games.the_great_war.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Phase, Refusal


@dataclass(frozen=True, slots=True)
class BeginMuster(Duty[State]):
    """[16B3] [16C8] The side is asked where there are counters for manpower."""

    side: int

    def run(self, state: State) -> None:
        if recruits(state.theatre) and Muster(self.side).can_act(state):
            state.stack.append(Muster(self.side))


def mustering_grounds(state: State, side: int) -> Hexes:
    """[16B3] The hexes of a side in regular general supply."""
    owned = state.owned[side] & ~state.isolated_hexes[side]
    return bit_set(hex_ for hex_ in members(owned) if is_supplied_hex(state, side, hex_))


@dataclass(frozen=True, slots=True)
class Muster(Phase[State]):
    """[16B3] [16C8] Switch manpower between pool and map, form march brigades and break them up."""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: put manpower on the map, form march brigades [16C8]"

    def acts(self, state: State) -> Choices:
        theatre, side = state.theatre, self.side
        here = state.on_map(side)
        found: Choices = {"muster": 0, "form": 0, "break_up": 0}
        found["enrol"] = here & recruits(theatre) & ~bit_set(state.hunger)
        for code in CODES:
            if NATIONS[code].side != side:
                continue
            box = free(state, recruits(theatre), code)
            if box and state.manpower[CODES.index(code)] >= A_POINT:
                found["muster"] |= 1 << box[0]
            for brigade in free(state, march_brigades(theatre), code):
                if gatherings(state, side, brigade):
                    found["form"] |= 1 << brigade
            for brigade in members(here & march_brigades(theatre) & theatre.of_nation[code]):
                if len(box) >= men_in(state, brigade):
                    found["break_up"] |= 1 << brigade
        return found

    def act(self, state: State, verb: str, number: int) -> None:
        nation = state.theatre.counters[number].nation
        if verb in ("muster", "form"):
            state.stack.append(PlaceMen(self.side, number))
        elif verb == "enrol":
            state.lift(number, BOX)
            state.manpower[CODES.index(nation)] += A_POINT
        else:
            hex_ = state.where[number]
            state.lift(number, BOX)
            leave_men(state, nation, hex_, men_in(state, number) * A_POINT)
        settle(state)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb not in ("muster", "enrol", "form", "break_up"):
            return Refusal("16C8", "switch manpower and form march brigades, then go on")
        theatre = state.theatre
        wanted = recruits(theatre) if verb in ("muster", "enrol") else march_brigades(theatre)
        own = theatre.of_side[self.side] & wanted
        case = "16B3" if verb in ("muster", "enrol") else "16C8"
        if number < 0 or not own >> number & 1:
            kind = "manpower point" if case == "16B3" else "march brigade"
            return Refusal(case, f"it is not a {kind} of the side")
        on_map = state.where[number] >= 0
        if verb in ("muster", "form") and on_map:
            return Refusal(case, "it is on the map already")
        if verb in ("enrol", "break_up") and not on_map:
            return Refusal(case, "it lies in the box")
        reasons = {
            "muster": "its nation has no manpower in the pool that another counter stands for",
            "enrol": "it is not in regular general supply",
            "form": "not enough manpower of its nation lies in one hex",
            "break_up": "the box has not enough counters for its manpower",
        }
        return Refusal(case, reasons[verb])


def gatherings(state: State, side: int, brigade: int) -> Hexes:
    """[16C8] The hexes with enough manpower of its nation for a march brigade."""
    own = recruits(state.theatre)
    own &= state.theatre.of_nation[state.theatre.counters[brigade].nation]
    return bit_set(
        hex_
        for hex_, units in state.stacks.items()
        if (units & own).bit_count() >= men_in(state, brigade)
    )


@dataclass(frozen=True, slots=True)
class PlaceMen(OwnDecision[State]):
    """[16B3] [16C8] Where?"""

    unit: int

    def prompt(self, state: State) -> str:
        return state.say("{}: {:unit} appears where? [16C8]", SIDES[self.side], self.unit)

    def choices(self, state: State) -> Choices:
        if recruits(state.theatre) >> self.unit & 1:
            return {"place": mustering_grounds(state, self.side), "cancel": ONE}
        return {"place": gatherings(state, self.side, self.unit), "cancel": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "cancel":
            return
        nation = state.theatre.counters[self.unit].nation
        if recruits(state.theatre) >> self.unit & 1:
            state.manpower[CODES.index(nation)] -= A_POINT
        else:
            own = recruits(state.theatre) & state.theatre.of_nation[nation]
            men = list(members(state.stacks[number] & own))[: men_in(state, self.unit)]
            for unit in men:
                state.lift(unit, BOX)
        field_unit(state, self.unit, number)
        settle(state)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "place":
            return Refusal("16C8", "name the hex in which it appears")
        if recruits(state.theatre) >> self.unit & 1:
            return Refusal("16B3", "manpower is put on hexes of the side in regular supply")
        return Refusal("16C8", "not enough manpower of its nation lies in that hex")
