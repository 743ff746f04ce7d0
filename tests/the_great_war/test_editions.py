"""Our data against what ``columns.toml`` says of it, and an edition with mistakes in it."""

from __future__ import annotations

from pathlib import Path
from shutil import copy

import pytest

from trenchline.games import SHELF
from trenchline.games.the_great_war.tables import FOLDER
from trenchline.kernel.audit import columns_of, differences, explanations, problems, wrong_cell
from trenchline.kernel.data import read_rows
from trenchline.kernel.editions import Edition, data_files, open_edition

TOLD = explanations(FOLDER)
ROWS = [name for name in data_files(FOLDER) if name.endswith(".csv") and "pins" not in name]


@pytest.mark.parametrize("name", ROWS)
def test_every_column_is_explained_and_every_cell_reads_so(name: str) -> None:
    header, rows = read_rows(FOLDER / name)
    columns = columns_of(name, TOLD)
    assert set(header) <= set(columns)
    for row in rows:
        for column in header:
            assert wrong_cell(column, row.cells[column], columns[column]) is None, row.line


def test_the_charts_and_scenarios_belong_to_the_data() -> None:
    files = data_files(FOLDER)
    assert "tables/mobile.toml" in files
    assert "caporetto/scenario.toml" in files
    assert "liege/map/hexes.csv" in files


def edition(folder: Path, name: str, old: str, new: str) -> Edition:
    """An edition in which one file says something else."""
    (folder / "edition.toml").write_text('game = "the_great_war"\ntitle = "My box"\n')
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    copy(FOLDER / name, folder / name)
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return open_edition(folder, SHELF)


def found(folder: Path, name: str, old: str, new: str) -> list[str]:
    return [str(error) for error in problems(edition(folder, name, old, new), FOLDER)]


def test_a_rating_that_is_none_is_found(tmp_path: Path) -> None:
    (error,) = found(tmp_path, "gorizia/units.csv", "6-9-5", "six")
    assert "units.csv:" in error
    assert "rating is 'six'" in error


def test_what_the_text_tells_cannot_be_changed(tmp_path: Path) -> None:
    (error,) = found(tmp_path, "tables/stacking.toml", "units = 6", "units = 7")
    assert "stacking.toml" in error


def test_what_we_reconstructed_may_be_replaced(tmp_path: Path) -> None:
    mine = edition(tmp_path, "tables/mobile.toml", '"AE", "AE"', '"AH", "AE"')
    assert list(problems(mine, FOLDER)) == []
    assert [str(other) for other in differences(mine, FOLDER)]
