"""Chapter 5.31: bombers raid strategic targets each season."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.calendar import year_of
from trenchline.games.balance_of_powers.components import (
    CENTRES,
    MAJORS,
    NATIONS,
    OF_KIND,
    RAIL,
    Units,
)
from trenchline.games.balance_of_powers.flight import hit, strength, within
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import in_supply
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal, Throw, UnitDecision

BOMBERS: Units = OF_KIND["bomber"] | OF_KIND["zeppelin"]


def targets(state: State, unit: int) -> Hexes:
    """[5.311] [5.312] Enemy population centres on a railway within a bomber's radius."""
    enemy = state.held[1 - state.side_of(unit)]
    reach = within(state, state.where[unit], strength(state, unit).radius)
    return CENTRES & RAIL & enemy & reach


def defenders(state: State, place: Hex, side: int) -> Units:
    """[5.314] Fighters of a side that have a hex in their radius."""
    found = 0
    # [6.452.2] Who is on a ship flies nowhere.
    for unit in members(OF_KIND["fighter"] & ~state.aboard):
        at = state.where[unit]
        # [5.314]
        if at >= 0 and state.side_of(unit) == side:
            if within(state, at, strength(state, unit).radius) >> place & 1:
                found |= 1 << unit
    return found


def victim(state: State, place: Hex) -> int | None:
    """[5.313] The power that pays for a raid: who controls the target, or supports who does
    [R96]."""
    holder = state.controller(place)
    if holder is None or MAJORS >> holder & 1:
        return holder
    return state.patrons.get(holder)


@dataclass(frozen=True, slots=True)
class AirRaids(Duty[State]):
    """[5.312] A side's bombers raid, one by one."""

    side: int

    def run(self, state: State) -> None:
        """Ask each that is in supply."""
        state.phasing = self.side
        state.stack += [
            Raid(unit)
            for unit in reversed(list(members(BOMBERS)))
            if state.where[unit] >= 0
            and not state.aboard >> unit & 1
            and state.side_of(unit) == self.side
            and in_supply(state, unit)  # [3.2.1]
        ]


@dataclass(frozen=True, slots=True)
class Raid(UnitDecision[State]):
    """[5.312] A bomber raids a target, or stays at home."""

    def prompt(self, state: State) -> str:
        """Who."""
        return state.say("Choose a target for {:unit}, or none [5.31]", self.unit)

    def choices(self, state: State) -> Choices:
        """What it reaches."""
        found = targets(state, self.unit)
        return {"none": ONE, "raid": found} if found else {"none": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """Raid."""
        if verb == "raid":
            state.note("{:unit} raids {:hex}", self.unit, number)
            state.stack += [Intercept(1 - state.side_of(self.unit), self.unit, number)]
            state.stack.append(RaidDice(self.unit, number))

    @asked("5.31", "none", "raid")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not there."""
        strategic = CENTRES & RAIL & state.held[1 - state.side_of(self.unit)]
        if number < 0 or not strategic >> number & 1:
            return Refusal("5.311", "a target is an enemy population centre on a railway")
        return Refusal("5.312", "it lies beyond the bomber's radius")


@dataclass(frozen=True, slots=True)
class RaidDice(Throw[State]):
    """[5.313] Less than the last digit of the year costs the enemy a point."""

    unit: int
    target: Hex

    def purpose(self, state: State) -> str:
        """What they are for."""
        return f"raid on {state.named(self.target)}, below {year_of(state.month) % 10}"

    def thrown(self, state: State, values: tuple[int, ...]) -> None:
        """Bomb."""
        final = sum(values) + raid_modifier(state, self.unit, self.target)
        power = victim(state, self.target)
        if final >= year_of(state.month) % 10 or power is None:
            state.detail("{:die} and {:die}: no damage", *values)
            return
        state.detail("{:die} and {:die}: " + NATIONS[power].name + " loses a point", *values)
        if not state.conquered >> power & 1:
            state.points[power] = max(0, state.points[power] - 1)


def raid_modifier(state: State, unit: int, target: Hex) -> int:
    """[5.312] Fighters about, a Zeppelin, and a damaged bomber each make it harder."""
    # [5.312.1] [5.312.2] [5.312.3] One each.
    watched = bool(defenders(state, target, 1 - state.side_of(unit)))
    airship = OF_KIND["zeppelin"] >> unit & 1
    return watched + airship + (state.reduced >> unit & 1)


@dataclass(frozen=True, slots=True)
class Intercept(OwnDecision[State]):
    """[5.314] One fighter may attack the bomber afterwards."""

    bomber: int
    target: Hex

    def prompt(self, state: State) -> str:
        """Whom."""
        return state.say("Choose a fighter against {:unit}, or none [5.314]", self.bomber)

    def choices(self, state: State) -> Choices:
        """Those in reach."""
        able = defenders(state, self.target, self.side)
        return {"none": ONE, "intercept": able} if able else {"none": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """Attack."""
        if verb == "intercept":
            state.stack.append(InterceptDice(number, self.bomber))

    @asked("5.314", "none", "intercept")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot."""
        if number < 0 or not (OF_KIND["fighter"] & state.on_map(self.side)) >> number & 1:
            return Refusal("5.314", "it is no fighter of yours on the map")
        return Refusal("5.314", "the target is beyond its radius")


@dataclass(frozen=True, slots=True)
class InterceptDice(Throw[State]):
    """[5.314] Dice and machine guns above the bomber's evasion hit it."""

    fighter: int
    bomber: int

    def purpose(self, state: State) -> str:
        """What they are for."""
        return f"{state.called(self.fighter)} at {state.called(self.bomber)}"

    def thrown(self, state: State, values: tuple[int, ...]) -> None:
        """Hit, or miss."""
        total = sum(values) + strength(state, self.fighter).fire
        state.detail("{:die} and {:die}: {:unit} fires", *values, self.fighter)
        if total > strength(state, self.bomber).armour:
            hit(state, self.bomber)
