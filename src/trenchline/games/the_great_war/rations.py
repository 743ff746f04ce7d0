"""Rule 11C2bii: general supply points, made at depots, carried to those who are cut off.

A point feeds an RE in each initial phase while it lasts. Points that a party carries lie in hand
until it sets them down; those that last longest are taken first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.goods import A_POINT, CARTAGE, IN_HAND, shift
from trenchline.games.the_great_war.intelligence import tell_of
from trenchline.games.the_great_war.lines import by_rail
from trenchline.games.the_great_war.lines import overland as overland_from
from trenchline.games.the_great_war.ports import RANKS, sea_lanes
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.supply import open_depots, regular_sources
from trenchline.games.the_great_war.tables import SUPPLY
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, Refusal
from trenchline.kernel.words import counted

if TYPE_CHECKING:
    from trenchline.games.the_great_war.march import March

_RULES = SUPPLY["general_supply_points"]
LASTS: int = _RULES["phases"]
"""The initial phases for which a point lasts, that in which it is made among them."""
CARTED, RAILED = 2, 3
"""[11H4] The means by which points have gone, beside those of resource points."""
FARTHEST = 40
"""So many low-volume hexes a line never has."""


def lying(state: State, hex_: Hex) -> int:
    """The general supply points in a hex."""
    if not state.gsps:
        return 0
    return sum(points for (place, _), points in state.gsps.items() if place == hex_)


# Making them.


def most_at(state: State, side: int, hex_: Hex, sources: Hexes | None = None) -> int:
    """[11C2bii] [R173] How many points a depot in a hex can make: as the best line from there to a
    regular source is traced, over how many low-volume hexes and through which ports."""
    nation = state.theatre.nets[_net_of(state, side, hex_)].nations[0]
    if sources is None:
        sources = regular_sources(state, side)
    for row in _RULES["rows"]:
        lanes = sea_lanes(state, side, RANKS[: RANKS.index(row["port"]) + 1])
        most = min(row["low_volume"], FARTHEST)
        if by_rail(state, side, nation, sources, lanes, most) >> hex_ & 1:
            return int(row["points"])
    return 0


def _net_of(state: State, side: int, hex_: Hex) -> int:
    return next(state.depot_net[d] for d in open_depots(state, side) if state.depot_at[d] == hex_)


def stocking_sites(state: State, side: int) -> Hexes:
    """[11C2bii] The operational depots at which a side can make points in this initial phase."""
    sites = bit_set(state.depot_at[d] for d in open_depots(state, side)) & ~state.stocked
    if not sites:
        return 0
    sources = regular_sources(state, side)
    return bit_set(hex_ for hex_ in members(sites) if most_at(state, side, hex_, sources))


def stock(state: State, side: int, hex_: Hex) -> None:
    """[11C2bii] Every depot of a hex makes all the points it can."""
    depots = sum(1 for d in open_depots(state, side) if state.depot_at[d] == hex_)
    points = depots * most_at(state, side, hex_)
    state.gsps[hex_, LASTS] = state.gsps.get((hex_, LASTS), 0) + points
    state.stocked |= 1 << hex_
    state.detail("{} are made in {:hex} [11C2bii]", counted(points, "supply point"), hex_)


def why_not_stock(state: State, side: int, hex_: Hex) -> Refusal:
    """[11C2bii] Why no points are made in a hex."""
    if hex_ < 0 or hex_ not in {state.depot_at[d] for d in open_depots(state, side)}:
        return Refusal("11C2bii", "the side has no operational depot there")
    if state.stocked >> hex_ & 1:
        return Refusal("11C2bii", "supply points have been made there in this phase")
    return Refusal("11C2bii", "no supply line leads from there to a regular source")


def spoil(state: State) -> None:
    """[11C2bii] As an initial phase ends points have a phase less; after the third they are
    gone."""
    if state.gsps:
        state.gsps = {(h, left - 1): n for (h, left), n in state.gsps.items() if left > 1}


# Feeding.


def portions(state: State, side: int, unit: int) -> list[tuple[Hex, int]]:
    """[11C2bii] The hexes to whose points a unit can trace an overland line, with what they can
    still feed in this phase, in quarters of an RE; the nearest first."""
    hexes = overland_from(state, side, state.where[unit]) & state.owned[side]
    stores = sorted({hex_ for hex_, _ in state.gsps if hex_ >= 0 and hexes >> hex_ & 1})
    distance = state.theatre.board.grid.distance
    stores.sort(key=lambda hex_: distance(state.where[unit], hex_))
    found = [(h, lying(state, h) * QUARTERS - state.rationed.get(h, 0)) for h in stores]
    return [(hex_, left) for hex_, left in found if left > 0]


def who_can_eat(state: State, side: int, hungry: Units) -> Units:
    """[11C2bii] Of units out of general supply those for which there are enough points."""
    if not any(hex_ >= 0 and state.owned[side] >> hex_ & 1 for hex_, _ in state.gsps):
        return 0
    return bit_set(
        unit
        for unit in members(hungry)
        if sum(left for _, left in portions(state, side, unit)) >= state.re(unit)
    )


def ration(state: State, side: int, unit: int) -> None:
    """[11C2bii] A unit draws on general supply points, which stay for the next initial phase."""
    wanted = state.re(unit)
    for hex_, left in portions(state, side, unit):
        taken = min(left, wanted)
        if taken:
            state.rationed[hex_] = state.rationed.get(hex_, 0) + taken
        wanted -= taken
    assert not wanted


# Carrying.


def movable(state: State, hex_: Hex, *means: int) -> int:
    """[11H4] The points of a hex that have not gone by some means in this phase."""
    gone = sum(state.moved_goods.get((hex_, one), 0) for one in means)
    return max(0, lying(state, hex_) - gone)


def carry(state: State, here: Hex, there: Hex, number: int) -> None:
    """Points go from one place to another, those that last longest first."""
    for key in sorted((k for k in state.gsps if k[0] == here), key=lambda key: -key[1]):
        some = min(number, state.gsps[key])
        if some:
            shift(state.gsps, key, (there, key[1]), some)
        number -= some
    assert not number


def room(state: State, march: March) -> int:
    """[11H2] How many points a party can carry besides its resource points."""
    return capacity(state, march.party, march.cargo)


def capacity(state: State, party: tuple[int, ...], cargo: int) -> int:
    """[11H2] How many points units can carry besides some resource points: up to twice their REs,
    Army HQs and transport units what they carry of other things."""
    found = -cargo * A_POINT
    for unit in party:
        if state.kind.army_hq >> unit & 1:
            found += CARTAGE["army_headquarters"] * QUARTERS
        elif "transport" in state.theatre.counters[unit].tags:
            out = state.disrupted | state.badly_disrupted | state.extending
            found += 0 if out >> unit & 1 else CARTAGE["transport"] * QUARTERS
        elif not cargo:
            found += 2 * state.re(unit)
    return max(0, found)


def burden(state: State, party: tuple[int, ...], points: int) -> int:
    """[11H2] What supply points take off the ratings of a party: one up to its REs, else two; what
    Army HQs and transport units can carry weighs nothing."""
    left = points
    size = 0
    for unit in party:
        if state.kind.army_hq >> unit & 1:
            left -= CARTAGE["army_headquarters"] * QUARTERS
        elif "transport" in state.theatre.counters[unit].tags:
            left -= CARTAGE["transport"] * QUARTERS
        else:
            size += state.re(unit)
    if left <= 0:
        return 0
    return 1 if left <= size else 2


def loads(state: State, march: March) -> Choices:
    """[11H2] The supply points that a party may take up where it is."""
    if not state.gsps or march.rations or march.riders:
        return {}
    if not state.owned[march.who(state)] >> march.hex & 1:
        return {}
    most = min(room(state, march), movable(state, march.hex, CARTED))
    return {"provision": (1 << most + 1) - 2} if most > 0 else {}


def load(state: State, march: March, points: int) -> None:
    """[11H2] A party takes supply points up; those first that have not gone by rail [11H4]."""
    both = max(0, points - movable(state, march.hex, CARTED, RAILED))
    if both:
        shift(state.moved_goods, (march.hex, RAILED), (IN_HAND, RAILED), both)
    carry(state, march.hex, IN_HAND, points)
    told = counted(points, "supply point")
    tell_of(state, march.party[:1], "{} takes up {} in {:hex} [11H2]", told, march.hex)


def unload(state: State, hex_: Hex, points: int) -> None:
    """[11H2] [11H4] A party sets its supply points down."""
    if not points:
        return
    carry(state, IN_HAND, hex_, points)
    state.moved_goods[hex_, CARTED] = state.moved_goods.get((hex_, CARTED), 0) + points
    railed = state.moved_goods.get((IN_HAND, RAILED), 0)
    if railed:
        shift(state.moved_goods, (IN_HAND, RAILED), (hex_, RAILED), railed)


def why_not_load(state: State, march: March, number: int) -> Refusal:
    """[11H2] Why a party takes no supply points up."""
    if march.rations:
        return Refusal("11H2", "the units carry supply points already")
    if march.riders:
        return Refusal("14O2", "a transport unit that carries others loads nothing")
    if not lying(state, march.hex):
        return Refusal("11C2bii", "no supply point lies in the hex")
    if not state.owned[march.who(state)] >> march.hex & 1:
        return Refusal("11H2", "the supply points are not owned by the side that moves")
    if movable(state, march.hex, CARTED) < max(1, number):
        return Refusal("11H4", "not so many supply points are left that have not been carted")
    if number < 1:
        return Refusal("11H2", "at least one supply point is taken up")
    return Refusal("11H2", "the units cannot carry so many supply points")
