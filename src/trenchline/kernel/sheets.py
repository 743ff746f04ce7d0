"""Several maps in one game: sheets that join, sheets of another scale, and boxes off the hexes.

All sheets are laid on one common grid, each moved by some columns and rows, so that a set of
hexes is still one int and a flood runs over all of them at once. Sheets of the same scale that
touch are joined; one of another scale must be laid apart. Boxes (a sea, a port) are bits above the
grid. They have no neighbours, only links (``links``).

Each sheet keeps the grid that is printed on it, for its labels and its picture. Where numbers alone
do not tell the sheets apart, a prefix does: ``W0509``, ``AF1203``. A box is written by its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Grid, Hex, Hexes


@dataclass(frozen=True)
class Sheet:
    """A map: its grid as printed, and where it is laid."""

    name: str
    title: str
    grid: Grid
    prefix: str = ""
    moved: tuple[int, int] = (0, 0)
    """How many columns and rows its numbers are moved by on the common grid."""
    scale: str = ""
    """What a hex measures. Sheets of one scale that touch are joined."""
    cut: tuple[tuple[int, int], tuple[int, int]] | None = None
    """The first and last column and row, as printed, of a corner that is not on the sheet."""

    @cached_property
    def hexes(self) -> Hexes:
        """All hexes of the sheet, on its own grid."""
        if self.cut is None:
            return self.grid.everywhere
        (left, right), (top, bottom) = self.cut
        return self.grid.everywhere & ~bit_set(
            self.grid.at(column, row)
            for column in range(left, right + 1)
            for row in range(top, bottom + 1)
        )


@dataclass(frozen=True)
class SheetGrid(Grid):
    """The common grid of several sheets, and boxes above it; made by ``lay``.

    >>> printed = Grid("flat", "even", "CCRR", (1, 2), (1, 2))
    >>> west = Sheet("west", "West", printed, "W", scale="20 km")
    >>> east = Sheet("east", "East", printed, "E", (2, 0), "20 km")
    >>> africa = Sheet("africa", "Africa", printed, "AF", (4, 9), "400 km")
    >>> grid = lay([west, east, africa], ["Atlantic"])
    >>> [grid.label(hex_) for hex_ in grid.neighbours(grid.hex("W0201"))]
    ['E0101', 'E0102', 'W0202', 'W0102', 'W0101']
    >>> grid.labels(grid.on("africa")), grid.label(grid.hex("Atlantic"))
    (['AF0101', 'AF0102', 'AF0201', 'AF0202'], 'Atlantic')
    >>> printed.label(grid.printed(grid.hex("AF0102")))
    '0102'
    >>> grid.hex("AF0909")
    Traceback (most recent call last):
    ValueError: there is no hex or box 'AF0909'
    """

    sheets: tuple[Sheet, ...] = ()
    boxes: tuple[str, ...] = ()

    # What is on the sheets.

    @cached_property
    def everywhere(self) -> Hexes:
        """All hexes of all sheets; boxes are no hexes."""
        return reduce(or_, self._of_sheet.values())

    @cached_property
    def all_boxes(self) -> Hexes:
        """All boxes."""
        return ((1 << len(self.boxes)) - 1) << self._first_box

    @cached_property
    def _first_box(self) -> int:
        # A line stays free, so that no step from a hex ends in a box.
        return self.area + self.stride + 1

    @property
    def size(self) -> int:
        """One more than the highest bit in use."""
        return self._first_box + len(self.boxes)

    @cached_property
    def _of_sheet(self) -> dict[str, Hexes]:
        return {
            sheet.name: bit_set(self._place(sheet, own) for own in members(sheet.hexes))
            for sheet in self.sheets
        }

    def _place(self, sheet: Sheet, own: Hex) -> Hex:
        """Where a hex of a sheet is laid."""
        column, row = sheet.grid.column_row(own)
        return Grid.at(self, column + sheet.moved[0], row + sheet.moved[1])

    def on(self, sheet: str) -> Hexes:
        """The hexes of a sheet."""
        return self._of_sheet[sheet]

    def sheet(self, hex_: Hex) -> Sheet | None:
        """The sheet on which a hex lies; None for a box."""
        return self._own[hex_][0] if hex_ in self._own else None

    def printed(self, hex_: Hex) -> Hex:
        """A hex as its own sheet numbers it."""
        return self._own[hex_][1]

    @cached_property
    def _own(self) -> dict[Hex, tuple[Sheet, Hex]]:
        """The sheet of each hex, and which hex of it."""
        return {
            self._place(sheet, own): (sheet, own)
            for sheet in self.sheets
            for own in members(sheet.hexes)
        }

    def lay_out(self, sheet: str, hexes: Hexes) -> Hexes:
        """Hexes of a sheet, numbered as on its own grid, as they lie on the common one."""
        laid = next(found for found in self.sheets if found.name == sheet)
        return bit_set(self._place(laid, own) for own in members(hexes))

    # Labels, both ways.

    def hex(self, label: str) -> Hex:
        """The hex or box that is written so."""
        try:
            return self._numbers[label]
        except KeyError:
            raise ValueError(f"there is no hex or box {label[:20]!r}") from None

    @cached_property
    def _numbers(self) -> dict[str, Hex]:
        return {label: place for place, label in self._labels.items()}

    @cached_property
    def _labels(self) -> dict[Hex, str]:
        hexes = {
            place: sheet.prefix + sheet.grid.label(own) for place, (sheet, own) in self._own.items()
        }
        return hexes | {self._first_box + n: box for n, box in enumerate(self.boxes)}

    # Where a hex lies on paper: on its own sheet.

    def centre(self, hex_: Hex) -> tuple[float, float]:
        """The centre of a hex on its own sheet, in lengths of a hex's side there."""
        sheet, own = self._own[hex_]
        return sheet.grid.centre(own)

    def on_the_table(self, hex_: Hex) -> tuple[float, float]:
        """The centre of a hex when all sheets lie on one table, as they do on the common grid."""
        return super().centre(hex_)

    def corner(self, sheet: Sheet) -> tuple[float, float]:
        """Where the paper of a sheet begins on the table."""
        own = lowest(sheet.hexes)
        x, y = self.on_the_table(self._place(sheet, own))
        own_x, own_y = sheet.grid.centre(own)
        return x - own_x, y - own_y

    def distance(self, a: Hex, b: Hex) -> int:
        """The length of the shortest way between two hexes of one map."""
        if self._own[a][0].scale != self._own[b][0].scale:
            raise ValueError(f"{self.label(a)} and {self.label(b)} lie on maps of different scales")
        return super().distance(a, b)


