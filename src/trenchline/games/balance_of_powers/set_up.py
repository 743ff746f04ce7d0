"""Chapter 11.3: a side sets up one unit after another, or has the rest placed as in the war."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    ALL_LEADERS,
    LAND_BOXES,
    NATION,
    SIDES,
    UNITS,
)
from trenchline.games.balance_of_powers.deployment import (
    AFLOAT,
    beginners,
    ground,
    is_secret,
    may_dig_in,
    must_dig_in,
    next_by_history,
    placed_by_history,
    placer,
    waiting,
    why_not_there,
    zone_of,
)
from trenchline.games.balance_of_powers.state import AWAITED, POOL, State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal


def markers_left(state: State, side: int) -> int:
    """The infrastructure markers that a side has still to place."""
    told = state.scenario.special.get("infrastructure")
    if told is None:
        return 0
    due: int = sum(n for code, n in told.items() if state.sides[NATION[code]] == side)
    return max(0, due - (state.infrastructure & area(state, side)).bit_count())


def area(state: State, side: int) -> Hexes:
    """All zones of a side."""
    found = 0
    for zone in state.scenario.zones:
        if zone.units & state.troops[side]:
            found |= zone.hexes
    return found


@dataclass(frozen=True, slots=True)
class Unveil(Duty[State]):
    """[12.1/optional-set-up] Both sides have written down where they set up; now they show it."""

    def run(self, state: State) -> None:
        """Tell of every stack."""
        state.note("Both sides show where they have set up")
        for place in sorted(state.stacks):
            if written := list(members(state.stacks[place] & ~AFLOAT)):
                state.detail("{:units} in {:hex}", written, place)


def _why_not_written(state: State, verb: str, unit: int) -> Refusal | None:
    """[12.1/optional-set-up] Why a verb of the other kind of set-up is not meant."""
    written = "secret" in state.scenario.special
    naval = unit >= 0 and bool(AFLOAT >> unit & 1)
    if verb in ("enroll", "station"):
        if not written:
            return Refusal("12.1/optional-set-up", "nothing is written down in this set-up")
        if naval:
            return Refusal("12.9/optional-set-up", "naval forces set up openly")
    elif written and not naval:
        return Refusal("12.1/optional-set-up", "both sides write their set-ups down")
    return None


@dataclass(frozen=True, slots=True)
class SetUp(OwnDecision[State]):
    """[11.3] A side sets up one unit after another, or has the rest placed as in the war."""

    def prompt(self, state: State) -> str:
        """How many are left."""
        left = waiting(state, self.side).bit_count()
        return f"Set up: {left} units to place; pick one, or place the rest as in the war [11.3]"

    def choices(self, state: State) -> Choices:
        """Whoever can be placed now."""
        found: Choices = {"rest": ONE}
        left = waiting(state, self.side)
        # Only leaders may have to wait.
        able = left & ALL_CORPS
        able |= bit_set(unit for unit in members(left & ~ALL_CORPS) if ground(state, unit))
        # Verbs of their own tell what others may not read [12.1/optional-set-up].
        written = able & ~AFLOAT if "secret" in state.scenario.special else 0
        if written:
            found["enroll"] = written
        if able & ~written:
            found["deploy"] = able & ~written
        if markers_left(state, self.side):
            found["works"] = area(state, self.side) & ~state.infrastructure & ~LAND_BOXES
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Place one, or all."""
        if verb == "rest":
            by_history(state, self.side)
            return
        if verb == "works":
            state.infrastructure |= 1 << number
            state.note("Infrastructure in {:hex}", number)
            if waiting(state, self.side) or markers_left(state, self.side):
                state.stack.append(self)
            return
        if waiting(state, self.side) & ~(1 << number) or markers_left(state, self.side):
            state.stack.append(self)
        state.stack.append(PlaceAt(self.side, number))

    @asked("11.3", "rest", "works", "enroll", "deploy")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not him."""
        if verb == "works":
            if not markers_left(state, self.side):
                return Refusal("2.62", "no marker is left")
            if number < 0 or not area(state, self.side) >> number & 1:
                return Refusal("2.62", "your side does not set up there")
            if LAND_BOXES >> number & 1:
                return Refusal("2.62", "no marker lies in a box")
            return Refusal("2.62", "a marker lies there already")
        if wrong := _why_not_written(state, verb, number):
            return wrong
        if not 0 <= number < len(UNITS) or placer(state, number) != self.side:
            return Refusal("11.3", "each side sets up its own units")
        if state.where[number] >= 0:
            return Refusal("11.3", "it is on the map already")
        if state.where[number] != AWAITED:
            return Refusal("11.3", "it does not set up")
        if not beginners(state.scenario) >> number & 1:
            return Refusal("11.3", "it comes later")
        return Refusal("6.213", "leaders join units of their own power: place those first")


@dataclass(frozen=True, slots=True)
class PlaceAt(OwnDecision[State]):
    """[11.3] A unit is placed in its zone."""

    unit: int

    def prompt(self, state: State) -> str:
        """Who, and where."""
        zone = zone_of(state.scenario, self.unit)
        return state.say("Place {:unit} in {} [{}]", self.unit, zone.name, zone.case)

    def choices(self, state: State) -> Choices:
        """Wherever its zone and the duties of the others leave room."""
        free = ground(state, self.unit)
        if is_secret(state.scenario, self.unit):
            return {"station": free}
        if must_dig_in(state, self.unit):
            return {"dug_in": free}
        return {"place": free, "dug_in": free} if may_dig_in(state, self.unit) else {"place": free}

    def must_ask(self, state: State) -> bool:
        """[12.1/optional-set-up] Whoever waits does not learn from silence that there was but one
        place for it."""
        return is_secret(state.scenario, self.unit)

    def take(self, state: State, verb: str, number: int) -> None:
        """Place it."""
        stand(state, self.unit, number, dug_in=verb == "dug_in")

    @asked("11.3", "station", "place", "dug_in")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not there."""
        zone = zone_of(state.scenario, self.unit)
        if wrong := _why_not_written(state, verb, self.unit):
            return wrong
        if verb == "dug_in" and not may_dig_in(state, self.unit):
            return Refusal(zone.case, "it sets up in maneuver mode")
        if verb == "place" and must_dig_in(state, self.unit):
            return Refusal("12.3/set-up", "it sets up entrenched")
        return why_not_there(state, self.unit, number)


