"""Rule 11H1 and 11H4: resource points go by rail and river by themselves, and use capacity."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war.components import SIDES
from trenchline.games.the_great_war.goods import A_POINT, CARTED, RAILED, shift
from trenchline.games.the_great_war.rail import (
    CHANGE_OPERATIONAL,
    CHANGE_STRATEGIC,
    STRATEGIC,
    Train,
    destinations,
    line,
    ride_to,
    why_not_by_rail,
)
from trenchline.games.the_great_war.rail import FREIGHT as OPERATIONAL
from trenchline.games.the_great_war.rail_capacity import LOW_VOLUME, nets_of
from trenchline.games.the_great_war.river import FREIGHT as BY_RIVER
from trenchline.games.the_great_war.river import (
    RIVER_MOVEMENT,
    Cargo,
    landing_hexes,
    sail,
    why_not_sail,
)
from trenchline.games.the_great_war.sections import use_at
from trenchline.games.the_great_war.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Refusal

VERBS = frozenset({"ship"})


def train_of_goods(state: State, side: int, start: Hex) -> Train:
    """[11H1] [11H4] A resource point as a train. One that has gone nowhere may go the strategic
    distance, and nowhere else in the phase; one that has been carted only the operational one."""
    nets = nets_of(state.theatre, side)
    high = tuple((net, A_POINT) for net in nets)
    low = tuple((net, A_POINT * LOW_VOLUME) for net in nets)
    if fresh(state, start) > 0:
        return Train(side, start, STRATEGIC, CHANGE_STRATEGIC, high, low)
    return Train(side, start, OPERATIONAL, CHANGE_OPERATIONAL, high, low)


def fresh(state: State, hex_: Hex) -> int:
    """[11H4] Resource points in a hex that have not moved in this phase by any means."""
    return waiting(state, hex_) - state.moved_goods.get((hex_, CARTED), 0)


def waiting(state: State, hex_: Hex) -> int:
    """[11H4] Resource points in a hex that have not gone by rail or river in this phase."""
    return state.resources.get(hex_, 0) - state.moved_goods.get((hex_, RAILED), 0)


def cargo_of_goods(state: State, side: int, start: Hex) -> Cargo:
    """[11H1] A resource point as a cargo on a river."""
    return Cargo(side, start, BY_RIVER, A_POINT)


def stations(state: State, side: int) -> Hexes:
    """[11H1] The hexes from which a side can ship resource points."""
    return bit_set(
        hex_
        for hex_ in state.resources
        if state.owned[side] >> hex_ & 1 and waiting(state, hex_) > 0
    )


def acts(state: State, side: int) -> Choices:
    """What may be shipped in the movement phase."""
    found = stations(state, side)
    if not found:
        return {}
    open_line = line(state, side)
    if RIVER_MOVEMENT in state.options:
        for hex_ in members(found & ~open_line):
            if landing_hexes(state, cargo_of_goods(state, side, hex_)):
                open_line |= 1 << hex_
    found &= open_line
    return {"ship": found} if found else {}


def act(state: State, side: int, verb: str, number: int) -> None:
    """A resource point is put on a train."""
    state.stack.append(Ship(side, number))


def why_not(state: State, side: int, verb: str, number: int) -> Refusal:
    """Why nothing is shipped from a hex."""
    if number < 0 or not state.resources.get(number, 0):
        return Refusal("11H1", "no resource point waits there to be shipped")
    if not state.owned[side] >> number & 1:
        return Refusal("11H1", "the resource points there are not owned by the side that moves")
    if waiting(state, number) <= 0:
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
        if RIVER_MOVEMENT in state.options:
            shores = landing_hexes(state, cargo_of_goods(state, self.side, self.start))
            if shores:
                found["sail"] = shores
        found["stay"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "stay":
            return
        carted = fresh(state, self.start) <= 0
        if verb == "sail":
            sail(state, cargo_of_goods(state, self.side, self.start), number)
            self._put_down(state, number, carted)
            state.note("A resource point goes by river to {:hex} [11H1]", number)
            return
        ride = ride_to(state, train_of_goods(state, self.side, self.start), number)
        for net in ride.nets:
            state.capacity_used[net] += A_POINT * (LOW_VOLUME if ride.low else 1)
            use_at(state, self.start, A_POINT * (LOW_VOLUME if ride.low else 1))
        # [11H4] What has gone farther than the operational distance goes nowhere else.
        self._put_down(state, number, carted, far=ride.hexes > OPERATIONAL)
        state.note("A resource point goes by rail {:way} [11H1]", ride.way)

    def _put_down(self, state: State, there: Hex, carted: bool, far: bool = False) -> None:
        """[11H4] The point lies elsewhere, and it is known how it has come there."""
        amounts = state.moved_goods
        shift(state.resources, self.start, there)
        if carted:
            shift(amounts, (self.start, CARTED), (there, CARTED))
        elif far:
            amounts[there, CARTED] = amounts.get((there, CARTED), 0) + 1
        amounts[there, RAILED] = amounts.get((there, RAILED), 0) + 1

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "sail":
            cargo = cargo_of_goods(state, self.side, self.start)
            return why_not_sail(state, cargo, number)
        if verb != "rail":
            return Refusal("11H1", "name the hex to which the resource point goes")
        return why_not_by_rail(state, train_of_goods(state, self.side, self.start), number)
