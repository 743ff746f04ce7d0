"""Section 8: rail capacity. What units weigh on the rails, and what networks can carry."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.der_weltkrieg.components import (
    ARTILLERY,
    CODES,
    INFANTRY,
    NATIONS,
    SIDES,
    TABLES,
    Units,
)
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, Decision, Refusal

CLASSES = TABLES["classes"]
LOAD: int = TABLES["supply"]["rail_load"]
"""[8-7] So many supply points ride like a division."""


def weight(state: State, unit: int) -> int:
    """[8-8] What a unit weighs, in divisions: strength does not matter [8-6]; artillery weighs two
    [29-8]; so does an American infantry division [49-1]; replacements are divisions [24-2]."""
    counter = state.theatre.counters[unit]
    if counter.kind in ("headquarters", "supply"):
        return _loads(state.stock.get(unit, 0))
    if counter.nation == "US" and counter.kind in INFANTRY and counter.size == "division":
        return 2
    return int(CLASSES[counter.kind].get("rail", 1))


def _loads(points: int) -> int:
    """[8-7] [18-4] Ten supply points, or a part of ten, to a division; the first ten of a
    headquarters ride with it, and it counts as one if it has none."""
    return max(1, -(-points // LOAD))


def weight_on_single_track(state: State, unit: int) -> int:
    """[7-9] The same where a hexside carries one unit: an artillery unit counts as one,
    and what weighs more than a hexside carries does not pass [R81]."""
    if state.theatre.counters[unit].kind in ARTILLERY:
        return 1
    return weight(state, unit)


def capacity(state: State, nation: int) -> int:
    """[8-1] [8-2] How many divisions a network carries in a turn: as the scenario says, or the
    nation's section [37-1] [39-1] [40-1] [41-1] [42-1] [43-3] [44-1] [45-1] [46-2] [47-1] [48-1].
    It is lost for good with the last city [8-9], and never won by anybody else [8-3]."""
    if state.without_capacity >> nation & 1:
        return 0
    code = CODES[nation]
    told = state.theatre.scenario.get("rail_capacity", {})
    return int(told.get(code, NATIONS[code].rail_capacity))


def carries(state: State, load: int, charged: int) -> Hexes:
    """[8-1] [8-5] The rail hexes of all networks that can still carry a load; those that it has
    already been counted against carry it on."""
    found = 0
    for nation, hexes in enumerate(state.network):
        if hexes and (
            charged >> nation & 1 or state.capacity_used[nation] + load <= capacity(state, nation)
        ):
            found |= hexes
    return found


def charge(state: State, load: int, way: list[Hex], charged: int) -> int:
    """[8-4] Count a load against every network it rolls in, hexes entered or left; the networks it
    has been counted against so far."""
    hexes = bit_set(way)
    for nation, network in enumerate(state.network):
        if network & hexes and not charged >> nation & 1:
            state.capacity_used[nation] += load
            charged |= 1 << nation
    return charged


def city_taken(state: State) -> None:
    """[8-9] A nation whose cities have all been occupied loses its capacity. Only countries that
    lie on the map as a whole can: the scenario names them [R84]."""
    theatre = state.theatre
    for code in theatre.scenario.get("whole_countries", ()):
        nation = CODES.index(code)
        cities = theatre.cities & theatre.of_country[code]
        lost = cities & state.control[1 - NATIONS[code].side]
        if cities and lost == cities and not state.without_capacity >> nation & 1:
            lose_capacity(state, nation)


def lose_capacity(state: State, nation: int) -> None:
    """[8-9] The capacity is gone; the lines that still work pass to a friend's network."""
    state.without_capacity |= 1 << nation
    state.detail("{} loses its rail capacity [8-9]", NATIONS[CODES[nation]].name)
    found = list(members(heirs(state, nation)))
    if len(found) == 1:
        inherit(state, nation, *found)
    elif found:
        state.stack.append(ChooseHeir(nation))


def heirs(state: State, nation: int) -> int:
    """[8-9] Friendly nations whose networks are joined to the lines that are left."""
    theatre = state.theatre
    side = NATIONS[CODES[nation]].side
    works = state.network[nation] & ~state.inoperative
    beside = step(works, theatre.rail_ways) & ~state.inoperative
    return bit_set(
        other
        for other, code in enumerate(CODES)
        if other != nation
        and NATIONS[code].side == side
        and beside & state.network[other]
        and capacity(state, other)
    )


def inherit(state: State, nation: int, heir: int) -> None:
    """The operative lines of one nation become another's."""
    works = state.network[nation] & ~state.inoperative
    state.network[nation] &= ~works
    state.network[heir] |= works
    state.detail("its lines pass to {}", NATIONS[CODES[heir]].name)


@dataclass(frozen=True, slots=True)
class ChooseHeir(Decision[State]):
    """[8-9] Whose network takes over the lines of a nation that has lost its capacity?"""

    nation: int

    def who(self, state: State) -> int:
        return NATIONS[CODES[self.nation]].side

    def prompt(self, state: State) -> str:
        name = NATIONS[CODES[self.nation]].name
        return f"{SIDES[self.who(state)]}: who takes over the railways of {name}? [8-9]"

    def choices(self, state: State) -> Choices:
        return {"heir": heirs(state, self.nation)}

    def take(self, state: State, verb: str, number: int) -> None:
        inherit(state, self.nation, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "heir":
            return Refusal("8-9", "say first who takes over the railways")
        if number == self.nation:
            return Refusal("8-9", "that nation has lost its rail capacity")
        if NATIONS[CODES[number]].side != self.who(state):
            return Refusal("8-9", "an enemy does not take over railways")
        if not capacity(state, number):
            return Refusal("8-9", "that nation has no rail capacity")
        return Refusal("8-9", "its lines are not joined to what is left")


def party_weight(state: State, units: Units) -> int:
    """What a stack weighs on the rails."""
    return sum(weight(state, unit) for unit in members(units))
