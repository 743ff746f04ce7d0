"""Sections 15.6, 22 and 38.3: supply attrition, and supply from the air."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.components import (
    AIRBASES,
    CITIES,
    COUNTERS,
    GUERRILLAS,
    NAVAL_BASES,
    SEASON,
    SIDES,
    TABLES,
    TERRAIN,
)
from trenchline.games.kaisers_war.fog import named, tell_of
from trenchline.games.kaisers_war.meanwhile import elsewhere
from trenchline.games.kaisers_war.state import DEAD, ON_MAP, OUT, State
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.games.kaisers_war.support import covered
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Choices, Duty, OwnDecision, Refusal, Roll, until_done

LOST_UP_TO = 3


def checks(state: State, unit: int, hex_: Hex) -> int:
    """[22.1] [43.3] How many attrition checks a unit in a hex makes this season; none in a city."""
    season = SEASON[state.turn - 1]
    if season not in ("winter", "summer") or (CITIES | NAVAL_BASES) >> hex_ & 1:
        return 0
    for kind, hexes in TERRAIN.items():
        if hexes >> hex_ & 1:
            # Guerrillas in the desert check only in winter.
            if kind == "desert" and season == "summer" and GUERRILLAS >> unit & 1:
                return 0
            return int(TABLES["terrain"][kind][season])
    return 0


def starving(state: State, side: int) -> list[int]:
    """[15.6] A side's units that must check."""
    return [
        unit
        for hex_ in members(state.held[side])
        for unit in state.stacks[hex_]
        if checks(state, unit, hex_) and not in_general_supply(state, unit)
    ]


@dataclass(frozen=True, slots=True)
class SupplyAttrition(Duty[State]):
    """[4.2] The Supply Attrition Phase."""

    side: int

    def run(self, state: State) -> None:
        units = starving(state, self.side)
        state.stack.append(EndPlayerTurn(self.side))
        if not units:  # [15.6]
            return
        state.heading("{} Supply Attrition Phase", SIDES[self.side])
        for unit in reversed(units):  # [15.6]
            state.stack.append(AttritionRoll(unit, checks(state, unit, state.where[unit])))
        if "air" in state.options:  # [38.3]
            state.stack.append(AerialSupply(self.side))


@dataclass(frozen=True, slots=True)
class AttritionRoll(Roll[State]):
    """[15.6] On one to three the unit is eliminated, at no cost in points [43.1]."""

    unit: int
    left: int

    def purpose(self, state: State) -> str:
        return f"supply of {named(state, self.unit)}"

    def rolled(self, state: State, value: int) -> None:
        unit = self.unit
        lost = value <= LOST_UP_TO
        told = "{} checks for attrition, {:die}: {}"
        tell_of(state, unit, told, value, "lost" if lost else "safe")
        if lost:
            # [21.1] A tank army comes back as a corps.
            state.fallen |= state.flipped & 1 << unit
            state.flipped &= ~(1 << unit)  # [21.1]
            state.lift(unit, OUT if COUNTERS[unit].front.type == "hq" else DEAD)
        elif self.left > 1:
            state.stack.append(AttritionRoll(unit, self.left - 1))


def spare_airbases(state: State, side: int) -> list[int]:
    """[38.3] A side's supplied airbases that have flown no mission."""
    based = AIRBASES & state.forces(side) & state.piles[ON_MAP] & ~state.served
    return [unit for unit in members(based) if in_general_supply(state, unit)]


def rescuable(state: State, side: int) -> int:
    """[38.3] Starving units in range of a supplied airbase that has flown no mission."""
    reached = 0
    for unit in spare_airbases(state, side):
        reached |= covered(state, unit)
    return bit_set(u for u in starving(state, side) if reached >> state.where[u] & 1)


@dataclass(frozen=True, slots=True)
class AerialSupply(OwnDecision[State]):
    """[38.3] Once a phase one unit may be supplied from the air."""

    def prompt(self, state: State) -> str:
        return "Supply one unit from the air? [38.3]"

    def choices(self, state: State) -> Choices:
        units = rescuable(state, self.side)
        return until_done("fly_supply", units)

    def must_ask(self, state: State) -> bool:
        """[10.1] Where airbases are, the enemy must not learn from what goes unasked."""
        return True

    def take(self, state: State, verb: str, number: int) -> None:
        if verb != "fly_supply":
            return
        tell_of(state, number, "{} is supplied from the air")
        for place, step in enumerate(state.stack):
            if isinstance(step, AttritionRoll) and step.unit == number:
                del state.stack[place]
                return

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "fly_supply":
            return elsewhere(state, verb, "38.3", "say first who is supplied from the air")
        if number not in starving(state, self.side):
            return Refusal("38.3", "the unit does not check for attrition")
        if not spare_airbases(state, self.side):
            return Refusal("38.3", "no airbase of yours in general supply is without a mission")
        return Refusal("18.3", "no airbase without a mission is in range of the unit")


@dataclass(frozen=True, slots=True)
class EndPlayerTurn(Duty[State]):
    """The player turn ends: what held for it only is over, supply by sea [36.4] and looks too."""

    side: int

    def run(self, state: State) -> None:
        state.forget("player turn")
