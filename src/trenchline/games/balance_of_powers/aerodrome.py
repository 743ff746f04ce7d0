"""Chapter 6.7: air units return to base, and may change it."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.components import ALL_AIR, CENTRAL, ENTENTE, UNITS, Units
from trenchline.games.balance_of_powers.flight import fly, lose_plane, skies, strength, within
from trenchline.games.balance_of_powers.recombining import combinable, combine, why_not_combine
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import in_supply
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal, UnitDecision

REBASING = 4
"""[6.72] How many times its radius an air unit flies to a new base."""


def bases(state: State, unit: int, points: int) -> Hexes:
    """[6.73] Friendly locations that an air unit reaches past neutrals and enemy air units."""
    side, start = state.side_of(unit), state.where[unit]
    avoid = skies(state, 1 - side) & ~(1 << start)
    return within(state, start, points, avoid) & state.held[side] & ~(1 << start)


def in_air(state: State, side: int) -> Units:
    """The air units of a side on the map, but those on ships [6.452]."""
    return bit_set(
        unit
        for unit in members(ALL_AIR & ~state.aboard)
        if state.where[unit] >= 0 and state.side_of(unit) == side
    )


@dataclass(frozen=True, slots=True)
class Aerodrome(Duty[State]):
    """[6.7] The Central Powers return and change bases, then the Entente [6.73]."""

    def run(self, state: State) -> None:
        """Lay out the returns and the changes."""
        state.phase = "aerodrome"
        state.forget("aerodrome")
        state.stack += [Bases(ENTENTE), Bases(CENTRAL)]


@dataclass(frozen=True, slots=True)
class Bases(Duty[State]):
    """[6.71] [6.72] A side's air units."""

    side: int

    def run(self, state: State) -> None:
        """First those who must move."""
        state.phasing = self.side
        away = [u for u in members(in_air(state, self.side)) if not _at_base(state, u)]
        state.stack += [Rebase(self.side), *(Return(unit) for unit in reversed(away))]


def _at_base(state: State, unit: int) -> bool:
    return bool(state.held[state.side_of(unit)] >> state.where[unit] & 1)


@dataclass(frozen=True, slots=True)
class Return(UnitDecision[State]):
    """[6.71] An air unit returns to a friendly location, or is lost."""

    def prompt(self, state: State) -> str:
        """Who."""
        return state.say("Where does {:unit} land? [6.71]", self.unit)

    def choices(self, state: State) -> Choices:
        """Where it may."""
        found = bases(state, self.unit, strength(state, self.unit).radius)
        return {"return": found} if found else {"perish": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """Land, or be lost."""
        if verb == "return":
            state.detail("{:unit} returns to {:hex}", self.unit, number)
            fly(state, self.unit, number)
        else:
            state.detail("{:unit} finds no base and is lost", self.unit)
            lose_plane(state, self.unit)

    @asked("6.71", "return", "perish")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not there."""
        if verb == "perish":
            return Refusal("6.71", "it can land")
        side = state.side_of(self.unit)
        if number < 0 or not state.held[side] >> number & 1:
            return Refusal("6.73", "the flight ends in a friendly location")
        return Refusal("6.71", "it lies beyond the radius")


def movers(state: State, side: int) -> Units:
    """[6.72] Supplied air units that have not changed base and could."""
    return bit_set(
        unit
        for unit in members(in_air(state, side) & ~state.flown)
        if in_supply(state, unit) and new_bases(state, unit)
    )


def new_bases(state: State, unit: int) -> Hexes:
    """[6.72] Where a supplied air unit may be moved."""
    return bases(state, unit, REBASING * strength(state, unit).radius)


@dataclass(frozen=True, slots=True)
class Rebase(OwnDecision[State]):
    """[6.72] Supplied air units may change base, and damaged ones be combined [2.67]."""

    def prompt(self, state: State) -> str:
        """Who."""
        return "Choose an air unit that changes its base, or end [6.72]"

    def choices(self, state: State) -> Choices:
        """Those who have not."""
        found: Choices = {"end": ONE}
        if able := movers(state, self.side):
            found["rebase"] = able
        if hurt := combinable(state, in_air(state, self.side)):
            found["combine"] = hurt
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Go on to where."""
        if verb == "rebase":
            state.stack += [self, NewBase(number)]
        elif verb == "combine":
            combine(state, number, in_air(state, self.side))
            state.stack.append(self)

    @asked("6.72", "end", "rebase", "combine")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot."""
        if verb == "combine":
            return why_not_combine(state, number, in_air(state, self.side))
        if not 0 <= number < len(UNITS) or not in_air(state, self.side) >> number & 1:
            return Refusal("6.72", "it is no air unit of yours on the map")
        if state.flown >> number & 1:
            return Refusal("6.72", "it has changed its base already")
        if not in_supply(state, number):
            return Refusal("6.72", "without supply nobody changes base")
        return Refusal("6.72", "it has nowhere to go")


@dataclass(frozen=True, slots=True)
class NewBase(UnitDecision[State]):
    """[6.72] It flies there."""

    def prompt(self, state: State) -> str:
        """Who."""
        return state.say("Where is the new base of {:unit}? [6.72]", self.unit)

    def choices(self, state: State) -> Choices:
        """Within four times its radius."""
        return {"base": new_bases(state, self.unit)}

    def take(self, state: State, verb: str, number: int) -> None:
        """Move."""
        state.flown |= 1 << self.unit
        state.detail("{:unit} moves its base to {:hex}", self.unit, number)
        fly(state, self.unit, number)

    @asked("6.72", "base")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not there."""
        if number < 0 or not state.held[state.side_of(self.unit)] >> number & 1:
            return Refusal("6.73", "a base is a friendly location")
        return Refusal("6.73", "no way past enemy air units leads so far")
