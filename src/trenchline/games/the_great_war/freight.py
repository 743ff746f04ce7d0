"""Rule 11H1: resource points go by rail by themselves, and use capacity for it."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war.components import SIDES
from trenchline.games.the_great_war.goods import A_POINT, CARTED, RAILED
from trenchline.games.the_great_war.rail import (
    CHANGE_STRATEGIC,
    STRATEGIC,
    Train,
    destinations,
    line,
    ride_to,
    why_not_by_rail,
)
from trenchline.games.the_great_war.rail_capacity import LOW_VOLUME, nets_of
from trenchline.games.the_great_war.state import State
from trenchline.kernel.bits import bit_set
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Refusal

VERBS = frozenset({"ship"})


def train_of_goods(state: State, side: int, start: Hex) -> Train:
    """[11H1] [11H4] A resource point as a train: it has gone nowhere, so the strategic distance is
    open to it, and it goes nowhere afterwards."""
    nets = nets_of(state.theatre, side)
    high = tuple((net, A_POINT) for net in nets)
    low = tuple((net, A_POINT * LOW_VOLUME) for net in nets)
    return Train(side, start, STRATEGIC, CHANGE_STRATEGIC, high, low)


def waiting(state: State, side: int, hex_: Hex) -> int:
    """[11H4] Resource points in a hex that have not moved in this phase by any means."""
    gone = state.moved_goods.get((hex_, CARTED), 0) + state.moved_goods.get((hex_, RAILED), 0)
    return state.resources.get(hex_, 0) - gone


def stations(state: State, side: int) -> Hexes:
    """[11H1] The hexes from which a side can ship resource points."""
    return bit_set(
        hex_
        for hex_ in state.resources
        if state.owned[side] >> hex_ & 1
        and state.theatre.rails >> hex_ & 1
        and waiting(state, side, hex_) > 0
    )


def acts(state: State, side: int) -> Choices:
    """What may be shipped in the movement phase."""
    found = stations(state, side)
    found &= line(state, side) if found else 0
    return {"ship": found} if found else {}


def act(state: State, side: int, verb: str, number: int) -> None:
    """A resource point is put on a train."""
    state.stack.append(Ship(side, number))


def why_not(state: State, side: int, verb: str, number: int) -> Refusal:
    """Why nothing is shipped from a hex."""
    if number < 0 or not state.resources.get(number, 0):
        return Refusal("11H1", "no resource point lies there")
    if not state.owned[side] >> number & 1:
        return Refusal("11H1", "the resource points there are not owned by the side that moves")
    if waiting(state, side, number) <= 0:
        return Refusal("11H4", "the resource points there have moved in this phase")
    return why_not_by_rail(state, train_of_goods(state, side, number), number)


@dataclass(frozen=True, slots=True)
class Ship(OwnDecision[State]):
    """[11H1] Where does the resource point go?"""

    start: Hex

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: ship a resource point from {:hex} where? [11H1]", SIDES[self.side], self.start
        )

    def choices(self, state: State) -> Choices:
        found: Choices = {}
        hexes = destinations(state, train_of_goods(state, self.side, self.start))
        if hexes:
            found["rail"] = hexes
        found["stay"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "stay":
            return
        ride = ride_to(state, train_of_goods(state, self.side, self.start), number)
        for net in ride.nets:
            state.capacity_used[net] += A_POINT * (LOW_VOLUME if ride.low else 1)
        left = state.resources[self.start] - 1
        if left:
            state.resources[self.start] = left
        else:
            del state.resources[self.start]
        state.resources[number] = state.resources.get(number, 0) + 1
        state.moved_goods[number, RAILED] = state.moved_goods.get((number, RAILED), 0) + 1
        state.note("A resource point goes by rail {:way} [11H1]", ride.way)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "rail":
            return Refusal("11H1", "name the hex to which the resource point goes")
        return why_not_by_rail(state, train_of_goods(state, self.side, self.start), number)
