"""Where hexes lie on the globe.

Paper is measured as the grid measures it: the side of a hex is 1, x runs right and y down. A
conformal projection takes the globe to kilometres, and a straight-line transform kilometres to
paper. Printed maps are not that regular, so pins (towns that must lie in certain hexes) may bend
the result: as little as needed, and only near them. Where sheets of several scales and turns have
been joined into one grid, no straight line will do: then the paper first follows all pins together,
as a thin plate of steel would.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import atan2, degrees, hypot
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyproj import Proj
from scipy.interpolate import RBFInterpolator
from scipy.ndimage import gaussian_filter, map_coordinates

from trenchline.kernel.data import read_toml
from trenchline.kernel.hexes import Grid

Floats = NDArray[np.floating[Any]]

INSIDE = 0.6
"""How far from the middle of its hex a town may lie before the map is bent for it."""
WIDTH = 6.0
"""How far a pin bends the paper round it: the square at which a third of its pull is left."""
FARTHEST = 12.0
"""Beyond this nothing is left of it."""
STEP = 0.5
"""Spacing of the grid on which the bending is kept."""
BEYOND = 4.0
"""How far beyond the hexes that grid goes."""


@dataclass(frozen=True)
class Pin:
    """A town whose hex is known."""

    name: str
    lon: float
    lat: float
    hex: str


@dataclass(frozen=True)
class Georef:
    """The way from the globe to the paper and back."""

    grid: Grid
    projection: str
    matrix: Floats
    """Two rows of three: kilometres east and north from (x, y, 1) on paper."""
    pins: Sequence[Pin] = field(default_factory=tuple)
    stiff: float = 0.0
    """How stiff the plate is that follows the pins; 0 for none, only bending near them."""

    @cached_property
    def _proj(self) -> Proj:
        return Proj(self.projection)

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height of the hexes on paper."""
        corners = [c for hex_ in _rim(self.grid) for c in self.grid.corners(hex_)]
        return max(x for x, _ in corners), max(y for _, y in corners)

    def kilometres(self, lon: Floats, lat: Floats) -> Floats:
        """Kilometres east and north of the projection's origin, one row a point."""
        east, north = self._proj(lon, lat)
        return np.stack([np.asarray(east), np.asarray(north)], axis=-1)

    def to_globe(self, paper: Floats) -> Floats:
        """Longitude and latitude of points on paper."""
        flat = np.asarray(paper, dtype=float).reshape(-1, 2)
        east, north = (self._straight(flat) + self._bend(flat)).T
        lon, lat = self._proj(east, north, inverse=True)
        return np.stack([lon, lat], axis=-1).reshape(np.shape(paper))

    def to_paper(self, globe: Floats) -> Floats:
        """Points on paper of longitudes and latitudes."""
        flat = np.asarray(globe, dtype=float).reshape(-1, 2)
        there = self.kilometres(flat[:, 0], flat[:, 1])
        paper = self._straight_back(there)
        for _ in range(12):
            paper = self._straight_back(there - self._bend(paper))
        return paper.reshape(np.shape(globe))

    @property
    def north(self) -> float:
        """How far north is turned clockwise from the top of the map at its middle, in degrees."""
        straight = self if self.stiff else replace(self, pins=())
        lon, lat = straight.to_globe(np.array(self.size) / 2)
        here, beyond = straight.to_paper(np.array([[lon, lat], [lon, lat + 0.5]]))
        return degrees(atan2(beyond[0] - here[0], here[1] - beyond[1]))

    @property
    def hex_km(self) -> float:
        """Kilometres from the middle of a hex to that of its neighbour."""
        return float(hypot(self.matrix[0, 0], self.matrix[1, 0])) * 3**0.5

    def residuals(self) -> dict[str, float]:
        """For each pin, how many hexes the town lies from the middle of its hex."""
        return dict(zip((pin.name for pin in self.pins), self._misses / 3**0.5, strict=True))

    @property
    def _misses(self) -> Floats:
        if not self.pins:
            return np.zeros(0)
        towns = np.array([[pin.lon, pin.lat] for pin in self.pins])
        away: Floats = np.hypot(*(self.to_paper(towns) - _centres(self.grid, self.pins)).T)
        return away

    def _straight(self, paper: Floats) -> Floats:
        return paper @ self.matrix[:, :2].T + self.matrix[:, 2]

    def _straight_back(self, there: Floats) -> Floats:
        return (there - self.matrix[:, 2]) @ np.linalg.inv(self.matrix[:, :2]).T

    def _bend(self, paper: Floats) -> Floats:
        if not self.pins:
            return np.zeros_like(paper)
        return _sample(self._bending, paper)

    @cached_property
    def _bending(self) -> Floats:
        """Kilometres to add on a grid over the paper, so that every pin comes to lie in its hex."""
        width, height = self.size
        xs = np.arange(-BEYOND, width + BEYOND + STEP, STEP)
        ys = np.arange(-BEYOND, height + BEYOND + STEP, STEP)
        nodes = np.stack(np.meshgrid(xs, ys), axis=-1)
        there = self.kilometres(*np.array([[pin.lon, pin.lat] for pin in self.pins]).T)
        centres = _centres(self.grid, self.pins)
        bending = np.zeros_like(nodes)
        if self.stiff:
            plate = RBFInterpolator(centres, there - self._straight(centres), smoothing=self.stiff)
            bending += plate(nodes.reshape(-1, 2)).reshape(nodes.shape)
        for _ in range(40):
            paper = self._straight_back(there)
            for _ in range(8):
                paper = self._straight_back(there - _sample(bending, paper))
            miss = paper - centres
            far = np.hypot(*miss.T)
            if far.max() <= INSIDE * 1.05:
                break
            excess = miss * np.clip(1 - INSIDE / np.maximum(far, 1e-9), 0, None)[:, None]
            aim = paper - excess
            push = excess @ self.matrix[:, :2].T
            total, change = np.full(nodes.shape[:2], 0.15), np.zeros_like(nodes)
            for at, pull in zip(aim, push, strict=True):
                around = _around(at, nodes.shape[:2])
                weight = np.exp(-((nodes[around] - at) ** 2).sum(axis=-1) / WIDTH)
                total[around] += weight
                change[around] += weight[..., None] * pull
            change /= total[..., None]
            bending += 0.7 * np.stack(
                [gaussian_filter(change[..., k], 0.8 / STEP) for k in (0, 1)], axis=-1
            )
        return bending


