"""Reference geography: coasts, rivers, lakes, heights and regions from a folder of public files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import map_coordinates

Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Shape:
    """A polygon (outer ring first, then holes) or a line, as longitude and latitude."""

    name: str
    kind: str
    rank: float
    rings: list[Floats]


@dataclass(frozen=True)
class Geography:
    """The files of a folder; those that are missing are empty."""

    folder: Path

    @cached_property
    def land(self) -> list[Shape]:
        """Coasts, the finer set if there is one."""
        return self._first("land_10m", "land_50m")

    @cached_property
    def lakes(self) -> list[Shape]:
        """Lakes of the world, and the smaller ones of Europe."""
        return self._shapes("lakes_50m") + self._shapes("lakes_10m_europe")

    @cached_property
    def rivers(self) -> list[Shape]:
        """The great rivers first, then the smaller ones of Europe."""
        return self._shapes("rivers_50m") + self._shapes("rivers_10m_europe")

    @cached_property
    def regions(self) -> list[Shape]:
        """Named ranges, plains and deserts."""
        return self._first("physical_regions_10m_v13")

    @cached_property
    def _heights(self) -> tuple[Floats, Floats, Floats]:
        with np.load(self.folder / "etopo5_europe.npz") as file:
            return file["elev"].astype(np.float32), file["lon"], file["lat"]

    @property
    def east(self) -> float:
        """The easternmost longitude that is known."""
        return float(self._heights[1][-1])

    def height(self, lon: Floats, lat: Floats, order: int = 3) -> Floats:
        """Metres above the sea, smoothly between the points of the grid."""
        grid, lons, lats = self._heights
        rows = (lat - lats[0]) / (lats[-1] - lats[0]) * (len(lats) - 1)
        columns = (lon - lons[0]) / (lons[-1] - lons[0]) * (len(lons) - 1)
        sampled: Floats = map_coordinates(grid, [rows, columns], order=order, mode="nearest")
        return sampled

    def towns(self) -> dict[str, tuple[float, float]]:
        """The gazetteer: a name, its longitude and latitude."""
        file = self.folder / "gazetteer_ww1.csv"
        rows = [line.rsplit(",", 2) for line in file.read_text(encoding="utf-8").splitlines()]
        return {name: (float(lon), float(lat)) for name, lon, lat in rows if lon != "lon"}

    def _first(self, *names: str) -> list[Shape]:
        return next((shapes for name in names if (shapes := self._shapes(name))), [])

    def _shapes(self, name: str) -> list[Shape]:
        file = self.folder / f"{name}.geojson"
        if not file.is_file():
            return []
        features = json.loads(file.read_text(encoding="utf-8"))["features"]
        return [shape for feature in features for shape in _read(feature)]


def _read(feature: dict[str, Any]) -> Iterator[Shape]:
    properties, geometry = feature["properties"], feature["geometry"]
    name = properties.get("name_en") or properties.get("name") or ""
    kind = properties.get("featurecla") or properties.get("cla") or ""
    rank = properties.get("scalerank")
    rank = 5.0 if rank is None else float(rank)
    parts = geometry["coordinates"]
    if geometry["type"] in ("Polygon", "LineString"):
        parts = [parts]
    for part in parts:
        rings = part if geometry["type"].endswith("Polygon") else [part]
        yield Shape(name, kind, rank, [np.array(ring, dtype=float)[:, :2] for ring in rings])
