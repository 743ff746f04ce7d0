"""The background of a map: sea, coast, relief, woods and marshes, rivers and lakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.ndimage import distance_transform_edt, gaussian_filter, zoom

from tools.cartography import palette
from tools.cartography.geography import Geography, Shape
from tools.cartography.georef import Georef
from tools.cartography.palette import lay
from tools.cartography.raster import Canvas
from tools.cartography.relief import noise, roughened, shade
from trenchline.kernel.bits import members
from trenchline.kernel.board import Board

Floats = NDArray[np.floating[Any]]

COARSE = 8
"""Pixels between the points at which the globe is looked up."""


@dataclass(frozen=True)
class Wash:
    """A painted wash over an area of the globe: forest, marsh, desert, steppe."""

    kind: str
    outline: Sequence[tuple[float, float]]
    strength: float = 0.6


@dataclass(frozen=True)
class Plan:
    """How a picture is painted: its size in pixels, and what the painter should know."""

    long_side: int = 4200
    margin: float = 0.6
    seed: int = 1914
    washes: tuple[Wash, ...] = ()
    tints: Mapping[str, str] = field(default_factory=dict)
    """The colours of the countries."""
    tint: float = 0.2
    """How strongly they lie over the land."""
    rivers: float = 1.0
    graticule: int = 5
    fade: float = 0.62
    """How far land out of play fades into the paper."""


@dataclass(frozen=True)
class Painter:
    """A board, where it lies on the globe, and the geography to paint it from."""

    board: Board
    georef: Georef
    geography: Geography
    plan: Plan

    @cached_property
    def scale(self) -> float:
        """Pixels to the side of a hex."""
        return self.plan.long_side / (max(self.georef.size) + 2 * self.plan.margin)

    @cached_property
    def canvas(self) -> Canvas:
        """The paper."""
        return Canvas(self.georef, self.scale, self.plan.margin)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of pixels."""
        return self.canvas.shape

    def paint(self) -> Image.Image:
        """The picture."""
        random = np.random.default_rng(self.plan.seed)
        height, unknown = self._heights()
        # East of the reference geography lies land that nobody has drawn.
        land = np.maximum(self.canvas.cover(self.geography.land), unknown)
        metres = self.georef.hex_km * 1000 / 3**0.5 / self.scale
        cell = 9000 / metres * 1.6

        picture = self._sea(land, height, random)
        ground = np.where(land > 0.01, np.clip(height, -40, None), 0).astype(np.float32)
        carved = roughened(ground, cell, random)
        dry = palette.ramp(palette.HEIGHTS, gaussian_filter(ground, cell * 0.35))
        dry *= (1 + 0.018 * noise(self.shape, 90, random))[..., None]
        self._wash(dry, random)
        self._tint(dry)
        self._light(dry, shade(carved, metres))
        self._fade(dry)
        self._water(dry)
        picture += (dry - picture) * land[..., None]
        self._coast(picture)
        self._graticule(picture, land)
        picture += (0.006 * random.standard_normal(self.shape).astype(np.float32))[..., None]
        return Image.fromarray((np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8))

    def _heights(self) -> tuple[Floats, Floats]:
        """Heights, and what lies east of all that is known."""
        rows, columns = self.shape
        ys, xs = np.arange(0, rows + COARSE, COARSE), np.arange(0, columns + COARSE, COARSE)
        paper = np.stack(np.meshgrid(xs, ys), axis=-1) / self.scale - self.plan.margin
        globe = self.georef.to_globe(paper)
        height = self.geography.height(globe[..., 0], globe[..., 1])
        fine: Floats = zoom(height.astype(np.float32), COARSE, order=3)
        beyond = (globe[..., 0] > self.geography.east - 0.1).astype(np.float32)
        unknown = _fit(np.kron(beyond, np.ones((COARSE, COARSE), np.float32)), self.shape)
        return _fit(fine, self.shape), unknown

    def _sea(self, land: Floats, height: Floats, random: np.random.Generator) -> Floats:
        off = np.asarray(distance_transform_edt(land[::2, ::2] < 0.5), dtype=np.float32)
        away = _fit(zoom(off, 2, order=1), self.shape) * 2
        depth = np.clip(-gaussian_filter(height, self.scale * 0.15), 0, None)
        # Near the coast the grid is too coarse to be trusted; let the water shoal towards it.
        depth *= np.clip(away / (self.scale * 0.9), 0.02, 1)
        sea = palette.ramp(palette.DEPTHS, depth)
        sea *= (1 + 0.012 * noise(self.shape, 120, random))[..., None]
        # Lines along the shore, as engravers drew water.
        for distance, strength in ((5.0, 0.3), (11.0, 0.22), (18.5, 0.15), (28.0, 0.09)):
            ring = np.exp(-(((away - distance * self.scale / 68) / 1.15) ** 2))
            lay(sea, palette.COAST, (ring * strength).astype(np.float32))
        return sea

    def _wash(self, dry: Floats, random: np.random.Generator) -> None:
        ragged = 0.35 * noise(self.shape, self.scale * 0.45, random)
        for kind, colour in palette.WASHES.items():
            cover = np.zeros(self.shape, dtype=np.float32)
            hexes = self.board.where("terrain", kind)
            if hexes:
                cover = np.maximum(cover, self.hexes_cover(hexes))
            for wash in self.plan.washes:
                if wash.kind == kind:
                    ring = np.array([*wash.outline, wash.outline[0]], dtype=float)
                    shape = Shape("", "", 0, [_dense(ring)])
                    cover = np.maximum(cover, wash.strength * self.canvas.cover([shape]))
            if cover.any():
                soft = gaussian_filter(cover, self.scale * 0.3)
                soft = np.clip((soft + (soft > 0.02) * ragged * soft) * 1.1, 0, 1)
                lay(dry, palette.rgb(colour), (0.75 * soft).astype(np.float32))

    def _tint(self, dry: Floats) -> None:
        """A breath of each country's colour over its land, soft at the borders."""
        colours = np.zeros((*self.shape, 3), dtype=np.float32)
        cover = np.zeros(self.shape, dtype=np.float32)
        for country, colour in self.plan.tints.items():
            hexes = self.board.where("country", country)
            if hexes:
                inside = self.hexes_cover(hexes)
                colours += palette.rgb(colour) * inside[..., None]
                cover += inside
        soft = self.scale * 0.12
        cover = gaussian_filter(cover, soft)
        for n in range(3):
            colours[..., n] = gaussian_filter(colours[..., n], soft) / np.maximum(cover, 1e-3)
        dry += (colours - dry) * (cover * self.plan.tint)[..., None]

    def hexes_cover(self, hexes: int) -> Floats:
        """The pixels of a set of hexes."""
        return self.canvas.polygons(
            np.array(self.board.grid.corners(hex_)) for hex_ in members(hexes)
        )

    def _light(self, dry: Floats, light: Floats) -> None:
        lay(dry, palette.SHADOW, np.clip(-light, 0, 1) * 0.55)
        lay(dry, palette.LIGHT, np.clip(light, 0, 1) * 0.5)

    def _fade(self, dry: Floats) -> None:
        """Land that is not in play steps back."""
        inside = gaussian_filter(self.hexes_cover(self.board.hexes), self.scale * 0.12)
        lay(dry, palette.BEYOND, (1 - inside) * self.plan.fade)

    def _water(self, dry: Floats) -> None:
        scale = self.scale / 68 * self.plan.rivers
        if scale > 0:
            great = [r for s in self.geography.rivers if s.rank < 9 for r in s.rings]
            small = [r for s in self.geography.rivers if s.rank >= 9 for r in s.rings]
            lay(dry, palette.RIVER, self.canvas.lines(small, 1.1 * scale) * 0.55)
            lay(dry, palette.RIVER, self.canvas.lines(great, 2.4 * scale) * 0.9)
        lakes = self.canvas.cover(self.geography.lakes)
        shore = self.canvas.lines((s.rings[0] for s in self.geography.lakes), 1.2)
        lay(dry, palette.LAKE, lakes)
        lay(dry, palette.COAST, shore * 0.5)

    def _coast(self, picture: Floats) -> None:
        edge = self.geography.east - 0.1
        shores = [
            shore
            for shape in self.geography.land
            for ring in shape.rings
            for shore in _west_of(ring, edge)
        ]
        cover = self.canvas.lines(shores, 1.6 * self.scale / 68)
        lay(picture, palette.COAST, cover * 0.85)

    def _graticule(self, picture: Floats, land: Floats) -> None:
        step = self.plan.graticule
        if not step:
            return
        lats, lons = np.arange(-40, 72, 0.5), np.arange(-30, 75, 0.5)
        lines = [np.stack([np.full_like(lats, lon), lats], axis=-1) for lon in range(-30, 75, step)]
        lines += [
            np.stack([lons, np.full_like(lons, lat)], axis=-1) for lat in range(-40, 72, step)
        ]
        cover = self.canvas.lines(lines, 1.0)
        lay(picture, palette.GRATICULE, cover * (0.34 - 0.2 * land))


