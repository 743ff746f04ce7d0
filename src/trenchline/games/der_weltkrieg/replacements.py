"""Section 24: replacement units. They only bring strength for recombination [24-4]; as long as they
are on the map they may be split and merged, or given to an ally [45-4] [47-3]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from trenchline.games.der_weltkrieg.components import NATIONS, SIDES, Units
from trenchline.games.der_weltkrieg.regrouping import (
    enter_play,
    leave_play,
    replace_units,
    spare,
)
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.whose import why_not_yours
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.steps import Choices, Refusal, UnitDecision

VERBS = ("split", "merge", "exchange")


class Exchange(NamedTuple):
    """Replacements of one nation that arm those of another."""

    case: str
    giver: str
    strength: int
    receiver: str
    gained: int


EXCHANGES = (
    Exchange("45-4", "DE", 5, "BU", 3),
    Exchange("47-3", "RU", 3, "RO", 3),
)
"""[45-4] [47-3] A full replacement unit, given up in the ally's country for three points of his."""


def of_side(state: State, side: int) -> Units:
    """The replacement units of a side on the map."""
    theatre = state.theatre
    return state.in_play & theatre.of_kind["replacement"] & theatre.of_side[side]


def acts(state: State, side: int) -> Choices:
    """[24-3] [R87] What may be done with replacements now."""
    units = of_side(state, side)
    if not units:
        return {}
    theatre = state.theatre
    splittable = mergeable = 0
    for unit in members(units):
        if state.strength[unit] > 1:
            splittable |= 1 << unit
        if partners(state, unit):
            mergeable |= 1 << unit
    for nation in {theatre.counters[unit].nation for unit in members(splittable)}:
        if not spare_of(state, nation):
            splittable &= ~theatre.of_nation[nation]
    found = {
        "split": splittable,
        "merge": mergeable,
        "exchange": _exchangeable(state, units),
    }
    return {verb: mask for verb, mask in found.items() if mask}


def spare_of(state: State, nation: str) -> Units:
    """Replacement counters of a nation that are not in use."""
    return spare(state, state.theatre.of_kind["replacement"] & state.theatre.of_nation[nation])


def partners(state: State, unit: int) -> Units:
    """[24-3] [R87] Replacements of the same nation in the hex that can take all of a unit's points;
    what was split in this phase stays so."""
    theatre = state.theatre
    if state.regrouped >> unit & 1:
        return 0
    same = theatre.of_kind["replacement"] & theatre.of_nation[theatre.counters[unit].nation]
    here = state.stacks[state.where[unit]] & same & ~(1 << unit) & ~state.regrouped
    if not here:
        return 0
    points = state.strength[unit]
    return bit_set(
        other
        for other in members(here)
        if state.strength[other] + points <= theatre.counters[other].front
    )


def exchange_for(state: State, unit: int) -> Exchange | None:
    """[45-4] [47-3] What a replacement unit may be exchanged for where it stands."""
    theatre = state.theatre
    counter = theatre.counters[unit]
    for exchange in EXCHANGES:
        if (
            counter.nation == exchange.giver
            and state.strength[unit] == exchange.strength
            and theatre.of_country[exchange.receiver] >> state.where[unit] & 1
            and any(
                theatre.counters[new].front >= exchange.gained
                for new in members(spare_of(state, exchange.receiver))
            )
        ):
            return exchange
    return None


def _exchangeable(state: State, units: Units) -> Units:
    """[45-4] [47-3] Those of some replacement units that may be exchanged where they stand."""
    theatre = state.theatre
    givers = 0
    for exchange in EXCHANGES:
        # Few maps show the country of either ally.
        if theatre.of_country[exchange.receiver]:
            givers |= theatre.of_nation[exchange.giver]
    return bit_set(unit for unit in members(units & givers) if exchange_for(state, unit))


def act(state: State, verb: str, unit: int) -> None:
    """Do what was chosen among ``acts``."""
    if verb == "split":
        state.stack.append(SplitReplacement(unit))
    elif verb == "merge":
        state.stack.append(MergeReplacement(unit))
    else:
        exchange = exchange_for(state, unit)
        assert exchange is not None
        new = next(
            new
            for new in members(spare_of(state, exchange.receiver))
            if state.theatre.counters[new].front >= exchange.gained
        )
        enter_play(state, new, state.where[unit], 0)
        state.gain(new, exchange.gained)
        replace_units(state, 1 << new, 1 << unit)
        state.lose(unit, state.strength[unit])
        leave_play(state, unit)
        state.detail(
            "replacements are given to {} [{}]", NATIONS[exchange.receiver].name, exchange.case
        )


