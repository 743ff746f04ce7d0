"""What is wrong with an edition, and how it differs from ours: every row, before it is played.

A game explains its data files in ``columns.toml``: for each file and column what it says and what
may stand in it. Loading a game stops at the first mistake; here all are found.

    ["counters.csv".attack]
    says = "The attack strength, left on the counter."
    least = 0
    most = 12

A column without ``least`` and ``most`` takes words: ``words`` lists them, or they follow a pattern,
``form``. ``empty = true`` lets a cell be empty. ``key`` columns say which row is which; what stands
in a ``free`` one is not pinned where the rest of the row comes from the rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trenchline.kernel.bits import lowest
from trenchline.kernel.board import Board
from trenchline.kernel.data import SOURCES, DataError, Row, read_rows, read_toml
from trenchline.kernel.editions import COLUMNS_FILE, Edition, edition_files
from trenchline.kernel.floods import Ways, flood
from trenchline.kernel.hexes import Hexes

FREE = ("source", "note")
"""Columns in which an edition may always say something else than ours."""
SAYINGS = (*FREE, "title", "summary", "case")
"""Settings of which the same is true."""

MAP_COLUMNS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "hexes.csv": {
        "hex": {"says": "The number printed in the hex.", "key": True},
    },
    "hexsides.csv": {
        "hex": {"says": "One of the two hexes.", "key": True},
        "neighbour": {"says": "The other hex; on the rim of the map a direction.", "key": True},
        "kind": {"says": "What runs along or across the hexside.", "key": True},
        "name": {"says": "Its name, if it has one.", "empty": True},
    },
    "places.csv": {
        "hex": {"says": "Where it stands.", "key": True},
        "kind": {"says": "What it is.", "key": True},
        "name": {"says": "Its name; rules rely on some of them.", "key": True, "empty": True},
        "owner": {"says": "Whose it is.", "empty": True},
        "value": {"says": "Its number, where its kind has one.", "least": 0, "empty": True},
    },
}
"""The columns that the maps of all games share."""

SHARED: Mapping[str, Mapping[str, Any]] = {
    "source": {"says": "Where the row comes from.", "words": SOURCES},
    "note": {"says": "How we know, or what was guessed.", "empty": True},
}


@dataclass(frozen=True)
class Difference:
    """Something an edition says otherwise than ours."""

    file: str
    what: str
    ours: str
    theirs: str

    def __str__(self) -> str:
        return f"{self.file}: {self.what}: {self.ours or '(nothing)'} -> {self.theirs or '(gone)'}"


Says = Mapping[str, Any]
"""What ``columns.toml`` says of a column."""

Columns = Mapping[str, Says]
"""For each column of a file what ``columns.toml`` says of it."""


def explanations(own: Path) -> dict[str, dict[str, Mapping[str, Any]]]:
    """For each CSV file of a game, by its name or its path, what stands in its columns."""
    file = own / COLUMNS_FILE
    told: dict[str, dict[str, Mapping[str, Any]]] = read_toml(file) if file.is_file() else {}
    return {
        name: {**MAP_COLUMNS.get(name, {}), **told.get(name, {}), **SHARED}
        for name in {*MAP_COLUMNS, *told}
    }


def columns_of(name: str, told: Mapping[str, Columns]) -> Columns:
    """The columns of a file: by its path within the game, or by its name alone."""
    return told.get(name) or told.get(name.rpartition("/")[2]) or SHARED


def problems(edition: Edition, own: Path) -> Iterator[DataError]:
    """Everything that is wrong in the rows of an edition, and in what the rulebook pins."""
    told = explanations(own)
    for name in edition_files(edition.folder, own):
        file = edition.folder / name
        try:
            if name.endswith(".csv"):
                yield from _wrong_rows(file, own / name, columns_of(name, told))
            elif name.endswith(".toml"):
                yield from _wrong_settings(file, own / name)
        except DataError as error:
            yield error


def _wrong_rows(file: Path, own: Path, columns: Columns) -> Iterator[DataError]:
    """Cells that hold what they may not, rows twice, and facts of the rulebook changed."""
    header, rows = read_rows(own)
    found, theirs = read_rows(file)
    if found != header:
        raise DataError(file, 1, f"the columns should be {','.join(header)}")
    pinned = {_key(row, columns): row for row in rows if row.cells.get("source") == "rulebook"}
    seen: dict[tuple[str, ...], int] = {}
    for row in theirs:
        for column in header:
            wrong = wrong_cell(column, row.cells[column], columns.get(column, {}))
            if wrong:
                yield row.wrong(wrong)
        key = _key(row, columns)
        if key in seen:
            yield row.wrong(f"{' '.join(key)} stands in line {seen[key]} already")
        seen[key] = row.line
        ours = pinned.get(key)
        for column in header if ours else ():
            assert ours is not None
            if not _is_free(column, columns) and row.cells[column] != ours.cells[column]:
                yield row.wrong(
                    f"{column} is {row.cells[column]!r}, but the rulebook gives "
                    f"{ours.cells[column]!r} ({ours.cells.get('note') or 'a fact of its text'})"
                )
    for key in pinned:
        if key not in seen:
            yield DataError(file, None, f"{' '.join(key)} is missing, but the rulebook names it")


def _is_free(column: str, columns: Columns) -> bool:
    return column in FREE or bool(columns.get(column, {}).get("free"))


def wrong_cell(column: str, text: str, told: Mapping[str, Any]) -> str | None:
    """What is wrong with a cell, if anything.

    >>> wrong_cell("attack", "14", {"least": 0, "most": 12})
    'attack is 14, but the most is 12'
    """
    if len(text) > 400 or not text.isprintable():
        return f"{column} holds what cannot be printed, or too much of it"
    if not text:
        empty = told.get("empty", "words" in told and "" in told["words"]) or not told
        return None if empty else f"{column} is empty"
    if "words" in told and text not in told["words"]:
        return f"{column} is {text!r}, not one of {', '.join(told['words'])}"
    if "form" in told and not re.fullmatch(told["form"], text):
        return f"{column} is {text!r}, which does not read like {told['form']}"
    if "least" not in told and "most" not in told:
        return None
    if not text.isascii() or not text.lstrip("-").isdigit() or len(text) > 6:
        return f"{column} should be a whole number, not {text[:20]!r}"
    value = int(text)
    if value < told.get("least", value):
        return f"{column} is {value}, but the least is {told['least']}"
    if value > told.get("most", value):
        return f"{column} is {value}, but the most is {told['most']}"
    return None


def _key(row: Row, columns: Columns) -> tuple[str, ...]:
    """What tells a row from the others of its file."""
    names = [column for column in row.cells if columns.get(column, {}).get("key")]
    return tuple(row.cells[name] for name in names or list(row.cells)[:1])


def _wrong_settings(file: Path, own: Path) -> Iterator[DataError]:
    """Settings that are missing or of another form, and facts of the rulebook changed."""
    yield from _wrong_table(file, "", read_toml(own), read_toml(file), "")


def _wrong_table(
    file: Path, where: str, ours: Mapping[str, Any], theirs: Mapping[str, Any], source: str
) -> Iterator[DataError]:
    """A table has the source it names, or that of the table it stands in."""
    source = ours.get("source", source)
    for key, value in ours.items():
        name = f"{where}.{key}" if where else key
        if key not in theirs:
            yield DataError(file, None, f"{name} is missing")
        elif type(value) is not type(theirs[key]):
            yield DataError(file, None, f"{name} should be like {_told(value)[:40]}")
        elif isinstance(value, dict):
            yield from _wrong_table(file, name, value, theirs[key], source)
        elif source == "rulebook" and value != theirs[key] and key not in SAYINGS:
            yield DataError(file, None, f"{name} differs from what the rulebook gives")


def differences(edition: Edition, own: Path) -> Iterator[Difference]:
    """What an edition says otherwise than ours, row by row and setting by setting."""
    told = explanations(own)
    for name in edition_files(edition.folder, own):
        theirs, ours = edition.folder / name, own / name
        if name.endswith(".csv"):
            yield from _unlike_rows(name, ours, theirs, columns_of(name, told))
        elif name.endswith(".toml"):
            yield from _unlike(name, "", read_toml(ours), read_toml(theirs))
        elif ours.read_bytes() != theirs.read_bytes():
            yield Difference(name, "content", f"{ours.stat().st_size:,} bytes", "another")


def _unlike_rows(name: str, ours: Path, theirs: Path, columns: Columns) -> Iterator[Difference]:
    before = {_key(row, columns): row.cells for row in read_rows(ours)[1]}
    after = {_key(row, columns): row.cells for row in read_rows(theirs)[1]}
    for key in {**before, **after}:
        what = " ".join(key)
        if key not in after:
            yield Difference(name, what, "a row", "")
        elif key not in before:
            yield Difference(name, what, "", "a row")
        else:
            for column, text in before[key].items():
                if after[key][column] != text:
                    yield Difference(name, f"{what} {column}", text, after[key][column])


def _unlike(name: str, where: str, ours: Any, theirs: Any) -> Iterator[Difference]:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in {**ours, **theirs}:
            inner = f"{where}.{key}" if where else str(key)
            yield from _unlike(name, inner, ours.get(key), theirs.get(key))
    elif ours != theirs:
        yield Difference(name, where, _told(ours), _told(theirs))


def _told(value: Any) -> str:
    return "" if value is None else str(value)


def cut_off(board: Board, land: Hexes, ways: Ways, parts: int = 1) -> list[str]:
    """Land that cannot be walked to, on a map that should have no more than so many parts."""
    found = []
    while land:
        part = flood(land & -land, land, ways)
        found.append(part)
        land &= ~part
    found.sort(key=int.bit_count)
    return [
        f"{board.name(lowest(part))} is cut off: no way leads to it over land"
        for part in found[: max(0, len(found) - parts)]
    ]
