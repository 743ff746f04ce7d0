"""A board of several sheets and of boxes, loaded from a folder of map folders.

``sheets.toml`` lists the sheets, each with a map folder of its own name (``board``), and says what
may stand in the columns of ``boxes.csv`` and as the kind of a link::

    [[sheets]]
    name = "west"
    title = "The West"
    prefix = "W"
    moved = [0, 0]
    scale = "20 km"
    cut = [[1, 3], [1, 9]]  # columns and rows of a corner that is not on the sheet

    [words]
    kind = ["ocean", "port"]
    traits = ["home", "frozen"]
    several = ["traits"]  # columns whose cells may hold more than one word
    link = ["sea"]

``boxes.csv`` has a row a box. ``links.csv`` joins places by a kind, each row from all that stand in
its first cell to all in its second, back again too unless it is ``one-way``. ``hexsides.csv`` has
the hexsides between hexes of two sheets, where there are any to tell of.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from trenchline.kernel.bits import members
from trenchline.kernel.board import Board, Place, load_board, load_grid, read_hexsides
from trenchline.kernel.data import DataError, File, Row, read_csv, read_toml
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.links import Links, join_links, links_between
from trenchline.kernel.sheets import Sheet, SheetGrid, lay

LINK_COLUMNS = ("from", "to", "kind", "one_way", "source", "note")


def is_joined(folder: File) -> bool:
    """Whether a ``map/`` folder holds several maps."""
    return (folder / "sheets.toml").is_file()


def sheet_folders(folder: Path) -> list[tuple[str, Path]]:
    """The prefix and the map folder of each sheet; of a single map, no prefix and the folder."""
    if not is_joined(folder):
        return [("", folder)]
    settings = read_toml(folder / "sheets.toml")
    return [(sheet["prefix"], folder / sheet["name"]) for sheet in settings["sheets"]]


def load_joined(folder: File) -> Board:
    """Load and check a folder of several maps; the board knows each sheet by itself too."""
    settings = read_toml(folder / "sheets.toml")
    words: dict[str, list[str]] = settings.get("words", {})
    sheets = [_sheet(folder, told) for told in settings.get("sheets", ())]
    boards = {sheet.name: load_board(folder / sheet.name) for sheet in sheets}
    columns = [column for column in words if column not in ("link", "several")]
    rows = list(read_csv(folder / "boxes.csv", ("box", "title", *columns, "source", "note")))
    for row in rows:
        for column in columns:
            row.words_of(column, words[column], column in words.get("several", ()))
    try:
        grid = lay(sheets, [row["box"] for row in rows])
    except ValueError as error:
        raise DataError(folder / "sheets.toml", None, str(error)) from None
    boxes = {grid.hex(row["box"]): row.cells for row in rows}
    joined = _join(grid, boards)
    seams = folder / "hexsides.csv"
    if seams.is_file():
        read_hexsides(seams, grid, joined.facts, joined.sides, joined.side_names)
    known = joined.hexes | grid.all_boxes
    links = _links(folder / "links.csv", grid, known, words.get("link", []))
    return Board(
        grid,
        joined.facts,
        joined.sides,
        joined.side_names,
        joined.places,
        settings,
        links,
        boxes,
        boards,
    )


def _sheet(folder: File, told: Mapping[str, Any]) -> Sheet:
    """A sheet as ``sheets.toml`` tells of it."""
    file = folder / "sheets.toml"
    for key in ("name", "title", "prefix", "scale"):
        if not isinstance(told.get(key), str):
            raise DataError(file, None, f"[[sheets]]: {key} should be a text")
    name = told["name"]

    def two_numbers(key: str, numbers: object) -> tuple[int, int]:
        match numbers:
            case [int(first), int(second)]:
                return first, second
        raise DataError(file, None, f"sheet {name}: {key} should be two whole numbers")

    moved = two_numbers("moved", told.get("moved"))
    cut = None
    match told.get("cut"):
        case None:
            pass
        case [columns, rows]:
            cut = (two_numbers("columns of cut", columns), two_numbers("rows of cut", rows))
        case _:
            raise DataError(file, None, f"sheet {name}: cut should be its columns and its rows")
    if not name.isidentifier():
        raise DataError(file, None, f"sheet {name!r} should be named like a folder")
    grid = load_grid(folder / name)
    sheet = Sheet(name, told["title"], grid, told["prefix"], moved, told["scale"], cut)
    try:
        if not sheet.hexes:
            raise ValueError("nothing is left of the sheet")
    except ValueError as error:
        raise DataError(file, None, f"sheet {name}: cut: {error}") from None
    return sheet


def _join(grid: SheetGrid, boards: Mapping[str, Board]) -> Board:
    """All sheets as one board; a column that a sheet lacks is empty there."""
    rows = (row for board in boards.values() for row in board.facts.values())
    blank = dict.fromkeys((column for row in rows for column in row), "")
    facts: dict[Hex, dict[str, str]] = {}
    sides: dict[str, list[Hexes]] = {}
    names: dict[tuple[Hex, Hex, str], str] = {}
    places: list[Place] = []
    for name, board in boards.items():
        at = {own: grid.lay_out(name, 1 << own).bit_length() - 1 for own in board.facts}
        facts |= {at[own]: blank | row for own, row in board.facts.items()}
        for kind, by_direction in board.sides.items():
            joined = sides.setdefault(kind, [0] * 6)
            for direction, hexes in enumerate(by_direction):
                joined[direction] |= grid.lay_out(name, hexes)
        names |= {(at[a], at[b], kind): told for (a, b, kind), told in board.side_names.items()}
        places += [
            Place(at[p.hex], p.kind, p.name, p.owner, p.value, p.source, p.note)
            for p in board.places
        ]
    return Board(grid, facts, sides, names, places)


def _links(file: File, grid: SheetGrid, known: Hexes, kinds: list[str]) -> dict[str, Links]:
    found = {kind: Links({}) for kind in kinds}
    for row in read_csv(file, LINK_COLUMNS):
        kind = row.one_of("kind", kinds)
        ends = (_places(row, "from", grid, known), _places(row, "to", grid, known))
        both = row.one_of("one_way", ("", "one-way")) == ""
        joined = join_links(found[kind], links_between([ends], both))
        assert joined is not None
        found[kind] = joined
    return found


def _places(row: Row, column: str, grid: SheetGrid, known: Hexes) -> Hexes:
    try:
        places = grid.hexes(*row[column].split())
    except ValueError as error:
        raise row.wrong(str(error)) from None
    if not places:
        raise row.wrong(f"{column} names no place")
    for stranger in members(places & ~known):
        raise row.wrong(f"hex {grid.label(stranger)} is not on the map")
    return places