def why_not(state: State, verb: str, unit: int, side: int) -> Refusal:
    """Why nothing of the kind can be done with a unit."""
    foreign = why_not_yours(state, unit, side, "24-3")
    if foreign is not None:
        return foreign
    if not of_side(state, side) >> unit & 1:
        return Refusal("24-3", "that is no replacement unit")
    if verb == "merge" and state.regrouped >> unit & 1:
        return Refusal("24-3", "that unit has been split in this phase")
    if verb == "merge":
        return Refusal("24-3", "no replacement unit of its nation in the hex has room for it")
    if verb == "exchange":
        return _why_not_exchange(state, unit)
    if state.strength[unit] == 1:
        return Refusal("24-3", "a single point is not split")
    return Refusal("24-3", "its nation has no spare replacement counter")


def _why_not_exchange(state: State, unit: int) -> Refusal:
    """[45-4] [47-3] Why a replacement unit is not given to an ally."""
    nation = state.theatre.counters[unit].nation
    exchange = next((one for one in EXCHANGES if one.giver == nation), None)
    if exchange is None:
        return Refusal("45-4", "only Germans and Russians arm their allies")
    ally = NATIONS[exchange.receiver].name
    if not state.theatre.of_country[exchange.receiver] >> state.where[unit] & 1:
        return Refusal(exchange.case, f"it must stand in {ally} to be given there")
    if state.strength[unit] != exchange.strength:
        return Refusal(exchange.case, f"it takes a unit of {exchange.strength} points")
    return Refusal(exchange.case, f"there is no spare replacement counter of {ally}")


@dataclass(frozen=True, slots=True)
class SplitReplacement(UnitDecision[State]):
    """[24-3] How many points leave a replacement unit to form another?"""

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: how many points leave {:unit}? [24-3]", SIDES[self.who(state)], self.unit
        )

    def choices(self, state: State) -> Choices:
        return {"amount": (1 << state.strength[self.unit]) - 2}

    def take(self, state: State, verb: str, number: int) -> None:
        new = lowest(spare_of(state, state.theatre.counters[self.unit].nation))
        state.set_strength(self.unit, state.strength[self.unit] - number)
        enter_play(state, new, state.where[self.unit], number)
        replace_units(state, 1 << new, 1 << self.unit)
        state.regrouped |= 1 << new | 1 << self.unit

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "amount":
            return Refusal("24-3", "say first how many points leave the unit")
        return Refusal("24-3", "both parts keep at least a point")


@dataclass(frozen=True, slots=True)
class MergeReplacement(UnitDecision[State]):
    """[24-3] Which replacement unit takes in another?"""

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: which unit takes {:unit} in? [24-3]", SIDES[self.who(state)], self.unit
        )

    def choices(self, state: State) -> Choices:
        return {"into": partners(state, self.unit)}

    def take(self, state: State, verb: str, number: int) -> None:
        state.set_strength(number, state.strength[number] + state.strength[self.unit])
        replace_units(state, 1 << number, 1 << self.unit)
        leave_play(state, self.unit)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "into":
            return Refusal("24-3", "say first which unit takes the other in")
        foreign = why_not_yours(state, number, self.who(state), "24-3")
        if foreign is not None:
            return foreign
        theatre = state.theatre
        if number == self.unit:
            return Refusal("24-3", "it cannot take itself in")
        if not theatre.of_kind["replacement"] >> number & 1:
            return Refusal("24-3", "only replacement units are merged")
        if theatre.counters[number].nation != theatre.counters[self.unit].nation:
            return Refusal("24-3", "that unit is of another nation")
        if state.where[number] != state.where[self.unit]:
            return Refusal("24-3", "that unit is in another hex")
        if state.regrouped >> number & 1:
            return Refusal("24-3", "the other unit has been split in this phase")
        return Refusal("24-3", "that unit has no room for so many points")
