"""Section 7: rail movement.

A unit or stack entrains in an operative rail hex for a movement point, rolls along the lines of
its side at a tenth or a sixth of a point a hexside, and detrains, losing what is left of a broken
point; or it stays on its train until the next turn.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from trenchline.games.der_weltkrieg.components import CODES, NATIONS, TABLES, Units, enemy_of
from trenchline.games.der_weltkrieg.danube import far_bank
from trenchline.games.der_weltkrieg.orders import off_limits, why_barred
from trenchline.games.der_weltkrieg.rail_capacity import (
    carries,
    charge,
    party_weight,
    weight_on_single_track,
)
from trenchline.games.der_weltkrieg.rail_lines import is_enemy_line, operative
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.theatre import Theatre
from trenchline.games.der_weltkrieg.zones import around, enemy_zone
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.floods import Ways, step, trace, ways
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Refusal

Side = tuple[Hex, Hex]
"""A hexside by its two hexes, the smaller first."""

CLASSES = TABLES["classes"]
RAIL_BOUND_HEXES: int = TABLES["movement"]["rail_bound"]
TWO_ON_SINGLE_TRACK = [n for n, code in enumerate(CODES) if NATIONS[code].single_track > 1]
"""[37-5] The nations in whose networks a single track carries two units a phase."""
TO_ENTRAIN = 1
"""[7-3] Movement points to entrain."""


class Journey(NamedTuple):
    """A stack on its train, or about to board it."""

    units: Units
    hex: Hex
    points: int
    """Movement points left when it boarded."""
    rolled: int = 0
    """Rail hexsides crossed since."""
    charged: int = 0
    """The nations whose capacity it has used in this turn [8-4]."""
    tracks: tuple[Side, ...] = ()
    """The single-track hexsides it has crossed in this phase [7-9]."""


class Reach(NamedTuple):
    """Where a train can go."""

    layers: tuple[Hexes, ...]
    """The hexes by their distance along the rails."""
    last: tuple[Hexes, ...]
    """Hexes in a Russian zone that can be entered from each layer, to detrain at once [37-3]."""
    free: Hexes
    ways: Ways

    @property
    def hexes(self) -> Hexes:
        """Everywhere the train can go."""
        found = 0
        for layer in (*self.layers[1:], *self.last):
            found |= layer
        return found


def hexsides_a_point(state: State, units: Units) -> int:
    """[7-5] How many rail hexsides a movement point pays for: ten for infantry, mountain units,
    marines and replacements, six for all others and for stacks with any of them [R80]."""
    counters = state.theatre.counters
    infantry = state.theatre.infantry
    kinds = {"infantry" if infantry >> u & 1 else counters[u].kind for u in members(units)}
    return min(int(CLASSES[kind]["sides"]) for kind in kinds)


def points_rolled(state: State, journey: Journey) -> int:
    """[7-7] What a journey has cost if it ends now: a broken point is lost whole."""
    return -(-journey.rolled // hexsides_a_point(state, journey.units))


def is_rail_bound(state: State, units: Units) -> bool:
    """[6-12] Whether the party is a unit that lives on the rails."""
    return bool(units & state.theatre.rail_bound)


def hexsides_left(state: State, journey: Journey) -> int:
    """How many rail hexsides a train can still cross."""
    if is_rail_bound(state, journey.units):
        return RAIL_BOUND_HEXES - journey.rolled
    return journey.points * hexsides_a_point(state, journey.units) - journey.rolled


def why_not_entrain(state: State, journey: Journey, entered_zone: bool) -> Refusal | None:
    """Why a stack may not entrain where it stands; None if it may: on an operative line of its own
    side [7-2], outside enemy zones [7-4], where there is capacity [8-1]."""
    side = state.theatre.counters[lowest(journey.units)].side
    here = 1 << journey.hex
    if state.columned & journey.units:
        return Refusal("7-10", "units in column movement do not move by rail")
    if not state.theatre.rails & here:
        return Refusal("7-2", "there is no rail line here")
    if is_enemy_line(state, side, journey.hex):
        return Refusal("9-1", "the line here is in an enemy network")
    if state.inoperative & here:
        return Refusal("9-1", "the line here is broken")
    if journey.points < TO_ENTRAIN:
        return Refusal("7-3", "entraining costs a movement point")
    in_zone = enemy_zone(state, side) & here
    if in_zone or entered_zone:
        nations = [NATIONS[state.theatre.counters[unit].nation] for unit in members(journey.units)]
        # [37-2] Germans may, and do not pay for leaving the zone.
        if in_zone and not all(nation.entrain_in_zone for nation in nations):
            return Refusal("7-4", "only German units entrain in an enemy zone of control")
        # [R83] Neither before nor after.
        if entered_zone and not all(nation.zone_after_rail for nation in nations):
            return Refusal("7-8", "who enters an enemy zone may not use the rails in the same turn")
    if not carries(state, party_weight(state, journey.units), journey.charged) & here:
        return Refusal("8-1", "the network here can carry no more in this turn")
    return None


def reach(state: State, journey: Journey) -> Reach:
    """[7-5] Where a train can go: over operative lines of its side [9-1] [R12] that can still
    carry it [8-1] [7-9], never into an enemy zone [7-6]."""
    theatre = state.theatre
    units, here = journey.units, 1 << journey.hex
    side = theatre.counters[lowest(units)].side
    open_ways = _open_ways(state, units, journey.tracks)
    lines = operative(state, side) & carries(state, party_weight(state, units), journey.charged)
    # [6-11] [4] Neither through enemies nor where the scenario closes the line.
    lines &= ~(state.occupied[enemy_of(side)] | off_limits(state, units))
    zone = enemy_zone(state, side)
    limit = hexsides_left(state, journey)
    if not lines & here:
        return Reach((here,), (), lines & ~zone, open_ways)
    layers = _roll(open_ways, here, lines & ~zone, limit)
    last = _last_steps(state, journey, layers, lines & zone, open_ways)
    return Reach(layers, last, lines & ~zone, open_ways)


@lru_cache(maxsize=1 << 12)
def _roll(open_ways: Ways, start: Hexes, free: Hexes, limit: int) -> tuple[Hexes, ...]:
    layers = [start]
    left = free & ~start
    while len(layers) <= limit:
        ring = step(layers[-1], open_ways) & left
        if not ring:
            break
        layers.append(ring)
        left &= ~ring
    return tuple(layers)


def _last_steps(
    state: State, journey: Journey, layers: tuple[Hexes, ...], threatened: Hexes, open_ways: Ways
) -> tuple[Hexes, ...]:
    """[37-3] [R10] Germans may take a last step into a hex where only Russians have a zone, and
    detrain there: the broken point is lost and the zone paid for."""
    theatre = state.theatre
    counters = theatre.counters
    units = journey.units
    if not threatened or units & ~theatre.of_nation["DE"]:
        return ()
    if is_rail_bound(state, units):
        return ()
    threatened &= ~_zone_of_others(state, "RU", enemy_of(counters[lowest(units)].side))
    threatened &= ~(1 << journey.hex)
    closed = far_bank(state, counters[lowest(units)].side)
    rate = hexsides_a_point(state, units)
    found = []
    for distance, layer in enumerate(layers):
        if -(-(journey.rolled + distance + 1) // rate) + 1 > journey.points:
            break
        ring = step(layer, open_ways) & threatened
        for hex_ in members(ring & closed):
            # [35-1] Trains do not cross the Danube into the zone of an enemy beside it either.
            if all(theatre.is_danube(h, hex_) for h in members(step(1 << hex_, open_ways) & layer)):
                ring &= ~(1 << hex_)
        found.append(ring)
        threatened &= ~ring
    return tuple(found)


def _zone_of_others(state: State, nation: str, side: int) -> Hexes:
    """The zone of control of a side's units that are not of one nation."""
    theatre = state.theatre
    fighters = theatre.of_side[side] & theatre.fighters & ~state.entrained
    others = fighters & ~theatre.of_nation[nation]
    if not others:
        return 0
    exerting = 0
    for hex_ in members(state.zoc_from[side]):
        if any(state.strength[unit] for unit in members(state.stacks[hex_] & others)):
            exerting |= 1 << hex_
    return around(theatre, exerting)


