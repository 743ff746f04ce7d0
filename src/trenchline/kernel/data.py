"""Reading a game's data files: CSV and TOML, with errors that name the file and the line.

Every table says where its rows come from (``source``): the rulebook, history, or our own
reconstruction, and for some of these that play has moved them until both sides could win (tuned).
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from io import StringIO
from pathlib import Path
from typing import Any

SOURCES = ("rulebook", "history", "reconstructed", "tuned")

File = Path | Traversable


class DataError(ValueError):
    """Something is wrong in a data file; the message begins with the file and the line."""

    def __init__(self, file: File, line: int | None, problem: str) -> None:
        place = file.name if line is None else f"{file.name}:{line}"
        super().__init__(f"{place}: {problem}")
        self.line = line


@dataclass(frozen=True)
class Row:
    """One line of a CSV file."""

    file: File
    line: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def wrong(self, problem: str) -> DataError:
        """The error to raise for a problem in this row."""
        return DataError(self.file, self.line, problem)

    def number(self, column: str, least: int = 0, most: int = 9_999) -> int:
        """A whole number from a cell."""
        text = self.cells[column]
        try:
            value = int(text)
        except ValueError:
            raise self.wrong(f"{column} should be a whole number, not {text!r}") from None
        if value < least:
            raise self.wrong(f"{column} is {value}, but the least is {least}")
        if value > most:
            raise self.wrong(f"{column} is {value}, but the most is {most}")
        return value

    def one_of(self, column: str, allowed: Sequence[str]) -> str:
        """A word from a fixed list."""
        text = self.cells[column]
        if text not in allowed:
            raise self.wrong(f"{column} is {text!r}, not one of {', '.join(allowed)}")
        return text

    def words_of(self, column: str, allowed: Sequence[str], several: bool) -> list[str]:
        """The words in a cell, each from a fixed list: one, or any number of several."""
        if not several:
            return [self.one_of(column, allowed)]
        words = self.cells[column].split()
        for word in words:
            if word not in allowed:
                raise self.wrong(f"{column} has {word!r}, not in {', '.join(allowed)}")
        return words


def read_text(file: File) -> str:
    """The text of a data file, without the byte order mark that spreadsheets put before it."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise DataError(file, None, "the file is missing") from None
    except OSError as error:
        raise DataError(file, None, f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise DataError(file, line, f"not UTF-8 text ({error.reason})") from None


def read_csv(file: File, columns: Sequence[str]) -> Iterator[Row]:
    """The rows of a CSV file with exactly these columns; ``source`` cells are checked."""
    lines = _cells(file)
    _, header = next(lines, (1, None))
    if header != list(columns):
        found = "nothing" if header is None else ",".join(header)
        raise DataError(file, 1, f"the columns should be {','.join(columns)}, found {found}")
    for line, cells in lines:
        if not cells:
            continue
        if len(cells) != len(columns):
            raise DataError(file, line, f"{len(cells)} cells, but there are {len(columns)} columns")
        row = Row(file, line, dict(zip(columns, (c.strip() for c in cells), strict=True)))
        if "source" in row.cells:
            row.one_of("source", SOURCES)
        yield row


def read_rows(file: File) -> tuple[list[str], list[Row]]:
    """The columns of a CSV file, whatever they are, and its rows."""
    columns = next((cells for _, cells in _cells(file)), [])
    return columns, list(read_csv(file, columns))


def _cells(file: File) -> Iterator[tuple[int, list[str]]]:
    """The cells of every row, with the line the row begins on."""
    reader = csv.reader(StringIO(read_text(file)), strict=True)
    line = 1
    try:
        for cells in reader:
            yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise DataError(file, line, f"not a row of cells ({error})") from None


def read_toml(file: File) -> dict[str, Any]:
    """A TOML file as nested dicts; syntax errors name the line."""
    text = read_text(file)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        # Without a line it is something that should still have come at the end.
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else len(text.splitlines())
        raise DataError(file, line, str(error)) from None
    except RecursionError:
        raise DataError(file, None, "nested too deeply") from None
    except ValueError as error:
        raise DataError(file, None, str(error)) from None
