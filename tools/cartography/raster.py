"""Shapes of the globe drawn in pixels on the paper of a map."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from tools.cartography.geography import Shape
from tools.cartography.georef import Georef

Floats = NDArray[np.floating[Any]]

FINE = 2
"""How many times finer lines and edges are drawn before they are scaled down."""


@dataclass(frozen=True)
class Canvas:
    """Paper with so many pixels to the side of a hex, and a margin in sides."""

    georef: Georef
    scale: float
    margin: float

    @cached_property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of pixels."""
        width, height = (length + 2 * self.margin for length in self.georef.size)
        return round(height * self.scale), round(width * self.scale)

    def pixels(self, globe: Floats) -> Floats:
        """Longitudes and latitudes as pixels, x and y."""
        return (self.georef.to_paper(globe) + self.margin) * self.scale

    def cover(self, shapes: Iterable[Shape]) -> Floats:
        """How much of each pixel lies in the shapes."""
        image = self._blank()
        draw = ImageDraw.Draw(image)
        for shape in shapes:
            for number, ring in enumerate(shape.rings):
                points = self.pixels(ring) * FINE
                if len(points) >= 3 and not _outside(points, image.size):
                    draw.polygon([(x, y) for x, y in points], fill=0 if number else 255)
        return self._reduced(image)

    def lines(self, rings: Iterable[Floats], width: float) -> Floats:
        """How much of each pixel lies on the lines."""
        image = self._blank()
        draw = ImageDraw.Draw(image)
        for ring in rings:
            points = self.pixels(ring) * FINE
            if not _outside(points, image.size):
                draw.line(
                    [(x, y) for x, y in _rounded(points)],
                    fill=255,
                    width=max(1, round(width * FINE)),
                    joint="curve",
                )
        return self._reduced(image)

    def polygons(self, outlines: Iterable[Floats]) -> Floats:
        """How much of each pixel lies in polygons given on paper."""
        image = self._blank()
        draw = ImageDraw.Draw(image)
        for outline in outlines:
            points = (outline + self.margin) * self.scale * FINE
            draw.polygon([(x, y) for x, y in points], fill=255)
        return self._reduced(image)

    def _blank(self) -> Image.Image:
        rows, columns = self.shape
        return Image.new("L", (columns * FINE, rows * FINE))

    def _reduced(self, image: Image.Image) -> Floats:
        return np.asarray(image.reduce(FINE), dtype=np.float32) / 255


def _outside(points: Floats, size: tuple[int, int]) -> bool:
    if not np.isfinite(points).all():
        return True
    low, high = points.min(axis=0), points.max(axis=0)
    return bool((high < -50).any() or low[0] > size[0] + 50 or low[1] > size[1] + 50)


def _rounded(points: Floats) -> Floats:
    """A line with its corners cut twice (Chaikin), so that rivers do not run in straight pieces."""
    for _ in range(2):
        if len(points) < 3:
            return points
        first = points[:-1] * 0.75 + points[1:] * 0.25
        second = points[:-1] * 0.25 + points[1:] * 0.75
        middle = np.stack([first, second], axis=1).reshape(-1, 2)
        points = np.concatenate([points[:1], middle[1:-1], points[-1:]])
    return points
