"""A position as a small picture: a dot for each hex, in the colours of whoever is there."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from trenchline.kernel.bits import members
from trenchline.kernel.game import AnyGame
from trenchline.kernel.sheets import SheetGrid

SIDE = 4
"""How many pixels the side of a hex is long."""
DOT = 6
"""How many pixels a dot is wide and high."""
SEA = (92, 116, 128)
LAND = (226, 216, 186)
SIDES = ((38, 70, 120), (140, 44, 36), (96, 96, 96))
"""The colours of the sides, and of whoever is on none."""


class Painter:
    """Draws positions of one scenario."""

    def __init__(self, game: AnyGame, scenario: str) -> None:
        told = game.map_of(scenario)
        assert told is not None, f"{game.name} has no map"
        grid = told.board.grid
        centre = grid.on_the_table if isinstance(grid, SheetGrid) else grid.centre
        centres = {hex_: centre(hex_) for hex_ in members(grid.everywhere)}
        left = min(x for x, _ in centres.values())
        top = min(y for _, y in centres.values())
        self._spots = {
            hex_: (round((y - top) * SIDE), round((x - left) * SIDE))
            for hex_, (x, y) in centres.items()
        }
        height = max(row for row, _ in self._spots.values()) + DOT
        width = max(column for _, column in self._spots.values()) + DOT
        self._ground: NDArray[np.uint8] = np.full((height, width, 3), SEA, np.uint8)
        for hex_ in members(told.board.hexes & grid.everywhere):
            self._dot(self._ground, hex_, LAND)

    def _dot(self, canvas: NDArray[np.uint8], hex_: int, colour: tuple[int, int, int]) -> None:
        row, column = self._spots[hex_]
        canvas[row : row + DOT, column : column + DOT] = colour

    def picture(self, position: Any) -> NDArray[np.uint8]:
        """A position as rows of pixels."""
        canvas = self._ground.copy()
        for unit, place in enumerate(position.where):
            if place in self._spots:
                side = position.side_of(unit)
                self._dot(canvas, place, SIDES[min(side, len(SIDES) - 1)])
        return canvas
