"""Hexes and floods the plain way, to hold the bitboards against.

Places are printed (column, row) pairs, neighbours come from a table of offsets, and floods are
queues. Nothing here uses the kernel's geometry.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from heapq import heappop, heappush
from itertools import product
from typing import Literal

from hypothesis import strategies as st

from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Grid, Hexes

Place = tuple[int, int]
Steps = Mapping[Place, Collection[Place]]
"""Where one may step from each place."""

# Where the neighbours of a hex lie, for hexes on lines that are not pushed and that are.
AROUND: dict[tuple[str, bool], dict[str, Place]] = {
    ("flat", False): {
        "N": (0, -1),
        "NE": (1, -1),
        "SE": (1, 0),
        "S": (0, 1),
        "SW": (-1, 0),
        "NW": (-1, -1),
    },
    ("flat", True): {
        "N": (0, -1),
        "NE": (1, 0),
        "SE": (1, 1),
        "S": (0, 1),
        "SW": (-1, 1),
        "NW": (-1, 0),
    },
    ("pointy", False): {
        "NE": (0, -1),
        "E": (1, 0),
        "SE": (0, 1),
        "SW": (-1, 1),
        "W": (-1, 0),
        "NW": (-1, -1),
    },
    ("pointy", True): {
        "NE": (1, -1),
        "E": (1, 0),
        "SE": (1, 1),
        "SW": (0, 1),
        "W": (-1, 0),
        "NW": (0, -1),
    },
}


def places(grid: Grid) -> list[Place]:
    """All places of a grid's rectangle."""
    (left, right), (top, bottom) = grid.columns, grid.rows
    return list(product(range(left, right + 1), range(top, bottom + 1)))


def around(grid: Grid, place: Place) -> dict[str, Place]:
    """The neighbours of a place by the names of their directions, clockwise."""
    column, row = place
    line = column if grid.orientation == "flat" else row
    pushed = line % 2 == (1 if grid.lower == "odd" else 0)
    (left, right), (top, bottom) = grid.columns, grid.rows
    return {
        name: (column + across, row + down)
        for name, (across, down) in AROUND[grid.orientation, pushed].items()
        if left <= column + across <= right and top <= row + down <= bottom
    }


def open_steps(
    grid: Grid, land: Collection[Place], shut: Collection[frozenset[Place]] = ()
) -> dict[Place, set[Place]]:
    """Steps between all neighbouring places of ``land``, but through no shut side."""
    return {
        here: {
            there
            for there in around(grid, here).values()
            if there in land and frozenset((here, there)) not in shut
        }
        for here in land
    }


def queue(starts: Iterable[Place], free: Collection[Place], steps: Steps) -> dict[Place, int]:
    """How many steps each place lies from the nearest start."""
    away = dict.fromkeys(starts, 0)
    waiting = deque(away)
    while waiting:
        here = waiting.popleft()
        for there in steps.get(here, ()):
            if there in free and there not in away:
                away[there] = away[here] + 1
                waiting.append(there)
    return away


def cheapest(
    starts: Collection[Place],
    budget: int,
    prices: Mapping[tuple[Place, Place], int],
    free: Collection[Place],
    stop: Collection[Place],
    first: Collection[Place] | None,
) -> dict[Place, int]:
    """What the cheapest way to each place costs, for those within the budget."""
    leaving: dict[Place, list[tuple[Place, int]]] = {}
    for (here, there), price in prices.items():
        leaving.setdefault(here, []).append((there, price))
    spent: dict[Place, int] = {}
    heap = [(0, start) for start in starts]
    while heap:
        cost, here = heappop(heap)
        if here in spent:
            continue
        spent[here] = cost
        if here in stop and here not in starts:
            continue
        for there, price in leaving.get(here, ()):
            if there not in free or cost + price > budget:
                continue
            if here in starts and first is not None and there not in first:
                continue
            heappush(heap, (cost + price, there))
    return spent


# Between places and bits.


def to_bits(grid: Grid, wanted: Iterable[Place]) -> Hexes:
    """A set of places as a bitboard."""
    return bit_set(grid.at(*place) for place in wanted)


def to_places(grid: Grid, hexes: Hexes) -> set[Place]:
    """A bitboard as a set of places."""
    return {grid.column_row(hex_) for hex_ in members(hexes)}


def to_sides(grid: Grid, pairs: Iterable[tuple[Place, Place]]) -> list[Hexes]:
    """Steps from place to place as the sets of hexes that are left in each direction."""
    sides = [0] * 6
    for here, there in pairs:
        names = AROUND[grid.orientation, False]
        direction = next(d for d, name in enumerate(names) if around(grid, here).get(name) == there)
        sides[direction] |= 1 << grid.at(*here)
    return sides


ORIENTATIONS: tuple[Literal["flat", "pointy"], ...] = ("flat", "pointy")
LOWER: tuple[Literal["even", "odd"], ...] = ("even", "odd")


@st.composite
def grids(draw: st.DrawFn, longest: int = 8) -> Grid:
    """Grids of every orientation and parity, with one to ``longest`` columns and rows."""
    left, top = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    return Grid(
        draw(st.sampled_from(ORIENTATIONS)),
        draw(st.sampled_from(LOWER)),
        draw(st.sampled_from(["CCRR", "RRCC", "CCCRR", "RRCCC"])),
        (left, left + draw(st.integers(0, longest - 1))),
        (top, top + draw(st.integers(0, longest - 1))),
    )