def _west_of(ring: Floats, edge: float) -> list[Floats]:
    """The parts of a ring west of a longitude: where geography was cut off there is no coast."""
    beyond = ring[:, 0] > edge
    if not beyond.any():
        return [ring]
    cuts = np.flatnonzero(beyond)
    parts = np.split(ring, cuts)
    return [part[1:] if n else part for n, part in enumerate(parts) if len(part) > 2]


def _fit(array: Floats, shape: tuple[int, int]) -> Floats:
    """Cut an array to a shape, or carry its rim on to it."""
    rows, columns = shape
    cut = array[:rows, :columns]
    more = ((0, rows - cut.shape[0]), (0, columns - cut.shape[1]))
    return np.pad(cut, more, mode="edge")


def _dense(ring: Floats) -> Floats:
    """A ring with points every fraction of a degree, so that it bends with the projection."""
    parts = [
        start + (end - start) * np.linspace(0, 1, 12, endpoint=False)[:, None]
        for start, end in pairwise(ring)
    ]
    return np.concatenate([*parts, ring[-1:]])


def save(image: Image.Image, out: Path, most: int = 3_000_000) -> int:
    """Write a WebP as good as fits into so many bytes; return its quality."""
    for quality in (90, 86, 82, 78, 74, 70, 64, 58, 50):
        buffer = BytesIO()
        image.save(buffer, "WEBP", quality=quality, method=6)
        if buffer.tell() <= most:
            break
    out.write_bytes(buffer.getvalue())
    return quality
