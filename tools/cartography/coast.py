"""The coast as a drawing: what the crisp layers need to keep their tints off the water."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from shapely import Polygon, box, make_valid
from shapely.geometry.base import BaseGeometry

from tools.cartography.geography import Geography
from tools.cartography.georef import Georef

SMOOTH = 0.018
"""How far the drawn coast may run from the true one, in sides of a hex."""
LEAST = 0.01
"""Islands and inlets smaller than this, in squares of a side, are left to the painter."""


def coast_path(
    georef: Georef,
    geography: Geography,
    margin: float,
    corner: tuple[float, float] = (0.0, 0.0),
    size: tuple[float, float] | None = None,
) -> str:
    """The land as the data of an SVG path, in hundredths of a hex's side.

    A part of the paper is given by its corner and its size.
    """
    (left, top), (width, height) = corner, size or georef.size
    paper = box(left - margin, top - margin, left + width + margin, top + height + margin)
    parts = []
    for shape in geography.land:
        rings = [georef.to_paper(ring) for ring in shape.rings]
        if any(len(ring) < 4 or not np.isfinite(ring).all() for ring in rings):
            continue
        land = make_valid(Polygon(rings[0], rings[1:])).intersection(paper)
        for polygon in _polygons(land.simplify(SMOOTH)):
            if polygon.area < LEAST:
                continue
            for ring in (polygon.exterior, *polygon.interiors):
                points = [
                    (round((x - left) * 100), round((y - top) * 100)) for x, y in ring.coords[:-1]
                ]
                parts.append("M" + "L".join(f"{x} {y}" for x, y in points) + "Z")
    return "\n".join(parts) + "\n"


def _polygons(shape: BaseGeometry) -> Iterator[Polygon]:
    if isinstance(shape, Polygon):
        if not shape.is_empty:
            yield shape
    else:
        for part in getattr(shape, "geoms", ()):
            yield from _polygons(part)