def stand(state: State, unit: int, place: Hex, *, dug_in: bool) -> None:
    """A unit begins in a location."""
    state.put(unit, place)
    if dug_in:
        state.entrenched |= 1 << unit
    if is_secret(state.scenario, unit):
        state.whisper(placer(state, unit), "{:unit} sets up in {:hex}", unit, place)
    else:
        state.detail("{:unit} sets up in {:hex}", unit, place)


def by_history(state: State, side: int) -> None:
    """All that a side has not placed goes where it stood in the war."""
    while (unit := next_by_history(state, side)) is not None:
        if ALL_LEADERS >> unit & 1 and not ground(state, unit):
            # [1.323.2] [R198] Others lead all units of his power.
            state.where[unit] = POOL
            if is_secret(state.scenario, unit):
                state.whisper(side, "{:unit} is without a command and waits", unit)
            else:
                state.detail("{:unit} is without a command and waits", unit)
            continue
        place, dug_in = placed_by_history(state, unit)
        stand(state, unit, place, dug_in=dug_in)
    while markers_left(state, side):
        # With the strongest stack that has none.
        free = area(state, side) & state.corps[side] & ~state.infrastructure
        best = max(members(free), key=lambda h: (state.corps_at(h).bit_count(), -h))
        state.infrastructure |= 1 << best
    words = f"{SIDES[side]}: the rest is set up as in the war"
    if "secret" in state.scenario.special:
        state.whisper(side, words)
    else:
        state.note(words)
