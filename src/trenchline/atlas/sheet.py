"""The sheet a map is drawn on: a board, its style, and where everything lies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

from trenchline.atlas.style import Area, Spot, Style, load_style
from trenchline.atlas.svg import Point, line
from trenchline.kernel.bits import members
from trenchline.kernel.board import Board, load_board
from trenchline.kernel.data import File, read_toml
from trenchline.kernel.hexes import Hex

SIDE = 60.0
"""The length of a hex's side, in units of the drawing."""


@dataclass(frozen=True)
class Sheet:
    """A map to be drawn."""

    board: Board
    style: Style
    folder: File
    north: float = 0.0
    """How far north is turned clockwise from the top of the sheet, in degrees."""
    ids: str = ""
    """What the ids in its drawing begin with, where several maps lie on one page."""

    @cached_property
    def coast(self) -> str | None:
        """The land as path data in hundredths of a hex's side, if it has been drawn."""
        file = self.folder / "coast.path"
        return " ".join(file.read_text(encoding="utf-8").split("\n")) if file.is_file() else None

    @property
    def side(self) -> float:
        """The length of a hex's side; everything is measured against it."""
        return SIDE

    @cached_property
    def size(self) -> Point:
        """The width and height of the map with its margin."""
        grid = self.board.grid
        wide = grid.columns[1] - grid.columns[0] + 1
        high = grid.rows[1] - grid.rows[0] + 1
        if grid.orientation == "flat":
            width, height = wide * 1.5 + 0.5, (high + 0.5) * sqrt(3)
        else:
            width, height = (wide + 0.5) * sqrt(3), high * 1.5 + 0.5
        margin = 2 * self.style.margin
        return (width + margin) * SIDE, (height + margin) * SIDE

    def centre(self, hex_: Hex) -> Point:
        """The centre of a hex on the sheet."""
        x, y = self.board.grid.centre(hex_)
        return (x + self.style.margin) * SIDE, (y + self.style.margin) * SIDE

    def corners(self, hex_: Hex, inset: float = 0.0) -> list[Point]:
        """The corners of a hex on the sheet, drawn in by a share of its side."""
        x, y = self.centre(hex_)
        return [
            (
                x + ((cx + self.style.margin) * SIDE - x) * (1 - inset),
                y + ((cy + self.style.margin) * SIDE - y) * (1 - inset),
            )
            for cx, cy in self.board.grid.corners(hex_)
        ]

    def edge(self, hex_: Hex, direction: int, inset: float = 0.0) -> tuple[Point, Point]:
        """The two ends of a hexside."""
        corners = self.corners(hex_, inset)
        return corners[direction], corners[(direction + 1) % 6]

    def outline(self, hex_: Hex, inset: float = 0.0) -> str:
        """The data of a path round a hex."""
        return line(self.corners(hex_, inset), closed=True)

    def spot(self, at: Spot) -> Point:
        """A place given by column and row."""
        grid = self.board.grid
        column, row = at[0] - grid.columns[0], at[1] - grid.rows[0]
        if grid.columns_from == "right":
            column = grid.columns[1] - at[0]
        if grid.orientation == "flat":
            x, y = column * 1.5 + 1, (row + 0.5) * sqrt(3)
        else:
            x, y = (column + 0.5) * sqrt(3), row * 1.5 + 1
        return (x + self.style.margin) * SIDE, (y + self.style.margin) * SIDE

    def area(self, at: Area) -> Area:
        """A rectangle given by columns and rows: x, y, width, height."""
        x, y = self.spot((at[0], at[1]))
        right, bottom = self.spot((at[0] + at[2], at[1] + at[3]))
        return min(x, right), y, abs(right - x), bottom - y

    def neighbour(self, hex_: Hex, direction: int) -> Hex | None:
        """The hex that lies in a direction, if it is on the map."""
        other = hex_ + self.board.grid.shifts[direction]
        return other if other in self.board.facts else None

    def hexsides(self, kind: str) -> Iterator[tuple[Hex, int]]:
        """Every hexside of a kind once: a hex and a direction."""
        for direction, hexes in enumerate(self.board.sides.get(kind, [])):
            for hex_ in members(hexes):
                if direction < 3 or self.neighbour(hex_, direction) is None:
                    yield hex_, direction


def open_sheet(folder: File) -> Sheet:
    """The sheet of a ``map/`` folder."""
    georef = folder / "georef.toml"
    north = float(read_toml(georef)["north"]) if georef.is_file() else 0.0
    return Sheet(load_board(folder), load_style(folder), folder, north)
