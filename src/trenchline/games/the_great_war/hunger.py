"""Rule 11C2b and 11F3: special sources of general supply, and what becomes of those without any."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.goods import spend
from trenchline.games.the_great_war.intelligence import hidden, tell_of
from trenchline.games.the_great_war.lines import reaching
from trenchline.games.the_great_war.ownership import settle
from trenchline.games.the_great_war.rations import ration, who_can_eat
from trenchline.games.the_great_war.state import ELIMINATED_ISOLATED, State
from trenchline.games.the_great_war.tables import SUCCESS_MODIFIERS, SUPPLY, succeeds
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, Duty, Phase, Refusal, Roll

FORTRESS_FEEDS: int = SUPPLY["general_supply_points"]["fortress_res"] * QUARTERS
COLD = ("frost", "winter", "snow")


def feed(state: State, units: Units) -> None:
    """[11C2b] Units are in general supply for this player turn, though their hunger counts on."""
    for unit in members(units):
        state.unsupplied.pop(unit, None)
    state.look_again()


def hungry(state: State, side: int) -> Units:
    """The units of a side that are out of general supply."""
    return bit_set(state.unsupplied) & state.theatre.of_side[side]


def fed_from(state: State, side: int, hex_: Hex) -> Units:
    """[11C2bi] The hungry units that can trace an overland line to a resource point in a hex."""
    hexes = reaching(state, side, 1 << hex_)
    return bit_set(unit for unit in members(hungry(state, side)) if hexes >> state.where[unit] & 1)


def stores(state: State, side: int) -> Hexes:
    """[11C2bi] The hexes with resource points that would feed somebody."""
    if not hungry(state, side):
        return 0
    return bit_set(
        hex_
        for hex_, points in state.resources.items()
        if points and state.owned[side] >> hex_ & 1 and fed_from(state, side, hex_)
    )


@dataclass(frozen=True, slots=True)
class FeedHungry(Phase[State]):
    """[11C2bi] A resource point feeds all units that can trace to it, and is spent."""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: feed hungry units with a resource point? [11C2bi]"

    def acts(self, state: State) -> Choices:
        found = {"feed": stores(state, self.side)}
        if state.gsps:
            found["ration"] = who_can_eat(state, self.side, hungry(state, self.side))
        return found

    def act(self, state: State, verb: str, number: int) -> None:
        if verb == "ration":
            ration(state, self.side, number)
            feed(state, 1 << number)
            return
        units = fed_from(state, self.side, number)
        spend(state, number, 1)
        feed(state, units)
        seen = units & ~hidden(state, self.side)
        told = "a resource point in {:hex} feeds {} units [11C2bi]"
        if seen == units:
            state.detail(told, number, units.bit_count())
        else:
            state.whisper(self.side, told, number, units.bit_count())
            rest = "a resource point in {:hex} feeds {} units and hidden ones [11C2bi]"
            state.whisper(1 - self.side, rest, number, seen.bit_count())

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "ration":
            bit = 1 << number if number >= 0 else 0
            if not hungry(state, self.side) & bit:
                return Refusal("11C2bii", "it is not a unit of the side out of general supply")
            if not who_can_eat(state, self.side, bit):
                told = "not enough supply points are within an overland line of it"
                return Refusal("11C2bii", told)
        if verb != "feed":
            return Refusal("11C2bi", "name the hexes that feed units, then go on")
        if number < 0 or not state.resources.get(number, 0):
            return Refusal("11C2bi", "nothing lies there to feed anybody with")
        if not state.owned[self.side] >> number & 1:
            return Refusal("11C2", "a source serves only the side that owns it")
        return Refusal("11C2bi", "no unit out of general supply can trace a line to it")


@dataclass(frozen=True, slots=True)
class FortressesFeed(Duty[State]):
    """[11C2biii] Improved fortresses feed up to 15 REs in their hexes; the enemy then sees whether
    an isolated one is depleted."""

    def run(self, state: State) -> None:
        for hex_, fortress in state.theatre.fortresses.items():
            bit = 1 << hex_
            gone = state.unimproved | state.depleted | state.lost_fortresses
            if not fortress.improved or gone & bit:
                continue
            for side in (0, 1):
                if not state.owned[side] & bit:
                    continue
                units = self._fed(state, hungry(state, side) & state.stacks.get(hex_, 0))
                if units:
                    feed(state, units)
                    if state.isolated_hexes[side] & bit:
                        state.stack.append(Deplete(hex_))

    @staticmethod
    def _fed(state: State, units: Units) -> Units:
        """[R186] The largest first, as long as the stores suffice."""
        left, found = FORTRESS_FEEDS, 0
        for unit in sorted(members(units), key=lambda one: -state.re(one)):
            if state.re(unit) <= left:
                left -= state.re(unit)
                found |= 1 << unit
        return found


@dataclass(frozen=True, slots=True)
class Deplete(Roll[State]):
    """[11C2biii] A success depletes an isolated fortress that has fed its garrison."""

    hex: Hex

    def purpose(self, state: State) -> str:
        return f"is the fortress {state.theatre.board.name(self.hex)} depleted? [11C2biii]"

    def rolled(self, state: State, value: int) -> None:
        if succeeds(value):
            state.depleted |= 1 << self.hex
            state.detail("The fortress {:hex} is depleted [11C2biii]", self.hex)


def replenish(state: State, side: int) -> None:
    """[11C2biii] In a friendly initial phase a depleted fortress that is not isolated is filled."""
    state.depleted &= ~(state.owned[side] & ~state.isolated_hexes[side])


@dataclass(frozen=True, slots=True)
class CheckSurvival(Duty[State]):
    """[11F3] From the second turn out of general supply, isolated units are checked."""

    def run(self, state: State) -> None:
        doomed = state.starving & state.isolated
        state.stack += [Survive(unit) for unit in reversed(list(members(doomed)))]


@dataclass(frozen=True, slots=True)
class Survive(Roll[State]):
    """[11F3] A success, and the unit survives without supply."""

    unit: int

    def purpose(self, state: State) -> str:
        return f"does {state.theatre.counters[self.unit].key} survive without supply? [11F3]"

    def modifier(self, state: State) -> int:
        """[11F3] Cities and improved fortresses help; elsewhere the cold does harm."""
        hex_ = state.where[self.unit]
        fortress = state.theatre.fortresses.get(hex_)
        improved = fortress is not None and fortress.improved
        if state.theatre.major_cities >> hex_ & 1 or (
            improved and not state.unimproved >> hex_ & 1
        ):
            return SUCCESS_MODIFIERS["survival_stronghold"]
        cold = state.theatre.weather_in(state.turn, hex_) in COLD
        return SUCCESS_MODIFIERS["survival_cold"] if cold else 0

    def rolled(self, state: State, value: int) -> None:
        if succeeds(value + self.modifier(state)):
            return
        tell_of(state, (self.unit,), "{} perishes without supply [11F3]")
        state.lift(self.unit, ELIMINATED_ISOLATED)
        settle(state)
