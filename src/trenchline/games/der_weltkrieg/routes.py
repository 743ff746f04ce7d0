"""Where units can march: floods over hexsides with their costs, enemy zones and churned ground.

Movement [6-6] and supply lines [19-8] pay the same terrain; only movement pays for zones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from trenchline.games.der_weltkrieg.order_of_battle import NORMAL
from trenchline.games.der_weltkrieg.theatre import Theatre
from trenchline.kernel.bits import lowest
from trenchline.kernel.floods import Ways, backwards, step
from trenchline.kernel.floods import ways as ways_of
from trenchline.kernel.hexes import Hex, Hexes

CHURNED = 2
"""[22-6] [22-13] What a trench or devastation adds to the cost of entering a hex."""


class Ground(NamedTuple):
    """The ground as one unit finds it. All sets are exact, so equal grounds share their floods."""

    theatre: Theatre
    gait: int
    free: Hexes
    """Where it may go."""
    zone: Hexes = 0
    """The enemy's zone of control."""
    pays_in: Hexes = 0
    """Hexes that cost a point more to enter for their zone [10-7]."""
    pays_out: Hexes = 0
    """Hexes that cost a point more to leave for their zone [10-7]."""
    churned: Hexes = 0
    """Trenches and devastation."""
    barred: Hexes = 0
    """Hexes between which it may not step [29-16]."""
    far_bank: Hexes = 0
    """Hexes that may not be entered over the Danube [35-1]."""

    def cost(self, hex_: Hex, there: Hex) -> int | None:
        """What one step costs with everything added up; None if it is forbidden."""
        direction = self.theatre.board.grid.direction(hex_, there)
        cost = self.theatre.crossing_cost(hex_, direction, self.gait)
        # [6-6] [6-11] Neither over closed sides nor among enemies.
        if cost is None or not self.free >> there & 1:
            return None
        # [R5] Never across a major river from one enemy zone into another.
        if self.zone >> hex_ & self.zone >> there & 1 and self.theatre.has_side(
            hex_, direction, "major_river"
        ):
            return None
        # [29-16] Nor, with guns, from trench to trench in such zones.
        if self.barred >> hex_ & self.barred >> there & 1:
            return None
        # [35-1] Nor over the Danube into them.
        if self.far_bank >> there & 1 and self.theatre.danube[direction] >> hex_ & 1:
            return None
        # [22-6] [22-13] Churned ground costs more.
        if self.churned >> there & 1 and self.theatre.is_diggable(hex_, direction):
            cost += CHURNED
        # [10-7] So do zones, to enter and to leave.
        return cost + (self.pays_in >> there & 1) + (self.pays_out >> hex_ & 1)


@lru_cache(maxsize=1 << 15)
def march(ground: Ground, start: Hex, budget: int) -> tuple[Hexes, ...]:
    """The hexes that can be reached at each cost up to the budget, each at its cheapest: by the
    steps that ``Ground.cost`` tells one by one, all hexes of a cost at once."""
    layers = [0] * (budget + 1)
    layers[0] = 1 << start
    seen = 0
    # Ground that is neither churned nor beyond the Danube asks for nothing but the cost.
    every, plain = (
        ground.theatre.crossings[ground.gait],
        ground.theatre.plain_crossings[ground.gait],
    )
    is_plain = not (ground.churned or ground.far_bank)
    free, zone, pays_in, pays_out, churned, barred, far_bank = (
        ground.free,
        ground.zone,
        ground.pays_in,
        ground.pays_out,
        ground.churned,
        ground.barred,
        ground.far_bank,
    )
    for spent in range(budget):
        here = layers[spent] & ~seen
        layers[spent] = here
        if not here:
            continue
        seen |= here
        allowed = free & ~seen
        leaving = ((here & ~pays_out, 0), (here & pays_out, 1))  # [10-7]
        for leave, extra in leaving:
            if not leave:
                continue
            crossings = plain if is_plain and not leave & zone else every
            for cost, ways, major, churns, danube, exits in crossings:
                total = spent + cost + extra
                if total > budget:
                    break
                if not leave & exits:
                    continue
                found = step(leave, ways) & allowed
                # [35-1] Not over the Danube into an enemy zone.
                if danube:
                    found &= ~far_bank
                # [R5] Never across a major river from one enemy zone into another.
                if major and leave & zone:
                    found = found & ~zone | step(leave & ~zone, ways) & allowed
                # [29-16] Nor, with guns, from trench to trench there.
                if leave & barred:
                    found = found & ~barred | step(leave & ~barred, ways) & allowed
                if found:
                    _spread(layers, found, total, budget, pays_in, churned if churns else 0)
    layers[budget] &= ~seen
    return tuple(layers)


def _spread(
    layers: list[Hexes], found: Hexes, total: int, budget: int, pays_in: Hexes, churned: Hexes
) -> None:
    """Put hexes into the layers of what they cost with zones and churned ground."""
    for hexes, more in ((found & ~churned, 0), (found & churned, CHURNED)):
        if hexes and total + more <= budget:
            layers[total + more] |= hexes & ~pays_in
            if total + more < budget:
                layers[total + more + 1] |= hexes & pays_in


