"""The colours of a printed map, a little faded."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]


def rgb(colour: str) -> Floats:
    """A colour like ``#dfe0c4`` as three numbers from 0 to 1."""
    return np.array([int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)], dtype=np.float32)


HEIGHTS: tuple[tuple[float, str], ...] = (
    (-50, "#d3d7b6"),
    (60, "#dcdcbc"),
    (200, "#e4dfbf"),
    (450, "#e4d7b0"),
    (800, "#d9c59a"),
    (1300, "#c8ae84"),
    (2000, "#b89f80"),
    (2800, "#d6cdc0"),
    (4500, "#f1eee8"),
)
"""Land by metres above the sea."""

DEPTHS: tuple[tuple[float, str], ...] = (
    (0, "#c9d9d6"),
    (60, "#bfd2d2"),
    (200, "#b3c9cd"),
    (1000, "#a6bfc7"),
    (3000, "#98b3bf"),
    (6000, "#8ea9b7"),
)
"""Sea by metres below its face."""

WASHES = {"forest": "#9fb187", "marsh": "#a9c0ab", "desert": "#ecd9a8", "steppe": "#e3dcae"}
COAST = rgb("#3f5f6b")
RIVER = rgb("#6f9bab")
LAKE = rgb("#bdd2d4")
BEYOND = rgb("#ddd8cb")
SHADOW = rgb("#4b3f4a")
LIGHT = rgb("#fff8e6")
GRATICULE = rgb("#5d7580")


def ramp(steps: tuple[tuple[float, str], ...], values: Floats) -> Floats:
    """Colours for values, blended between the steps."""
    at = np.array([step for step, _ in steps], dtype=np.float32)
    colours = np.array([rgb(colour) for _, colour in steps])
    return np.stack(
        [np.interp(values, at, colours[:, n]).astype(np.float32) for n in range(3)], axis=-1
    )


def lay(picture: Floats, colour: Floats, cover: Floats) -> None:
    """Lay a colour over a picture where it covers."""
    picture += (colour - picture) * cover[..., None]
