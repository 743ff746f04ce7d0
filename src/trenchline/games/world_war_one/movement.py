"""Chapter 5: the Movement Phases.

The phasing player picks a unit and moves it (``moves``), then the next. Units are moved one at a
time and only once [5.0/PR] [5.11], and only by the side whose phase it is [5.24].
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.world_war_one.components import (
    AH,
    ALLIED,
    CENTRAL,
    PLAY,
    SIDES,
    UNITS_OF,
)
from trenchline.games.world_war_one.moves import MoveUnit
from trenchline.games.world_war_one.refusals.movement import of_mover
from trenchline.games.world_war_one.routes import (
    FORBIDDEN_TO_AUSTRIANS,
    NEAR_FORBIDDEN_SOIL,
    can_make_way,
    outlets,
)
from trenchline.games.world_war_one.russia import locked_in
from trenchline.games.world_war_one.state import POOL, TRANSIT, State
from trenchline.games.world_war_one.zones import barred, enemy_zone
from trenchline.kernel.bits import members
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal


@dataclass(frozen=True, slots=True)
class BeginMovement(Duty[State]):
    """[4.0/1] [4.0/2] A side's units get ready to move."""

    side: int

    def run(self, state: State) -> None:
        state.heading("{} Movement Phase", SIDES[self.side])
        ready = 0
        for nation in state.nations_of(self.side):
            for unit in members(UNITS_OF[nation]):
                place = state.where[unit]
                if place == TRANSIT or place >= 0:
                    ready |= 1 << unit
        # [12.13] Garrisons stay where they are.
        for hex_ in members(state.garrisons & state.armies[CENTRAL]):
            ready &= ~(1 << state.at[hex_])
        state.ready = ready
        state.sea_used = False  # [5.4]
        state.stack.append(EndMovement(self.side))  # [12.5]
        state.stack.append(MovementPhase(self.side))


@dataclass(frozen=True, slots=True)
class MovementPhase(OwnDecision[State]):
    """[5.0] The phasing player moves as many of his units as he likes."""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]} movement: choose a unit to move, or end the phase [5.11]"

    def choices(self, state: State) -> Choices:
        units = movable(state, self.side)
        return {"unit": units, "done": ONE} if units else {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "unit":
            state.stack.append(self)
            state.stack.append(MoveUnit(number, state.where[number]))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return of_mover(state, self.side, verb, number)


def movable(state: State, side: int) -> int:
    """The units that have not had their move yet and have a legal one."""
    units = state.ready
    if not units:
        return 0
    armies, zone = state.armies[side], enemy_zone(state, side)
    free = PLAY ^ (barred(state, side) | state.neutral_land)
    vacant = free & ~armies
    doubtful = armies & ~outlets(state, side, free)
    if side == CENTRAL:
        # [12.5] Austrians need a hex in which they may end; [12.13] the locked in one in Russia.
        austrians = state.held[AH] & NEAR_FORBIDDEN_SOIL
        if austrians:
            soil = vacant & ~FORBIDDEN_TO_AUSTRIANS
            doubtful |= austrians & ~can_make_way(austrians, free, soil, zone)
        cage = locked_in(state, side)
        if cage:
            caged = armies & cage
            doubtful |= caged & ~can_make_way(caged, free & cage, vacant & cage, zone)
    for hex_ in members(doubtful):
        unit = state.at[hex_]
        if units >> unit & 1 and not has_a_move(state, unit):
            units ^= 1 << unit
    if side == ALLIED:
        for unit in state.pile(TRANSIT):
            if units >> unit & 1 and not has_a_move(state, unit):
                units ^= 1 << unit
    return units


def has_a_move(state: State, unit: int) -> bool:
    """Whether a unit that has not set out can go anywhere."""
    return MoveUnit(unit, state.where[unit]).choices(state).keys() != {"stay"}


@dataclass(frozen=True, slots=True)
class EndMovement(Duty[State]):
    """The phase ends; what is where it may not be is destroyed."""

    side: int

    def run(self, state: State) -> None:
        state.ready = 0
        if self.side == CENTRAL:
            # [12.5] Austrians still on forbidden soil are destroyed, but may be rebuilt [R40].
            for unit in members(UNITS_OF[AH]):
                place = state.where[unit]
                if place >= 0 and FORBIDDEN_TO_AUSTRIANS >> place & 1:
                    state.note("{:unit} may not stay there and is destroyed [12.5]", unit)
                    state.lift(unit, POOL)
