"""Chapter 13: retreat after combat, and the rout checks that lead to it.

Retreat is counted in hexes, whatever a unit's movement factor [13.1]. Each step leads one hex
further from where the unit stood [13.2] [R18], never into an enemy or his zone. A unit that cannot
go the whole way is eliminated.
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import COUNTERS, GRID, MARCH
from trenchline.games.kaisers_war.control import enterable, hindering_zone, trench
from trenchline.games.kaisers_war.eastern import allowed_land
from trenchline.games.kaisers_war.elimination import eliminate
from trenchline.games.kaisers_war.entry import entered
from trenchline.games.kaisers_war.ground import why_not_beside, why_not_enter, why_not_stay
from trenchline.games.kaisers_war.meanwhile import elsewhere
from trenchline.games.kaisers_war.stacking import roomy, welcome
from trenchline.games.kaisers_war.state import State
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, Duty, Refusal, Roll, UnitDecision
from trenchline.kernel.words import counted


def ignores_retreat(state: State, unit: int, battle: Battle) -> bool:
    """[13.2] [7.4] [7.5] On the Big Push table, units in their own trenches, forts, and units with
    a fort do not retreat, attacking or defending; Infiltration always drives them [R19]."""
    if battle.table != "big_push" or unit in state.assault:
        return False
    side = state.side_of(unit)
    return bool((trench(state, side) | state.forts[side]) >> state.where[unit] & 1)


def why_it_stands(state: State, unit: int) -> str:
    """What keeps a unit from having to retreat [7.4] [7.5]."""
    side, bit = state.side_of(unit), 1 << state.where[unit]
    return "is in its trenches" if trench(state, side) & bit else "is with a fort"


def ways_back(state: State, unit: int, start: Hex, length: int, room: bool = True) -> list[Hexes]:
    """The hexes a retreat of this length may pass, step by step; empty if there is none.

    [13.2] No enemy, no enemy zone [11.8], no forbidden ground; and not to be over-stacked or barred
    at the end if that can be helped. Without ``room`` it is not asked who else is there.
    """
    side = state.side_of(unit)
    land = enterable(state, side) & allowed_land(state, unit) & ~hindering_zone(state, unit)
    layers: list[Hexes] = []
    here = 1 << start
    for radius in range(1, length + 1):
        here = step(here, MARCH) & land & GRID.ring(start, radius)
        if not here:
            return []
        layers.append(here)
    if room:
        layers[-1] = roomy(state, unit, layers[-1]) or welcome(state, unit, layers[-1])
    if not layers[-1]:
        return []
    for n in range(len(layers) - 2, -1, -1):
        layers[n] &= step(layers[n + 1], MARCH)
    return layers


@dataclass(frozen=True, slots=True)
class RetreatAll(Duty[State]):
    """All units named retreat so many hexes, one after the other."""

    battle: Battle
    units: tuple[int, ...]
    length: int

    def run(self, state: State) -> None:
        for unit in reversed(self.units):
            if state.where[unit] >= 0:
                state.stack.append(BeginRetreat(self.battle, unit, self.length))


@dataclass(frozen=True, slots=True)
class BeginRetreat(Duty[State]):
    """One unit retreats, stands, or dies."""

    battle: Battle
    unit: int
    length: int

    def run(self, state: State) -> None:
        unit = self.unit
        if ignores_retreat(state, unit, self.battle):
            if state.log is not None:
                state.detail("{:unit} {} and stands [13.2]", unit, why_it_stands(state, unit))
            return
        # [13.2] Units that cannot move die when they must retreat; so do those at sea [R16].
        start = state.where[unit]
        fixed = state.face(unit).movement == 0 or unit in state.assault
        if fixed or not ways_back(state, unit, start, self.length):
            if state.log is not None:
                hexes = counted(self.length, "hex", "hexes")
                state.detail("{:unit} must retreat {} and cannot [13.2]", unit, hexes)
            eliminate(state, unit)
        else:
            state.stack.append(Retreat(unit, start, self.length))


@dataclass(frozen=True, slots=True)
class Retreat(UnitDecision[State]):
    """[13.1] [13.2] The owner leads a unit back, hex by hex."""

    start: int
    length: int
    done: tuple[int, ...] = ()

    def prompt(self, state: State) -> str:
        left = self.length - len(self.done)
        words = "Retreat the {:unit} {}: choose the next [13.1]"
        return state.say(words, self.unit, counted(left, "hex", "hexes"))

    def choices(self, state: State) -> Choices:
        return {"retreat_to": self.onward(state, room=True)}

    @property
    def here(self) -> Hex:
        """The hex that the retreat has come to."""
        return self.done[-1] if self.done else self.start

    def onward(self, state: State, room: bool) -> Hexes:
        """The hexes the retreat may go on to, with or without regard to who is in them."""
        layers = ways_back(state, self.unit, self.start, self.length, room)
        return step(1 << self.here, MARCH) & layers[len(self.done)]

    def must_ask(self, state: State) -> bool:
        """[10.1] How full a stack is, whoever looks on must not learn from what goes unasked."""
        return self.onward(state, room=False).bit_count() > 1

    def take(self, state: State, verb: str, number: int) -> None:
        done = (*self.done, number)
        if len(done) < self.length:
            state.stack.append(Retreat(self.unit, self.start, self.length, done))
            return
        if state.log is not None:
            length = counted(len(done), "hex", "hexes")
            told = "{:unit} must retreat {}, from {:hex} to {:hexes}"
            state.detail(told, self.unit, length, self.start, done)
        state.shift(self.unit, number)
        entered(state, self.unit, list(done))  # [24.2] [30.2]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "retreat_to":
            return elsewhere(state, verb, "13.1", "the retreat must be finished first")
        if (found := why_not_beside(self.here, number)) is not None:
            return found
        if (found := why_not_enter(state, self.unit, number)) is not None:
            return found
        if hindering_zone(state, self.unit) >> number & 1:
            return Refusal("11.8", "nobody retreats into an enemy zone of control")
        if GRID.distance(self.start, number) <= len(self.done):
            return Refusal("13.2", "each hex of a retreat leads farther from the battle")
        if not self.onward(state, room=False) >> number & 1:
            return Refusal("13.2", "no retreat of the full length goes on from there")
        if len(self.done) + 1 < self.length:
            return Refusal("13.2", "the retreat would end over-stacked, and another way does not")
        found = why_not_stay(state, self.unit, number)
        assert found is not None
        return found


@dataclass(frozen=True, slots=True)
class RoutCheck(Roll[State]):
    """[12.19] A unit in panic rolls: above its movement factor it is lost, else it runs that
    far."""

    battle: Battle
    unit: int

    def purpose(self, state: State) -> str:
        return f"rout of the {COUNTERS[self.unit].title}"

    def rolled(self, state: State, value: int) -> None:
        movement = state.face(self.unit).movement
        state.detail(
            "{:die} for the rout of the {:unit}, movement {}: {}",
            value,
            self.unit,
            movement,
            "it is lost" if value > movement else "it runs that far",
        )
        if state.where[self.unit] < 0:
            return
        if value > movement:
            eliminate(state, self.unit)
        else:
            state.stack.append(BeginRetreat(self.battle, self.unit, value))
