"""Where a unit can get in one movement phase, and by which way [5.1] [5.2] [5.3].

A move is marching, then at most one stretch by rail, then marching again [5.34]. Costs are counted
in half points. ``explore`` finds, for each way of going and each cost, the hexes reached first at
that cost; ``Routes.path`` walks them back.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from trenchline.games.world_war_one.components import (
    AH,
    ALLIED,
    ALLOWANCE,
    ALONG,
    BESIDE,
    BL,
    CENTRAL,
    CLEAR,
    CLEAR_COST,
    DOORS,
    FR,
    GE,
    GK,
    NATION_OF,
    NE,
    PLAY,
    RAIL_COST,
    RAIL_HEXES,
    ROUGH,
    ROUGH_COST,
    RS,
    RUSSIAN_CITIES,
    TERRITORY,
    march,
    ride,
)
from trenchline.games.world_war_one.russia import locked_in, wanted_for_surrender
from trenchline.games.world_war_one.state import FROZEN, LOCKED, OUTLETS, ROOM, State
from trenchline.games.world_war_one.supply import stations
from trenchline.games.world_war_one.zones import barred, enemy_zone
from trenchline.kernel.bits import lowest
from trenchline.kernel.hexes import Hex, Hexes

ON_FOOT, ON_RAIL, OFF_RAIL = range(3)
"""Before the rail stretch, on it, and marching after it."""

FORBIDDEN_TO_AUSTRIANS: Hexes = TERRITORY[GE] | TERRITORY[BL] | TERRITORY[FR] | TERRITORY[NE]
"""[12.5] Where Austro-Hungarian units may not end their Movement Phase."""
NEAR_FORBIDDEN_SOIL: Hexes = FORBIDDEN_TO_AUSTRIANS | march(march(FORBIDDEN_TO_AUSTRIANS))


def march_cost(hex_: Hex) -> int:
    """[5.12] One point for a clear hex, two for a rough one, whoever controls it [6.13]."""
    return ROUGH_COST if ROUGH >> hex_ & 1 else CLEAR_COST


def rounded(spent: int) -> int:
    """[5.31] A half point left over from rail is lost to marching [R39]."""
    return spent + (spent & 1)


def enterable(state: State, unit: int, here: Hexes = 0) -> Hexes:
    """The hexes a unit may enter without violating anybody: no enemies, no neutral soil.

    ``here`` is where it stands, which matters in Russia.
    """
    side = state.status[NATION_OF[unit]]
    free = PLAY ^ (barred(state, side) | state.neutral_land)
    # [12.13] After a surrender no unit leaves Russia before the cities are garrisoned.
    cage = locked_in(state, side)
    if here & cage:
        free &= cage
    return free


def resting_places(state: State, unit: int, hexes: Hexes) -> Hexes:
    """Those of the hexes a unit may end its move in: no friend there [5.21] [7.0], and no foreign
    soil that is barred to Austrians [12.5]."""
    nation = NATION_OF[unit]
    hexes &= ~state.armies[state.status[nation]]
    return hexes & ~FORBIDDEN_TO_AUSTRIANS if nation == AH else hexes


def room(state: State, side: int, free: Hexes) -> Hexes:
    """The hexes out of enemy zones that have an empty one beside them, among those a side's units
    may enter."""
    armies, zone = state.armies[side], enemy_zone(state, side)
    memo = state.memo[ROOM + side]
    if memo[0] is armies and memo[1] is zone and memo[2] == free:
        return memo[5]
    found = march(free & ~armies) & ~zone
    state.memo[ROOM + side] = (armies, zone, free, None, None, found)
    return found


def outlets(state: State, side: int, free: Hexes) -> Hexes:
    """The hexes from which a side's units surely get to an empty one, in two steps [R60].

    Two hexes never cost more than the allowance; [6.12] from a zone the first leads out of it.
    """
    armies, zone = state.armies[side], enemy_zone(state, side)
    memo = state.memo[OUTLETS + side]
    if memo[0] is armies and memo[1] is zone and memo[2] == free:
        return memo[5]
    found = _outlets(free, free & ~armies, zone, room(state, side, free))
    state.memo[OUTLETS + side] = (armies, zone, free, None, None, found)
    return found


def can_make_way(hexes: Hexes, free: Hexes, vacant: Hexes, zone: Hexes) -> Hexes:
    """Those of the hexes from which a unit surely gets to one of the ``vacant``, in two steps."""
    beside = march(vacant) & ~zone
    return hexes if not hexes & ~beside else hexes & _outlets(free, vacant, zone, beside)


def _outlets(free: Hexes, vacant: Hexes, zone: Hexes, beside: Hexes) -> Hexes:
    return beside | march((vacant | beside & free) & ~zone)


class Routes:
    """Everything a unit can reach from where it is."""

    __slots__ = ("after", "foot", "leave", "linked", "rail", "reached", "start", "zone")

    def __init__(
        self, start: Hexes, zone: Hexes, linked: Hexes, spent: int = 0, halts: Hexes = 0
    ) -> None:
        self.start = start
        self.zone = zone
        self.leave: Hexes = PLAY ^ zone if spent else PLAY ^ zone | start
        """The hexes one may go on from: those outside enemy zones [6.11], and the hex in which the
        phase began [6.12]; not the hexes where the move is to end if it gets there."""
        if halts:
            self.leave &= ~halts | start
        self.linked = linked
        self.foot = [0] * (ALLOWANCE + 5)
        self.rail = [0] * (ALLOWANCE + 5)
        self.after = [0] * (ALLOWANCE + 5)
        self.reached: Hexes = 0

    def door(self) -> Hex | None:
        """The door through which the unit gets into the Transit Area at least cost, if it can.

        The last step costs a point, by rail half a point [R37].
        """
        doors = DOORS & self.leave & self.reached
        if not doors:
            return None
        for spent in range(ALLOWANCE):
            if riding := self.rail[spent] & doors:
                return lowest(riding)
            # Marching takes whole points, so that below the allowance a whole one is left.
            if marching := (self.foot[spent] | self.after[spent]) & doors:
                return lowest(marching)
        return None

    def path(self, end: Hex) -> list[Hex]:
        """The hexes of a cheapest way to a hex, without the start and with the end."""
        return [hex_ for hex_, _, _ in self.legs(end)]

    def legs(self, end: Hex) -> list[tuple[Hex, int, int]]:
        """The same hexes, each with the way of going there and what has been spent on arrival."""
        way, spent = self._cheapest(1 << end)
        walked = []
        here = end
        # [6.12] From the zone where the phase began no unit goes straight into another.
        into_zones = self.leave & ~self.zone if self.start & self.zone else self.leave
        while True:
            # One step back: the hex before, or the way of going that came before in the same hex.
            bit = 1 << here
            leave = into_zones if bit & self.zone else self.leave
            if way == ON_RAIL:
                before, near, layers = spent - RAIL_COST, ALONG[here], self.rail
            else:
                before, near = spent - march_cost(here), BESIDE[here]
                layers = self.foot if way == ON_FOOT else self.after
            came = layers[before] & leave & near if before >= 0 else 0
            if came:
                walked.append((here, way, spent))
                spent, here = before, lowest(came)
            elif way == ON_RAIL and self.foot[spent] & bit & self.linked:
                way = ON_FOOT
            elif way == OFF_RAIL and self.rail[spent] & bit:
                way = ON_RAIL
            elif way == OFF_RAIL and spent and self.rail[spent - 1] & bit:
                way, spent = ON_RAIL, spent - 1
            else:
                break
        if not self.start >> here & 1:
            walked.append((here, way, spent))
        walked.reverse()
        return walked

    def _cheapest(self, bit: Hexes) -> tuple[int, int]:
        """The way of going and the points spent when a hex is reached first."""
        for spent in range(ALLOWANCE + 1):
            if self.foot[spent] & bit:
                return ON_FOOT, spent
            if self.rail[spent] & bit:
                return ON_RAIL, spent
            if self.after[spent] & bit:
                return OFF_RAIL, spent
        raise AssertionError("nothing leads there")


def explore(
    state: State,
    unit: int,
    here: Hex,
    spent: int = 0,
    way: int = ON_FOOT,
    *,
    halts: Hexes = 0,
    shunned: Hexes = 0,
) -> Routes:
    """Find all a unit can reach from a hex with what is left of its allowance.

    A way may end in ``halts`` but not go on from there, and keeps out of what is ``shunned``.
    """
    start = 1 << here
    zone = enemy_zone(state, state.side_of(unit))
    # [5.34] On its train, or marching after it, it boards no other.
    linked = stations(state, unit, start) if way == ON_FOOT else 0
    free = enterable(state, unit, start)
    if shunned:
        free &= ~shunned
    return _explored(start, zone, linked, free, spent, way, halts)


@lru_cache(maxsize=256)
def _explored(
    start: Hexes, zone: Hexes, linked: Hexes, free: Hexes, spent: int, way: int, halts: Hexes
) -> Routes:
    routes = Routes(start, zone, linked, spent, halts)
    _set_out(routes, spent, way, free)
    _expand(routes, spent, free)
    return routes


def straight(
    state: State, unit: int, here: Hex, spent: int = 0, way: int = ON_FOOT
) -> tuple[Routes, ...]:
    """What straight moves reach, by the ways they would rather take first [R61].

    They keep clear of what a player should do on purpose: they pass no city whose fall brings the
    surrender of Russia [12.12], and keep out of Greece [11.3] and of garrisoned Russia [12.13]
    where there is another way.
    """
    routes = explore(state, unit, here, spent, way)
    if state.side_of(unit) == CENTRAL:
        # Most units are nowhere near.
        wanted = wanted_for_surrender(state) if routes.reached & RUSSIAN_CITIES else ()
        if not wanted or not all(routes.reached & cities for cities in wanted):
            return (routes,)
        # A way that never goes on from one of the sets cannot bring her down before its end.
        return tuple(explore(state, unit, here, spent, way, halts=cities) for cities in wanted)
    shunned = routes.reached & touchy(state, unit)
    if not shunned:
        return (routes,)
    return explore(state, unit, here, spent, way, shunned=shunned), routes


def touchy(state: State, unit: int) -> Hexes:
    """The land an Allied unit enters at a price: the Greek army would be removed [11.3], or the
    garrisons in Russia set free [12.13]."""
    land = 0
    if state.status[GK] == ALLIED and NATION_OF[unit] != GK:
        land |= TERRITORY[GK]
    if state.watch in (LOCKED, FROZEN):
        land |= TERRITORY[RS]
    return land


def reached(ways: tuple[Routes, ...]) -> Hexes:
    """All that some ways reach together."""
    hexes = 0
    for routes in ways:
        hexes |= routes.reached
    return hexes


def path(ways: tuple[Routes, ...], end: Hex) -> list[Hex]:
    """The hexes of the first of some ways that leads to a hex."""
    return first_to(ways, end).path(end)


def first_to(ways: tuple[Routes, ...], end: Hex) -> Routes:
    """The first of some ways that leads to a hex."""
    return next(routes for routes in ways if routes.reached >> end & 1)


def explore_from_transit(state: State, unit: int) -> Routes:
    """[5.51] Find all a unit can reach from the Transit Area: it comes out on a door hex [R37]."""
    zone = enemy_zone(state, state.side_of(unit))
    return _explored_from_transit(zone, stations(state, unit), enterable(state, unit))


@lru_cache(maxsize=64)
def _explored_from_transit(zone: Hexes, linked: Hexes, free: Hexes) -> Routes:
    doors = DOORS & free
    routes = Routes(0, zone, linked)
    routes.foot[CLEAR_COST] = doors & CLEAR
    routes.foot[ROUGH_COST] = doors & ROUGH
    # [5.53] It may come out by rail.
    routes.rail[RAIL_COST] = doors & linked
    _expand(routes, 0, free)
    return routes


@dataclass(frozen=True)
class Ease:
    """What is thought away to find out what bars a way."""

    zones: bool = False
    opened: Hexes = 0
    """Hexes that could be entered after all."""
    rails: bool = False
    """Whether trains could be boarded everywhere, and again."""


def would_reach(state: State, unit: int, here: Hex, spent: int, way: int, ease: Ease) -> Hexes:
    """What a unit would reach if some of what bars its way were not there."""
    zone = 0 if ease.zones else enemy_zone(state, state.side_of(unit))
    free = enterable(state, unit, 0 if here < 0 else 1 << here) | ease.opened
    if here < 0:
        linked = RAIL_HEXES if ease.rails else explore_from_transit(state, unit).linked
        return _explored_from_transit(zone, linked, free).reached
    if ease.rails:
        return _explored(1 << here, zone, RAIL_HEXES, free, spent, ON_FOOT, 0).reached
    linked = explore(state, unit, here, spent, way).linked
    return _explored(1 << here, zone, linked, free, spent, way, 0).reached


def _set_out(routes: Routes, spent: int, way: int, free: Hexes) -> None:
    """Lay the start and the first step in the layers: what lies next to a single hex is known."""
    start, here = routes.start, lowest(routes.start)
    if start & routes.zone:
        # [6.11] A zone is not left in the phase in which it was entered; [6.12] from the zone where
        # the phase began no unit goes straight into another.
        free = 0 if spent else free & ~routes.zone
    if way == ON_RAIL or (way == ON_FOOT and start & routes.linked):
        routes.rail[spent] = start
        routes.rail[spent + RAIL_COST] = ALONG[here] & free
    near = BESIDE[here] & free
    layers = routes.foot
    if way != ON_FOOT:
        layers, spent = routes.after, rounded(spent)
    layers[spent] = start
    layers[spent + CLEAR_COST] = near & CLEAR
    layers[spent + ROUGH_COST] = near & ROUGH


def _expand(routes: Routes, spent: int, free: Hexes) -> None:
    """Fill the layers from what stands in them by rising cost, up to the allowance [5.1] [5.23].

    Ways are read from them backwards [5.0/PR]. What has been spent, with the step from there, is
    laid already.
    """
    foot, rail, after = routes.foot, routes.rail, routes.after
    linked, leave = routes.linked, routes.leave
    # What may be reached yet in each way. After a train nobody marches to where he could have
    # marched without it.
    land = free | routes.start
    foot_left, rail_left = land ^ foot[spent], free & ~rail[spent]
    after_left = foot_left & ~after[spent]
    for cost in range(spent + 1, ALLOWANCE + 1):
        if cost == ALLOWANCE:
            leave = 0
        boarding = rail[cost]
        on_foot = foot[cost] & foot_left
        foot[cost] = on_foot
        if on_foot:
            foot_left ^= on_foot
            after_left &= foot_left
            # [5.32] [5.33] Any number of units may board wherever a line leads home.
            boarding |= on_foot & linked
            # [6.11] [5.22] Enemy zones are entered but not left.
            on_foot &= leave
            if on_foot:
                reached = march(on_foot) & foot_left
                foot[cost + CLEAR_COST] |= reached & CLEAR
                foot[cost + ROUGH_COST] |= reached & ROUGH
        on_rail = boarding & rail_left
        rail[cost] = on_rail
        if on_rail:
            rail_left ^= on_rail
            # [5.34] After the rail stretch it may march on, from the next whole point [5.31].
            after[cost + (cost & 1)] |= on_rail
            # [5.31] Half a point a rail hexside; [5.35] [6.14] zones stop trains too.
            on_rail &= leave
            if on_rail:
                rail[cost + RAIL_COST] |= ride(on_rail) & rail_left
        off_rail = after[cost] & after_left
        after[cost] = off_rail
        if off_rail:
            after_left ^= off_rail
            off_rail &= leave
            if off_rail:
                reached = march(off_rail) & after_left
                after[cost + CLEAR_COST] |= reached & CLEAR
                after[cost + ROUGH_COST] |= reached & ROUGH
    # Wherever it marches or rides to, it may be said to march on from.
    routes.reached = land ^ after_left
