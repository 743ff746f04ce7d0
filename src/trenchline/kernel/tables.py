"""Tables of results: a row a die roll, a column a step of strength."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, TypeVar

from trenchline.kernel.data import DataError, File

Cell = TypeVar("Cell")


@dataclass(frozen=True)
class Table(Generic[Cell]):
    """A results table.

    ``columns`` are rising lower bounds: a value belongs to the last column whose bound it reaches,
    and anything above the last bound to the last column.

    >>> crt = Table((0, 1, 5), ("0", "1", "5+"), {1: ("a", "b", "c"), 2: ("d", "e", "f")})
    >>> crt.column(9), crt.cell(2, 4)
    (2, 'e')
    """

    columns: tuple[int, ...]
    headings: tuple[str, ...]
    rows: dict[int, tuple[Cell, ...]]

    def column(self, value: int) -> int:
        """The number of the column a value falls into."""
        if value < self.columns[0]:
            raise ValueError(f"{value} lies below the table's first column, {self.columns[0]}")
        return max(n for n, bound in enumerate(self.columns) if bound <= value)

    def cell(self, row: int, value: int) -> Cell:
        """The cell in a row under the column of a value."""
        return self.rows[row][self.column(value)]


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
    if not columns:
        raise DataError(file, None, "the table has no columns")
    if any(right <= left for left, right in pairwise(columns)):
        raise DataError(file, None, f"the columns should rise: {', '.join(map(str, columns))}")
    cells: dict[int, tuple[tuple[int, int], ...]] = {}
    for roll, texts in rows.items():
        if not roll.isdecimal():
            raise DataError(file, None, f"row {roll!r} is not the number of a roll")
        if len(texts) != len(columns):
            raise DataError(
                file, None, f"row {roll} has {len(texts)} cells for {len(columns)} columns"
            )
        try:
            cells[int(roll)] = tuple(loss_pair(text) for text in texts)
        except (ValueError, AttributeError):
            raise DataError(file, None, f"row {roll} has a cell that is not like 3/1") from None
    headings = [str(bound) for bound in columns]
    headings[-1] += "+"
    return Table(tuple(columns), tuple(headings), cells)
