"""Section 25: reinforcements."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.der_weltkrieg import deliveries, withdrawals
from trenchline.games.der_weltkrieg.components import CODES, SIDES, enemy_of
from trenchline.games.der_weltkrieg.rail_lines import operative
from trenchline.games.der_weltkrieg.state import RESERVE, State
from trenchline.games.der_weltkrieg.theatre import Arrival
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal

MOST_AUSTRIANS = 4
"""[40-8] Austro-Hungarian divisions on the Western Front."""


def safe_stations(state: State, side: int) -> Hexes:
    """[25-3] Friendly operative rail hexes that no enemy holds or controls."""
    return operative(state, side) & ~enemy_zone(state, side) & ~state.occupied[enemy_of(side)]


def entry_hexes(state: State, arrival: Arrival) -> Hexes:
    """[25-2] [25-3] Where an arrival may be placed: one of its stated hexes, or else the nearest
    friendly operative rail hexes outside enemy zones."""
    side = state.theatre.counters[state.theatre.unit[arrival.unit]].side
    return stated_hexes(state, arrival) or nearest(state, arrival.entry, safe_stations(state, side))


def stated_hexes(state: State, arrival: Arrival) -> Hexes:
    """[25-3] The hexes of the schedule that are open to an arrival: no enemy holds or controls
    them, and their line, if they ever had one, is operative."""
    side = state.theatre.counters[state.theatre.unit[arrival.unit]].side
    landings = ~state.theatre.rails & ~enemy_zone(state, side) & ~state.occupied[enemy_of(side)]
    return bit_set(arrival.entry) & (safe_stations(state, side) | landings)


def may_come(state: State, unit: int) -> bool:
    """[40-8] Austro-Hungarian siege artillery may go to the Western Front at any time; others only
    after Germany's Economic Collapse, four divisions in all."""
    theatre = state.theatre
    counter = theatre.counters[unit]
    if theatre.scenario.get("front") != "West" or counter.nation != "AH" or counter.kind == "siege":
        return True
    if "DE collapse" not in state.flags:
        return False
    there = sum(
        theatre.half_divisions[other]
        for other in members(theatre.of_nation["AH"])
        if state.is_on_map(other)
    )
    return there + counter.half_divisions <= MOST_AUSTRIANS * 2


def nearest(state: State, wanted: tuple[Hex, ...], hexes: Hexes) -> Hexes:
    """Those of the hexes that lie nearest to any wanted one."""
    grid = state.theatre.board.grid
    best: dict[int, Hexes] = {}
    for hex_ in members(hexes):
        distance = min(grid.distance(hex_, goal) for goal in wanted)
        best[distance] = best.get(distance, 0) | 1 << hex_
    return best[min(best)] if best else 0


@dataclass(frozen=True, slots=True)
class BeginReinforcement(Duty[State]):
    """[5] [25-1] The units of this turn's schedule arrive."""

    side: int

    def run(self, state: State) -> None:
        state.phase = "reinforcement"
        theatre = state.theatre
        # The last to be laid on the stack comes first: units before supply points.
        withdrawals.call_away(state, self.side)  # [25-8]
        deliveries.call_for(state, self.side)  # [25-7]
        for number in reversed(range(len(theatre.arrivals))):
            arrival = theatre.arrivals[number]
            unit = theatre.unit[arrival.unit]
            if (
                theatre.counters[unit].side == self.side
                and arrival.date <= state.date
                and state.where[unit] == RESERVE
                and (not arrival.condition or arrival.condition in state.flags)
                and may_come(state, unit)
                and entry_hexes(state, arrival)
            ):
                state.stack.append(PlaceArrival(self.side, number))


@dataclass(frozen=True, slots=True)
class PlaceArrival(OwnDecision[State]):
    """[25-2] Where does a reinforcement enter?"""

    number: int
    """Its line in the schedule."""

    def arrival(self, state: State) -> Arrival:
        """What arrives."""
        return state.theatre.arrivals[self.number]

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: where does {self.arrival(state).unit} arrive? [25-2]"

    def choices(self, state: State) -> Choices:
        arrival = self.arrival(state)
        found = {"place": entry_hexes(state, arrival)}
        # [25-3] Where its own hex is closed it may come elsewhere, or wait.
        return found if stated_hexes(state, arrival) else {**found, "stay": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "stay":
            return
        key = self.arrival(state).unit
        unit = state.theatre.unit[key]
        state.put(unit, number)
        if state.theatre.of_kind["headquarters"] >> unit & 1:
            # [25-6] New headquarters bring no supply points but what the schedule states.
            state.stock[unit] = state.theatre.stocks.get(key, 0)
            nation = CODES.index(state.theatre.counters[unit].nation)
            state.received[nation] += state.stock[unit]  # [25-6]
        state.detail("{:unit} arrives at {:hex}", unit, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        arrival = self.arrival(state)
        stated = stated_hexes(state, arrival)
        if verb == "stay" and stated:
            return Refusal("25-2", "the hex it is due in is open")
        if verb != "place":
            return Refusal("25-2", "say first where the reinforcement arrives")
        if number in arrival.entry:
            return self._why_closed(state, number)
        if stated:
            return Refusal("25-2", "that is not where this unit arrives")
        if not safe_stations(state, self.side) >> number & 1:
            return Refusal("25-3", "that is no operative rail hex outside enemy zones")
        return Refusal("25-3", "another operative rail hex is nearer to where it is due")

    def _why_closed(self, state: State, hex_: Hex) -> Refusal:
        """[25-3] Why nobody arrives in a hex of the schedule."""
        if state.occupied[enemy_of(self.side)] >> hex_ & 1:
            return Refusal("25-3", "an enemy stands in the hex it is due in")
        if enemy_zone(state, self.side) >> hex_ & 1:
            return Refusal("25-3", "the hex it is due in is in an enemy zone of control")
        return Refusal("25-3", "the line in the hex it is due in is not operative for its side")
