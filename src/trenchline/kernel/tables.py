"""Tables of results: a row a die roll, a column a step of strength."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, TypeVar

from trenchline.kernel.data import DataError, File
from trenchline.kernel.exact import Exact, ratio

Cell = TypeVar("Cell")


@dataclass(frozen=True)
class Table(Generic[Cell]):
    """A results table.

    ``columns`` are rising lower bounds, fractions where need be: a value belongs to the last column
    whose bound it reaches, and anything above the last bound to the last column.

    >>> crt = Table((0, 1, 5), ("0", "1", "5+"), {1: ("a", "b", "c"), 2: ("d", "e", "f")})
    >>> crt.column(9), crt.cell(2, 4)
    (2, 'e')
    """

    columns: tuple[Exact, ...]
    headings: tuple[str, ...]
    rows: dict[int, tuple[Cell, ...]]

    def column(self, value: Exact) -> int:
        """The number of the column a value falls into."""
        found = bisect_right(self.columns, value) - 1
        if found < 0:
            raise ValueError(f"{value} lies below the table's first column, {self.columns[0]}")
        return found

    def cell(self, row: int, value: Exact) -> Cell:
        """The cell in a row under the column of a value."""
        return self.rows[row][self.column(value)]

    def shifted(self, column: int, by: int) -> int:
        """The column so many to the right (or, if negative, to the left), as far as there are any.

        >>> crt = Table((ratio("1:2"), ratio("3:2")), ("1:2", "3:2"), {1: ("a", "b")})
        >>> crt.column(ratio("8:5")), crt.column(ratio("7:5")), crt.shifted(1, 3)
        (1, 0, 1)
        """
        return max(0, min(len(self.columns) - 1, column + by))

    def row(self, roll: int) -> tuple[Cell, ...]:
        """The row of a roll; one beyond the ends of the table counts as the end."""
        return self.rows[max(min(self.rows), min(max(self.rows), roll))]


def load_ratio_table(
    file: File, columns: Sequence[str], rows: Mapping[str, Sequence[str]]
) -> Table[str]:
    """A table whose columns are odds (``3:2``), from TOML rows, checked for shape."""
    try:
        bounds = tuple(ratio(column) for column in columns)
    except ValueError as error:
        raise DataError(file, None, str(error)) from None
    _check_columns(file, bounds)
    cells: dict[int, tuple[str, ...]] = {}
    for roll, texts in rows.items():
        if not re.fullmatch(r"-?\d+", roll):
            raise DataError(file, None, f"row {roll!r} is not the number of a roll")
        _check_row(file, roll, texts, bounds)
        cells[int(roll)] = tuple(texts)
    if sorted(cells) != list(range(min(cells, default=0), max(cells, default=-1) + 1)) or not cells:
        raise DataError(file, None, "the rows should leave no roll out")
    return Table(bounds, tuple(columns), cells)


def _check_columns(file: File, columns: Sequence[Exact]) -> None:
    if not columns:
        raise DataError(file, None, "the table has no columns")
    if any(right <= left for left, right in pairwise(columns)):
        raise DataError(file, None, f"the columns should rise: {', '.join(map(str, columns))}")


def _check_row(file: File, roll: str, texts: Sequence[str], columns: Sequence[Exact]) -> None:
    if len(texts) != len(columns):
        raise DataError(file, None, f"row {roll} has {len(texts)} cells for {len(columns)} columns")


def loss_pair(text: str) -> tuple[int, int]:
    """A cell of the form attacker's loss / defender's loss.

    >>> loss_pair("3/1")
    (3, 1)
    """
    attacker, _, defender = text.partition("/")
    return int(attacker), int(defender)


def load_loss_table(
    file: File, columns: Sequence[int], rows: dict[str, list[str]]
) -> Table[tuple[int, int]]:
    """A table of loss pairs from TOML rows, checked for shape."""
    _check_columns(file, columns)
    cells: dict[int, tuple[tuple[int, int], ...]] = {}
    for roll, texts in rows.items():
        if not roll.isdecimal():
            raise DataError(file, None, f"row {roll!r} is not the number of a roll")
        _check_row(file, roll, texts, columns)
        try:
            cells[int(roll)] = tuple(loss_pair(text) for text in texts)
        except (ValueError, AttributeError):
            raise DataError(file, None, f"row {roll} has a cell that is not like 3/1") from None
    headings = [str(bound) for bound in columns]
    headings[-1] += "+"
    return Table(tuple(columns), tuple(headings), cells)
