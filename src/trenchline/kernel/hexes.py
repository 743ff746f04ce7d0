"""Hex grids as bitboards.

A grid is a padded rectangle in axial coordinates, so that the neighbours of every hex lie at the
same six distances: a set of hexes is one int (``Hexes``), and moving the whole set one hex in a
direction is one shift. Hexes run along *lines*: columns where hexes stand on a point of the
compass with flat tops, rows where they are pointy. Every second line is pushed half a hex down
(or right): ``lower`` says whether the even or the odd ones are. Some printed maps count their
columns from the right edge (``columns_from``); only the numbers know of it, not the geometry.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import sqrt
from typing import Annotated, Literal

from trenchline.kernel.bits import bit_set, members

Hex = Annotated[int, "hex"]
"""A hex: its bit number on the board."""

Hexes = Annotated[int, "hexes"]
"""A set of hexes: one bit each."""

DIRECTIONS = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("NE", "E", "SE", "SW", "W", "NW"),
}
"""The names of the six directions, clockwise. The opposite of direction d is (d + 3) % 6."""


@dataclass(frozen=True)
class Grid:
    """The geometry of a hex map: labels, neighbours, distances, places on paper.

    >>> grid = Grid("flat", "even", "CCRR", (1, 29), (1, 33))
    >>> grid.label(grid.hex("0509"))
    '0509'
    >>> [grid.label(h) for h in grid.neighbours(grid.hex("0618"))]
    ['0617', '0718', '0719', '0619', '0519', '0518']
    >>> grid.distance(grid.hex("0104"), grid.hex("0110"))
    6
    """

    orientation: Literal["flat", "pointy"]
    lower: Literal["even", "odd"]
    numbering: str
    columns: tuple[int, int]
    rows: tuple[int, int]
    columns_from: Literal["left", "right"] = "left"
    """The edge from which columns are counted; from the right only where hexes run along rows."""
    skipped: tuple[int, int] | None = None
    """The first and the last of an even number of lines that lie on no map: they take up no room,
    so that the lines on either side of them are close in bits. They are no neighbours on any map
    as long as the line before the skipped ones lies on none."""

    def __post_init__(self) -> None:
        if self.orientation not in DIRECTIONS:
            raise ValueError(f"orientation is 'flat' or 'pointy', not {self.orientation!r}")
        if self.lower not in ("even", "odd"):
            raise ValueError(f"lower is 'even' or 'odd', not {self.lower!r}")
        if not re.fullmatch(r"C+R+|R+C+", self.numbering):
            raise ValueError(f"numbering is like 'CCRR' or 'RRCC', not {self.numbering!r}")
        if self.columns_from not in ("left", "right"):
            raise ValueError(f"columns_from is 'left' or 'right', not {self.columns_from!r}")
        if self.columns_from == "right" and self.orientation == "flat":
            raise ValueError("columns are counted from the right on maps of pointy hexes only")
        if self.skipped is not None and (self.skipped[1] - self.skipped[0]) % 2 == 0:
            raise ValueError("an odd number of lines cannot be skipped")
        for name, (first, last) in (("columns", self.columns), ("rows", self.rows)):
            if first > last or first < 0:
                raise ValueError(f"{name} run from {first} to {last}")
            if len(str(last)) > self.numbering.count(name[0].upper()):
                raise ValueError(f"{name} run to {last}, too long for {self.numbering}")

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # What is remembered by grids would work this out again and again.
        return hash((self.orientation, self.lower, self.numbering, self.columns, self.rows))

    # The padded rectangle.

    @cached_property
    def _lines(self) -> tuple[int, int]:
        return self.columns if self.orientation == "flat" else self.rows

    @cached_property
    def _places(self) -> tuple[int, int]:
        return self.rows if self.orientation == "flat" else self.columns

    def _laid(self, line: int) -> int:
        """The number of a line when those that are skipped are not counted."""
        if self.skipped is None or line < self.skipped[0]:
            return line
        return line - (self.skipped[1] - self.skipped[0] + 1)

    def _printed(self, laid: int) -> int:
        """The other way."""
        if self.skipped is None or laid < self.skipped[0]:
            return laid
        return laid + (self.skipped[1] - self.skipped[0] + 1)

    def _slant(self, line: int) -> int:
        """How far axial coordinates on a line fall behind the printed ones."""
        line = self._laid(line)
        odd = line & 1
        return (line - odd) // 2 if self.lower == "odd" else (line + odd) // 2

    @cached_property
    def _origin(self) -> int:
        return self._places[0] - self._slant(self._lines[1])

    @cached_property
    def stride(self) -> int:
        """Bits from a hex to the same axial place on the next line; one of them is padding."""
        return self._places[1] - self._slant(self._lines[0]) - self._origin + 2

    @cached_property
    def area(self) -> int:
        """The bits of the padded rectangle."""
        return (self._laid(self._lines[1]) - self._lines[0] + 1) * self.stride

    @property
    def size(self) -> int:
        """One more than the highest bit in use."""
        return self.area

    @cached_property
    def shifts(self) -> tuple[int, int, int, int, int, int]:
        """How far a bit moves in each direction, clockwise; negative is to the right."""
        up = self.stride
        if self.orientation == "flat":
            return (-1, up - 1, up, 1, 1 - up, -up)
        return (1 - up, 1, up, up - 1, -1, -up)

    @cached_property
    def everywhere(self) -> Hexes:
        """All hexes of the rectangle."""
        return bit_set(
            self.at(column, row)
            for column in range(self.columns[0], self.columns[1] + 1)
            for row in range(self.rows[0], self.rows[1] + 1)
            if not self._is_skipped(column if self.orientation == "flat" else row)
        )

    def _is_skipped(self, line: int) -> bool:
        return self.skipped is not None and self.skipped[0] <= line <= self.skipped[1]

    # Labels, both ways.

    def at(self, column: int, row: int) -> Hex:
        """The hex at a printed column and row.

        >>> Grid("pointy", "odd", "RRCC", (1, 8), (1, 8)).at(3, 2) >= 0
        True
        """
        line, place = (column, row) if self.orientation == "flat" else (row, column)
        first, last = self._lines
        low, high = self._places
        if not (first <= line <= last and low <= place <= high) or self._is_skipped(line):
            raise ValueError(f"column {column}, row {row} is off the map")
        place = self._turned(place)
        return (self._laid(line) - first) * self.stride + place - self._slant(line) - self._origin

    def _turned(self, place: int) -> int:
        """A place on a line counted from the other end, if columns are; and back."""
        return sum(self._places) - place if self.columns_from == "right" else place

    def _line_place(self, hex_: Hex) -> tuple[int, int]:
        """The line of a hex and its place there, counted from the left or from above."""
        line, place = divmod(hex_, self.stride)
        line = self._printed(line + self._lines[0])
        return line, place + self._slant(line) + self._origin

    def column_row(self, hex_: Hex) -> tuple[int, int]:
        """The printed column and row of a hex.

        >>> grid = Grid("flat", "odd", "CCRR", (1, 9), (1, 9))
        >>> grid.column_row(grid.at(4, 7))
        (4, 7)
        """
        line, place = self._line_place(hex_)
        first, last = self._lines
        low, high = self._places
        if not (first <= line <= last and low <= place <= high):
            raise ValueError(f"bit {hex_} is padding, not a hex")
        place = self._turned(place)
        return (line, place) if self.orientation == "flat" else (place, line)

    @cached_property
    def _widths(self) -> tuple[int, int]:
        return self.numbering.count("C"), self.numbering.count("R")

    def hex(self, label: str) -> Hex:
        """The hex with this printed number.

        >>> Grid("flat", "even", "CCRR", (1, 9), (1, 9)).hex("0912")
        Traceback (most recent call last):
        ...
        ValueError: hex 0912 is off the map
        """
        known = self._by_label.get(label)
        if known is not None:
            return known
        wide, high = self._widths
        if len(label) != wide + high or not label.isascii() or not label.isdigit():
            raise ValueError(f"{label!r} is not a hex number of the form {self.numbering}")
        if self.numbering[0] == "C":
            column, row = int(label[:wide]), int(label[wide:])
        else:
            row, column = int(label[:high]), int(label[high:])
        try:
            return self.at(column, row)
        except ValueError:
            raise ValueError(f"hex {label} is off the map") from None

    @cached_property
    def _by_label(self) -> dict[str, Hex]:
        return {label: hex_ for hex_, label in self._labels.items()}

    def label(self, hex_: Hex) -> str:
        """The printed number of a hex."""
        return self._labels[hex_]

    @cached_property
    def _labels(self) -> dict[Hex, str]:
        return {hex_: self._format(*self.column_row(hex_)) for hex_ in members(self.everywhere)}

    def _format(self, column: int, row: int) -> str:
        wide, high = self._widths
        if self.numbering[0] == "C":
            return f"{column:0{wide}}{row:0{high}}"
        return f"{row:0{high}}{column:0{wide}}"

    def hexes(self, *labels: str) -> Hexes:
        """The set of the hexes with these numbers.

        >>> grid = Grid("flat", "even", "CCRR", (1, 9), (1, 9))
        >>> grid.labels(grid.hexes("0203", "0102"))
        ['0102', '0203']
        """
        return bit_set(self.hex(label) for label in labels)

    def labels(self, hexes: Hexes) -> list[str]:
        """The numbers of a set of hexes, sorted."""
        return list(_sorted_labels(self, hexes))

    # Who lies next to whom.

    def neighbours(self, hex_: Hex) -> list[Hex]:
        """The hexes around a hex, clockwise, those off the map left out."""
        everywhere = self.everywhere
        around = (hex_ + shift for shift in self.shifts)
        return [n for n in around if n >= 0 and everywhere >> n & 1]

    def direction(self, hex_: Hex, neighbour: Hex) -> int:
        """The direction (0 to 5, clockwise) in which a neighbour lies.

        >>> grid = Grid("flat", "even", "CCRR", (1, 29), (1, 33))
        >>> grid.direction(grid.hex("0616"), grid.hex("0617"))
        3
        """
        try:
            return self.shifts.index(neighbour - hex_)
        except ValueError:
            raise ValueError(
                f"{self.label(hex_)} and {self.label(neighbour)} are not neighbours"
            ) from None

    def distance(self, a: Hex, b: Hex) -> int:
        """The length of the shortest way between two hexes on an empty grid."""
        line_a, place_a = divmod(a, self.stride)
        line_b, place_b = divmod(b, self.stride)
        lines, places = line_b - line_a, place_b - place_a
        return (abs(lines) + abs(places) + abs(lines + places)) // 2

    def ring(self, hex_: Hex, radius: int) -> Hexes:
        """The hexes at exactly this distance.

        >>> grid = Grid("flat", "even", "CCRR", (1, 9), (1, 9))
        >>> [grid.ring(grid.hex("0505"), n).bit_count() for n in range(3)]
        [1, 6, 12]
        """
        if radius < 0:
            return 0
        inside = _ball(self, hex_, radius - 1) if radius else 0
        return _ball(self, hex_, radius) & ~inside

    # Where a hex lies on paper. The side of a hex is 1.

    def centre(self, hex_: Hex) -> tuple[float, float]:
        """The centre of a hex, x to the right and y down, in lengths of a hex's side.

        >>> grid = Grid("flat", "even", "CCRR", (1, 29), (1, 33))
        >>> grid.centre(grid.hex("0101")), grid.centre(grid.hex("0301"))
        ((1.0, 0.8660254037844386), (4.0, 0.8660254037844386))
        """
        line, place = self._line_place(hex_)
        pushed = (line & 1 == 0) == (self.lower == "even")
        along = (place - self._places[0]) * sqrt(3) + sqrt(3) / 2 + (sqrt(3) / 2 if pushed else 0)
        across = (line - self._lines[0]) * 1.5 + 1.0
        return (across, along) if self.orientation == "flat" else (along, across)

    def corners(self, hex_: Hex) -> list[tuple[float, float]]:
        """The six corners of a hex, clockwise; side d of the hex joins corners d and d + 1."""
        x, y = self.centre(hex_)
        half, root = 0.5, sqrt(3) / 2
        if self.orientation == "flat":
            around = [(-half, -root), (half, -root), (1.0, 0.0), (half, root), (-half, root)]
            around.append((-1.0, 0.0))
        else:
            around = [(0.0, -1.0), (root, -half), (root, half), (0.0, 1.0), (-root, half)]
            around.append((-root, -half))
        return [(x + dx, y + dy) for dx, dy in around]


@lru_cache(maxsize=1 << 10)
def _sorted_labels(grid: Grid, hexes: Hexes) -> tuple[str, ...]:
    """Views tell the same zones and lines again and again."""
    return tuple(sorted(map(grid.label, members(hexes))))


@lru_cache(maxsize=1 << 16)
def _ball(grid: Grid, hex_: Hex, radius: int) -> Hexes:
    """All hexes within this distance."""
    if radius == 0:
        return 1 << hex_
    inner = _ball(grid, hex_, radius - 1)
    grown = inner
    for shift in grid.shifts:
        grown |= inner << shift if shift > 0 else inner >> -shift
    return grown & grid.everywhere
