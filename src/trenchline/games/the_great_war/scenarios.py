"""The scenarios there are: a folder each, with its map, its counters and its own rules.

All counters of all scenarios lie in one box and are numbered through; a scenario takes those it
names, with the values it gives them, and the others stay in the box.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from trenchline.games.the_great_war.calendar import read_date
from trenchline.games.the_great_war.components import (
    BACKS,
    LIMITS,
    NATIONS,
    OWN_TAGS,
    SUPPORT,
    UNIT_SIZES,
    UNIT_TYPES,
    Counter,
    EliteBrigade,
    Leader,
    read_cell,
    read_face,
    read_tags,
)
from trenchline.games.the_great_war.new_lines import unbuilt
from trenchline.games.the_great_war.scenario_facts import check_facts
from trenchline.games.the_great_war.tables import FOLDER
from trenchline.games.the_great_war.theatre import Arrival, Theatre, Withdrawal
from trenchline.games.the_great_war.waterways import side_number
from trenchline.kernel.board import Board, load_board
from trenchline.kernel.data import SOURCES, DataError, File, Row, read_csv, read_toml
from trenchline.kernel.hexes import Hex
from trenchline.kernel.scenario_folders import common_grid, scenario_folders
from trenchline.kernel.scenario_folders import map_folder as map_of

UNIT_COLUMNS = (
    "key",
    "nation",
    "type",
    "size",
    "rating",
    "support",
    "back",
    "back_is",
    "back_size",
    "range",
    "limit",
    "traits",
    "name",
    "formation",
    "hex",
    "attached",
    "source",
    "note",
)
ARRIVAL_COLUMNS = ("turn", "key", "entry", "condition", "source", "note")
WITHDRAWAL_COLUMNS = ("turn", "key", "source", "note")
LEADER_COLUMNS = (
    "key",
    "nation",
    "name",
    "ratings",
    "headquarters",
    "enters",
    "leaves",
    "source",
    "note",
)
ELITE_COLUMNS = ("key", "nation", "name", "rating", "division", "source", "note")


SCENARIO_FOLDERS = scenario_folders(FOLDER, lambda told: read_date(told["turns"][0]))


def map_folder(name: str) -> File:
    """The map of a scenario: its own, or that of the scenario it names."""
    return map_of(SCENARIO_FOLDERS, name)


GRID = common_grid(SCENARIO_FOLDERS, close=True)


def read_counter(row: Row) -> Counter:
    """A counter of ``units.csv``."""
    row.one_of("source", SOURCES)
    kind = row.one_of("type", tuple(UNIT_TYPES))
    size = row.one_of("size", UNIT_SIZES)
    support = row.one_of("support", SUPPORT)
    front = read_face(row, "rating", size, support)
    back_is = row.one_of("back_is", BACKS)
    back = None
    if back_is:
        back_size = row["back_size"] or ("cadre" if back_is == "cadre" else size)
        if back_size not in UNIT_SIZES:
            raise row.wrong(f"back_size is {back_size!r}, not one of {', '.join(UNIT_SIZES)}")
        # [12A] A cadre is a small unit without a dot.
        back_support = "none" if back_is in ("cadre", "remnant") else support
        back = read_face(row, "back", back_size, back_support)
    elif row["back"]:
        raise row.wrong("back has a rating, but back_is does not say what it is")
    return Counter(
        row["key"],
        row.one_of("nation", tuple(NATIONS)),
        kind,
        front,
        back,
        back_is,
        row.number("range", 1, 9) if row["range"] else 1,
        row.one_of("limit", LIMITS),
        read_tags(row, "traits", OWN_TAGS),
        row["name"],
        row["formation"],
    )


@lru_cache(maxsize=1)
def _box() -> dict[str, Counter]:
    """Every counter of every scenario by its key."""
    box: dict[str, Counter] = {}
    for folder in SCENARIO_FOLDERS.values():
        for row in read_csv(folder / "units.csv", UNIT_COLUMNS):
            box.setdefault(row["key"], read_counter(row))
    return box


KEYS = tuple(_box())
NUMBER = {key: number for number, key in enumerate(KEYS)}


def _hex(row: Row, label: str, board: Board) -> Hex:
    try:
        hex_ = GRID.hex(label)
    except ValueError as error:
        raise row.wrong(str(error)) from None
    if hex_ not in board.facts:
        raise row.wrong(f"hex {label} is not on the map of this scenario")
    return hex_


def _hexside(row: Row, board: Board) -> int:
    """The hexside in which a water-only unit begins, as ``4121/4221`` [14B2]."""
    one, slash, other = row["hex"].partition("/")
    if not slash:
        raise row.wrong(f"hex: {row['hex']!r} is no hexside like 4121/4221")
    here, there = _hex(row, one, board), _hex(row, other, board)
    if there not in GRID.neighbours(here):
        raise row.wrong(f"hex: {one} and {other} have no hexside in common")
    return side_number(GRID, here, GRID.direction(here, there))


def _known(row: Row, column: str, counters: dict[str, Counter]) -> str:
    if row[column] not in counters:
        raise row.wrong(f"{column}: there is no counter {row[column]!r}")
    return row[column]


def _leaders(folder: File, counters: dict[str, Counter]) -> tuple[Leader, ...]:
    found = []
    for row in read_csv(folder / "leaders.csv", LEADER_COLUMNS):
        row.one_of("source", SOURCES)
        try:
            left, centre, right = (int(word) for word in row["ratings"].split("/"))
        except ValueError:
            raise row.wrong(f"ratings are {row['ratings']!r}, not like -1/0/1") from None
        found.append(
            Leader(
                row["key"],
                row["name"],
                row.one_of("nation", tuple(NATIONS)),
                (left, centre, right),
                _known(row, "headquarters", counters) if row["headquarters"] else "",
                read_cell(row, "enters") if row["enters"] else None,
                read_cell(row, "leaves") if row["leaves"] else None,
            )
        )
    return tuple(found)


def _elites(folder: File, counters: dict[str, Counter]) -> tuple[EliteBrigade, ...]:
    found = []
    for row in read_csv(folder / "elite_brigades.csv", ELITE_COLUMNS):
        row.one_of("source", SOURCES)
        face = read_face(row, "rating", "brigade", "none")
        found.append(
            EliteBrigade(
                row["key"],
                row["name"],
                row.one_of("nation", tuple(NATIONS)),
                face.attack,
                face.movement,
                _known(row, "division", counters),
            )
        )
    return tuple(found)


def _check(file: File, theatre: Theatre) -> None:
    """Facts of ``scenario.toml`` that a loader would read late, or never in some matches."""
    check_facts(file, theatre)
    facts: tuple[str, ...] = ("turns", "owned", "works", "depots", "nets", "will", "_weather")
    try:
        for fact in facts:
            getattr(theatre, fact)
        for what in ("resources", "equipment"):
            theatre.stock(what, 0), theatre.stock(what, 1)
        for turn in theatre.turns:
            if turn not in theatre._weather:
                raise ValueError(f"there is no weather for {turn}")
    except KeyError as missing:
        raise DataError(file, None, f"{missing} is missing") from None
    except (ValueError, TypeError, AttributeError) as error:
        raise DataError(file, None, str(error)) from None


@lru_cache(maxsize=16)
def load_theatre(name: str) -> Theatre:
    """The theatre of a scenario."""
    folder = SCENARIO_FOLDERS[name]
    scenario: dict[str, Any] = read_toml(folder / "scenario.toml")
    board = load_board(map_folder(name), grid=GRID)
    counters = dict(_box())
    set_up, attached, boats = {}, {}, {}
    named = set()
    for row in read_csv(folder / "units.csv", UNIT_COLUMNS):
        if row["key"] in named:
            raise row.wrong(f"counter {row['key']} has a row already")
        named.add(row["key"])
        counters[row["key"]] = read_counter(row)
        if counters[row["key"]].limit == "water":
            boats[row["key"]] = _hexside(row, board)
        elif row["hex"]:
            set_up[row["key"]] = _hex(row, row["hex"], board)
        if row["attached"]:
            attached[row["key"]] = _known(row, "attached", counters)
    arrivals = []
    for row in read_csv(folder / "reinforcements.csv", ARRIVAL_COLUMNS):
        row.one_of("source", SOURCES)
        key = _known(row, "key", counters)
        if counters[key].limit == "water":
            raise row.wrong(f"{key} moves on water alone: it begins in a hexside [R182]")
        entry = tuple(_hex(row, label, board) for label in row["entry"].split())
        arrivals.append(Arrival(read_cell(row, "turn"), key, entry, row["condition"]))
    withdrawals = []
    for row in read_csv(folder / "withdrawals.csv", WITHDRAWAL_COLUMNS):
        row.one_of("source", SOURCES)
        withdrawals.append(Withdrawal(read_cell(row, "turn"), _known(row, "key", counters)))
    theatre = unbuilt(
        Theatre(
            name,
            board,
            tuple(counters[key] for key in KEYS),
            scenario,
            set_up,
            boats,
            attached=attached,
            arrivals=tuple(arrivals),
            withdrawals=tuple(withdrawals),
            leaders=_leaders(folder, counters),
            elites=_elites(folder, counters),
        )
    )
    _check(folder / "scenario.toml", theatre)
    return theatre