def cost_of(layers: Sequence[Hexes], hex_: Hex) -> int | None:
    """The cheapest cost of a hex, or None if it is out of reach."""
    for cost, layer in enumerate(layers):
        if layer >> hex_ & 1:
            return cost
    return None


def within(layers: tuple[Hexes, ...]) -> Hexes:
    """All hexes of a march, its start included."""
    union = 0
    for layer in layers:
        union |= layer
    return union


def path(ground: Ground, layers: tuple[Hexes, ...], end: Hex) -> list[Hex]:
    """A cheapest way to a hex, start and end included."""
    spent = cost_of(layers, end)
    assert spent is not None
    way = [end]
    back = backwards(ground.theatre.passable)
    while spent:
        near = step(1 << way[-1], back)
        for before in range(spent - 1, -1, -1):
            come = near & layers[before]
            while come:
                hex_ = lowest(come)
                come &= come - 1
                if ground.cost(hex_, way[-1]) == spent - before:
                    break
            else:
                continue
            way.append(hex_)
            spent = before
            break
        else:
            raise AssertionError("a layer without a way into it")
    way.reverse()
    return way


def without(theatre: Theatre, open_: Ways, cut: tuple[Hexes, ...]) -> Ways:
    """Ways less those that are cut, which are given by direction."""
    closed = ways_of(theatre.board.grid, cut)
    return open_._replace(
        up1=open_.up1 & ~closed.up1,
        up2=open_.up2 & ~closed.up2,
        up3=open_.up3 & ~closed.up3,
        down1=open_.down1 & ~closed.down1,
        down2=open_.down2 & ~closed.down2,
        down3=open_.down3 & ~closed.down3,
    )


class SupplyLines:
    """[19-8] The lengths of the supply lines to some sources, worked out only as far as somebody
    has asked: most units are near their headquarters.

    A line is walked from the unit to the headquarters, and so paid in that direction; it may only
    pass hexes in ``free`` [19-7], and not the Danube in the directions of ``cut`` [36-7].
    """

    __slots__ = ("_churned", "_crossings", "_free", "_layers", "_next", "_plain", "_seen")

    def __init__(
        self,
        theatre: Theatre,
        source: Hexes,
        free: Hexes,
        churned: Hexes,
        budget: int,
        cut: tuple[Hexes, ...],
    ) -> None:
        self._free = free
        self._churned = churned
        self._crossings, self._plain = theatre.line_crossings, theatre.plain_crossings[NORMAL]
        if cut:
            self._crossings, self._plain = (
                tuple(one._replace(ways=without(theatre, one.ways, cut)) for one in crossings)
                for crossings in (self._crossings, self._plain)
            )
        self._layers = [0] * (budget + 1)
        self._layers[0] = source
        self._next = 0
        """The first length that is not settled yet."""
        self._seen: Hexes = 0

    def length_from(self, hex_: Hex, most: int | None = None) -> int | None:
        """The length of the line that leads from a hex to the nearest source, or None; if only
        lines of at most so many points matter, longer ones are not looked for."""
        bit = 1 << hex_
        farthest = len(self._layers) - 1 if most is None else min(most, len(self._layers) - 1)
        if self._seen & bit:
            return cost_of(self._layers[: farthest + 1], hex_)
        while self._next <= farthest:
            if self._settle() & bit:
                return self._next - 1
        return None

    def layers(self) -> tuple[Hexes, ...]:
        """The hexes from which a line of each length leads to one of the sources."""
        while self._next < len(self._layers):
            self._settle()
        return tuple(self._layers)

    def _settle(self) -> Hexes:
        """Settle the next length, and give the hexes that have it."""
        spent, layers = self._next, self._layers
        self._next += 1
        here = layers[spent] & ~self._seen
        layers[spent] = here
        if not here:
            return 0
        self._seen |= here
        allowed = self._free & ~self._seen
        if not allowed:
            return here
        budget, churned = len(layers) - 1, self._churned
        for cost, ways, _, churns, _, exits in self._crossings if here & churned else self._plain:
            total = spent + cost
            if total > budget:
                break
            if not here & exits:
                continue
            # [22-15] Trenches and devastation lengthen a line.
            spoilt = here & churned if churns else 0
            layers[total] |= step(here & ~spoilt if spoilt else here, ways) & allowed
            if spoilt and total + CHURNED <= budget:
                layers[total + CHURNED] |= step(spoilt, ways) & allowed
        return here


@lru_cache(maxsize=1 << 12)
def supply_lines(
    theatre: Theatre,
    source: Hexes,
    free: Hexes,
    churned: Hexes,
    budget: int,
    cut: tuple[Hexes, ...] = (),
) -> SupplyLines:
    """The supply lines through some hexes; whoever asks the same shares them."""
    return SupplyLines(theatre, source, free, churned, budget, cut)


def supply_distances(
    theatre: Theatre, source: Hexes, free: Hexes, churned: Hexes, budget: int
) -> tuple[Hexes, ...]:
    """[19-8] The hexes from which a supply line of each length leads to one of the sources."""
    return supply_lines(theatre, source, free, churned, budget).layers()
