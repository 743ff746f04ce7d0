"""A small map loads, and every mistake in one is told with its file and line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from trenchline.kernel.board import Board, load_board
from trenchline.kernel.data import DataError
from trenchline.kernel.floods import flood, step

WORDS = {
    "country": ("", "Belgium", "France"),
    "terrain": ("clear", "rough", "sea"),
    "sea": ("", "Channel"),
    "edge": ("", "west"),
    "side": ("blocked", "rail", "river"),
    "place": ("city", "fort"),
}

FILES = {
    "board.toml": """\
[grid]
orientation = "flat"
lower = "even"
numbering = "CCRR"
columns = [1, 3]
rows = [1, 2]

[paper]
scale = 70
""",
    "hexes.csv": """\
hex,country,terrain,sea,edge,source,note
0101,,sea,Channel,west,reconstructed,
0102,France,clear,,west,reconstructed,
0201,Belgium,clear,,,history,
0202,France,rough,,,rulebook,the only rough hex
0302,France,clear,,,reconstructed,
""",
    "hexsides.csv": """\
hex,neighbour,kind,name,source,note
0201,0202,river,Meuse,history,
0102,0201,blocked,,reconstructed,
0102,0202,rail,,reconstructed,

0302,0202,rail,,reconstructed,
0201,0202,rail,,reconstructed,
""",
    "places.csv": """\
