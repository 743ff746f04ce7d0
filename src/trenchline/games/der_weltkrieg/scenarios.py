"""The scenarios there are: a folder each, with its map, its counters and its own rules [4].

All counters of all scenarios lie in one box and are numbered through; a scenario takes those it
names, with the values it gives them, and the others stay in the box.
"""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.der_weltkrieg.components import (
    COLOURS,
    FOLDER,
    KINDS,
    NATIONS,
    RAIL_BOUND,
    SIZES,
    TABLES,
    TRAITS,
    Counter,
    read_date,
)
from trenchline.games.der_weltkrieg.theatre import Arrival, Theatre
from trenchline.kernel.board import load_board
from trenchline.kernel.data import SOURCES, File, Row, read_csv, read_toml
from trenchline.kernel.scenario_folders import common_grid, scenario_folders
from trenchline.kernel.scenario_folders import map_folder as map_of

UNIT_COLUMNS = [
    "key",
    "nation",
    "type",
    "size",
    "name",
    "formation",
    "strength",
    "back",
    "movement",
    "full_strength",
    "defence_only",
    "colour",
    "traits",
    "hex",
    "release",
    "supply",
    "source",
    "note",
]
SPARE_COLUMNS = [
    "key",
    "nation",
    "type",
    "size",
    "name",
    "strength",
    "back",
    "movement",
    "full_strength",
    "colour",
    "source",
    "note",
]
FORT_COLUMNS = ("key", "nation", "hex", "name", "strength", "source", "note")
ARRIVAL_COLUMNS = ("turn", "key", "entry", "condition", "source", "note")


MARKERS: int = TABLES["supply"]["markers"]
MARKER_MOVEMENT: int = TABLES["movement"]["supply_marker"]
"""[18-8] A supply marker moves like an infantry division with four points."""


SCENARIO_FOLDERS = scenario_folders(FOLDER, lambda told: read_date(told["turns"][0], told["year"]))


def map_folder(name: str) -> File:
    """The map of a scenario: its own, or that of the scenario it names."""
    return map_of(SCENARIO_FOLDERS, name)


GRID = common_grid(SCENARIO_FOLDERS)


def _colour(row: Row) -> str:
    """[50] The colour of a symbol, one of those its nation has."""
    return row.one_of("colour", ("", *COLOURS.get(row["nation"], ())))


def _traits(row: Row) -> frozenset[str]:
    traits = row["traits"].split()
    unknown = [word for word in traits if word not in TRAITS]
    if unknown:
        raise row.wrong(f"traits: {unknown[0]!r} is none of {', '.join(TRAITS)}")
    return frozenset(traits)


def read_counter(row: Row) -> Counter:
    """A counter of ``units.csv``."""
    row.one_of("source", SOURCES)
    front = row.number("strength")
    return Counter(
        row["key"],
        row.one_of("nation", tuple(NATIONS)),
        row.one_of("type", KINDS),
        row.one_of("size", SIZES),
        front,
        row.number("back") if row["back"] else front,
        RAIL_BOUND if row["movement"] == "RR" else row.number("movement"),
        row.number("full_strength"),
        _colour(row),
        row["defence_only"] == "yes",
        _traits(row),
        name=row["name"],
        formation=row["formation"],
    )


def _spare(row: Row) -> Counter:
    """[24-3] [27-1] A counter that takes the place of others."""
    row.one_of("source", SOURCES)
    front = row.number("strength", 1)
    return Counter(
        row["key"],
        row.one_of("nation", tuple(NATIONS)),
        row.one_of("type", KINDS),
        row.one_of("size", SIZES),
        front,
        row.number("back") if row["back"] else front,
        row.number("movement"),
        row.number("full_strength"),
        _colour(row),
        name=row["name"],
    )


def _fort(row: Row) -> Counter:
    row.one_of("source", SOURCES)
    strength = row.number("strength", 1)
    nation = row.one_of("nation", tuple(NATIONS))
    return Counter(row["key"], nation, "fortress", "", strength, strength, 0, name=row["name"])


@lru_cache(maxsize=1)
def _box() -> dict[str, Counter]:
    """Every counter of every scenario by its key."""
    box: dict[str, Counter] = {}
    for folder in SCENARIO_FOLDERS.values():
        for row in read_csv(folder / "units.csv", UNIT_COLUMNS):
            box.setdefault(row["key"], read_counter(row))
        for row in read_csv(folder / "forts.csv", FORT_COLUMNS):
            box.setdefault(row["key"], _fort(row))
    for row in read_csv(FOLDER / "spares.csv", SPARE_COLUMNS):
        box[row["key"]] = _spare(row)
    for code in sorted({counter.nation for counter in box.values()}, key=list(NATIONS).index):
        for key in marker_keys(code):
            box[key] = Counter(key, code, "supply", "", 0, 0, MARKER_MOVEMENT, name="Supply marker")
    return box


def marker_keys(nation: str) -> list[str]:
    """[18-7] The supply markers of a nation."""
    return [f"{nation}P{n}" for n in range(1, MARKERS + 1)]


KEYS = tuple(_box())
NUMBER = {key: number for number, key in enumerate(KEYS)}


@lru_cache(maxsize=16)
def load_theatre(name: str) -> Theatre:
    """The theatre of a scenario."""
    folder = SCENARIO_FOLDERS[name]
    scenario = read_toml(folder / "scenario.toml")
    year = scenario["year"]
    counters = dict(_box())
    set_up, stocks, releases = {}, {}, {}
    for row in read_csv(folder / "units.csv", UNIT_COLUMNS):
        counters[row["key"]] = read_counter(row)
        if row["hex"]:
            set_up[row["key"]] = GRID.hex(row["hex"])
        if row["release"]:
            releases[row["key"]] = read_date(row["release"], year)
        if row["supply"]:
            stocks[row["key"]] = row.number("supply")
    for row in read_csv(folder / "forts.csv", FORT_COLUMNS):
        counters[row["key"]] = _fort(row)
        set_up[row["key"]] = GRID.hex(row["hex"])
    named = {row["key"] for row in read_csv(folder / "units.csv", UNIT_COLUMNS)}
    marks = {key for code in scenario["nations"] for key in marker_keys(code)}
    marks |= {
        row["key"]
        for row in read_csv(FOLDER / "spares.csv", SPARE_COLUMNS)
        if row["nation"] in scenario["nations"]
    }
    arrivals = []
    for row in read_csv(folder / "reinforcements.csv", ARRIVAL_COLUMNS):
        if row["key"] not in counters:
            raise row.wrong(f"there is no counter {row['key']!r}")
        entry = tuple(GRID.hex(label) for label in row["entry"].split())
        arrivals.append(Arrival(read_date(row["turn"], year), row["key"], entry, row["condition"]))
    return Theatre(
        name,
        load_board(map_folder(name), grid=GRID),
        tuple(counters[key] for key in KEYS),
        scenario,
        set_up,
        stocks,
        releases,
        tuple(arrivals),
        frozenset(marks | named - set(set_up) - {arrival.unit for arrival in arrivals}),
    )
