"""Chapter 12.8: the one corps that Germany ships in the war in Africa.

No fleet covers it: a steamer takes it from a port of the Central Powers to another one in reach
[R300].
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.command import dismiss_lone_leaders
from trenchline.games.balance_of_powers.components import (
    CENTRAL,
    GE,
    OCEAN_BOXES,
    OF_KIND,
    OF_NATION,
    PORTS,
    UNITS,
    WATER,
    Units,
)
from trenchline.games.balance_of_powers.scenarios import FLEETS
from trenchline.games.balance_of_powers.stacking import full_for
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.voyages import reach
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Refusal, UnitDecision

PASSENGERS: Units = OF_NATION[GE] & OF_KIND["africa"]
"""Who may go: German corps for Africa."""


def havens(state: State) -> Hexes:
    """Ports in the hands of the Central Powers."""
    return PORTS & state.scenario.hexes & state.held[CENTRAL] & ~state.enemy_land(CENTRAL)


def goals(state: State, unit: int) -> Hexes:
    """The other ports that a corps may be shipped to."""
    waters = (WATER | OCEAN_BOXES) & state.scenario.hexes
    found = reach(state.where[unit], waters) & havens(state)
    return found & ~full_for(state, 1 << unit, CENTRAL, found)


def passengers(state: State) -> Units:
    """[12.8/sea-control.2] Corps in ports from which they reach another."""
    if state.ran >= state.scenario.special.get("runner", 0):
        return 0
    ports = havens(state)
    return bit_set(
        unit
        for unit in members(state.mapped & PASSENGERS)
        if ports >> state.where[unit] & 1 and goals(state, unit)
    )


def may_run(state: State) -> bool:
    """Whether Germany has somebody to ship without ships; where there are some, they carry him
    [12.8/sea-control.1]."""
    if state.scenario.settings.get("admiralty") == FLEETS:
        return False
    return bool(passengers(state))


@dataclass(frozen=True, slots=True)
class Run(OwnDecision[State]):
    """[12.8/sea-control.2] Germany ships a corps, once a game."""

    def prompt(self, state: State) -> str:
        """What is asked."""
        return "Ship a German corps to another port, once a game, or none [12.8/sea-control.2]"

    def choices(self, state: State) -> Choices:
        """Who may go."""
        return {"none": ONE, "embark": passengers(state)}

    def take(self, state: State, verb: str, number: int) -> None:
        """Go on to where."""
        if verb == "embark":
            state.stack.append(RunTo(number))

    @asked("12.8/sea-control.2", "none", "embark")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot."""
        if not 0 <= number < len(UNITS) or not PASSENGERS >> number & 1:
            return Refusal("12.8/sea-control.2", "only German corps for Africa go")
        if not state.mapped >> number & 1:
            return Refusal("12.8/sea-control.2", "the corps to be shipped is on no map")
        if not havens(state) >> state.where[number] & 1:
            return Refusal("12.8/sea-control.2", "it is in no friendly port")
        return Refusal("12.8/sea-control.2", "no friendly port with room is in reach")


@dataclass(frozen=True, slots=True)
class RunTo(UnitDecision[State]):
    """[12.8/sea-control.2] Where it goes."""

    def prompt(self, state: State) -> str:
        """Who."""
        return state.say("To which port is {:unit} shipped? [12.8/sea-control.2]", self.unit)

    def choices(self, state: State) -> Choices:
        """Friendly ports in reach."""
        return {"sail": goals(state, self.unit)}

    def take(self, state: State, verb: str, number: int) -> None:
        """It lands there, out of its trenches."""
        left = state.where[self.unit]
        state.note("{:unit} runs the blockade to {:hex}", self.unit, number)
        state.ran += 1
        state.entrenched &= ~(1 << self.unit)
        state.move(1 << self.unit, number)
        dismiss_lone_leaders(state, left)

    @asked("12.8/sea-control.2", "sail")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not there."""
        if number < 0 or not havens(state) >> number & 1:
            return Refusal("12.8/sea-control.2", "it is no port of the Central Powers")
        waters = (WATER | OCEAN_BOXES) & state.scenario.hexes
        if not reach(state.where[self.unit], waters) >> number & 1:
            return Refusal("6.452", "ships do not reach it in a month")
        return Refusal("2.62", "there is no room")
