"""Floods over bitboards: where one can get, at what cost, and by which way.

``Ways`` say through which hexsides one may pass: for each of the six directions the set of hexes
that may be left that way. All floods are shifts and masks over whole sets of hexes; the costs of
a reach are whole numbers, so a game counts in its smallest fraction (half points, sixths, ...).

Ways may have links as well (see ``links``): places that are joined although they are no neighbours,
such as a port and a sea. Everything here follows them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from trenchline.kernel.bits import lowest
from trenchline.kernel.hexes import Grid, Hex, Hexes
from trenchline.kernel.links import Links, join_links


class Ways(NamedTuple):
    """The hexes that may be left in each direction, with the shift that direction makes.

    The three directions that move bits up come first, then their opposites that move bits down:
    ``up1`` and ``down1`` are the two ends of one axis.
    """

    up1: Hexes
    up2: Hexes
    up3: Hexes
    down1: Hexes
    down2: Hexes
    down3: Hexes
    by1: int
    by2: int
    by3: int
    links: Links | None = None


def ways(grid: Grid, sides: Sequence[Hexes]) -> Ways:
    """Ways from the sets of hexes one may leave in each of the six directions, clockwise.

    >>> grid = Grid("flat", "even", "CCRR", (1, 3), (1, 3))
    >>> anywhere = ways(grid, [grid.everywhere] * 6)
    >>> grid.labels(step(grid.hexes("0202"), anywhere) & grid.everywhere)
    ['0102', '0103', '0201', '0203', '0302', '0303']
    """
    a, b, c = (d for d in range(6) if grid.shifts[d] > 0)
    return Ways(
        sides[a],
        sides[b],
        sides[c],
        sides[(a + 3) % 6],
        sides[(b + 3) % 6],
        sides[(c + 3) % 6],
        grid.shifts[a],
        grid.shifts[b],
        grid.shifts[c],
    )


def open_ways(grid: Grid, land: Hexes, blocked: Sequence[Hexes] = (0,) * 6) -> Ways:
    """Ways between all neighbouring hexes of ``land``, less the blocked sides.

    >>> grid = Grid("flat", "even", "CCRR", (1, 3), (1, 3))
    >>> land = grid.hexes("0101", "0102", "0103")
    >>> grid.labels(step(grid.hexes("0102"), open_ways(grid, land)))
    ['0101', '0103']
    """
    sides = []
    # Boxes have no neighbours, only links.
    land &= grid.everywhere
    for direction, shift in enumerate(grid.shifts):
        behind = land >> shift if shift > 0 else land << -shift
        sides.append(land & behind & ~blocked[direction])
    return ways(grid, sides)


def join_ways(one: Ways, other: Ways) -> Ways:
    """The hexes that may be left by either of two ways over the same grid.

    >>> grid = Grid("flat", "even", "CCRR", (1, 2), (1, 2))
    >>> north, south = ways(grid, [-1, 0, 0, 0, 0, 0]), ways(grid, [0, 0, 0, -1, 0, 0])
    >>> grid.labels(step(grid.hexes("0102"), join_ways(north, south)) & grid.everywhere)
    ['0101']
    """
    a, b, c, d, e, f, x, y, z, links = one
    return Ways(
        a | other[0],
        b | other[1],
        c | other[2],
        d | other[3],
        e | other[4],
        f | other[5],
        x,
        y,
        z,
        join_links(links, other.links),
    )


def ways_into(w: Ways, there: Hexes) -> Ways:
    """The ways that lead into some hexes, as for hexes that cost the same to enter.

    >>> grid = Grid("flat", "even", "CCRR", (1, 2), (1, 2))
    >>> marsh = ways_into(open_ways(grid, grid.everywhere), grid.hexes("0102"))
    >>> grid.labels(step(grid.everywhere, marsh))
    ['0102']
    """
    a, b, c, d, e, f, x, y, z, links = w
    return Ways(
        a & there >> x,
        b & there >> y,
        c & there >> z,
        d & there << x,
        e & there << y,
        f & there << z,
        x,
        y,
        z,
        None if links is None else links.into(there),
    )


def step(hexes: Hexes, w: Ways) -> Hexes:
    """All hexes one step away from ``hexes`` through the open ways."""
    a, b, c, d, e, f, x, y, z, links = w
    found = (
        (hexes & a) << x
        | (hexes & b) << y
        | (hexes & c) << z
        | (hexes & d) >> x
        | (hexes & e) >> y
        | (hexes & f) >> z
    )
    return found if links is None else found | links.step(hexes)


def stepper(w: Ways) -> Callable[[Hexes], Hexes]:
    """``step`` through ways that never change, for loops that take many steps: they are taken apart
    once for all.

    >>> grid = Grid("flat", "even", "CCRR", (1, 3), (1, 3))
    >>> grid.labels(stepper(open_ways(grid, grid.everywhere))(grid.hexes("0101")))
    ['0102', '0201']
    """
    a, b, c, d, e, f, x, y, z, links = w
    if links is not None:
        return lambda hexes: step(hexes, w)
    return lambda hexes: (
        (hexes & a) << x
        | (hexes & b) << y
        | (hexes & c) << z
        | (hexes & d) >> x
        | (hexes & e) >> y
        | (hexes & f) >> z
    )


def flood(start: Hexes, free: Hexes, w: Ways) -> Hexes:
    """All hexes that can be reached from ``start`` through ``free`` hexes.

    Only start hexes that are free themselves count.

    >>> grid = Grid("flat", "even", "CCRR", (1, 3), (1, 3))
    >>> land = grid.everywhere & ~grid.hexes("0201", "0202", "0203")
    >>> grid.labels(flood(grid.hexes("0102"), land, open_ways(grid, grid.everywhere)))
    ['0101', '0102', '0103']
    """
    a, b, c, d, e, f, x, y, z, links = w
    # What may be entered in each direction, and what after two steps in it.
    a = a << x & free
    b = b << y & free
    c = c << z & free
    d = d >> x & free
    e = e >> y & free
    f = f >> z & free
    aa, bb, cc = a & a << x, b & b << y, c & c << z
    dd, ee, ff = d & d >> x, e & e >> y, f & f >> z
    xx, yy, zz = 2 * x, 2 * y, 2 * z
    reached = start & free
    while True:
        before = reached
        # Each direction starts from what the one before has just added.
        reached |= reached << x & a
        reached |= reached << xx & aa
        reached |= reached << y & b
        reached |= reached << yy & bb
        reached |= reached << z & c
        reached |= reached << zz & cc
        reached |= reached >> x & d
        reached |= reached >> xx & dd
        reached |= reached >> y & e
        reached |= reached >> yy & ee
        reached |= reached >> z & f
        reached |= reached >> zz & ff
        if reached == before:
            if links is None:
                return reached
            reached |= links.step(reached) & free
            if reached == before:
                return reached


def parts(hexes: Hexes, w: Ways) -> list[Hexes]:
    """The connected parts of a set of hexes.

    >>> grid = Grid("flat", "even", "CCRR", (1, 3), (1, 3))
    >>> isles = grid.hexes("0101", "0102", "0303")
    >>> [grid.labels(part) for part in parts(isles, open_ways(grid, grid.everywhere))]
    [['0101', '0102'], ['0303']]
    """
    found = []
    while hexes:
        part = flood(hexes & -hexes, hexes, w)
        found.append(part)
        hexes &= ~part
    return found


class Regions:
    """The connected parts of sets of hexes, found when asked for and remembered.

    Several questions about the same set (who is joined to which source?) share its parts. So do
    sets that differ elsewhere: what was a part of one is a part of another if all of it belongs to
    that set, and nothing around it does.

    >>> grid = Grid("flat", "even", "CCRR", (1, 3), (1, 3))
    >>> regions = Regions(open_ways(grid, grid.everywhere))
    >>> isles = grid.hexes("0101", "0102", "0303")
    >>> grid.labels(regions.joined(grid.hexes("0102", "0203"), isles))
    ['0101', '0102']
    """

    def __init__(self, w: Ways, remembered: int = 1024, recent: int = 16) -> None:
        self._ways = w
        self._parts_of = lru_cache(maxsize=remembered)(self._no_parts_yet)
        self._recent: tuple[tuple[Hexes, Hexes], ...] = ()
        """The parts that were found last, each with the hexes around it. Never changed in place:
        a server asks from several threads."""
        self._how_many = recent - 1

    @staticmethod
    def _no_parts_yet(free: Hexes) -> list[Hexes]:
        return []

    def joined(self, start: Hexes, free: Hexes) -> Hexes:
        """The hexes of ``free`` that are connected with a start hex: the same as ``flood``."""
        parts = self._parts_of(free)
        left = start & free
        found = 0
        for part in parts:
            if part & left:
                found |= part
                left &= ~part
        while left:
            part = self._part(left & -left, free)
            parts.append(part)
            found |= part
            left &= ~part
        return found

    def _part(self, hex_: Hexes, free: Hexes) -> Hexes:
        """The part of ``free`` to which a hex belongs."""
        for part, around in self._recent:
            if part & hex_ and not around & free and part & free == part:
                return part
        part = flood(hex_, free, self._ways)
        around = step(part, self._ways) & ~part
        self._recent = ((part, around), *self._recent[: self._how_many])
        return part


Costs = Sequence[tuple[int, Ways]]
"""What passing a hexside costs: for each cost the ways that have it."""


@dataclass(frozen=True)
class Reach:
    """Where one can get within a budget: ``layers[k]`` are the hexes whose cheapest way costs k."""

    layers: tuple[Hexes, ...]
    costs: Costs
    stop: Hexes
    first: Hexes | None = None

    @property
    def hexes(self) -> Hexes:
        """All hexes within reach, the start included."""
        union = 0
        for layer in self.layers:
            union |= layer
        return union

    def cost(self, hex_: Hex) -> int | None:
        """The cheapest cost of getting to a hex, or None."""
        for cost, layer in enumerate(self.layers):
            if layer >> hex_ & 1:
                return cost
        return None

    def path(self, end: Hex) -> list[Hex]:
        """A cheapest way to a hex, start and end included; empty if it is out of reach."""
        spent = self.cost(end)
        if spent is None:
            return []
        way = [end]
        back = _turned(self.costs)
        while spent:
            here = 1 << way[-1]
            may_be_first = self.first is None or here & self.first
            for cost, w, into in back:
                if cost > spent or (cost == spent and not may_be_first):
                    continue
                before = spent - cost
                leave = self.layers[before]
                if not leave or not here & into:
                    continue
                if before and self.stop:
                    leave &= ~self.stop
                came = leave & step(here, w)
                if came:
                    way.append(lowest(came))
                    spent = before
                    break
            else:
                raise AssertionError("a layer without a way into it")
        way.reverse()
        return way


_Turned = list[tuple[int, Ways, Hexes]]
_last_turned: tuple[Costs, _Turned] = (), []


def _turned(costs: Costs) -> _Turned:
    """Costs with their ways passed backwards, and the hexes that these lead from. Whoever asks for
    paths asks again and again with the same costs, so the last ones are kept."""
    global _last_turned
    kept, found = _last_turned
    if kept is not costs:
        found = [(cost, back := backwards(w), departures(back)) for cost, w in costs]
        _last_turned = costs, found
    return found


def backwards(w: Ways) -> Ways:
    """The same hexsides, passed the other way."""
    a, b, c, d, e, f, x, y, z, links = w
    back = None if links is None else links.backwards
    return Ways(d >> x, e >> y, f >> z, a << x, b << y, c << z, x, y, z, back)


def departures(w: Ways) -> Hexes:
    """The hexes that may be left in any direction."""
    a, b, c, d, e, f, _, _, _, links = w
    found = a | b | c | d | e | f
    return found if links is None else found | links.doors


def reach(
    start: Hexes,
    budget: int,
    costs: Costs,
    free: Hexes,
    stop: Hexes = 0,
    first: Hexes | None = None,
    goals: Hexes = 0,
) -> Reach:
    """Everything within ``budget`` of ``start``, moving through ``free`` hexes.

    A hex in ``stop`` may be entered but not left (unless it is a start). ``first``, if given,
    is where the first step may go. With ``goals``, nothing that is farther than the nearest of
    them. All costs are positive.

    >>> grid = Grid("flat", "even", "CCRR", (1, 3), (1, 3))
    >>> plain = [(2, open_ways(grid, grid.everywhere))]
    >>> got = reach(grid.hexes("0101"), 4, plain, grid.everywhere)
    >>> [grid.label(h) for h in got.path(grid.hex("0103"))]
    ['0101', '0102', '0103']
    >>> near = reach(grid.hexes("0101"), 9, plain, grid.everywhere, goals=grid.hexes("0102"))
    >>> near.cost(grid.hex("0102")), near.cost(grid.hex("0103"))
    (2, None)
    """
    layers = [0] * (budget + 1)
    layers[0] = start
    seen = 0
    # Most costs lead nowhere from most places.
    doors = [(cost, w, departures(w)) for cost, w in costs]
    for spent in range(budget + 1):
        here = layers[spent] & ~seen
        layers[spent] = here
        if not here:
            continue
        seen |= here
        if here & goals:
            del layers[spent + 1 :]
            break
        if spent:
            here &= ~stop
            allowed = free & ~seen
        else:
            allowed = (free if first is None else free & first) & ~seen
        for cost, w, out in doors:
            if spent + cost <= budget and here & out:
                layers[spent + cost] |= step(here, w) & allowed
    return Reach(tuple(layers), costs, stop, first)


def distances(start: Hexes, free: Hexes, w: Ways) -> list[Hexes]:
    """The hexes at each distance from ``start``, counted in steps through ``free`` hexes.

    >>> grid = Grid("flat", "even", "CCRR", (1, 5), (1, 5))
    >>> rings = distances(grid.hexes("0303"), grid.everywhere, open_ways(grid, grid.everywhere))
    >>> [ring.bit_count() for ring in rings]
    [1, 6, 12, 6]
    """
    layers = [start]
    left = free & ~start
    while True:
        ring = step(layers[-1], w) & left
        if not ring:
            return layers
        layers.append(ring)
        left &= ~ring


def trace(start: Hex, goals: Hexes, free: Hexes, w: Ways) -> list[Hex]:
    """A shortest path from a hex to one of ``goals`` through ``free`` hexes, or an empty list.

    >>> grid = Grid("flat", "even", "CCRR", (1, 5), (1, 5))
    >>> land = grid.everywhere & ~grid.hexes("0102")
    >>> w = open_ways(grid, grid.everywhere)
    >>> [grid.label(h) for h in trace(grid.hex("0101"), grid.hexes("0103"), land, w)]
    ['0101', '0201', '0202', '0103']
    """
    layers = [1 << start]
    left = free & ~layers[0]
    while not layers[-1] & goals:
        ring = step(layers[-1], w) & left
        if not ring:
            return []
        layers.append(ring)
        left &= ~ring
    way = [lowest(layers[-1] & goals)]
    back = backwards(w)
    for layer in reversed(layers[:-1]):
        way.append(lowest(step(1 << way[-1], back) & layer))
    way.reverse()
    return way
