"""Supply points that arrive [25-7]: the scenario's schedule, and who gets them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.der_weltkrieg.components import CODES, NATIONS, SIDES, Units, enemy_of
from trenchline.games.der_weltkrieg.demoralization import has_surrendered
from trenchline.games.der_weltkrieg.headquarters import most_held, room
from trenchline.games.der_weltkrieg.rail_lines import operative
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.supply_markers import markers
from trenchline.games.der_weltkrieg.whose import why_not_yours
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Decision, OwnDecision, Refusal
from trenchline.kernel.words import counted


def due(state: State, nation: str) -> int:
    """[25-7] The supply points that a nation gets on this turn."""
    if has_surrendered(state, nation):
        return 0
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
    """[25-7] [17-3] The nation's headquarters on operative rail lines."""
    theatre = state.theatre
    lines = operative(state, NATIONS[nation].side)
    return bit_set(
        hq
        for hq in members(theatre.of_kind["headquarters"] & theatre.of_nation[nation])
        if state.is_on_map(hq) and lines >> state.where[hq] & 1
    )


def with_room(state: State, posts: Units) -> Units:
    """[17-4] Those of some headquarters that can hold more."""
    return bit_set(hq for hq in members(posts) if room(state, hq))


def sidings(state: State, nation: str) -> Hexes:
    """[25-7] [25-3] Operative rail hexes at a friendly map edge, where a supply marker may be put
    down; it takes a spare marker."""
    side = NATIONS[nation].side
    if not markers(state, nation):
        return 0
    stations = operative(state, side) & state.theatre.edges(side)
    return stations & ~enemy_zone(state, side) & ~state.occupied[enemy_of(side)]


@dataclass(frozen=True, slots=True)
class DeliverSupply(OwnDecision[State]):
    """[25-7] Which headquarters, or which siding, do new supply points go to? Their owner may also
    let them go, so that nobody learns whether there was room [17-5]."""

    deliberate = frozenset({"done"})

    nation: str
    left: int

    def prompt(self, state: State) -> str:
        name = NATIONS[self.nation].adjective
        points = counted(self.left, f"{name} supply point")
        return f"{SIDES[self.side]}: where do {points} arrive? [25-7]"

    def choices(self, state: State) -> Choices:
        found: Choices = {}
        posts = with_room(state, receivers(state, self.nation))
        if posts:
            found["deliver"] = posts
        free = sidings(state, self.nation)
        if free:
            found["unload"] = free
        # [R89] What nobody takes is lost.
        found["done"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            if state.log is not None:
                state.whisper(
                    self.side, "{} reach nobody [25-7]", counted(self.left, "supply point")
                )
            return
        unit = number if verb == "deliver" else lowest(markers(state, self.nation))
        arrival = DeliverAmount(self, unit)
        state.stack.append(replace(arrival, hex=number) if verb == "unload" else arrival)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "unload":
            return self._why_not_unload(state, number)
        if verb != "deliver":
            return Refusal("25-7", "say where the supply points go")
        foreign = why_not_yours(state, number, self.side, "25-7")
        if foreign is not None:
            return foreign
        if not state.theatre.of_kind["headquarters"] >> number & 1:
            return Refusal("25-7", "supply points go to headquarters")
        if state.theatre.counters[number].nation != self.nation:
            return Refusal("25-7", "that is a headquarters of another nation")
        if not receivers(state, self.nation) >> number & 1:
            return Refusal("25-7", "that headquarters is not on an operative rail line")
        return Refusal("17-4", f"that headquarters holds no more than {most_held(state, number)}")

    def _why_not_unload(self, state: State, hex_: Hex) -> Refusal:
        if not state.theatre.edges(self.side) >> hex_ & 1:
            return Refusal("25-7", "markers arrive at a friendly map edge")
        if not operative(state, self.side) >> hex_ & 1:
            return Refusal("25-7", "there is no operative line of yours at that edge")
        if state.occupied[enemy_of(self.side)] >> hex_ & 1:
            return Refusal("25-3", "an enemy stands at that edge")
        if enemy_zone(state, self.side) >> hex_ & 1:
            return Refusal("25-3", "that edge is in an enemy zone of control")
        return Refusal("18-7", "the nation has no spare supply marker")


@dataclass(frozen=True, slots=True)
class DeliverAmount(Decision[State]):
    """[25-7] How many of them?"""

    deliberate = frozenset({"points"})

    delivery: DeliverSupply
    unit: int
    hex: Hex = -1
    """Where a new marker is put down."""

    def who(self, state: State) -> int:
        return self.delivery.side

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: how many supply points for {:unit}? [25-7]", SIDES[self.who(state)], self.unit
        )

    def most(self, state: State) -> int:
        """What is there, and what it has room for."""
        left = self.delivery.left
        return left if self.hex >= 0 else min(left, room(state, self.unit))

    def choices(self, state: State) -> Choices:
        return {"points": (2 << self.most(state)) - 2}

    def take(self, state: State, verb: str, number: int) -> None:
        if self.hex >= 0:
            state.put(self.unit, self.hex)
        receive(state, self.unit, number)
        if number < self.delivery.left:
            state.stack.append(replace(self.delivery, left=self.delivery.left - number))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "points":
            return Refusal("25-7", "say first how many supply points go there")
        if number < 1:
            return Refusal("25-7", "at least one supply point goes there")
        if number > self.delivery.left:
            return Refusal("25-7", f"only {self.delivery.left} supply points arrive")
        return Refusal("17-4", f"it has room for {self.most(state)} supply points")


def receive(state: State, unit: int, points: int) -> None:
    """Supply points come into play; only their owner reads where, unless they lie on the map."""
    state.stock[unit] = state.stock.get(unit, 0) + points
    counter = state.theatre.counters[unit]
    if state.log is not None:
        if counter.kind == "supply":
            state.detail("{} arrive: {:unit} [25-7]", counted(points, "supply point"), unit)
        else:
            got = counted(points, "supply point")
            state.whisper(counter.side, "{:unit} receives {} [25-7]", unit, got)
    state.received[CODES.index(counter.nation)] += points