hex,kind,name,owner,value,source,note
0201,city,Brussels,Belgium,2,rulebook,
0201,fort,Namur,Belgium,,history,
0202,fort,,France,1,history,
0302,city,Paris,France,5,rulebook,
""",
}

Edit = Callable[[str, str, str], Path]
"""Write the map with one text in one file replaced by another."""


@pytest.fixture
def edit(tmp_path: Path) -> Edit:
    def write(file: str = "", old: str = "", new: str = "") -> Path:
        assert not file or FILES[file].count(old) == 1
        for name, text in FILES.items():
            (tmp_path / name).write_text(
                text.replace(old, new) if name == file else text, encoding="utf-8"
            )
        return tmp_path

    return write


@pytest.fixture
def board(edit: Edit) -> Board:
    return load_board(edit("", "", ""), WORDS)


def test_hexes_and_their_facts(board: Board) -> None:
    labels = board.grid.labels
    assert labels(board.hexes) == ["0101", "0102", "0201", "0202", "0302"]
    assert labels(board.where("country", "France")) == ["0102", "0202", "0302"]
    assert labels(board.where("terrain", "sea", "rough")) == ["0101", "0202"]
    assert labels(board.having("edge")) == ["0101", "0102"]
    assert board.facts[board.grid.hex("0202")]["note"] == "the only rough hex"
    assert board.settings["paper"] == {"scale": 70}


def test_places_and_names(board: Board) -> None:
    grid = board.grid
    assert grid.labels(board.of_kind("city")) == ["0201", "0302"]
    assert grid.labels(board.of_kind("city", "France")) == ["0302"]
    paris, namur = board.place(grid.hex("0302"), "city"), board.place(grid.hex("0201"), "fort")
    assert paris is not None
    assert (paris.name, paris.owner, paris.value, paris.source) == (
        "Paris",
        "France",
        5,
        "rulebook",
    )
    assert namur is not None
    assert namur.value == 0
    assert board.place(grid.hex("0102"), "city") is None
    assert [board.name(grid.hex(h)) for h in ("0201", "0202")] == ["0201 Brussels", "0202"]


def test_hexsides_lie_on_both_hexes(board: Board) -> None:
    grid = board.grid
    a, b = grid.hex("0201"), grid.hex("0202")
    assert board.sides["river"][grid.direction(a, b)] == 1 << a
    assert board.sides["river"][grid.direction(b, a)] == 1 << b
    assert board.side_names[a, b, "river"] == board.side_names[b, a, "river"] == "Meuse"
    assert (a, b, "blocked") not in board.side_names


def test_a_hexside_on_the_rim_has_a_hex_and_a_direction(edit: Edit) -> None:
    board = load_board(edit("hexsides.csv", "0302,0202,rail", "0302,SE,river"), WORDS)
    hex_ = board.grid.hex("0302")
    assert board.sides["river"][2] == 1 << hex_
    assert sum(hexes.bit_count() for hexes in board.sides["river"]) == 3


def test_ways_over_land_and_along_rails(board: Board) -> None:
    grid = board.grid
    land = board.hexes & ~board.where("terrain", "sea")
    over_land = board.ways(land)
    assert grid.labels(step(grid.hexes("0102"), over_land)) == ["0202"]
    assert grid.labels(step(grid.hexes("0201"), over_land)) == ["0202", "0302"]
    rails = board.ways_along("rail")
    assert grid.labels(flood(grid.hexes("0102"), land, rails)) == ["0102", "0201", "0202", "0302"]
    assert step(board.hexes, board.ways_along("canal")) == 0
    assert board.ways(land, blocked="canal").by1 == over_land.by1


# Mistakes.


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file(edit: Edit, file: str) -> None:
    folder = edit("", "", "")
    (folder / file).unlink()
    with pytest.raises(DataError, match=f"^{file}: the file is missing$"):
        load_board(folder, WORDS)


@pytest.mark.parametrize("file", FILES)
def test_a_file_that_is_not_utf_8(edit: Edit, file: str) -> None:
    folder = edit("", "", "")
    lines = (folder / file).read_bytes().split(b"\n")
    lines[2] += b"\xe9"
    (folder / file).write_bytes(b"\n".join(lines))
    with pytest.raises(DataError, match=f"^{file}:3: not UTF-8 text"):
        load_board(folder, WORDS)


@pytest.mark.parametrize("file", [name for name in FILES if name.endswith(".csv")])
def test_a_wrong_header(edit: Edit, file: str) -> None:
    with pytest.raises(DataError, match=f"^{file}:1: the columns should be hex,"):
        load_board(edit(file, "source,note", "source"), WORDS)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("board.toml", '"flat"', "flat", "board.toml:2: Invalid value"),
        ("board.toml", "[grid]", "[greed]", "board.toml: 'grid' is missing"),
        ("board.toml", 'lower = "even"', "", "board.toml: 'lower' is missing"),
        ("board.toml", '"even"', '"left"', "board.toml: [grid]: lower is 'even' or 'odd'"),
        ("board.toml", "[1, 3]", "[3, 1]", "board.toml: [grid]: columns run from 3 to 1"),
        ("board.toml", "[1, 3]", "[1, 2, 3]", "board.toml: [grid]: [1, 2, 3] are not two"),
        ("board.toml", "[1, 3]", "3", "board.toml: [grid]: "),
        ("board.toml", "[1, 3]", "[1.0, 3.0]", "board.toml: [grid]: [1.0, 3.0] are not two"),
        ("board.toml", "[1, 3]", '["1", "3"]', "board.toml: [grid]: "),
        ("board.toml", "[1, 3]", "[1, 300]", "board.toml: [grid]: columns run to 300"),
        ("board.toml", '"CCRR"', "4", "board.toml: [grid]: "),
        ("board.toml", "[grid]", "grid = 4\n[more]", "board.toml: [grid]: "),
        ("hexes.csv", "0202,France", "202,France", "hexes.csv:5: '202' is not a hex number"),
        ("hexes.csv", "0202,France", "0204,France", "hexes.csv:5: hex 0204 is off the map"),
        ("hexes.csv", "0202,France", "0201,France", "hexes.csv:5: hex 0201 has a row already"),
        ("hexes.csv", "rough,,,", "rough,,", "hexes.csv:5: 6 cells, but there are 7 columns"),
        ("hexes.csv", "Belgium", "Belgum", "hexes.csv:4: country is 'Belgum', not one of"),
        ("hexes.csv", "rough,,", "swamp,,", "hexes.csv:5: terrain is 'swamp', not one of"),
        ("hexes.csv", "Channel", "Chanel", "hexes.csv:2: sea is 'Chanel', not one of"),
        ("hexes.csv", "Channel,west", "Channel,left", "hexes.csv:2: edge is 'left', not one of"),
        ("hexes.csv", "rulebook", "memory", "hexes.csv:5: source is 'memory', not one of"),
        ("hexsides.csv", "0302,0202", "0302,0102", "hexsides.csv:6: 0302 and 0102 are not neigh"),
        ("hexsides.csv", "0302,0202", "0302,0302", "hexsides.csv:6: 0302 and 0302 are not neigh"),
        ("hexsides.csv", "0302,0202", "0302,0301", "hexsides.csv:6: hexside 0302/0301 is not on"),
        ("hexsides.csv", "0302,0202", "0302,0402", "hexsides.csv:6: hex 0402 is off the map"),
        ("hexsides.csv", "0302,0202", "0302,x", "hexsides.csv:6: 'x' is not a hex number"),
        ("hexsides.csv", "0302,0202", "0102,0202", "hexsides.csv:6: hexside 0102/0202 is rail"),
        ("hexsides.csv", "0302,0202", "0202,0102", "hexsides.csv:6: hexside 0202/0102 is rail"),
        ("hexsides.csv", "0302,0202", "0302,SW", "hexsides.csv:6: hexside 0302/SW is not on the r"),
        ("hexsides.csv", "0302,0202", "0301,NE", "hexsides.csv:6: hexside 0301/NE is not on the m"),
        ("hexsides.csv", "river", "brook", "hexsides.csv:2: kind is 'brook', not one of"),
        ("places.csv", "0302,city", "0301,city", "places.csv:5: hex 0301 is not on the map"),
        ("places.csv", "0302,city", "0401,city", "places.csv:5: hex 0401 is off the map"),
        ("places.csv", "0302,city", "0302,town", "places.csv:5: kind is 'town', not one of"),
        ("places.csv", "France,5", "France,five", "places.csv:5: value should be a whole number"),
        ("places.csv", "France,5", "France,-5", "places.csv:5: value is -5, but the least is 0"),
        ("places.csv", "France,5,rulebook", "France,5,", "places.csv:5: source is ''"),
    ],
)
def test_a_mistake_is_told_with_its_place(
    edit: Edit, file: str, old: str, new: str, message: str
) -> None:
    with pytest.raises(DataError) as caught:
        load_board(edit(file, old, new), WORDS)
    assert str(caught.value).startswith(message)


# A game that says in board.toml which columns its map has.

OWN_WORDS = """\
[words]
terrain = ["sea", "land"]
seas = ["Channel", "Ocean"]
trench = ["", "old"]
several = ["seas"]
side = ["river"]
place = ["city"]
"""

OWN_HEXES = """\
hex,terrain,seas,trench,source,note
0101,sea,Channel,,reconstructed,
0102,land,Channel Ocean,old,reconstructed,
0201,land,,,history,
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "board.toml").write_text(FILES["board.toml"] + OWN_WORDS, encoding="utf-8")
    (tmp_path / "hexes.csv").write_text(OWN_HEXES, encoding="utf-8")
    for name in ("hexsides.csv", "places.csv"):
        (tmp_path / name).write_text(FILES[name].splitlines()[0] + "\n", encoding="utf-8")
    return tmp_path


def test_a_map_has_the_columns_of_its_own_words(own: Path) -> None:
    board = load_board(own)
    labels = board.grid.labels
    assert labels(board.where("seas", "Channel")) == ["0101", "0102"]
    assert labels(board.where("seas", "Ocean")) == ["0102"]
    assert labels(board.where("trench", "old")) == ["0102"]
    assert list(board.sides) == ["river"]


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("hexes.csv", "Channel Ocean", "Channel Lake", "hexes.csv:3: seas has 'Lake', not in"),
        ("hexes.csv", "old", "new", "hexes.csv:3: trench is 'new', not one of"),
        ("hexes.csv", ",trench", "", "hexes.csv:1: the columns should be hex,terrain,seas,trench"),
        ("board.toml", 'side = ["river"]', "", "board.toml: [words] does not list 'side'"),
    ],
)
def test_a_mistake_in_own_words(own: Path, file: str, old: str, new: str, message: str) -> None:
    text = (own / file).read_text(encoding="utf-8")
    (own / file).write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_board(own)
    assert str(caught.value).startswith(message)
