"""Hills and light: finer ground than the elevation grid has, and how the sun falls on it.

The public grid has a point every nine kilometres or so. Between its points the ground is carried on
with ridges of random noise, as strong as the country is rough. It is decoration: no hex fact is
read from it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter, zoom

Floats = NDArray[np.floating[Any]]


def noise(shape: tuple[int, int], cell: float, random: np.random.Generator) -> Floats:
    """Smooth noise about 0 with hills about ``cell`` pixels wide."""
    rows, columns = (int(length / cell) + 4 for length in shape)
    coarse = random.standard_normal((rows, columns)).astype(np.float32)
    fine: Floats = zoom(coarse, cell, order=3)[: shape[0], : shape[1]]
    return fine


def ridges(shape: tuple[int, int], cell: float, random: np.random.Generator) -> Floats:
    """Branching ridges from 0 to 1, the widest about ``cell`` pixels apart."""
    total = np.zeros(shape, dtype=np.float32)
    weight, strength, size = np.ones(shape, dtype=np.float32), 0.5, cell
    while size >= 4:
        crest = 1 - np.abs(noise(shape, size, random)) / 1.6
        crest = np.clip(crest, 0, 1) ** 2
        total += strength * crest * weight
        # Fine ridges stand on the flanks of the great ones.
        weight = np.clip(crest * 1.6, 0, 1)
        strength, size = strength * 0.55, size / 1.9
    return total


def roughened(height: Floats, cell: float, random: np.random.Generator) -> Floats:
    """Heights with the ridges between their points, where the country is rough."""
    mean = gaussian_filter(height, cell)
    spread = np.sqrt(np.clip(gaussian_filter((height - mean) ** 2, cell), 0, None))
    detail = ridges(height.shape, cell * 1.3, random)
    detail -= gaussian_filter(detail, cell)
    carved: Floats = height + detail * np.clip(spread * 2.2 + 14, 0, 900)
    return carved


def shade(height: Floats, metres_per_pixel: float, exaggerate: float = 9.0) -> Floats:
    """Light from the upper left, softened by light from the sides: -1 dark, 0 flat, 1 bright."""
    down, right = np.gradient(height * np.float32(exaggerate / metres_per_pixel))
    flat = np.sqrt(1 + down**2 + right**2)
    total = np.zeros_like(height)
    for turn, weight in ((315, 0.6), (280, 0.2), (350, 0.2)):
        angle, up = np.deg2rad(turn), np.deg2rad(45)
        x, y = np.sin(angle) * np.cos(up), -np.cos(angle) * np.cos(up)
        lit = (-right * x - down * y + np.sin(up)) / flat
        total += weight * (lit - np.sin(up)).astype(np.float32)
    light: Floats = np.clip(total * 1.5, -1, 1)
    return light
