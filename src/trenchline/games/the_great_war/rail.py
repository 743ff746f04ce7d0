"""Rule 7A [7]: movement by rail, operational [7A2] and strategic [7A3].

A train runs over rail hexes that its side owns, that are whole and clear, and that are joined with
one of its marshaling yards. What is low-volume anywhere on the way counts double [7A4], so the way
over high-volume lines alone is taken where there is one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from trenchline.games.the_great_war.bridges import down
from trenchline.games.the_great_war.closures import closed_to_all
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.ferries import low_rail_ways
from trenchline.games.the_great_war.rail_capacity import (
    LOW_VOLUME,
    NO_NET,
    charge,
    left_on,
    net_at,
    nets_of,
    size_by_rail,
)
from trenchline.games.the_great_war.routes import both_ways
from trenchline.games.the_great_war.sections import able_to_carry, left_at
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import MOVEMENT
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.zones import beside, told_zoc, untold
from trenchline.kernel.bits import members
from trenchline.kernel.floods import Ways, backwards, flood, step, ways, ways_into
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Refusal

_RULES = MOVEMENT["rail"]
A_POINT: int = _RULES["hexes_a_point"]
"""[7A2] Hexes for each movement point."""
STRATEGIC: int = _RULES["strategic"]
CHANGE_OPERATIONAL: int = _RULES["gauge_change_points"] * A_POINT
CHANGE_STRATEGIC: int = _RULES["gauge_change_hexes"]
"""[7A8] What a change of gauge takes off the hexes of a move."""
FREIGHT: int = _RULES["logistics_operational"]
"""[11H1] How far logistics items go by operational rail; rail-only units too [R34]."""


class Train(NamedTuple):
    """What goes by rail, and what each net would be charged for it."""

    side: int
    start: Hex
    hexes: int
    """How many hexes it may go."""
    change: int
    """How many of them a change of gauge takes."""
    high: tuple[tuple[int, int], ...]
    """The charge on each net of its side over high-volume lines alone ..."""
    low: tuple[tuple[int, int], ...]
    """... and with any low-volume line on the way."""
    units: Units = 0


def train_of(state: State, units: Units, start: Hex, hexes: int, change: int) -> Train:
    """Units as a train."""
    side = state.theatre.counters[units.bit_length() - 1].side
    nets = nets_of(state.theatre, side)
    if not state.charged:
        size = sum(size_by_rail(state, unit) for unit in members(units))
        high = tuple((net, size) for net in nets)
        low = tuple((net, size * LOW_VOLUME) for net in nets)
        return Train(side, start, hexes, change, high, low, units)
    high, low = (
        tuple((net, sum(charge(state, unit, net, slow) for unit in members(units))) for net in nets)
        for slow in (False, True)
    )
    return Train(side, start, hexes, change, high, low, units)


def guards(state: State, side: int, hex_: Hex, besides: Units = 0) -> Units:
    """[7A.2] Units that negate an enemy zone for trains: friends with a defence strength that began
    the phase in the hex and have not left it."""
    own = state.units(hex_, side) & ~besides & ~state.moved
    return own & state.kind.defends.showing(state.reduced)


def usable(state: State, side: int) -> Hexes:
    """[7A.3] [7A6] [7A7] Rail hexes that a side owns, neither broken nor obstructed; no train runs
    into a siege [15G]."""
    whole = state.theatre.rails & ~state.broken & ~state.obstructed
    return whole & state.owned[side] & ~state.besieged[side]


def joined_to_yards(state: State, side: int) -> Hexes:
    """[7A] [7A1] The rail hexes a side owns that are joined by such with one of its yards."""
    owned = state.theatre.rails & state.owned[side]
    return _joined(state.theatre, owned, low_rail_ways(state))


@lru_cache(maxsize=256)
def _joined(theatre: Theatre, owned: Hexes, lines: Ways) -> Hexes:
    return flood(theatre.yards & owned, owned, lines)


def line(state: State, side: int, riding: Units = 0) -> Hexes:
    """[7A] The rail hexes that trains of a side may enter and leave."""
    found = usable(state, side) & joined_to_yards(state, side)
    held = found & (told_zoc(state, 1 - side) | beside(state, untold(state, 1 - side)))
    if held:
        found &= ~held
        for hex_ in members(held & state.occupied[side]):
            if guards(state, side, hex_, riding):
                found |= 1 << hex_
    return found


def _paid_for(state: State, charges: tuple[tuple[int, int], ...]) -> Hexes:
    """[7A4] The hexes of the nets that can carry the train."""
    found = 0
    for net, more in charges:
        found |= able_to_carry(state, net, more)
    return found


def _run(theatre: Theatre, train: Train, free: Hexes, w: Ways) -> list[Hexes]:
    """The hexes at each distance by rail; a change of gauge is some hexes more [7A8]."""
    layers = [1 << train.start]
    if not free >> train.start & 1:
        return layers
    gauges = gauges_of(theatre)
    if len(gauges) < 2:
        left = free & ~layers[0]
        while len(layers) <= train.hexes:
            ring = step(layers[-1], w) & left
            if not ring:
                break
            layers.append(ring)
            left &= ~ring
        return layers
    layers = [0] * (train.hexes + 1)
    layers[0] = 1 << train.start
    seen = 0
    for gone in range(train.hexes + 1):
        here = layers[gone] & ~seen
        layers[gone] = here
        seen |= here
        if not here:
            continue
        for hexes in gauges.values():
            same = step(here & hexes, ways_into(w, hexes)) & free & ~seen
            other = step(here & hexes, w) & ~hexes & free & ~seen
            if same and gone + 1 <= train.hexes:
                layers[gone + 1] |= same
            if other and gone + 1 + train.change <= train.hexes:
                layers[gone + 1 + train.change] |= other
    return layers


def destinations(state: State, train: Train, open_line: Hexes | None = None) -> Hexes:
    """[7A] Where a train can go over the lines that are open to it."""
    if open_line is None:
        open_line = line(state, train.side, train.units)
    start = 1 << train.start
    if not open_line & start:
        return 0
    found = 0
    for _, charges, w in _lines(state, train):
        free = open_line & _paid_for(state, charges)
        if free & start:
            for layer in _run(state.theatre, train, free, w):
                found |= layer
    return found & ~start & ~closed_to_all(state, train.units)


def _lines(state: State, train: Train) -> list[tuple[bool, tuple[tuple[int, int], ...], Ways]]:
    """The lines of high volume, then all, without those whose bridges are down [15A1]: whether any
    is of low volume, what the nets are charged, and the ways."""
    theatre = state.theatre
    found = [
        (False, train.high, theatre.high_rail_ways),
        (True, train.low, low_rail_ways(state)),
    ]
    if not state.demolished:
        return found
    whole = ways(theatre.board.grid, [~hexes for hexes in down(state)])
    return [(low, charges, both_ways(w, whole)) for low, charges, w in found]


class Ride(NamedTuple):
    """A way by rail."""

    way: tuple[Hex, ...]
    low: bool
    nets: tuple[int, ...]
    taken: tuple[int, ...]
    """What it has taken of the hexes of the move as it comes to each place of the way."""

    @property
    def hexes(self) -> int:
        """What it takes in all."""
        return self.taken[-1]


def ride_to(state: State, train: Train, there: Hex) -> Ride:
    """[7A4] The way of a train to one of its destinations: over high-volume lines if that goes."""
    theatre = state.theatre
    open_line = line(state, train.side, train.units)
    for low, charges, w in _lines(state, train):
        free = open_line & _paid_for(state, charges)
        if not free >> train.start & 1:
            continue
        layers = _run(theatre, train, free, w)
        for gone, layer in enumerate(layers):
            if layer >> there & 1:
                way, taken = _way(theatre, train, layers, gone, there, w)
                nets = {net_at(theatre, train.side, hex_) for hex_ in way} - {NO_NET}
                return Ride(tuple(way), low, tuple(sorted(nets)), tuple(taken))
    raise AssertionError("no train goes there")


def _way(
    theatre: Theatre, train: Train, layers: list[Hexes], gone: int, there: Hex, w: Ways
) -> tuple[list[Hex], list[int]]:
    back, way, taken = backwards(w), [there], [gone]
    while gone:
        here = 1 << way[-1]
        around = step(here, back)
        for earlier in (gone - 1, gone - 1 - train.change):
            if earlier >= 0 and around & layers[earlier]:
                came = around & layers[earlier]
                if earlier == gone - 1 - train.change and train.change:
                    came &= ~_same_gauge(theatre, way[-1])
                if came:
                    way.append(came.bit_length() - 1)
                    gone = earlier
                    taken.append(gone)
                    break
        else:
            raise AssertionError("a layer without a line into it")
    return way[::-1], taken[::-1]


@lru_cache(maxsize=16)
def gauges_of(theatre: Theatre) -> dict[str, Hexes]:
    """[7A8] The rail hexes of each gauge: standard, but for those that the scenario names."""
    found = {
        gauge: theatre.hexes(labels)
        for gauge, labels in theatre.scenario.get("gauges", {}).items()
        if gauge != "source"
    }
    other = 0
    for hexes in found.values():
        other |= hexes
    return {"standard": theatre.rails & ~other, **found}


def gauge_in(theatre: Theatre, hex_: Hex) -> str:
    """[7A8] The gauge of the line in a hex."""
    return next((g for g, hexes in gauges_of(theatre).items() if hexes >> hex_ & 1), "standard")


def _same_gauge(theatre: Theatre, hex_: Hex) -> Hexes:
    return next((hexes for hexes in gauges_of(theatre).values() if hexes >> hex_ & 1), 0)


def operational_hexes(state: State, unit: int, points: int, accelerated: bool) -> int:
    """[7A2] [6B3] How far a unit's points carry it; accelerated units pay double."""
    if state.kind.rail_only >> unit & 1:
        return 0 if state.moved >> unit & 1 else FREIGHT
    return points // (2 if accelerated else 1) * A_POINT