def _around(at: Floats, shape: tuple[int, int]) -> tuple[slice, slice]:
    """The part of the bending's grid that a pin can reach."""
    (left, top), (right, bottom) = (
        np.floor((at + BEYOND + side * FARTHEST) / STEP).astype(int) for side in (-1, 1)
    )
    rows, columns = shape
    return slice(max(0, top), min(rows, bottom + 2)), slice(max(0, left), min(columns, right + 2))


def _sample(bending: Floats, paper: Floats) -> Floats:
    places = [(paper[:, 1] + BEYOND) / STEP, (paper[:, 0] + BEYOND) / STEP]
    sampled = [map_coordinates(bending[..., k], places, order=1, mode="nearest") for k in (0, 1)]
    return np.stack(sampled, axis=-1)


def _centres(grid: Grid, pins: Sequence[Pin]) -> Floats:
    return np.array([grid.centre(grid.hex(pin.hex)) for pin in pins])


def _rim(grid: Grid) -> list[int]:
    (left, right), (top, bottom) = grid.columns, grid.rows
    inner = min(left + 1, right), min(top + 1, bottom)
    return [
        grid.at(c, r)
        for c in {left, right, inner[0], max(left, right - 1)}
        for r in {top, bottom, inner[1], max(top, bottom - 1)}
    ]


def fit(grid: Grid, projection: str, pins: Sequence[Pin], stiff: float = 0.0) -> Georef:
    """The turned, scaled and shifted grid that comes nearest to all pins."""
    if len(pins) < 3:
        raise ValueError("a fit needs at least three pins")
    proj = Proj(projection)
    rows, found = [], []
    for pin, (x, y) in zip(pins, _centres(grid, pins), strict=True):
        east, north = proj(pin.lon, pin.lat)
        # East and north from x right and y down: a similarity that turns the y axis over.
        rows += [[x, y, 1, 0], [-y, x, 0, 1]]
        found += [east, north]
    (a, b, c, d), *_ = np.linalg.lstsq(np.array(rows), np.array(found), rcond=None)
    return Georef(grid, projection, np.array([[a, b, c], [b, -a, d]]), tuple(pins), stiff)


def read_pins(file: Path) -> tuple[Pin, ...]:
    """The pins of ``pins.csv``, if there are any."""
    if not file.is_file():
        return ()
    with file.open(encoding="utf-8", newline="") as rows:
        return tuple(
            Pin(row["name"], float(row["lon"]), float(row["lat"]), row["hex"])
            for row in csv.DictReader(rows)
        )


def read_georef(folder: Path, grid: Grid) -> Georef:
    """``georef.toml`` of a map folder, bent by ``pins.csv`` where it says so."""
    plan = read_toml(folder / "georef.toml")
    pins = read_pins(folder / "pins.csv") if plan.get("bend") else ()
    matrix = np.array(plan["matrix"], dtype=float)
    return Georef(grid, plan["projection"], matrix, pins, float(plan.get("stiff", 0)))


def georef_text(georef: Georef, bend: bool, comment: str = "") -> str:
    """``georef.toml`` as text."""
    rows = ",\n".join(
        "    [" + ", ".join(f"{number:.6f}" for number in row) + "]" for row in georef.matrix
    )
    lines = [f"# {line}" for line in comment.splitlines()]
    lines += [
        f'projection = "{georef.projection}"',
        "# Kilometres east and north from x, y, 1 on paper (hex side 1, x right, y down).",
        f"matrix = [\n{rows},\n]",
        f"hex_km = {georef.hex_km:.1f}",
        "# North, clockwise from the top of the sheet at its middle.",
        f"north = {georef.north:.1f}",
        f"bend = {str(bend).lower()}",
    ]
    if georef.stiff:
        lines.append(f"stiff = {georef.stiff:g}")
    return "\n".join(lines) + "\n"
