"""Rule 11H1: general supply points go by rail and river by themselves."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.the_great_war.components import SIDES
from trenchline.games.the_great_war.goods import shift
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
from trenchline.games.the_great_war.rations import CARTED, RAILED, carry, lying, movable
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
from trenchline.kernel.words import counted


def shippable(state: State, side: int) -> Hexes:
    """[11H1] The hexes from which a side can ship supply points by themselves."""
    if not state.gsps:
        return 0
    hexes = bit_set({hex_ for hex_, _ in state.gsps if hex_ >= 0}) & state.owned[side]
    waiting = bit_set(hex_ for hex_ in members(hexes) if movable(state, hex_, RAILED))
    found = waiting & line(state, side)
    if RIVER_MOVEMENT in state.options:
        for hex_ in members(waiting & ~found):
            if landing_hexes(state, ShipRations(side, hex_, 1).cargo()):
                found |= 1 << hex_
    return found


def why_not_ship(state: State, side: int, hex_: Hex) -> Refusal:
    """[11H1] Why no supply points are shipped from a hex."""
    if hex_ < 0 or not lying(state, hex_):
        return Refusal("11C2bii", "no supply point lies there")
    if not state.owned[side] >> hex_ & 1:
        return Refusal("11H1", "the supply points there are not owned by the side that moves")
    if not movable(state, hex_, RAILED):
        return Refusal("11H4", "the supply points there have gone by rail in this phase")
    return why_not_by_rail(state, ShipRations(side, hex_, 1).train(state), hex_)


@dataclass(frozen=True, slots=True)
class ShipRations(OwnDecision[State]):
    """[11H1] How many supply points go by themselves, and where?"""

    start: Hex
    points: int = 0

    def prompt(self, state: State) -> str:
        if self.points:
            asked = "{}: ship the supply points of {:hex} where? [11H1]"
        else:
            asked = "{}: ship how many supply points from {:hex}? [11H1]"
        return state.say(asked, SIDES[self.side], self.start)

    def train(self, state: State) -> Train:
        """The points as a train; those that have been carted go the operational distance."""
        nets = nets_of(state.theatre, self.side)
        high = tuple((net, self.points) for net in nets)
        low = tuple((net, self.points * LOW_VOLUME) for net in nets)
        if movable(state, self.start, RAILED, CARTED) >= self.points:
            return Train(self.side, self.start, STRATEGIC, CHANGE_STRATEGIC, high, low)
        return Train(self.side, self.start, OPERATIONAL, CHANGE_OPERATIONAL, high, low)

    def cargo(self) -> Cargo:
        """The points as a cargo on a river."""
        return Cargo(self.side, self.start, BY_RIVER, self.points)

    def choices(self, state: State) -> Choices:
        found: Choices = {"stay": ONE}
        if not self.points:
            found["amount"] = (1 << movable(state, self.start, RAILED) + 1) - 2
            return found
        hexes = destinations(state, self.train(state))
        if hexes:
            found["rail"] = hexes
        if RIVER_MOVEMENT in state.options:
            shores = landing_hexes(state, self.cargo())
            if shores:
                found["sail"] = shores
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "amount":
            state.stack.append(replace(self, points=number))
        elif verb == "sail":
            sail(state, self.cargo(), number)
            self._put_down(state, number, far=False)
        elif verb == "rail":
            ride = ride_to(state, self.train(state), number)
            for net in ride.nets:
                used = self.points * (LOW_VOLUME if ride.low else 1)
                state.capacity_used[net] += used
                use_at(state, self.start, used)
            self._put_down(state, number, far=ride.hexes > OPERATIONAL)

    def _put_down(self, state: State, there: Hex, far: bool) -> None:
        """[11H4] The points lie elsewhere, and it is known how they have come there."""
        amounts = state.moved_goods
        carted = max(0, self.points - movable(state, self.start, RAILED, CARTED))
        if carted:
            shift(amounts, (self.start, CARTED), (there, CARTED), carted)
        elif far:
            amounts[there, CARTED] = amounts.get((there, CARTED), 0) + self.points
        amounts[there, RAILED] = amounts.get((there, RAILED), 0) + self.points
        carry(state, self.start, there, self.points)
        told = counted(self.points, "supply point")
        state.note("{} from {:hex} to {:hex} [11H1]", told, self.start, there)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb not in ("rail", "sail", "amount"):
            return Refusal("11H1", "say how many supply points go, then where")
        if verb != "amount" and not self.points:
            return Refusal("11H1", "say first how many supply points go")
        if verb == "rail":
            return why_not_by_rail(state, self.train(state), number)
        if verb == "sail":
            return why_not_sail(state, self.cargo(), number)
        if self.points:
            return Refusal("11H1", "it has been said how many supply points go")
        if number < 1:
            return Refusal("11H1", "at least one supply point goes")
        return Refusal("11H4", "not so many supply points can go from there")
