"""Rule 7A1 and 7A5a-7A5d, 7A5g: marshaling yards, and how capacity is built up, boosted, received,
transferred and worn out."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from trenchline.games.the_great_war.components import SIDES
from trenchline.games.the_great_war.goods import spend
from trenchline.games.the_great_war.lines import by_rail, open_to_lines
from trenchline.games.the_great_war.rail_capacity import (
    MaintainDepots,
    depots_on,
    nets_of,
)
from trenchline.games.the_great_war.sections import (
    SPLIT_NETS,
    boostable,
    change_at,
    is_split,
)
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import RAIL
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import parts
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Refusal, Roll

BUILDING: int = RAIL["building"]["points"]
BOOST: int = RAIL["temporary"]["res_a_point"] * QUARTERS
MOST_BOOST = Fraction(RAIL["temporary"]["most_share"])
_WEAR = RAIL["deterioration"]
WEARS_FROM: int = _WEAR["from"] * QUARTERS


def connected_yards(state: State, net: int) -> Hexes:
    """[7A1] [7A1.1] The yards of a net that its side owns, unisolated and joined by rail with
    another such yard of the net."""
    data = state.theatre.nets[net]
    yards = state.theatre.yards & data.hexes & state.owned[data.side]
    yards &= ~state.isolated_hexes[data.side]
    owned = state.theatre.rails & state.owned[data.side] & open_to_lines(state, data.side)
    found = _joined_at_ease(state.theatre, yards, owned) if yards & (yards - 1) else 0
    for yard in members(yards & ~found):
        if by_rail(state, data.side, data.nations[0], 1 << yard) & yards & ~(1 << yard):
            found |= 1 << yard
    return found


@lru_cache(maxsize=512)
def _joined_at_ease(theatre: Theatre, yards: Hexes, owned: Hexes) -> Hexes:
    """Yards that lines of high volume join, which count nothing [11B3a]."""
    found = 0
    for line in parts(owned, theatre.high_rail_ways):
        both = line & yards
        if both & (both - 1):
            found |= both
    return found


def why_no_yard(state: State, side: int, hex_: Hex) -> Refusal:
    """[7A1] [7A1.1] Why a hex is not one of these yards."""
    if not state.theatre.yards >> hex_ & 1:
        return Refusal("7A1", "there is no marshaling yard")
    if not state.owned[side] >> hex_ & 1:
        return Refusal("7A1", "the yard is not owned by the side")
    if state.isolated_hexes[side] >> hex_ & 1:
        return Refusal("7A1.1", "the yard is isolated")
    return Refusal("7A1.1", "the yard is joined with no other of the side")


# Permanent capacity [7A5b].


def building_sites(state: State, side: int) -> Hexes:
    """[7A5b] The yards at which a side can build capacity: with the resource points for it, each
    once in a phase [R43]."""
    found = 0
    for net in nets_of(state.theatre, side):
        rich = bit_set(
            hex_ for hex_, points in state.resources.items() if points >= cost_to_build(state, side)
        )
        rich &= state.theatre.nets[net].hexes & state.theatre.yards & ~state.built
        found |= rich & connected_yards(state, net) if rich else 0
    return found


def cost_to_build(state: State, side: int) -> int:
    """[7A5b.1] [7A5b.2] [7A5b.3] Resource points for an RE of capacity: more for the Entente while
    a works of its railways is lost, less once America is in."""
    if side == 0 and "USA" in state.flags:
        return int(RAIL["building"]["points_with_usa"])
    return int(RAIL["building"]["points_lille_lost"]) if is_crippled(state, side) else BUILDING


def is_crippled(state: State, side: int) -> bool:
    """[7A5b.1] [7A5b.2] [7A5g.1] [7A5g.2] [R163] Whether the enemy owns, or has cut off, the works
    on which a side's railways depend: Lille for France, Warszawa for Russia, where a scenario names
    them."""
    told = state.theatre.scenario.get("railway_works", {}).get(SIDES[side], ())
    works = state.theatre.hexes(told)
    return bool(works & (~state.owned[side] | state.isolated_hexes[side]))


def build(state: State, side: int, hex_: Hex) -> None:
    """[7A5b] Capacity on the net of a yard grows for good by an RE."""
    spend(state, hex_, cost_to_build(state, side))
    state.built |= 1 << hex_
    for net in nets_of(state.theatre, side):
        if state.theatre.nets[net].hexes >> hex_ & 1:
            state.capacity[net] += QUARTERS
            change_at(state, side, hex_, QUARTERS)
            break
    state.note("Rail capacity is built in {:hex} [7A5b]", hex_)


# Temporary capacity [7A5a].


def boost_left(state: State, net: int) -> int:
    """[7A5a] How much more a net's capacity may be increased in this turn: up to half of it."""
    return int(state.capacity[net] * MOST_BOOST) - state.boosted[net]


