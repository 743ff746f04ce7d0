"""Chapter 13: retreat after combat, and the rout checks that lead to it.

Retreat is counted in hexes, whatever a unit's movement factor [13.1]. Each step leads one hex
further from where the unit stood [13.2] [R18], never into an enemy or his zone. A unit that cannot
go the whole way is eliminated.
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import COUNTERS, GRID, LONERS, MARCH, hexname
from trenchline.games.kaisers_war.control import enterable, hindering_zone, trench
from trenchline.games.kaisers_war.eastern import allowed_land, may_stack
from trenchline.games.kaisers_war.elimination import eliminate
from trenchline.games.kaisers_war.entry import entered
from trenchline.games.kaisers_war.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, Decision, Duty, Refusal, Roll


def ignores_retreat(state: State, unit: int, battle: Battle) -> bool:
    """[13.2] [7.4] [7.5] On the Big Push table, units in their own trenches, forts, and units with
    a fort do not retreat, attacking or defending; Infiltration always drives them [R19]."""
    if battle.table != "big_push" or unit in state.assault:
        return False
    side = state.side_of(unit)
    return bool((trench(state, side) | state.forts[side]) >> state.where[unit] & 1)


def ways_back(state: State, unit: int, start: Hex, length: int) -> list[Hexes]:
    """The hexes a retreat of this length may pass, step by step; empty if there is none.

    [13.2] No enemy, no enemy zone [11.8], no forbidden ground; and not to be over-stacked or barred
    at the end if that can be helped.
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
    layers[-1] = roomy(state, unit, layers[-1]) or _welcome(state, unit, layers[-1])
    if not layers[-1]:
        return []
    for n in range(len(layers) - 2, -1, -1):
        layers[n] &= step(layers[n + 1], MARCH)
    return layers


def _welcome(state: State, unit: int, hexes: Hexes) -> Hexes:
    """[30.16] Over-stacked or not, nobody stays with those he may not stack with."""
    return bit_set(hex_ for hex_ in members(hexes) if may_stack(state, unit, hex_))


def roomy(state: State, unit: int, hexes: Hexes) -> Hexes:
    """Those of the hexes a unit may stay in: room for it [9.4], and willing company [30.16]."""
    face = state.face(unit)
    hexes &= ~state.full[face.weight]
    if face.movement == 0:
        # [9.3] One unit that cannot move to a hex.
        hexes &= ~state.posts
    if LONERS >> unit & 1:
        company = hexes & (state.held[0] | state.held[1] | state.held[2])
    else:
        company = hexes & state.loners
    return hexes & ~company | _welcome(state, unit, company) if company else hexes


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
            return
        # [13.2] Units that cannot move die when they must retreat; so do those at sea [R16].
        start = state.where[unit]
        if (
            state.face(unit).movement == 0
            or unit in state.assault
            or not ways_back(state, unit, start, self.length)
        ):
            eliminate(state, unit)
        else:
            state.stack.append(Retreat(unit, start, self.length))


@dataclass(frozen=True, slots=True)
class Retreat(Decision[State]):
    """[13.1] The owner leads a unit back, hex by hex."""

    unit: int
    start: int
    length: int
    done: tuple[int, ...] = ()

    def who(self, state: State) -> int:
        return state.side_of(self.unit)

    def prompt(self, state: State) -> str:
        left = self.length - len(self.done)
        return f"Retreat the {COUNTERS[self.unit].title} {left} hexes: choose the next [13.1]"

    def choices(self, state: State) -> Choices:
        layers = ways_back(state, self.unit, self.start, self.length)
        here = self.done[-1] if self.done else self.start
        return {"retreat_to": step(1 << here, MARCH) & layers[len(self.done)]}

    def take(self, state: State, verb: str, number: int) -> None:
        done = (*self.done, number)
        if len(done) < self.length:
            state.stack.append(Retreat(self.unit, self.start, self.length, done))
            return
        if state.log is not None:
            way = " ".join(hexname(hex_) for hex_ in done)
            state.note(f"  {COUNTERS[self.unit].title} retreats: {way}")
        state.shift(self.unit, number)
        entered(state, self.unit, list(done))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "retreat_to":
            return Refusal("13.1", "the retreat must be finished first")
        side = state.side_of(self.unit)
        if number >= 0 and state.held[1 - side] >> number & 1:
            return Refusal("13.2", "an enemy holds that hex")
        if number >= 0 and hindering_zone(state, self.unit) >> number & 1:
            return Refusal("11.8", "the hex is in an enemy zone of control")
        return Refusal("13.2", "not straight away from the battle, or over-stacked, or barred")


@dataclass(frozen=True, slots=True)
class RoutCheck(Roll[State]):
    """[12.19] A unit in panic rolls: above its movement factor it is lost, else it runs that
    far."""

    battle: Battle
    unit: int

    def purpose(self, state: State) -> str:
        return f"rout of the {COUNTERS[self.unit].title}"

    def rolled(self, state: State, value: int) -> None:
        if state.log is not None:
            state.note(f"  die {value} for the {COUNTERS[self.unit].title}")
        if state.where[self.unit] < 0:
            return
        if value > state.face(self.unit).movement:
            eliminate(state, self.unit)
        else:
            state.stack.append(BeginRetreat(self.battle, self.unit, value))
