"""The fire of river flotillas on those who cross the Danube [36-7] [36-8].

Whoever marches, rolls or advances over the river stops on the far bank until it has been fired at;
each flotilla in range fires at each unit by itself [R101], and nobody answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from trenchline.games.der_weltkrieg.components import SIDES, Units
from trenchline.games.der_weltkrieg.flotillas import interdictors, is_interdicted
from trenchline.games.der_weltkrieg.losses import lose_points, lose_unit
from trenchline.games.der_weltkrieg.results import losses, table_in_force
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, Decision, Refusal, Roll

TIMES = 3
"""[36-7] How many times a flotilla counts against those who cross."""


def under_fire(state: State, side: int, way: list[Hex]) -> list[Hex]:
    """[36-7] A way as far as the first crossing of the Danube that flotillas interdict."""
    if not state.theatre.banks:
        return way
    for number, (here, there) in enumerate(pairwise(way)):
        if is_interdicted(state, side, here, there):
            return way[: number + 2]
    return way


def interdict(state: State, units: Units, way: list[Hex]) -> bool:
    """[36-7] [36-8] Units have gone a way; if flotillas interdict its last step, each of them may
    be fired at by each flotilla in range."""
    side = state.theatre.counters[units.bit_length() - 1].side
    if len(way) < 2 or not is_interdicted(state, side, *way[-2:]):
        return False
    for unit in reversed(list(members(units))):
        for flotilla in reversed(list(members(interdictors(state, side, *way[-2:])))):
            state.stack.append(Interdict(flotilla, unit))
    return True


@dataclass(frozen=True, slots=True)
class Interdict(Decision[State]):
    """[36-7] A flotilla may fire at a unit that crosses the Danube."""

    flotilla: int
    unit: int

    def who(self, state: State) -> int:
        return state.theatre.counters[self.flotilla].side

    def prompt(self, state: State) -> str:
        counters = state.theatre.counters
        key, target = counters[self.flotilla].key, counters[self.unit].key
        return f"{SIDES[self.who(state)]}: does {key} fire at {target} on the Danube? [36-7]"

    def choices(self, state: State) -> Choices:
        gone = not state.is_on_map(self.unit)
        return {"done": ONE} if gone else {"interdict": ONE, "done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        if state.theatre.of_kind["engineer"] >> self.unit & 1:
            # [36-8] Engineers do not survive it.
            lose_unit(state, self.unit)
            return
        state.stack.append(RollInterdiction(self.flotilla, self.unit))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return Refusal("36-7", "say first whether the flotilla fires at the unit that crosses")


@dataclass(frozen=True, slots=True)
class RollInterdiction(Roll[State]):
    """[36-7] A flotilla fires with three times its strength; there is no answer."""

    flotilla: int
    unit: int

    def purpose(self, state: State) -> str:
        counters = state.theatre.counters
        return f"{counters[self.flotilla].key} fires at {counters[self.unit].key}"

    def rolled(self, state: State, value: int) -> None:
        points = state.strength[self.flotilla] * TIMES
        loss = losses(table_in_force(state), points, value)
        state.detail(
            "{:die}: with {} points, {:unit} loses {} [36-7]", value, points, self.unit, loss
        )
        if not loss:
            return
        if state.theatre.of_kind["headquarters"] >> self.unit & 1:
            # [36-8] [R134] A headquarters that is hit loses all its supply points, and lives.
            state.lose_stock(self.unit)
            return
        strength = state.strength[self.unit]
        if loss < strength:
            lose_points(state, self.unit, loss)
        else:
            lose_unit(state, self.unit)
