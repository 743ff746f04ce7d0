"""Folders of several maps: what is wrong in them is named with its file and line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from trenchline.kernel import provenance
from trenchline.kernel.data import DataError
from trenchline.kernel.joined import is_joined, load_joined

MAP = Path(__file__).parents[1] / "straits" / "map"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(MAP, tmp_path / "map"))


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def test_a_folder_of_several_maps_is_known_by_its_list(folder: Path) -> None:
    assert is_joined(folder)
    assert not is_joined(folder / "cape")


def test_the_sources_of_all_sheets_are_known(folder: Path) -> None:
    assert provenance.hexes(folder)["C0303"].source == "reconstructed"
    assert len(provenance.hexes(folder)) == 25
    assert list(provenance.places(folder)) == ["S0102", "S0402", "C0202"]


def test_hexsides_may_lie_between_two_sheets(folder: Path) -> None:
    change(
        folder / "sheets.toml",
        'moved = [0, 8]\nscale = "400 km"',
        'moved = [4, 0]\nscale = "20 km"',
    )
    (folder / "hexsides.csv").write_text(
        "hex,neighbour,kind,name,source,note\nS0401,C0101,rail,The Line,reconstructed,\n"
    )
    board = load_joined(folder)
    here, there = board.grid.hex("S0401"), board.grid.hex("C0101")
    assert board.side_names[here, there, "rail"] == "The Line"
    assert board.ways_along("rail")


@pytest.mark.parametrize(
    ("file", "old", "new", "why"),
    [
        ("sheets.toml", 'prefix = "C"', "", "sheets.toml: .*prefix should be a text"),
        ("sheets.toml", "moved = [0, 8]", "moved = [0]", "sheet cape: moved should be two"),
        (
            "sheets.toml",
            "moved = [0, 8]",
            "moved = [1, 8]",
            "sheet cape must be moved by",
        ),
        ("sheets.toml", "moved = [0, 8]", "moved = [0, 4]", "strand and cape touch"),
        ("sheets.toml", "moved = [0, 8]", "moved = [0, 8]\ncut = [1, 3]", "columns of cut should"),
        ("sheets.toml", "moved = [0, 8]", "moved = [0, 8]\ncut = [[1, 3]]", "cut should be its"),
        (
            "sheets.toml",
            "moved = [0, 8]",
            "moved = [0, 8]\ncut = [[1, 3], [1, 3]]",
            "sheet cape: cut: nothing is left",
        ),
        (
            "sheets.toml",
            "moved = [0, 8]",
            "moved = [0, 8]\ncut = [[1, 9], [1, 1]]",
            "sheet cape: cut: ",
        ),
        ("sheets.toml", 'name = "cape"', 'name = "../cape"', "named like a folder"),
        ("sheets.toml", 'name = "cape"', 'name = "moon"', "board.toml: the file is missing"),
        ("boxes.csv", "Bay,The Bay,sea", "Bay,The Bay,sky", "boxes.csv:2: kind is 'sky'"),
        ("boxes.csv", "Roads,Cape", "Bay,Cape", "Bay stands for two places"),
        ("links.csv", "S0104 S0204,Bay", "S0104 S0904,Bay", "links.csv:2: there is no hex or box"),
        ("links.csv", "S0104 S0204,Bay", ",Bay", "links.csv:2: from names no place"),
        ("links.csv", "Bay,Ocean,sea", "Bay,Ocean,air", "links.csv:4: kind is 'air'"),
        ("links.csv", "one-way", "perhaps", "links.csv:7: one_way is 'perhaps'"),
        ("strand/hexes.csv", "0104,water,reconstructed,\n", "", "links.csv:2: hex S0104 is not"),
    ],
)
def test_what_is_wrong_is_told_with_its_file(
    folder: Path, file: str, old: str, new: str, why: str
) -> None:
    change(folder / file, old, new)
    with pytest.raises(DataError, match=why):
        load_joined(folder)
