"""Section 12.1: the collapse of Russia, her surrender, and the garrisons it takes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from trenchline.games.world_war_one.components import (
    CENTRAL,
    COLLAPSE_CITIES,
    EAST_EDGE,
    FORTS_OF,
    RS,
    RUSSIAN_CITIES,
    SURRENDER_POINTS,
    TERRITORY,
    UNITS_OF,
)
from trenchline.games.world_war_one.state import (
    FROZEN,
    LOCKED,
    LOST,
    RELEASED,
    State,
)
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.steps import Choices, Decision, Refusal

GARRISONS = 4
assert EAST_EDGE & ~TERRITORY[RS] == 0


def capture_cities(state: State, cities: Hexes) -> None:
    """Central Powers units have entered Russian cities [R46]."""
    for city in members(cities & ~state.red_cities):
        state.detail("{:hex} has fallen [12.11]", city)
    state.red_cities |= cities
    # [12.11] All four cities in their hands at once: Russia's points are gone for good.
    if not state.collapsed and state.red_cities & COLLAPSE_CITIES == COLLAPSE_CITIES:
        state.collapsed = True
        state.crp[RS] = 0
        state.note("Russia collapses: she loses all her points and receives no more")
    # [12.12] A fifth city, taken before or after: Russia surrenders at once.
    if (
        state.collapsed
        and not state.surrendered
        and state.red_cities & RUSSIAN_CITIES & ~COLLAPSE_CITIES
    ):
        surrender(state)


def surrender(state: State) -> None:
    """[12.12] Russia leaves the war."""
    state.surrendered = True
    # [15.2] The points stand on the turn record track.
    points = SURRENDER_POINTS[state.turn - 1]
    state.award(CENTRAL, points, "Russia surrenders")  # [15.2]
    state.note("Russia surrenders: {} victory points to the Central side", points)
    for unit in members(UNITS_OF[RS]):
        state.lift(unit, LOST)
    # [12.13] The forts in Russia are destroyed, and units there may not leave yet.
    for hex_ in members(FORTS_OF[RS] & state.intact):
        state.ruin(hex_)
    # [12.13] Whoever brought her down counts as a garrison only where he comes to rest: garrisons
    # are posted then.
    state.watch = LOCKED


def wanted_for_surrender(state: State) -> tuple[Hexes, ...]:
    """[12.12] What must still fall before Russia surrenders: a city of each of these sets.

    Who brings her down on his way is shut in by it [12.13], so that nobody does by a straight move
    [R61].
    """
    return () if state.surrendered else _still_wanted(state.red_cities, state.collapsed)


@lru_cache(maxsize=64)
def _still_wanted(red_cities: Hexes, collapsed: bool) -> tuple[Hexes, ...]:
    wanted = []
    if not collapsed:
        wanted += [1 << city for city in members(COLLAPSE_CITIES & ~red_cities)]
    others = RUSSIAN_CITIES & ~COLLAPSE_CITIES
    if not red_cities & others:
        wanted.append(others)
    return tuple(wanted)


def garrisoned(state: State) -> Hexes:
    """[12.13] The named cities that Central Powers units occupy."""
    return RUSSIAN_CITIES & state.armies[CENTRAL]


def post_garrisons(state: State) -> None:
    """[12.13] Once four named cities are occupied, those garrisons stay and the others may go.

    To be called whenever a unit has come to rest.
    """
    if state.watch != LOCKED:
        return
    held = garrisoned(state)
    if held.bit_count() < GARRISONS:
        return
    state.watch = FROZEN
    state.garrisons = held
    _freeze_or_ask(state)


def _freeze_or_ask(state: State) -> None:
    if state.garrisons.bit_count() > GARRISONS:
        # [R47] The owner says which garrison is spared.
        state.stack.append(SpareGarrison())
    else:
        for hex_ in members(state.garrisons):
            state.ready &= ~(1 << state.at[hex_])


def allies_enter_russia(state: State) -> None:
    """[12.13] Allied units in Russia end garrison duty, also before four cities are garrisoned
    [R68]; the points for surrender stay."""
    if state.watch in (LOCKED, FROZEN):
        state.watch = RELEASED
        state.garrisons = 0
        state.note("Allied units enter Russia: the garrisons are free to move")


def locked_in(state: State, side: int) -> Hexes:
    """The land a side's units in Russia may not leave by moving [12.13], or nothing."""
    if state.watch != LOCKED or side != CENTRAL:
        return 0
    if garrisoned(state).bit_count() >= GARRISONS:
        return 0
    return TERRITORY[RS]


@dataclass(frozen=True, slots=True)
class SpareGarrison(Decision[State]):
    """[12.13] More than four cities are held: which garrison need not stay [R47]?"""

    def who(self, state: State) -> int:
        return CENTRAL

    def prompt(self, state: State) -> str:
        return "More than four Russian cities are garrisoned: which one need not be? [12.13]"

    def choices(self, state: State) -> Choices:
        return {"spare": state.garrisons}

    def take(self, state: State, verb: str, number: int) -> None:
        state.garrisons &= ~(1 << number)
        state.note("The garrison of {:hex} is spared", number)
        _freeze_or_ask(state)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "spare":
            return Refusal("12.13", "first name the garrison that need not stay")
        return Refusal("12.13", "no garrison is there to be spared")
