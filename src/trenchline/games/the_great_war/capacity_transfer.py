"""Rule 7A5d: a side moves rail capacity from one of its nets to another.

A resource point in a yard of either net pays for it. The player says where the point is spent, then
from which net to which capacity goes, and how much. What has been paid for and not used may go
later in the turn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.the_great_war.components import SIDES
from trenchline.games.the_great_war.goods import spend
from trenchline.games.the_great_war.lines import by_rail
from trenchline.games.the_great_war.rail import gauges_of
from trenchline.games.the_great_war.rail_capacity import NO_NET, left_on, net_at, nets_of
from trenchline.games.the_great_war.sections import change_at
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import RAIL
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.yards import connected_yards, why_no_yard
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Refusal

MOST: int = RAIL["transfer"]["most"] * QUARTERS
"""The most that a net gives another in a turn, for one resource point."""


def spare(state: State, net: int) -> int:
    """[7A5d] [R169] What a net can give in whole REs, in quarters: what it does not need for its
    depots in this turn, above the least that a scenario lets it sink to."""
    least = state.theatre.nets[net].least * QUARTERS
    return max(0, min(left_on(state, net), state.capacity[net] - least)) // QUARTERS * QUARTERS


def are_joined(state: State, side: int, giver: int, receiver: int) -> bool:
    """[7A5d] Whether two nets of a side are of one gauge somewhere, and joined by rail and sea from
    yard to yard."""
    theatre = state.theatre
    mine = theatre.yards & state.owned[side]
    ours, theirs = mine & theatre.nets[giver].hexes, mine & theatre.nets[receiver].hexes
    joined = by_rail(state, side, theatre.nets[giver].nations[0], ours) & theirs
    return any(hexes & ours and hexes & joined for hexes in gauges_of(theatre).values())


def amount(state: State, side: int, giver: int, receiver: int) -> int:
    """[7A5d] How much one net can give another in this turn, in whole REs."""
    if giver == receiver or not are_joined(state, side, giver, receiver):
        return 0
    left = MOST - state.transferred.get((giver, receiver), 0)
    return min(left, spare(state, giver)) // QUARTERS


def pairs_at(state: State, side: int, hex_: Hex) -> list[tuple[int, int]]:
    """[7A5d] [R169] From which net to which capacity can go by a yard: for a resource point there,
    or because a point has been spent on these nets in this turn."""
    here = net_at(state.theatre, side, hex_)
    if here == NO_NET or not connected_yards(state, here) >> hex_ & 1:
        return []
    others = [net for net in nets_of(state.theatre, side) if net != here]
    both = [pair for net in others for pair in ((net, here), (here, net))]
    paid = both if state.resources.get(hex_, 0) else [p for p in both if p in state.transferred]
    return [pair for pair in paid if amount(state, side, *pair) > 0]


def transfer_sites(state: State, side: int) -> Hexes:
    """[7A5d] The yards by which capacity can be moved."""
    if len(nets_of(state.theatre, side)) < 2:
        return 0
    stores = state.theatre.yards & state.owned[side]
    if not state.transferred:
        stores &= bit_set(state.resources)
    return bit_set(hex_ for hex_ in members(stores) if pairs_at(state, side, hex_))


def why_not_transfer(state: State, side: int, hex_: Hex) -> Refusal:
    """[7A5d] Why a resource point in a hex moves no capacity."""
    if hex_ < 0 or not state.resources.get(hex_, 0):
        return Refusal("7A5d", "no resource point lies there to move capacity with")
    here = net_at(state.theatre, side, hex_) if state.owned[side] >> hex_ & 1 else NO_NET
    if here == NO_NET or not connected_yards(state, here) >> hex_ & 1:
        return why_no_yard(state, side, hex_)
    others = [net for net in nets_of(state.theatre, side) if net != here]
    if not any(are_joined(state, side, here, net) for net in others):
        return Refusal("7A5d", "no other net of the side is of the same gauge and joined with it")
    if any(here in pair for pair in state.transferred):
        return Refusal("7A5d", "so much goes from one net to another in a turn, and no more")
    return Refusal("7A5d", "no net has capacity to spare")


@dataclass(frozen=True, slots=True)
class TransferCapacity(OwnDecision[State]):
    """[7A5d] From which net to which, and how much?"""

    hex: Hex
    giver: int = NO_NET
    receiver: int = NO_NET

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: move rail capacity between which nets? [7A5d]"

    def choices(self, state: State) -> Choices:
        found: Choices = {"cancel": ONE}
        pairs = pairs_at(state, self.side, self.hex)
        if self.giver == NO_NET:
            found["from_net"] = bit_set(giver for giver, _ in pairs)
        elif self.receiver == NO_NET:
            found["to_net"] = bit_set(to for giver, to in pairs if giver == self.giver)
        else:
            most = amount(state, self.side, self.giver, self.receiver)
            found["capacity"] = (1 << most + 1) - 2
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "from_net":
            state.stack.append(replace(self, giver=number))
        elif verb == "to_net":
            state.stack.append(replace(self, receiver=number))
        elif verb == "capacity":
            transfer(state, self.hex, self.giver, self.receiver, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "capacity" and self.receiver != NO_NET:
            return Refusal("7A5d", "more than may go between these nets in this turn")
        if verb == "from_net" and self.giver == NO_NET:
            return Refusal("7A5d", "that net can give nothing here")
        if verb == "to_net" and self.giver != NO_NET and self.receiver == NO_NET:
            return Refusal("7A5d", "that net can be given nothing here")
        return Refusal("7A5d", "say from which net, to which, and how much")


def transfer(state: State, hex_: Hex, giver: int, receiver: int, res: int) -> None:
    """[7A5d] Capacity goes from net to net for a resource point, which pays for all that goes from
    the one to the other in a turn [R169]; nobody uses it in this turn."""
    pair = giver, receiver
    if pair not in state.transferred:
        spend(state, hex_, 1)
    moved = res * QUARTERS
    state.capacity[giver] -= moved
    state.capacity[receiver] += moved
    state.barred_capacity[receiver] += moved
    # [7A9.4] In a split net the section of the yard gives, or is given.
    mine = net_at(state.theatre, state.theatre.nets[giver].side, hex_)
    change_at(state, state.theatre.nets[giver].side, hex_, moved if mine == receiver else -moved)
    state.transferred[pair] = state.transferred.get(pair, 0) + moved
    nets = state.theatre.nets
    told = "{} REs of rail capacity go from the {} to the {} net [7A5d]"
    state.note(told, res, nets[giver].name, nets[receiver].name)
