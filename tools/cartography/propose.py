"""Hex facts from geography, for a person to correct: land, relief, water, rivers, towns."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.cartography.geography import Geography, Shape
from tools.cartography.georef import Georef
from tools.cartography.raster import Canvas
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Grid, Hex

Floats = NDArray[np.floating[Any]]

HEX_FIELDS = ("hex", "land", "lake", "height", "spread", "terrain", "rivers", "towns")
SIDE_FIELDS = ("hex", "neighbour", "kind", "name", "share")

SEA = 0.25
"""A hex with less land than this is sea."""
ROUGH_SPREAD, ROUGH_RANGE = 140.0, 380.0
"""Metres: a hex is rough when its heights spread (standard deviation, tenths) this far ..."""
HIGH, HIGH_SPREAD = 600.0, 90.0
"""... or when it lies this high and spreads a little."""
DESERT = 0.5
RIVER = 0.5
"""A hexside is a river when one runs along it for this share of its length."""
NEAR = 0.36
"""How far from a hexside, in its lengths, a river still runs along it."""
DRAWN = 24.0
"""Pixels to the side of a hex when land is measured."""


def propose(
    grid: Grid, georef: Georef, geography: Geography
) -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    """A row for every hex of the grid, and one for every hexside that is river or sea."""
    shares = land_shares(grid, georef, geography)
    lakes = _shares(grid, georef, geography.lakes)
    deserts = [shape for shape in geography.regions if "desert" in shape.kind.lower()]
    dry = _shares(grid, georef, deserts)
    along, passing = _rivers(grid, georef, geography)
    towns = _towns(grid, georef, geography)
    rows: list[dict[str, object]] = []
    for hex_ in members(grid.everywhere):
        mean, spread, reach = _relief(grid, georef, geography, hex_)
        land = shares[hex_]
        if land < SEA:
            terrain = "sea"
        elif spread >= (HIGH_SPREAD if mean >= HIGH else ROUGH_SPREAD) or reach >= ROUGH_RANGE:
            terrain = "rough"
        else:
            terrain = "desert" if dry[hex_] >= DESERT else "clear"
        rows.append(
            {
                "hex": grid.label(hex_),
                "land": f"{land:.2f}",
                "lake": f"{lakes[hex_]:.2f}",
                "height": round(mean),
                "spread": round(spread),
                "terrain": terrain,
                "rivers": " / ".join(sorted(passing[hex_])),
                "towns": " / ".join(towns[hex_]),
            }
        )
    rows.sort(key=lambda row: str(row["hex"]))
    return rows, _sides(grid, along, shares, georef, geography)


def land_shares(grid: Grid, georef: Georef, geography: Geography) -> dict[Hex, float]:
    """How much of each hex is land."""
    return _shares(grid, georef, geography.land)


def _shares(grid: Grid, georef: Georef, shapes: list[Shape]) -> dict[Hex, float]:
    canvas = Canvas(georef, DRAWN, 1.0)
    cover = canvas.cover(shapes)
    found = {}
    for hex_ in members(grid.everywhere):
        x, y = ((part + canvas.margin) * DRAWN for part in grid.centre(hex_))
        top, left = max(0, int(y - DRAWN)), max(0, int(x - DRAWN))
        window = cover[top : int(y + DRAWN) + 1, left : int(x + DRAWN) + 1]
        ys, xs = np.mgrid[top : top + window.shape[0], left : left + window.shape[1]]
        inside = _inside(grid, (xs + 0.5 - x) / DRAWN, (ys + 0.5 - y) / DRAWN)
        found[hex_] = float(window[inside].mean())
    return found


def _inside(grid: Grid, x: Floats, y: Floats) -> NDArray[np.bool_]:
    """Which points, from the middle of a hex in lengths of its side, lie in it."""
    if grid.orientation == "pointy":
        x, y = y, x
    root = 3**0.5
    return (np.abs(y) <= root / 2) & (np.abs(x) * root + np.abs(y) <= root)


def _relief(
    grid: Grid, georef: Georef, geography: Geography, hex_: Hex
) -> tuple[float, float, float]:
    """Mean height of a hex, its standard deviation, and from its tenth to its ninetieth percent."""
    steps = np.linspace(-1, 1, 13)
    xs, ys = (part.ravel() for part in np.meshgrid(steps, steps))
    inside = _inside(grid, xs, ys)
    around = np.stack([xs[inside], ys[inside]], axis=-1) + np.array(grid.centre(hex_))
    globe = georef.to_globe(around)
    heights = np.clip(geography.height(globe[:, 0], globe[:, 1], order=1), 0, None)
    low, high = np.percentile(heights, [10, 90])
    return float(heights.mean()), float(heights.std()), float(high - low)


def _nearest_hex(grid: Grid, point: Floats, centres: Floats, hexes: list[Hex]) -> Hex | None:
    away = ((centres - point) ** 2).sum(axis=1)
    best = int(away.argmin())
    return hexes[best] if away[best] <= 1.0 else None


def _rivers(
    grid: Grid, georef: Georef, geography: Geography
) -> tuple[dict[tuple[Hex, int], dict[str, float]], dict[Hex, set[str]]]:
    """How far each river runs along each hexside, and which run through each hex."""
    hexes = list(members(grid.everywhere))
    centres = np.array([grid.centre(hex_) for hex_ in hexes])
    along: dict[tuple[Hex, int], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    passing: dict[Hex, set[str]] = defaultdict(set)
    for river in geography.rivers:
        if not river.name:
            continue
        for ring in river.rings:
            paper = georef.to_paper(ring)
            for start, end in pairwise(paper):
                length = float(np.hypot(*(end - start)))
                if not np.isfinite(length) or length > 5:
                    continue
                parts = max(1, int(length / 0.1))
                for part in range(parts):
                    point = start + (end - start) * ((part + 0.5) / parts)
                    hex_ = _nearest_hex(grid, point, centres, hexes)
                    if hex_ is None:
                        continue
                    passing[hex_].add(river.name)
                    side, away = _nearest_side(grid, hex_, point)
                    if away <= NEAR:
                        along[hex_, side][river.name] += length / parts
    return along, passing


def _nearest_side(grid: Grid, hex_: Hex, point: Floats) -> tuple[int, float]:
    corners = np.array(grid.corners(hex_))
    best, nearest = 0, 9.0
    for direction in range(6):
        start, end = corners[direction], corners[(direction + 1) % 6]
        share = float(np.clip(np.dot(point - start, end - start), 0, 1))
        away = float(np.hypot(*(point - start - (end - start) * share)))
        if away < nearest:
            best, nearest = direction, away
    return best, nearest


def _towns(grid: Grid, georef: Georef, geography: Geography) -> dict[Hex, list[str]]:
    hexes = list(members(grid.everywhere))
    centres = np.array([grid.centre(hex_) for hex_ in hexes])
    found: dict[Hex, list[str]] = defaultdict(list)
    for name, place in geography.towns().items():
        hex_ = _nearest_hex(grid, georef.to_paper(np.array(place)), centres, hexes)
        if hex_ is not None:
            found[hex_].append(name)
    return found


def _sides(
    grid: Grid,
    along: dict[tuple[Hex, int], dict[str, float]],
    shares: dict[Hex, float],
    georef: Georef,
    geography: Geography,
) -> list[dict[str, object]]:
    canvas = Canvas(georef, DRAWN, 1.0)
    land = canvas.cover(geography.land)
    rows: list[dict[str, object]] = []
    for hex_ in members(grid.everywhere):
        corners = np.array(grid.corners(hex_))
        for direction in range(3):
            other = hex_ + grid.shifts[direction]
            if other not in shares or min(shares[hex_], shares[other]) < SEA:
                continue
            names: dict[str, float] = defaultdict(float)
            for key in ((hex_, direction), (other, (direction + 3) % 6)):
                for name, length in along.get(key, {}).items():
                    names[name] += length
            kind, name, share = "", "", 0.0
            if names:
                name, share = max(names.items(), key=lambda item: item[1])
                kind = "river" if share >= RIVER else ""
            steps = np.linspace(0, 1, 20)[:, None]
            line = corners[direction] + (corners[(direction + 1) % 6] - corners[direction]) * steps
            at = ((line + canvas.margin) * DRAWN).astype(int)
            wet = 1 - float(land[at[:, 1], at[:, 0]].mean())
            if wet > 0.8:
                kind, name, share = "sea", "", wet
            if kind:
                rows.append(
                    {
                        "hex": grid.label(hex_),
                        "neighbour": grid.label(other),
                        "kind": kind,
                        "name": name,
                        "share": f"{share:.2f}",
                    }
                )
    rows.sort(key=lambda row: (str(row["hex"]), str(row["neighbour"])))
    return rows