def lay(sheets: Sequence[Sheet], boxes: Sequence[str] = ()) -> SheetGrid:
    """Lay sheets on a common grid, with boxes above it; what does not fit is refused."""
    if not sheets:
        raise ValueError("there is no sheet")
    if len({sheet.name for sheet in sheets}) < len(sheets):
        raise ValueError("two sheets have the same name")
    first = sheets[0].grid
    ends: list[tuple[int, int, int, int]] = []
    for sheet in sheets:
        right, down = sheet.moved
        own = sheet.grid
        if own.orientation != first.orientation:
            raise ValueError(f"sheet {sheet.name} is not {first.orientation} as the others are")
        if own.columns_from != "left":
            raise ValueError(f"sheet {sheet.name} counts its columns from the right")
        odd = (right if own.orientation == "flat" else down) % 2
        if (own.lower != first.lower) != bool(odd):
            raise ValueError(f"sheet {sheet.name} must be moved by one line more, or less")
        ends.append(
            (own.columns[0] + right, own.columns[1] + right, own.rows[0] + down, own.rows[1] + down)
        )
    lefts, rights, tops, bottoms = zip(*ends, strict=True)
    numbering = "C" * len(str(max(rights))) + "R" * len(str(max(bottoms)))
    grid = SheetGrid(
        first.orientation,
        first.lower,
        numbering,
        (min(lefts), max(rights)),
        (min(tops), max(bottoms)),
        sheets=tuple(sheets),
        boxes=tuple(boxes),
    )
    _check(grid)
    return grid


def _check(grid: SheetGrid) -> None:
    """Every hex lies on one sheet, has a label of its own, and touches none of another scale."""
    laid = 0
    for sheet in grid.sheets:
        here = grid.on(sheet.name)
        if here & laid:
            label = grid.labels(here & laid)[0]
            raise ValueError(f"sheet {sheet.name} lies over another in {label}")
        laid |= here
        around = _grown(grid, here)
        for other in grid.sheets:
            if other.scale != sheet.scale and grid.on(other.name) & around:
                raise ValueError(f"sheets {sheet.name} and {other.name} touch, but differ in scale")
    labels = list(grid._labels.values())
    if len(set(labels)) < len(labels):
        twice = next(label for label in labels if labels.count(label) > 1)
        raise ValueError(f"{twice} stands for two places; give the sheets prefixes")
    for box in grid.boxes:
        if not box or box.split() != [box]:
            raise ValueError(f"box {box!r} should be one word")


def _grown(grid: Grid, hexes: Hexes) -> Hexes:
    grown = hexes
    for shift in grid.shifts:
        grown |= hexes << shift if shift > 0 else hexes >> -shift
    return grown