def _open_ways(state: State, units: Units, mine: tuple[Side, ...]) -> Ways:
    """[7-9] The tracks that a party can still roll over: every double one, and single ones that
    have not carried their one unit yet, or two in the German network [37-5] [R82]."""
    load = sum(weight_on_single_track(state, unit) for unit in members(units))
    double = 0
    for nation in TWO_ON_SINGLE_TRACK:
        double |= state.network[nation]
    used = tuple(sorted(state.tracks_used.items())) if state.tracks_used else ()
    return _tracks(state.theatre, load, double, used, frozenset(mine))


@lru_cache(maxsize=1 << 12)
def _tracks(
    theatre: Theatre,
    load: int,
    two_units: Hexes,
    used: tuple[tuple[Side, int], ...],
    mine: frozenset[Side],
) -> Ways:
    grid = theatre.board.grid
    sides = list(theatre.double_tracks)
    for direction, single in enumerate(theatre.single_tracks):
        if load == 1:
            sides[direction] |= single
        elif load == 2:
            shift = grid.shifts[direction]
            behind = two_units >> shift if shift > 0 else two_units << -shift
            sides[direction] |= single & two_units & behind
    for (a, b), carried in used:
        both = two_units >> a & two_units >> b & 1
        if (a, b) not in mine and carried + load > (2 if both else 1):
            direction = grid.direction(a, b)
            sides[direction] &= ~(1 << a)
            sides[(direction + 3) % 6] &= ~(1 << b)
    return ways(grid, sides)


