"""The sheet a map is drawn on: a board, its style, and where everything lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import sqrt
from pathlib import Path
from typing import cast

from trenchline.atlas.style import Area, Spot, Style, load_style
from trenchline.atlas.svg import Point, line
from trenchline.kernel.bits import members
from trenchline.kernel.board import Board, load_board
from trenchline.kernel.data import File, read_toml
from trenchline.kernel.hexes import Hex
from trenchline.kernel.joined import is_joined, load_joined
from trenchline.kernel.sheets import SheetGrid

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
    beyond: Mapping[tuple[Hex, int], Mapping[str, str]] = field(default_factory=dict)
    """The facts of the hexes over its edge, where another sheet goes on: by hex and direction."""

    prefix: str = ""
    """What the game writes before the numbers of its hexes, where a sheet lies apart."""

    def label(self, hex_: Hex) -> str:
        """What the game calls a hex."""
        return self.prefix + self.board.grid.label(hex_)

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

    def facts_over(self, hex_: Hex, direction: int) -> Mapping[str, str] | None:
        """The facts of the hex that lies in a direction, on this sheet or the next."""
        other = self.neighbour(hex_, direction)
        return self.beyond.get((hex_, direction)) if other is None else self.board.facts[other]

    def hexsides(self, kind: str) -> Iterator[tuple[Hex, int]]:
        """Every hexside of a kind once: a hex and a direction."""
        for direction, hexes in enumerate(self.board.sides.get(kind, [])):
            for hex_ in members(hexes):
                if direction < 3 or self.neighbour(hex_, direction) is None:
                    yield hex_, direction


def open_sheet(folder: File) -> Sheet:
    """The sheet of a ``map/`` folder."""
    joined = isinstance(folder, Path) and is_joined(folder.parent)
    georef = folder / "georef.toml"
    if isinstance(folder, Path) and joined and not georef.is_file():
        georef = folder.parent / "georef.toml"
    north = float(read_toml(georef)["north"]) if georef.is_file() else 0.0
    sheet = Sheet(load_board(folder), load_style(folder), folder, north)
    return _with_seams(sheet, folder) if isinstance(folder, Path) and joined else sheet


def _with_seams(sheet: Sheet, folder: Path) -> Sheet:
    """A sheet that joins others, with the hexsides along its seams and what lies beyond them."""
    whole = load_joined(folder.parent)
    grid = cast(SheetGrid, whole.grid)
    board = sheet.board
    at = {own: grid.lay_out(folder.name, 1 << own).bit_length() - 1 for own in board.facts}
    beyond = {}
    seams: dict[str, list[int]] = {}
    for own, laid in at.items():
        for direction, shift in enumerate(grid.shifts):
            if laid + shift in whole.facts and own + board.grid.shifts[direction] not in at:
                beyond[own, direction] = whole.facts[laid + shift]
                for kind, hexes in whole.sides.items():
                    if hexes[direction] >> laid & 1:
                        seams.setdefault(kind, [0] * 6)[direction] |= 1 << own
    sides = {
        kind: [a | b for a, b in zip(own_sides, seams.get(kind, [0] * 6), strict=True)]
        for kind, own_sides in board.sides.items()
    }
    prefix = next(told.prefix for told in grid.sheets if told.name == folder.name)
    return replace(sheet, board=replace(board, sides=sides), beyond=beyond, prefix=prefix)
