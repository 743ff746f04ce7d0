"""Section 11: stacking."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.der_weltkrieg.components import CENTRAL, ENTENTE, SIDES, Units
from trenchline.games.der_weltkrieg.state import ELIMINATED, State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Choices, Duty, OwnDecision, Refusal

DIVISIONS, GUNS = 6, 3
"""[11-1] [11-4] [29-3] At most so many divisions and artillery units in a hex."""
FULL_SIDES = 3
"""[11-9] Hexes with fewer land sides hold a third less for each that is missing."""
ATTACKERS = 2
"""[11-10] So many times what such a hex holds may attack it."""


def limits(state: State, hex_: Hex) -> tuple[int, int]:
    """[11-1] [11-4] [11-9] How many half divisions and how many artillery units a hex holds."""
    sides = min(state.theatre.land_sides[hex_], FULL_SIDES)
    return DIVISIONS * 2 * sides // FULL_SIDES, GUNS * sides // FULL_SIDES


def load(state: State, hex_: Hex, side: int) -> tuple[int, int]:
    """What the units of a side in a hex weigh: all nations of a side stack together [11-7]."""
    return weight_of(state, state.units(hex_, side))


def weight_of(state: State, units: Units) -> tuple[int, int]:
    """What units weigh together: half divisions and artillery units. Strength does not matter
    [11-2]."""
    theatre = state.theatre
    halves = theatre.half_divisions
    guns = units & theatre.artillery
    total = sum(halves[unit] for unit in members(units & ~guns))
    # [27-3] Components may make up a division.
    if components := units & theatre.components:
        total -= _saved_by_components(state, components)
    return total, guns.bit_count()


def can_all_attack(state: State, hex_: Hex, units: Units) -> bool:
    """[11-10] A hex with few land sides has no room for everybody to attack it: no more than twice
    as much as could stand there."""
    if state.theatre.land_sides[hex_] >= FULL_SIDES:
        return True
    halves, guns = weight_of(state, units)
    most, most_guns = limits(state, hex_)
    return halves <= ATTACKERS * most and guns <= ATTACKERS * most_guns


def as_divisions(state: State, units: Units) -> list[Units]:
    """[27-3] [R92] Components in one hex by the divisions they make up: as many of a nation and
    type as are worth a full division together; what remains is the last of the list."""
    counters = state.theatre.counters
    kinds: dict[tuple[str, str], list[int]] = {}
    for unit in members(units & state.theatre.components):
        kinds.setdefault((counters[unit].nation, counters[unit].kind), []).append(unit)
    found = []
    for ranks in kinds.values():
        group, points = 0, 0
        for unit in sorted(ranks, key=lambda unit: -counters[unit].front):
            group |= 1 << unit
            points += counters[unit].front
            if points >= counters[unit].full_strength:
                found.append(group)
                group, points = 0, 0
        if group:
            found.append(group)
    return found


def _saved_by_components(state: State, units: Units) -> int:
    """[27-3] How many half divisions less components weigh where they make up whole divisions;
    what remains beside such a division counts as another."""
    theatre = state.theatre
    saved = 0
    for group in as_divisions(state, units):
        halves = sum(theatre.half_divisions[unit] for unit in members(group))
        if is_whole(state, group):
            saved += max(0, halves - 2)
        else:
            saved -= halves % 2
    return max(0, saved)


def is_whole(state: State, group: Units) -> bool:
    """[27-3] Whether components are worth a full division."""
    counters = state.theatre.counters
    points = sum(counters[unit].front for unit in members(group))
    return points >= max(counters[unit].full_strength for unit in members(group))


def has_room(state: State, hex_: Hex, side: int, unit: int) -> bool:
    """Whether a unit fits into a hex beside its friends."""
    halves, guns = weight_of(state, state.units(hex_, side) | 1 << unit)
    most, most_guns = limits(state, hex_)
    return guns <= most_guns if state.theatre.artillery >> unit & 1 else halves <= most


def excess(state: State, side: int) -> tuple[Hex, int] | None:
    """[11-3] A hex that holds too much, with the units of which one must go."""
    theatre = state.theatre
    mine = theatre.of_side[side]
    for hex_, units in state.stacks.items():
        # Three units weigh too much [11-1] only where sides are missing [11-9], and most stacks
        # are no larger.
        if units.bit_count() <= GUNS and theatre.land_sides[hex_] >= FULL_SIDES:
            continue
        if not units & mine:
            continue
        halves, guns = load(state, hex_, side)
        most, most_guns = limits(state, hex_)
        if halves > most:
            weighing = (u for u in members(units) if theatre.half_divisions[u])
            return hex_, sum(1 << u for u in weighing if mine >> u & 1)
        if guns > most_guns:  # [11-4]
            return hex_, units & theatre.artillery & mine
    return None


@dataclass(frozen=True, slots=True)
class CheckStacking(Duty[State]):
    """[11-1] [11-3] The limits bind at the end of every phase."""

    def run(self, state: State) -> None:
        for side in (CENTRAL, ENTENTE):
            if excess(state, side):
                state.stack.append(CheckStacking())
                state.stack.append(EliminateExcess(side))
                return


@dataclass(frozen=True, slots=True)
class EliminateExcess(OwnDecision[State]):
    """[11-3] The owner chooses what is lost of an overfull stack."""

    def prompt(self, state: State) -> str:
        found = excess(state, self.side)
        assert found is not None
        return state.say(
            "{}: too much stands in {:hex}; eliminate a unit [11-3]", SIDES[self.side], found[0]
        )

    def choices(self, state: State) -> Choices:
        found = excess(state, self.side)
        assert found is not None
        return {"eliminate": found[1]}

    def take(self, state: State, verb: str, number: int) -> None:
        state.detail("{:unit} is eliminated: no room [11-3]", number)
        state.lift(number, ELIMINATED)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        found = excess(state, self.side)
        assert found is not None
        if verb != "eliminate":
            return Refusal("11-3", "eliminate first what the hex has no room for")
        if not 0 <= number < len(state.where) or state.where[number] != found[0]:
            return Refusal("11-3", "that unit is not in the overfull hex")
        if state.theatre.artillery >> number & 1:
            return Refusal("11-4", "artillery is not what overfills the hex")
        if state.theatre.half_divisions[number]:
            return Refusal("11-4", "it is artillery that overfills the hex")
        return Refusal("11-5", "that unit does not count for stacking")