def way_to(state: State, journey: Journey, there: Hex) -> tuple[list[Hex], bool]:
    """The shortest way along the rails to a hex within reach, and whether the train must be left
    there [37-3]."""
    found = reach(state, journey)
    last = any(layer >> there & 1 for layer in found.last)
    way = trace(journey.hex, 1 << there, found.free | 1 << there, found.ways)
    return way, last


def roll(state: State, journey: Journey, way: list[Hex]) -> Journey:
    """Take a train along its way: capacity and single tracks are used up."""
    charged = charge(state, party_weight(state, journey.units), way, journey.charged)
    load = sum(weight_on_single_track(state, unit) for unit in members(journey.units))
    tracks = list(journey.tracks)
    for a, b in pairwise(way):
        side = (min(a, b), max(a, b))
        if side not in tracks and is_single(state.theatre, a, b):
            state.tracks_used[side] = state.tracks_used.get(side, 0) + load
            tracks.append(side)
    state.railed |= journey.units
    return Journey(
        journey.units,
        way[-1],
        journey.points,
        journey.rolled + len(way) - 1,
        charged,
        tuple(tracks),
    )


def is_track(theatre: Theatre, a: Hex, b: Hex) -> bool:
    """Whether a rail line crosses the hexside between two hexes, in whatever state it is."""
    return bool(step(1 << a, theatre.rail_ways) >> b & 1)


def is_single(theatre: Theatre, a: Hex, b: Hex) -> bool:
    """Whether the line across a hexside has a single track."""
    direction = theatre.board.grid.direction(a, b)
    return bool(theatre.single_tracks[direction] >> a & 1)


