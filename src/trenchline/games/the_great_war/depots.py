"""Rule 11C1: supply depots are activated, opened, closed, moved and given up; with them stand the
other things a side does for its railways in the initial phase [7A5b]."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war.capacity_transfer import (
    TransferCapacity,
    transfer_sites,
    why_not_transfer,
)
from trenchline.games.the_great_war.components import SIDES
from trenchline.games.the_great_war.intelligence import pick_up
from trenchline.games.the_great_war.rail import (
    CHANGE_STRATEGIC,
    STRATEGIC,
    Train,
    destinations,
    why_not_by_rail,
)
from trenchline.games.the_great_war.rail_capacity import (
    A_DEPOT,
    ACTIVATION,
    NO_NET,
    deactivate,
    net_at,
    nets_of,
)
from trenchline.games.the_great_war.rations import stock, stocking_sites, why_not_stock
from trenchline.games.the_great_war.sections import able_to_carry
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.transports import turn, turns, why_not_turn
from trenchline.games.the_great_war.yards import build, building_sites, cost_to_build, why_no_yard
from trenchline.kernel.bits import bit_set
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Phase, Refusal


def depots_of(state: State, side: int, working: bool | None = None) -> list[int]:
    """The depots of a side on the map, all or those in working order or not."""
    return [
        depot
        for depot, at in enumerate(state.depot_at)
        if at >= 0
        and state.depot_side[depot] == side
        and (working is None or bool(state.working >> depot & 1) is working)
    ]


def sites(state: State, side: int) -> Hexes:
    """[11C1.1] Where a side can activate a depot: unisolated rail hexes that it owns, of nets with
    capacity for it."""
    found = 0
    for net in nets_of(state.theatre, side):
        found |= able_to_carry(state, net, A_DEPOT + ACTIVATION)
    return found & state.owned[side] & ~state.isolated_hexes[side]


def activate(state: State, side: int, hex_: Hex) -> None:
    """[11C1] [7A5e] A depot is activated, and its net loses an RE of capacity for good."""
    net = net_at(state.theatre, side, hex_)
    state.capacity[net] -= ACTIVATION
    slot = next((n for n, at in enumerate(state.depot_at) if at < 0), len(state.depot_at))
    if slot == len(state.depot_at):
        state.depot_at.append(hex_)
        state.depot_side.append(side)
        state.depot_net.append(net)
    else:
        state.depot_at[slot], state.depot_side[slot], state.depot_net[slot] = hex_, side, net
    state.working |= 1 << slot
    state.note("A depot is activated in {:hex} [11C1]", hex_)


def where(state: State, depots: list[int]) -> Hexes:
    """The hexes of some depots."""
    return bit_set(state.depot_at[depot] for depot in depots)


def _at(state: State, side: int, hex_: Hex, working: bool) -> int:
    return next(d for d in depots_of(state, side, working) if state.depot_at[d] == hex_)


@dataclass(frozen=True, slots=True)
class Logistics(Phase[State]):
    """[11C1.2] [7A5b] Look after depots and railways before the initial phase ends."""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: activate, open and close depots, build capacity [11C1]"

    def acts(self, state: State) -> Choices:
        side = self.side
        found: Choices = {
            "activate": sites(state, side),
            "open": where(state, depots_of(state, side, working=False)),
            "close": where(state, depots_of(state, side, working=True)),
            "deactivate": where(state, depots_of(state, side)),
            "build": building_sites(state, side),
            "transfer": transfer_sites(state, side),
            "stock": stocking_sites(state, side),
        }
        # A depot is turned over once in a phase.
        for verb in ("open", "close"):
            found[verb] &= ~state.turned
        return found | turns(state, side)

    def end(self, state: State) -> None:
        state.turned = state.built = 0

    def act(self, state: State, verb: str, number: int) -> None:
        if verb == "activate":
            activate(state, self.side, number)
        elif verb == "deactivate":
            deactivate(state, self.side, number)
        elif verb == "build":
            build(state, self.side, number)
        elif verb == "stock":
            stock(state, self.side, number)
        elif verb == "transfer":
            state.stack.append(TransferCapacity(self.side, number))
        elif verb in ("extend", "pack_up"):
            pick_up(state, number)
            turn(state, number)
        else:
            state.working ^= 1 << _at(state, self.side, number, working=verb == "close")
            state.turned |= 1 << number

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        bit = 1 << number if number >= 0 else 0
        mine = where(state, depots_of(state, self.side))
        if verb == "stock":
            return why_not_stock(state, self.side, number)
        if verb == "transfer":
            return why_not_transfer(state, self.side, number)
        if verb in ("extend", "pack_up"):
            return why_not_turn(state, self.side, verb, number)
        if verb == "activate":
            return self._why_not_activate(state, number, bit)
        if verb == "build":
            return self._why_not_build(state, bit)
        if verb not in ("open", "close", "deactivate"):
            return Refusal("4A1", "look after depots and capacity, then end the phase")
        if not mine & bit:
            return Refusal("11C1", "the side has no depot there")
        if state.turned & bit:
            return Refusal("11C1", "the depot has been turned over in this phase")
        if verb == "open":
            return Refusal("11C1", "the depot is operational already")
        return Refusal("11C1", "the depot is not operational")

    def _why_not_activate(self, state: State, number: int, bit: Hexes) -> Refusal:
        if not state.theatre.rails & bit:
            return Refusal("11C1", "no rail line runs through that hex")
        if not state.owned[self.side] & bit:
            return Refusal("11C1", "the side does not own that hex")
        if state.isolated_hexes[self.side] & bit:
            return Refusal("11C1", "that hex is isolated")
        net = net_at(state.theatre, self.side, number)
        if net == NO_NET:
            return Refusal("11C1", "the side has no rail net there")
        return Refusal("11C1", "the capacity left on the net does not suffice for a depot")

    def _why_not_build(self, state: State, bit: Hexes) -> Refusal:
        hex_ = bit.bit_length() - 1
        if state.built & bit:
            return Refusal("7A5b", "capacity has been built at that yard in this phase")
        if state.resources.get(hex_, 0) < cost_to_build(state, self.side):
            return Refusal("7A5b", "not enough resource points lie there")
        return why_no_yard(state, self.side, hex_)


# Moving depots [11C1].


def movable(state: State, side: int) -> Hexes:
    """[11C1] Hexes with depots that are not operational, and have not moved in this phase."""
    return where(state, depots_of(state, side, working=False)) & ~state.turned


def train_of_depot(state: State, side: int, start: Hex) -> Train:
    """[11C1.3] A depot moves by strategic rail on its own net, without capacity."""
    net = net_at(state.theatre, side, start)
    free = ((net, 0),)
    return Train(side, start, STRATEGIC, CHANGE_STRATEGIC, free, free)


@dataclass(frozen=True, slots=True)
class Relocate(OwnDecision[State]):
    """[11C1] Where does the depot go?"""

    start: Hex

    def prompt(self, state: State) -> str:
        return state.say("{}: move the depot of {:hex} where? [11C1]", SIDES[self.side], self.start)

    def choices(self, state: State) -> Choices:
        hexes = destinations(state, train_of_depot(state, self.side, self.start))
        return {"rail": hexes, "stay": ONE} if hexes else {"stay": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "rail":
            state.depot_at[_at(state, self.side, self.start, working=False)] = number
            state.turned |= 1 << number
        else:
            state.turned |= 1 << self.start

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "rail":
            return Refusal("11C1", "name the hex to which the depot goes")
        return why_not_by_rail(state, train_of_depot(state, self.side, self.start), number)
