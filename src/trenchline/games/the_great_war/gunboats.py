"""Rule 14B2: how water-only units move, hexside by hexside, under the guns of the banks.

They have 40 points in every phase in which their side moves, and no zone of control hinders them.
Who enters a hexside that enemy coast defences interdict, or begins a phase there, is fired at."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from trenchline.games.the_great_war.afloat import (
    bank_of,
    boats,
    boats_in,
    interdiction,
    launch,
    sink,
    ways_on,
)
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.headquarters import influenced_boats
from trenchline.games.the_great_war.overrun_odds import LEAST, whole_odds
from trenchline.games.the_great_war.routes import share
from trenchline.games.the_great_war.state import EXPLOITATION, REACTION_MOVEMENT, State
from trenchline.games.the_great_war.strength import afloat_attack, afloat_defence
from trenchline.games.the_great_war.tables import MOVEMENT, WATER
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Refusal, Step, Throw
from trenchline.kernel.words import counted

POINTS: int = WATER["interdiction"]["movement"]
TURNED_BACK: int = WATER["interdiction"]["points_lost"]
"""[14B2.1] What it costs a boat to be turned back."""
SUNK, HARMED = (row["most"] for row in WATER["interdiction"]["rows"][:2])
OVERRUN_COSTS = MOVEMENT["overruns"]["rows"]


def rating(state: State, unit: int) -> int:
    """[14B2] What a boat may spend in a phase, in whole points: half when disrupted [3A5], its
    share in exploitation [6E]."""
    points = Fraction(POINTS)
    if (state.disrupted | state.badly_disrupted) >> unit & 1:
        points /= 2
    if state.phase == EXPLOITATION:
        points *= share(state, unit)
    return int(points)


def left(state: State, unit: int) -> int:
    """What a boat may still spend in this phase."""
    return rating(state, unit) - state.spent.get(unit, 0) // QUARTERS


def pay(state: State, unit: int, points: int) -> None:
    """A boat spends points, as far as it has them."""
    state.spent[unit] = state.spent.get(unit, 0) + min(points, left(state, unit)) * QUARTERS


def under_way(state: State, side: int) -> Units:
    """[14B2] [6D] The boats of a side that may move in this phase: in reaction those on whose banks
    an Army HQ that leads them has its zone of influence."""
    found = boats(state, side) & ~state.halted
    if state.phase == REACTION_MOVEMENT:
        found &= influenced_boats(state, state.in_hand)
    return bit_set(unit for unit in members(found) if left(state, unit) > 0)


def under_fire(state: State) -> list[Step[State]]:
    """[14B2.1] The shots at boats that begin a phase in a hexside that is interdicted."""
    return [
        Shelling(unit)
        for side in (0, 1)
        for unit in members(boats(state, side))
        if interdiction(state, side, state.afloat[unit])
    ]


def why_not_under_way(state: State, side: int, unit: int) -> Refusal:
    """Why a boat does not move."""
    counters = state.theatre.counters
    if not 0 <= unit < len(counters) or counters[unit].side != side:
        return Refusal("14B2", "it is no boat of the side that moves")
    if unit not in state.afloat:
        return Refusal("14B2", "it is not on the water")
    if state.halted >> unit & 1:
        return Refusal("14B2", "the boat has stayed where it is")
    if left(state, unit) <= 0:
        return Refusal("14B2", "it has no movement points left")
    return Refusal("6D", "no Army HQ that has been checked just now leads the boat")


@dataclass(frozen=True, slots=True)
class Cruise(OwnDecision[State]):
    """[14B2] A boat steers along hexsides, a point for each, and over enemy boats if it can."""

    unit: int

    def prompt(self, state: State) -> str:
        points = counted(left(state, self.unit), "movement point")
        return state.say(
            "{}: {:unit} may steer on, {} left [14B2]", SIDES[self.side], self.unit, points
        )

    def near(self, state: State) -> frozenset[int]:
        """The hexsides next to the boat's."""
        return ways_on(state, state.afloat[self.unit])

    def overrun_cost(self, state: State, hexside: int) -> int | None:
        """[14B2.2] [6F1] What it costs to overrun the enemy boats in a hexside, the hexside itself
        too; None if the odds do not suffice."""
        enemies = boats_in(state, 1 - self.side, hexside)
        bank = bank_of(state, hexside)
        attack = afloat_attack(state, self.unit, bank)
        defence = sum((afloat_defence(state, u, bank) for u in members(enemies)), Fraction(0))
        if not attack or not enemies:
            return None
        ratio = whole_odds(attack, defence)
        if ratio < LEAST:
            return None
        return 1 + next(
            int(row["others"]) for row in reversed(OVERRUN_COSTS) if ratio >= row["odds"]
        )

    def choices(self, state: State) -> Choices:
        found: Choices = {"stay": ONE}
        points = left(state, self.unit)
        free, held = [], []
        for hexside in self.near(state):
            if not boats_in(state, 1 - self.side, hexside):
                free.append(hexside)
            elif (cost := self.overrun_cost(state, hexside)) is not None and cost <= points:
                held.append(hexside)
        if free and points > 0:
            found["steer"] = bit_set(free)
        if held:
            found["run_down"] = bit_set(held)
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        unit = self.unit
        if verb == "stay":
            state.halted |= 1 << unit
            return
        cost = 1
        if verb == "run_down":
            cost = self.overrun_cost(state, number) or 0
            for enemy in members(boats_in(state, 1 - self.side, number)):
                sink(state, enemy)
        before = state.afloat[unit]
        pay(state, unit, cost)
        state.moved |= 1 << unit
        launch(state, unit, number)
        if left(state, unit) > 0:
            state.stack.append(self)
        if interdiction(state, self.side, number):
            state.stack.append(Shelling(unit, before))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb not in ("steer", "run_down"):
            return Refusal("14B2", "say along which hexside the boat steers, then let it stay")
        if number not in self.near(state):
            return Refusal("14B2", "no navigable water leads there from the boat's hexside")
        enemies = boats_in(state, 1 - self.side, number)
        if verb == "run_down" and not enemies:
            return Refusal("14B2", "no enemy boat lies there")
        if verb == "steer" and enemies:
            return Refusal("14B2", "enemy boats lie there")
        if verb == "steer" or (self.overrun_cost(state, number) or 0) > 0:
            return Refusal("14B2", "the movement points left do not suffice for that")
        return Refusal("6F1", "the odds do not suffice to overrun the boats there")


