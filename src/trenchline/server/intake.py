"""What is kept of a record that somebody brings to look at: the rows of a match.

It must be true to the rules, and to its seed if it has one. This runs in a process of its own
(``readers``), so that what comes back are plain data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from msgspec import UnsetType
from sqlalchemy import String, Table

from trenchline.kernel.dice import SeededDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.match import Match
from trenchline.kernel.record import Line, Record, RecordError, parse_record, replay, verify
from trenchline.server.rows import match_row, seat_row
from trenchline.server.schema import choices, matches, seats
from trenchline.server.settings import open_shelf
from trenchline.server.store import REPLAY
from trenchline.server.survey import Unreadable, read_position


@dataclass(frozen=True)
class Intake:
    """The rows of a match, its seats and its choices."""

    match: dict[str, Any]
    seats: list[dict[str, Any]]
    made: list[dict[str, Any]]


@dataclass(frozen=True)
class Refused:
    """Why a record is not taken in."""

    status: int
    code: str
    message: str


def read_in(shelf: str, maker: str, text: bytes) -> Intake | Refused:
    """Replay a record."""
    try:
        record = parse_record(text)
        game = open_shelf(shelf).load_game(record.header.game)
    except RecordError as error:
        return _malformed(error)
    except ValueError:
        return Refused(404, "not_found", "There is no game of this name.")
    start = record.header.position
    try:
        if not isinstance(start, UnsetType):
            read_position(game, start)
        match = (replay if record.closing.seed is None else verify)(game, record)
    except RecordError as error:
        return _malformed(error)
    except Unreadable as error:
        return _malformed(f"the position it begins from: {error}")
    except Exception as error:
        if isinstance(start, UnsetType):
            raise
        # Rules may stumble over a position that somebody has made up.
        return _malformed(f"it cannot be played on from its position ({type(error).__name__})")
    row = match_row(game, match, maker)
    row |= {"scenario": match.scenario, "options": match.options}
    row |= {"seed": record.closing.seed, "commitment": record.header.commitment}
    row |= {"status": REPLAY, "replay": True, "revision": len(record.lines)}
    dice = match.dice
    given = dice.lots if isinstance(dice, SeededDice) else {}
    row |= {"way": record.header.way, "lots": {side: list(lot) for side, lot in given.items()}}
    labels = [*record.header.players, *[""] * len(game.sides)]
    sitting = [
        seat_row(number, side, "person", label=labels[number]) | {"match": row["id"]}
        for number, side in enumerate(game.sides)
    ]
    made = _made(game, match, record, row)
    for table, rows in ((matches, [row]), (seats, sitting), (choices, made)):
        for column in _unkept(table, rows):
            return _malformed(f"{column} is too long or has letters that cannot be seen")
    return Intake(row, sitting, made)


def _malformed(problem: object) -> Refused:
    return Refused(400, "malformed", f"This is not a record that can be shown: {problem}")


def _unkept(table: Table, rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """The columns that would hold what not every database keeps."""
    texts = [column for column in table.c if isinstance(column.type, String)]
    for row in rows:
        for column in texts:
            value = row.get(column.name) or ""
            if column.name == "position":
                # A position has lines.
                value = value.replace("\n", " ")
            assert isinstance(column.type, String)
            if len(value) > (column.type.length or len(value)) or not value.isprintable():
                yield column.name


def _made(game: AnyGame, match: Match, record: Record, row: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a record's choices and take-backs."""
    rows: list[dict[str, Any]] = []
    standing: list[dict[str, Any]] = []
    every = {"match": row["id"], "turn": "", "phase": "", "made": row["created"]}
    for number, line in enumerate(record.lines):
        made = every | {"number": number, "side": "", "choice": None, "back_to": None, "dice": []}
        if isinstance(line, Line):
            made |= {"side": line.side, "choice": line.choice, "dice": line.dice}
            standing.append(made)
        else:
            made["back_to"] = line.back
            del standing[line.back :]
        rows.append(made)
    # What was taken back is never shown, so nobody asks when it was.
    for version, made in enumerate(standing, start=1):
        view = game.view(match.position(version), None)
        made |= {"turn": view.turn, "phase": view.phase}
    return rows