def points_for(hexes: int, accelerated: bool) -> int:
    """[7A2] [6B3] What a ride costs in whole points; part of a point counts as a point."""
    return -(-hexes // A_POINT) * (2 if accelerated else 1)


def why_not_by_rail(state: State, train: Train, there: Hex) -> Refusal:
    """[7A] Why a train does not go to a hex."""
    theatre, side = state.theatre, train.side
    if closed_to_all(state, train.units) >> there & 1:
        return Refusal("R9", "the scenario closes that hex to a unit of the train for now")
    for hex_, where in ((train.start, "this hex"), (there, "that hex")):
        bit = 1 << hex_
        if not theatre.rails & bit:
            return Refusal("7A", f"no rail line runs through {where}")
        if not state.owned[side] & bit:
            return Refusal("7A", f"{where} is not owned by the side of the train")
        if state.broken & bit:
            return Refusal("7A6", f"the rail line in {where} is broken")
        if state.obstructed & bit:
            return Refusal("7A7", f"the rail line in {where} has not been cleared")
        if not joined_to_yards(state, side) & bit:
            return Refusal("7A", f"no marshaling yard is joined with {where}")
        if not line(state, side, train.units) & bit:
            return Refusal("7A", f"{where} is in an enemy zone of control that no friend negates")
    if all(more > left_on(state, net) for net, more in train.high):
        return Refusal("7A4", "the rail capacity left does not suffice")
    at = net_at(theatre, side, there)
    if at == NO_NET:
        return Refusal("7A5", "the side has no capacity on the net of that hex")
    if at not in dict(train.high):
        return Refusal("11C1", "a depot stays on its own rail net")
    if dict(train.high)[at] > left_on(state, at):
        return Refusal("7A4", "the rail capacity left on that net does not suffice")
    if dict(train.high)[at] > left_at(state, at, there):
        return Refusal("7A9", "the capacity left on that section of the net does not suffice")
    if _joined_along(state, train, there):
        return Refusal("7A2", "that is farther than its movement points carry it")
    if dict(train.low)[at] > left_at(state, at, there):
        return Refusal("7A4", "a low-volume line counts double, and so much capacity is not left")
    return Refusal("7A", "no open line of rail hexes leads there")


def _joined_along(state: State, train: Train, there: Hex) -> bool:
    """Whether lines that the train can pay for lead there, however far it is."""
    free = line(state, train.side, train.units)
    start = 1 << train.start
    high = flood(start, free & _paid_for(state, train.high), state.theatre.high_rail_ways)
    low = flood(start, free & _paid_for(state, train.low), low_rail_ways(state))
    return bool((high | low) >> there & 1)


def weighs_nothing(state: State, units: Units) -> bool:
    """[14B1] Whether units use no rail capacity at all."""
    return not any(size_by_rail(state, unit) for unit in members(units))