@dataclass(frozen=True, slots=True)
class Shelling(Throw[State]):
    """[14B2.1] Coast defences fire at a boat: two dice, less their naval gunnery."""

    unit: int
    before: int = -1
    """The hexside it has come from by its own movement, or -1."""
    retreating: bool = False
    """Whether it has just been turned back: then it is lost where it would be again [R182]."""

    def purpose(self, state: State) -> str:
        return f"coast defences fire at {state.theatre.counters[self.unit].key} [14B2]"

    def thrown(self, state: State, values: tuple[int, ...]) -> None:
        unit = self.unit
        if unit not in state.afloat:
            return
        side = state.theatre.counters[unit].side
        less = sum(values) - interdiction(state, side, state.afloat[unit])
        if less <= SUNK or (self.retreating and less < HARMED + 1):
            sink(state, unit)
            return
        if less >= HARMED + 1:
            state.detail("The guns on the banks do {:unit} no harm [14B2]", unit)
            return
        state.detail("{:unit} is turned back [14B2]", unit)
        if self.before >= 0:
            launch(state, unit, self.before)
            pay(state, unit, TURNED_BACK)
        else:
            state.stack.append(TurnBack(side, unit))


@dataclass(frozen=True, slots=True)
class TurnBack(OwnDecision[State]):
    """[14B2.1] [14B2.2] A boat that has been turned back, or must retreat after a combat, goes to a
    hexside beside its own."""

    unit: int
    beaten: bool = False
    """Whether it retreats after a combat."""

    def prompt(self, state: State) -> str:
        told = "does {:unit} retreat" if self.beaten else "is {:unit} turned back"
        return state.say(f"{{}}: where {told} to? [14B2]", SIDES[self.side], self.unit)

    def free(self, state: State) -> frozenset[int]:
        """The hexsides it can go to."""
        near = ways_on(state, state.afloat[self.unit])
        return frozenset(one for one in near if not boats_in(state, 1 - self.side, one))

    def choices(self, state: State) -> Choices:
        found = self.free(state)
        return {"steer": bit_set(found)} if found else {"surrender": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "surrender":
            sink(state, self.unit)
            return
        if self.beaten:
            state.retreated |= 1 << self.unit
        launch(state, self.unit, number)
        if interdiction(state, self.side, number):
            state.stack.append(Shelling(self.unit, retreating=True))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "steer":
            return Refusal("14B2", "say where the boat is turned back to")
        if number in ways_on(state, state.afloat[self.unit]):
            return Refusal("14B2", "it cannot be turned back upon enemy boats")
        return Refusal("14B2", "no navigable water leads back to that hexside")