def boost_at(state: State, net: int, hex_: Hex) -> int:
    """[7A5a] [7A9.4] The same at a yard: sections of a net are boosted each by itself."""
    if is_split(state, net):
        return boostable(state, net, hex_, MOST_BOOST.denominator)
    return boost_left(state, net)


def boosting_sites(state: State, side: int) -> Hexes:
    """[7A5a] The yards whose resource points may be spent for capacity in this turn."""
    found = 0
    stores = bit_set(state.resources)
    for net in nets_of(state.theatre, side):
        near = stores & state.theatre.nets[net].hexes & state.theatre.yards
        if near and (is_split(state, net) or boost_left(state, net) > 0):
            yards = near & connected_yards(state, net)
            found |= bit_set(hex_ for hex_ in members(yards) if boost_at(state, net, hex_) > 0)
    return found


def why_not_boost(state: State, side: int, hex_: Hex) -> Refusal:
    """[7A5a] Why resource points in a hex are not spent for capacity."""
    if hex_ < 0 or not state.resources.get(hex_, 0):
        return Refusal("7A5a", "no resource point lies there to be spent for trains")
    for net in nets_of(state.theatre, side):
        if connected_yards(state, net) >> hex_ & 1:
            return Refusal("7A5a", "the capacity has been increased by half already")
    return why_no_yard(state, side, hex_)


def boost(state: State, side: int, hex_: Hex) -> None:
    """[7A5a] A resource point increases the capacity of a net for this turn."""
    spend(state, hex_, 1)
    for net in nets_of(state.theatre, side):
        if state.theatre.nets[net].hexes >> hex_ & 1:
            more = min(BOOST, boost_at(state, net, hex_))
            state.boosted[net] += more
            state.boosts[net] += 1
            if SPLIT_NETS in state.options:
                state.section_boosts[hex_] = state.section_boosts.get(hex_, 0) + more
                state.worn_at += (hex_,)
            break
    state.note("{:hex}: more trains for this turn [7A5a]", hex_)


# What the orders of battle bring [7A5c].


def receive_capacity(state: State, side: int) -> None:
    """[7A5c] Capacity that a scenario gives in a turn; forfeit without two connected yards."""
    for row in state.theatre.scenario.get("rail_increases", {}).get("rows", ()):
        if row["turn"] != str(state.date):
            continue
        for net in nets_of(state.theatre, side):
            named = state.theatre.nets[net].name == row["net"]
            if named and connected_yards(state, net):
                state.capacity[net] += row["capacity"] * QUARTERS


# Deterioration [7A5g].


def check_wear(state: State, side: int) -> None:
    """[7A5g.3] Nets are checked in production turns, those of 21 REs or more with enemies on them,
    and once for each resource point that was spent to boost them in the last player turn."""
    for net in nets_of(state.theatre, side):
        times = state.boosts[net]
        state.boosts[net] = 0
        if state.date.is_production and state.capacity[net] >= WEARS_FROM:
            times += bool(state.occupied[1 - side] & state.theatre.nets[net].hexes)
        hexes = state.theatre.nets[net].hexes
        where = [hex_ for hex_ in state.worn_at if hexes >> hex_ & 1][:times]
        state.stack += [WearOut(net)] * (times - len(where))
        # [7A9.4] What a boost wears out is worn out where it was bought.
        state.stack += [WearOut(net, hex_) for hex_ in where]
        state.worn_at = tuple(hex_ for hex_ in state.worn_at if hex_ not in where)


@dataclass(frozen=True, slots=True)
class WearOut(Roll[State]):
    """[7A5g] A net loses an RE of capacity on a modified roll of six or less."""

    net: int
    hex: Hex = -1
    """[7A9.4] The yard at which a boost has worn it out."""

    def purpose(self, state: State) -> str:
        return f"does the {state.theatre.nets[self.net].name} net wear out? [7A5g]"

    def modifier(self, state: State) -> int:
        """[7A5g] [13B4] One more for every two REs of railroad engineers on the net, one less for
        every two depots."""
        data = state.theatre.nets[self.net]
        engineers = sum(
            state.re(unit)
            for unit in members(state.present[data.side] & state.kind.railroad)
            if data.hexes >> state.where[unit] & 1
        )
        helped = engineers // (_WEAR["engineers"] * QUARTERS)
        return int(helped - depots_on(state, self.net) // _WEAR["depots"])

    def rolled(self, state: State, value: int) -> None:
        if value + self.modifier(state) >= _WEAR["least_safe"]:
            return
        data = state.theatre.nets[self.net]
        loss = _WEAR["loss_lille_lost" if is_crippled(state, data.side) else "loss"]
        lost = min(state.capacity[self.net], loss * QUARTERS)
        state.capacity[self.net] -= lost
        if self.hex >= 0:
            change_at(state, data.side, self.hex, -lost)
        told = (SIDES[data.side], value, data.name)
        state.detail("{}: {:die}, the {} net wears out [7A5g]", *told)
        state.stack.append(MaintainDepots(data.side, self.net))