def why_not_ride(state: State, journey: Journey, there: Hex) -> Refusal:
    """Why a train cannot go to a hex."""
    theatre, units = state.theatre, journey.units
    side = theatre.counters[lowest(units)].side
    if there < 0 or not theatre.rails >> there & 1:
        return Refusal("7-2", "there is no rail line in that hex")
    if there == journey.hex:
        return Refusal("7-5", "the train stands there already")
    if not operative(state, side) >> journey.hex & 1:
        return Refusal("9-1", "the line under the train is out of use")
    if state.occupied[enemy_of(side)] >> there & 1:
        return Refusal("7-6", "an enemy stands in that hex")
    if is_enemy_line(state, side, there):
        return Refusal("9-1", "the line there is in an enemy network")
    if state.inoperative >> there & 1:
        return Refusal("9-1", "the line there is broken")
    if enemy_zone(state, side) >> there & 1 and not _may_detrain_at(state, units, there):
        return Refusal("7-6", "trains do not enter an enemy zone of control")
    carrying = carries(state, party_weight(state, units), journey.charged)
    if not carrying >> journey.hex & 1:
        return Refusal("8-1", "the network under the train can carry no more in this turn")
    if not carrying >> there & 1:
        return Refusal("8-1", "the network there can carry no more in this turn")
    return why_barred(state, units, there) or _why_not_on_the_way(state, journey, there)


def _may_detrain_at(state: State, units: Units, there: Hex) -> bool:
    """[37-3] Whether a train may end in an enemy zone: Germans only, where only Russians have
    one."""
    counters = state.theatre.counters
    return (
        all(counters[unit].nation == "DE" for unit in members(units))
        and not is_rail_bound(state, units)
        and not _zone_of_others(state, "RU", enemy_of(counters[lowest(units)].side)) >> there & 1
    )


def _why_not_on_the_way(state: State, journey: Journey, there: Hex) -> Refusal:
    """What stops a train between where it stands and an open hex on the line."""
    theatre, units = state.theatre, journey.units
    side = theatre.counters[lowest(units)].side
    ends = 1 << journey.hex | 1 << there
    if not trace(journey.hex, 1 << there, theatre.rails, theatre.rail_ways):
        return Refusal("7-2", "no rail line leads there from here")
    works = operative(state, side)
    if not trace(journey.hex, 1 << there, works, theatre.rail_ways):
        return Refusal("9-1", "the line there is cut on the way")
    free = works & ~enemy_zone(state, side) & ~state.occupied[enemy_of(side)] | ends
    far = trace(journey.hex, 1 << there, free, theatre.rail_ways)
    if not far:
        return Refusal("7-6", "enemies control the line on the way")
    left = hexsides_left(state, journey)
    if len(far) - 1 > left:
        return Refusal("7-5", f"it is {len(far) - 1} rail hexsides away, and {left} are left")
    carrying = free & carries(state, party_weight(state, units), journey.charged)
    if not trace(journey.hex, 1 << there, carrying, theatre.rail_ways):
        return Refusal("8-1", "a network on the way can carry no more in this turn")
    carrying &= ~off_limits(state, units) | ends
    if not trace(journey.hex, 1 << there, carrying, theatre.rail_ways):
        return Refusal("4", "the scenario closes the line on the way")
    tracks = _open_ways(state, units, journey.tracks)
    around_them = trace(journey.hex, 1 << there, carrying, tracks)
    if not around_them:
        return Refusal("7-9", "the single tracks on the way do not carry so much in this turn")
    if len(around_them) - 1 > left:
        return Refusal("7-9", "the way around single tracks in use is too long")
    if far_bank(state, side) >> there & 1 and theatre.is_danube(around_them[-2], there):
        return Refusal("35-1", "no train crosses the Danube into the zone of an enemy beside it")
    return Refusal("37-3", "no movement point is left to detrain in the enemy zone")


def barred_after_rail(state: State, units: Units) -> bool:
    """[7-8] [R156] Whether units that have used the rails may not enter an enemy zone in their
    movement: all but Germans [37-4] and British [38-1], as both chapters say [R54]."""
    riders = units & state.railed
    if not riders:
        return False
    counters = state.theatre.counters
    return any(not NATIONS[counters[unit].nation].zone_after_rail for unit in members(riders))
