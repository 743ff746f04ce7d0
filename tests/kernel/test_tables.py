"""Results tables: which column a value falls into, and what is wrong with a table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trenchline.kernel.data import DataError
from trenchline.kernel.tables import Table, load_loss_table, loss_pair

FILE = Path("tables.toml")


@given(st.sets(st.integers(-5, 60), min_size=1, max_size=12), st.integers(-5, 80))
@settings(deadline=None)
def test_a_value_belongs_to_the_last_column_it_reaches(bounds: set[int], value: int) -> None:
    columns = tuple(sorted(bounds))
    table = Table(columns, tuple(map(str, columns)), {1: columns})
    reached = [bound for bound in columns if bound <= value]
    if reached:
        assert table.cell(1, value) == reached[-1]
        assert table.column(value) == len(reached) - 1
    else:
        with pytest.raises(ValueError, match="below the table's first column"):
            table.column(value)


def test_a_loss_table_from_toml() -> None:
    table = load_loss_table(FILE, [0, 1, 6], {"1": ["0/0", "1/0", "2/10"], "2": ["1/1"] * 3})
    assert table.columns == (0, 1, 6)
    assert table.headings == ("0", "1", "6+")
    assert (table.cell(1, 5), table.cell(1, 99), table.cell(2, 0)) == ((1, 0), (2, 10), (1, 1))


@pytest.mark.parametrize("text", ["", "3", "3/", "/3", "a/1", "1/2/3", "1-2"])
def test_text_that_is_no_loss(text: str) -> None:
    with pytest.raises(ValueError, match="int"):
        loss_pair(text)


@pytest.mark.parametrize(
    ("columns", "rows", "message"),
    [
        ([0, 1], {"1": ["0/0"]}, "row 1 has 1 cells for 2 columns"),
        ([0, 1], {"1": ["0/0", "1/0", "1/0"]}, "row 1 has 3 cells for 2 columns"),
        ([0, 1], {"1": ["0/0", "1:0"]}, "row 1 has a cell that is not like 3/1"),
        ([0, 1], {"1": ["0/0", 3]}, "row 1 has a cell that is not like 3/1"),
        ([0, 1], {"one": ["0/0", "1/0"]}, "row 'one' is not the number of a roll"),
        ([1, 0], {"1": ["0/0", "1/0"]}, "the columns should rise"),
        ([1, 1], {"1": ["0/0", "1/0"]}, "the columns should rise"),
        ([], {}, "the table has no columns"),
    ],
)
def test_a_table_of_the_wrong_shape(columns: list[int], rows: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError) as caught:
        load_loss_table(FILE, columns, rows)
    assert str(caught.value).startswith(f"tables.toml: {message}")
