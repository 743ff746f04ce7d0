"""Supply points that arrive [25-7]: the scenario's schedule, and who gets them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.der_weltkrieg.components import CODES, NATIONS, SIDES, TABLES, Units
from trenchline.games.der_weltkrieg.rail_lines import operative
from trenchline.games.der_weltkrieg.regrouping import spare
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Decision, Refusal

MOST: int = TABLES["supply"]["most_at_headquarters"]
"""[17-4] No headquarters holds more."""


def due(state: State, nation: str) -> int:
    """[25-7] The supply points that a nation gets on this turn."""
    schedule = state.theatre.scenario.get("supply", {}).get(nation, {})
    return sum(
        points for text, points in schedule.items() if state.theatre.date(text) == state.date
    )


def call_for(state: State, side: int) -> None:
    """Ask the owner of every nation's supply points where they go."""
    for code in state.theatre.scenario.get("supply", {}):
        if code in NATIONS and NATIONS[code].side == side and due(state, code):
            state.stack.append(DeliverSupply(side, code, due(state, code)))


def receivers(state: State, nation: str) -> Units:
    """[25-7] [17-3] The nation's headquarters on operative rail lines that have room [17-4]."""
    theatre = state.theatre
    lines = operative(state, NATIONS[nation].side)
    return bit_set(
        hq
        for hq in members(theatre.of_kind["headquarters"] & theatre.of_nation[nation])
        if state.where[hq] >= 0 and lines >> state.where[hq] & 1 and state.stock.get(hq, 0) < MOST
    )


def sidings(state: State, nation: str) -> Hexes:
    """[25-7] [25-3] Operative rail hexes at a friendly map edge, where a supply marker may be put
    down; it takes a spare marker."""
    side = NATIONS[nation].side
    if not markers(state, nation):
        return 0
    stations = operative(state, side) & state.theatre.edges(side)
    return stations & ~enemy_zone(state, side) & ~state.occupied[1 - side]


def markers(state: State, nation: str) -> Units:
    """The nation's supply markers that are not in use."""
    return spare(state, state.theatre.of_kind["supply"] & state.theatre.of_nation[nation])


@dataclass(frozen=True, slots=True)
class DeliverSupply(Decision[State]):
    """[25-7] Which headquarters, or which siding, do new supply points go to?"""

    side: int
    nation: str
    left: int

    def who(self, state: State) -> int:
        return self.side

    def prompt(self, state: State) -> str:
        name = NATIONS[self.nation].adjective
        return f"{SIDES[self.side]}: {self.left} {name} supply points arrive; where? [25-7]"

    def choices(self, state: State) -> Choices:
        found = {
            "deliver": receivers(state, self.nation),
            "unload": sidings(state, self.nation),
        }
        # Where nobody can take them, they are lost.
        return {verb: mask for verb, mask in found.items() if mask} or {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            if state.log is not None:
                state.note(f"  {self.left} supply points reach nobody [25-7]")
            return
        unit = number if verb == "deliver" else lowest(markers(state, self.nation))
        state.stack.append(DeliverAmount(self, unit, number if verb == "unload" else -1))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "unload":
            return Refusal("25-7", "markers arrive on an operative line at a friendly map edge")
        if verb != "deliver" or number >= len(state.where):
            return Refusal("25-7", "say where the supply points go")
        if state.stock.get(number, 0) >= MOST:
            return Refusal("17-4", f"no headquarters holds more than {MOST}")
        return Refusal("25-7", "only the nation's headquarters on operative rail lines get them")


@dataclass(frozen=True, slots=True)
class DeliverAmount(Decision[State]):
    """[25-7] How many of them?"""

    delivery: DeliverSupply
    unit: int
    hex: Hex = -1
    """Where a new marker is put down."""

    def who(self, state: State) -> int:
        return self.delivery.side

    def prompt(self, state: State) -> str:
        key = state.theatre.counters[self.unit].key
        return f"{SIDES[self.who(state)]}: how many supply points for {key}? [25-7]"

    def most(self, state: State) -> int:
        """What is there, and what it has room for."""
        return min(self.delivery.left, MOST - state.stock.get(self.unit, 0))

    def choices(self, state: State) -> Choices:
        return {"amount": (2 << self.most(state)) - 2}

    def take(self, state: State, verb: str, number: int) -> None:
        if self.hex >= 0:
            state.put(self.unit, self.hex)
        receive(state, self.unit, number)
        if number < self.delivery.left:
            state.stack.append(replace(self.delivery, left=self.delivery.left - number))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return Refusal("25-7", f"at most {self.most(state)} points")


def receive(state: State, unit: int, points: int) -> None:
    """Supply points come into play."""
    state.stock[unit] = state.stock.get(unit, 0) + points
    state.received[CODES.index(state.theatre.counters[unit].nation)] += points
