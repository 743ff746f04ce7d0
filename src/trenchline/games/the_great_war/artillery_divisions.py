"""Artillery divisions [12B9] [12B10]: guns are attached to the staff of an Art XX HQ in the initial
phase, and move, stack and fire as one with it until they are detached, which may be at any time."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.guns import HEAVY_SIEGE, SIEGE
from trenchline.games.the_great_war.intelligence import pick_up
from trenchline.games.the_great_war.stacking import fits
from trenchline.games.the_great_war.state import (
    EXPLOITATION,
    MOVEMENT,
    REACTION_COMBAT,
    REACTION_MOVEMENT,
    State,
)
from trenchline.games.the_great_war.tables import ARTILLERY
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Refusal

MOST: int = ARTILLERY["divisions"]["most"] * QUARTERS
MOST_WITH_SIEGE: int = ARTILLERY["divisions"]["most_with_siege"] * QUARTERS
MOST_OF_SIEGE_STAFF: int = ARTILLERY["divisions"]["most_siege_hq"] * QUARTERS
SIEGE_STAFF = "siege art xx hq"


def goes_with(state: State, unit: int) -> tuple[int, ...]:
    """A unit and those that march with it: an artillery division goes as a whole [12B6], but for
    guns bound to rails or water, which it leaves behind [12B9]."""
    bound = state.kind.rail_only | state.kind.water_only
    guns = (one for one, hq in state.attached.items() if hq == unit and not bound >> one & 1)
    return (unit, *guns)


def components(state: State, staff: int) -> list[int]:
    """[12B9] The guns attached to a staff."""
    return [unit for unit, hq in state.attached.items() if hq == staff]


def room(state: State, staff: int, guns: list[int]) -> int:
    """[12B9.1] [12B10] How much a staff may lead of such guns, in quarters of an RE."""
    counters = state.theatre.counters
    if counters[staff].kind == SIEGE_STAFF:
        return MOST_OF_SIEGE_STAFF
    heavy = any(counters[unit].type.gun in (SIEGE, HEAVY_SIEGE) for unit in guns)
    return MOST_WITH_SIEGE if heavy else MOST


def can_lead(state: State, staff: int, gun: int) -> bool:
    """[12B9.1] Whether a staff can take a gun of its nation and hex besides those it has."""
    counters = state.theatre.counters
    guns = [*components(state, staff), gun]
    return (
        state.where[staff] == state.where[gun] >= 0
        and counters[staff].nation == counters[gun].nation
        and sum(state.re(unit) for unit in guns) <= room(state, staff, guns)
    )


def staffs_for(state: State, side: int, gun: int) -> Units:
    """[12B9.1] The staffs that can take a gun."""
    staffs = state.units(state.where[gun], side) & state.kind.art_hq
    return bit_set(staff for staff in members(staffs) if can_lead(state, staff, gun))


def loose_guns(state: State, side: int) -> Units:
    """[12B9.1] Guns that could be attached to a staff in their hex."""
    guns = 0
    for staff in members(state.on_map(side) & state.kind.art_hq):
        guns |= state.units(state.where[staff], side)
    guns &= state.kind.artillery & ~state.kind.art_hq & ~bit_set(state.attached)
    return bit_set(gun for gun in members(guns) if staffs_for(state, side, gun))


def detachable(state: State, side: int) -> Units:
    """[12B9] [R96] The guns that a side may detach in the middle of a turn: those that could do
    something by themselves, and for which their hex has room when they count [8B]."""
    if not state.attached:
        return 0
    own = bit_set(state.attached) & state.theatre.of_side[side]
    if state.phase in (REACTION_MOVEMENT, EXPLOITATION):
        own &= state.eligible & ~state.halted
    elif state.phase == REACTION_COMBAT:
        enemies = state.occupied[1 - side]
        own &= ~state.fought
        own = bit_set(gun for gun in members(own) if _near(state, state.where[gun]) & enemies)
    elif state.phase != MOVEMENT:
        return 0
    return bit_set(gun for gun in members(own) if _has_room(state, side, gun))


def _near(state: State, hex_: Hex) -> Hexes:
    return 1 << hex_ | state.theatre.board.grid.ring(hex_, 1)


def _has_room(state: State, side: int, gun: int) -> bool:
    staff = state.attached.pop(gun)
    hex_ = state.where[gun]
    found = fits(state, hex_, side, 1 << gun)
    state.attached[gun] = staff
    return found


def detach(state: State, gun: int) -> None:
    """[12B9] A gun leaves its artillery division."""
    pick_up(state, gun)
    del state.attached[gun]


def why_not_detach(state: State, side: int, gun: int) -> Refusal:
    """[12B9] Why a side cannot detach a gun in the middle of a turn."""
    counters = state.theatre.counters
    if not 0 <= gun < len(counters) or counters[gun].side != side:
        return Refusal("12B9", "it is not a gun of yours")
    if gun not in state.attached:
        return Refusal("12B9", "it is attached to no staff")
    if _has_room(state, side, gun):
        return Refusal("R96", "by itself it could do nothing in this phase")
    return Refusal("8B", "its hex has no room for it outside its division")


@dataclass(frozen=True, slots=True)
class FormDivisions(OwnDecision[State]):
    """[12B9.1] In his initial phase a player attaches guns to his staffs, or detaches them. What
    has been detached in a phase stays so, and what has been attached too [R96]."""

    done: tuple[int, ...] = ()

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: form artillery divisions [12B9]"

    def choices(self, state: State) -> Choices:
        decided = ~bit_set(self.done)
        attach = loose_guns(state, self.side) & decided
        detach = bit_set(state.attached) & state.theatre.of_side[self.side] & decided
        found = {"attach": attach, "detach": detach, "done": ONE}
        return {verb: numbers for verb, numbers in found.items() if numbers}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        if verb == "detach":
            detach(state, number)
        else:
            pick_up(state, number)
            # [R96] Where several staffs could take it, the one with most guns does.
            staffs = members(staffs_for(state, self.side, number))
            state.attached[number] = max(
                staffs, key=lambda staff: (len(components(state, staff)), -staff)
            )
        state.stack.append(FormDivisions(self.side, (*self.done, number)))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb not in ("attach", "detach"):
            return Refusal("12B9", "say which guns staffs take up and give up, then be done")
        counters = state.theatre.counters
        if not 0 <= number < len(counters) or counters[number].side != self.side:
            return Refusal("12B9", "it is not a unit of yours")
        if number in self.done:
            return Refusal("R96", "that has been decided in this phase")
        if verb == "detach" and number not in state.attached:
            return Refusal("12B9", "it is not attached to any staff")
        if not (state.kind.artillery & ~state.kind.art_hq) >> number & 1:
            return Refusal("12B9", "only artillery is attached")
        if number in state.attached:
            return Refusal("12B9", "it is attached already")
        here = state.where[number]
        staffs = state.units(here, self.side) & state.kind.art_hq if here >= 0 else 0
        if not any(counters[staff].nation == counters[number].nation for staff in members(staffs)):
            return Refusal("12B9", "no Art XX HQ of its nation stands in its hex")
        return Refusal("12B9", "the staffs there cannot take so many REs of guns")
