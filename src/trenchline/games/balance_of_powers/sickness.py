"""Chapter 6.51: what the rains of Africa do to British troops before each campaign."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.calendar import bad_weather
from trenchline.games.balance_of_powers.command import dismiss_lone_leaders
from trenchline.games.balance_of_powers.components import (
    AF_CORPS,
    AFRICA,
    BR,
    CENTRAL,
    OF_NATION,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal, Roll


def in_the_rain(state: State) -> Units:
    """[6.513] British corps on the map of Africa while it rains there; none on ships."""
    if not bad_weather(state.month) & AFRICA & state.scenario.hexes:
        return 0
    own = state.mapped & OF_NATION[BR] & AF_CORPS & ~state.aboard
    return bit_set(unit for unit in members(own) if AFRICA >> state.where[unit] & 1)


@dataclass(frozen=True, slots=True)
class Weather(Duty[State]):
    """[6.513] The weather before the fortnights of a month: rain makes the British sick."""

    def run(self, state: State) -> None:
        """Ask the Central Powers, if anybody may fall sick."""
        if in_the_rain(state):
            state.phase = "campaign"
            state.phasing = CENTRAL
            state.stack.append(Sicken(CENTRAL))


@dataclass(frozen=True, slots=True)
class Sicken(OwnDecision[State]):
    """[6.513] The Central Powers choose a British corps that may be lost to sickness, or none
    [R308]."""

    def prompt(self, state: State) -> str:
        """What is asked."""
        return "Choose a British corps that may fall sick in the rains, or none [6.513]"

    def choices(self, state: State) -> Choices:
        """Any of them."""
        return {"none": ONE, "sicken": in_the_rain(state)}

    def take(self, state: State, verb: str, number: int) -> None:
        """Roll for it."""
        if verb == "sicken":
            state.stack.append(SicknessDie(number))

    @asked("6.513", "none", "sicken")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who does not fall sick."""
        if not 0 <= number < len(UNITS) or not (OF_NATION[BR] & AF_CORPS) >> number & 1:
            return Refusal("6.513", "only British corps for Africa fall sick")
        return Refusal("6.513", "it is not on the map of Africa")


@dataclass(frozen=True, slots=True)
class SicknessDie(Roll[State]):
    """[6.513] A die below its printed effectiveness is the end of a corps."""

    unit: int

    def purpose(self, state: State) -> str:
        """Whose."""
        return f"sickness of {state.called(self.unit)}"

    def rolled(self, state: State, value: int) -> None:
        """Lose it, or not."""
        if value >= UNITS[self.unit].effectiveness:
            state.note("{:die}: {:unit} withstands the rains", value, self.unit)
            return
        state.note("{:die}: {:unit} is lost to sickness", value, self.unit)
        place = state.where[self.unit]
        state.lift(self.unit)
        dismiss_lone_leaders(state, place)
