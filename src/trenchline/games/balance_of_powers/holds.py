"""Chapter 7.61: what ships can carry, and who is lost when they can carry it no longer.

A step of a ship carries a corps, three corps for Africa or a step of an air unit, so that all is
counted in thirds of a step.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.command import dismiss_lone_leaders
from trenchline.games.balance_of_powers.components import (
    AFRICA,
    ALL_AIR,
    ALL_CORPS,
    OF_KIND,
    Units,
)
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Choices, Duty, OwnDecision, Refusal

THIRDS: Final = 3
FOR_AFRICA: Units = OF_KIND["africa"]
SHIPS: Units = OF_KIND["ship"]


def load(state: State, units: Units) -> int:
    """[7.61] What passengers take up; leaders of armies nothing."""
    regular = (units & ALL_CORPS & ~FOR_AFRICA).bit_count()
    air = units & ALL_AIR
    air_steps = 2 * air.bit_count() - (air & state.reduced).bit_count()
    return THIRDS * (regular + air_steps) + (units & FOR_AFRICA).bit_count()


def would_live(place: Hex) -> Units:
    """[1.24.3] Who may go ashore in a location: in Africa corps for Africa alone, for others would
    be lost there [R302]."""
    return FOR_AFRICA if AFRICA >> place & 1 else -1


def capacity(state: State, units: Units) -> int:
    """[7.61] What the ships among some units can carry."""
    ships = units & SHIPS
    return THIRDS * (2 * ships.bit_count() - (ships & state.reduced).bit_count())


def overloaded(state: State, place: Hex, side: int) -> bool:
    """[7.64.1] Whether the ships of a side in a location carry more than they can; all of them
    share the load."""
    here = state.units(place, side)
    return load(state, here & state.passengers) > capacity(state, here)


@dataclass(frozen=True, slots=True)
class Founder(Duty[State]):
    """[7.64.1] Passengers for whom no ship has room any more are lost."""

    side: int
    place: Hex

    def run(self, state: State) -> None:
        """Ask who, one after the other; without any ship it is all of them."""
        here = state.units(self.place, self.side)
        if not here & SHIPS:
            for unit in members(here & state.passengers & (ALL_CORPS | ALL_AIR)):
                state.note("{:unit} is lost at sea", unit)
                state.lift(unit)
        elif overloaded(state, self.place, self.side):
            state.stack += [self, Overboard(self.side, self.place)]
            return
        dismiss_lone_leaders(state, self.place)


@dataclass(frozen=True, slots=True)
class Overboard(OwnDecision[State]):
    """[7.64.1] The owner chooses who is lost."""

    place: Hex

    def prompt(self, state: State) -> str:
        """Where."""
        return state.say("The ships in {:hex} cannot carry all: who is lost? [7.64]", self.place)

    def choices(self, state: State) -> Choices:
        """The passengers there."""
        here = state.units(self.place, self.side) & state.passengers
        return {"lose": here & (ALL_CORPS | ALL_AIR)}

    def take(self, state: State, verb: str, number: int) -> None:
        """It goes down."""
        state.note("{:unit} is lost at sea", number)
        state.lift(number)

    @asked("7.64.1", "lose")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who is none."""
        return Refusal("7.64.1", "it is no passenger of these ships")
