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


def coast_path(georef: Georef, geography: Geography, margin: float) -> str:
    """The land as the data of an SVG path, in hundredths of a hex's side."""
    width, height = georef.size
    paper = box(-margin, -margin, width + margin, height + margin)
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
                points = [(round(x * 100), round(y * 100)) for x, y in ring.coords[:-1]]
                parts.append("M" + "L".join(f"{x} {y}" for x, y in points) + "Z")
    return "\n".join(parts) + "\n"


def _polygons(shape: BaseGeometry) -> Iterator[Polygon]:
    if isinstance(shape, Polygon):
        if not shape.is_empty:
            yield shape
    else:
        for part in getattr(shape, "geoms", ()):
            yield from _polygons(part)
