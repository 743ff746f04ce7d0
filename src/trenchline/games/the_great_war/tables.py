"""The charts of the game, read from ``tables``: one file a chart, each table with its source.

Most charts are not in the booklet. What its text tells is marked as the rulebook's, the rest as
our reconstruction, made to be replaced by an owner of the printed charts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from trenchline.games.the_great_war.chart_kinds import WEATHERS as WEATHERS
from trenchline.games.the_great_war.chart_kinds import line_of
from trenchline.games.the_great_war.chart_shapes import check_chart
from trenchline.kernel.data import SOURCES, DataError, File, read_toml
from trenchline.kernel.editions import data_folder
from trenchline.kernel.exact import Exact, exact
from trenchline.kernel.tables import Table, load_ratio_table

FOLDER = data_folder(Path(__file__).parent)


def chart(name: str) -> tuple[File, dict[str, Any]]:
    """The file and the tables of a chart; each must tell its source."""
    file = FOLDER / "tables" / f"{name}.toml"
    return file, read_chart(file, name)


def read_chart(file: File, name: str) -> dict[str, Any]:
    """The tables of a chart from a file; a mistake is told with its line."""
    tables = read_toml(file)
    check_chart(file, name, tables)
    for title, table in tables.items():
        rows = table.values() if isinstance(table, dict) and "source" not in table else (table,)
        for row in rows:
            if not isinstance(row, dict) or row.get("source") not in SOURCES:
                raise DataError(file, line_of(file, (title,)), f"[{title}] should tell its source")
    return tables


def plain(name: str) -> dict[str, Any]:
    """The tables of a chart."""
    return chart(name)[1]


def merged(name: str, *tables: str) -> dict[str, Any]:
    """The rows of several tables of a chart: what is told and what is ours."""
    found = plain(name)
    return {key: value for t in tables for key, value in found[t].items() if key != "source"}


def share(text: str) -> Exact:
    """A multiplier as the charts write it.

    >>> share("1/2"), share("2")
    (Fraction(1, 2), 2)
    """
    return exact(Fraction(text))


# The Ground Success Table.

_SUCCESS = plain("success")
SUCCESS_MODIFIERS: Final[Mapping[str, int]] = merged("success", "modifiers", "modifiers_ours")


def success(roll: int) -> str:
    """The result of a modified roll: ``F*``, ``F``, ``S`` or ``S*`` [3C3].

    >>> [success(roll) for roll in (-1, 2, 3, 4, 5, 6, 9)]
    ['F*', 'F*', 'F', 'F', 'S', 'S*', 'S*']
    """
    rows = _SUCCESS["table"]["rows"]
    return str(next(row["result"] for row in rows if roll <= row.get("most", roll)))


def succeeds(roll: int) -> bool:
    """Whether a modified roll succeeds, with an asterisk or without."""
    return success(roll).startswith("S")


# The two Ground Combat Results Tables.


def _results(name: str) -> Table[str]:
    file, tables = chart(name)
    rows = {roll: cells for roll, cells in tables["rows"].items() if roll != "source"}
    found = load_ratio_table(file, tables["table"]["columns"], rows)
    known = plain("combat")[name]
    for roll, cells in found.rows.items():
        for cell in cells:
            if cell not in known:
                raise DataError(file, None, f"row {roll}: {cell!r} is no result of this table")
    return found


MOBILE: Final = _results("mobile")
POSITIONAL: Final = _results("positional")
MOBILE_COLUMNS: Final[Mapping[str, str]] = plain("mobile")["columns"]
POSITIONAL_COLUMNS: Final[Mapping[str, str]] = plain("positional")["columns"]

COMBAT: Final[Mapping[str, Any]] = plain("combat")
DIE_MODIFIERS: Final[Mapping[str, int]] = merged("combat", "modifiers", "modifiers_ours")
RESULTS: Final[Mapping[str, Mapping[str, str]]] = merged("combat", "mobile", "positional")

# The Bombardment Table.

_HITS = re.compile(r"M|([2-4]?)H(\*?)")


def _bombardment() -> Table[str]:
    file, tables = chart("bombardment")
    bounds = tuple(tables["table"]["columns"])
    rows = {}
    for roll, cells in tables["rows"].items():
        if roll == "source":
            continue
        if len(cells) != len(bounds) or not all(_HITS.fullmatch(cell) for cell in cells):
            raise DataError(file, None, f"row {roll} should have {len(bounds)} cells like 2H or M")
        rows[int(roll)] = tuple(cells)
    headings = tuple(map(str, bounds))
    return Table(bounds, (*headings[:-1], f"{headings[-1]}+"), rows)


BOMBARDMENT: Final = _bombardment()
BOMBARDMENT_MODIFIERS: Final[Mapping[str, int]] = {
    key: value
    for part in plain("bombardment")["modifiers"].values()
    for key, value in part.items()
    if key != "source"
}


def bombard(strength: Exact, roll: int) -> tuple[int, bool]:
    """[12C] The hits of a bombardment, and whether it may reduce works.

    >>> bombard(102, 5), bombard(102, 3), bombard(Fraction(3, 2), 6)
    ((4, True), (3, False), (0, False))
    """
    if strength < BOMBARDMENT.columns[0]:
        return 0, False
    found = _HITS.fullmatch(BOMBARDMENT.row(roll)[BOMBARDMENT.column(strength)])
    assert found is not None, "checked when the table was read"
    if found[0] == "M":
        return 0, False
    return int(found[1] or 1), bool(found[2])


# The Terrain and Fortifications Effects Charts.


@dataclass(frozen=True)
class Terrain:
    """A kind of hex on the Terrain Effects Chart."""

    kind: str
    prohibited: bool = False
    cm: tuple[int, ...] = ()
    """Points to enter by weather for combat/motorized units and artillery."""
    other: tuple[int, ...] = ()
    exceptions: Mapping[str, Mapping[str, int]] | None = None
    """By tag of a unit and by weather, what those pay who know the ground."""
    die: int = 0
    aec: Exact = 1
    """What is left of the effects of armour."""
    line: int = 1
    """What the hex counts for an overland supply line [11B1]."""
    frozen: str = ""
    """The terrain it is when frozen."""
    stacking: str = "regular"
    positional: bool = False
    halves: frozenset[str] = frozenset()
    """Who attacks into it at half strength."""

    def is_exception(self, weather: str, tags: frozenset[str]) -> bool:
        """[15C] Whether units with these tags use the exceptions of the chart.

        >>> woods = TERRAIN["wooded rough"]
        >>> [woods.is_exception("winter", frozenset([tag])) for tag in ("mountain", "light")]
        [True, False]
        """
        return bool(self.exceptional(weather, tags))

    def exceptional(self, weather: str, tags: frozenset[str]) -> list[int]:
        """What those pay who know the ground."""
        found = [
            costs[weather]
            for tag, costs in (self.exceptions or {}).items()
            if tag in tags and weather in costs
        ]
        if "over-snow" in tags and weather == TERRAIN_WEATHER["over_snow"] and self.other:
            # [14G] In snow they go as others do in clear weather.
            found.append(self.other[0])
        return found


@dataclass(frozen=True)
class Hexside:
    """A kind of hexside on the Terrain Effects Chart."""

    kind: str
    cost: int = 0
    prohibited: bool = False
    frozen: int | None = None
    pontoon: int | None = None
    line: int = 0
    """What it adds to an overland supply line [11B1]."""
    line_not_clear: int = 0
    disrupts: bool = False
    high_only: tuple[str, ...] = ()
    """The weather in which high mountain units alone cross [14F1]."""
    closed: tuple[str, ...] = ()
    halves: frozenset[str] = frozenset()
    aec: Exact = 1
    attack: Exact = 1
    """What all but artillery is multiplied by that attacks across it."""


@dataclass(frozen=True)
class Works:
    """A kind of fortification on the Fortifications Effects Chart [15B]."""

    kind: str
    level: int
    """Its step on the ladder from nothing to improved fort; fortresses stand outside it."""
    die: int
    die_infantry: int
    positional: bool
    captured: str
    """What is left when its hex is captured."""
    maintained: bool = False
    attackers: Mapping[str, Exact] | None = None
    """What attackers of a class (or all) other than artillery and engineers are multiplied by."""


def _row(file: File, title: str, row: Mapping[str, Any], known: set[str]) -> dict[str, Any]:
    unknown = set(row) - known - {"source"}
    if unknown:
        raise DataError(file, None, f"[{title}] has {sorted(unknown)[0]!r}, which nobody reads")
    found = {key: value for key, value in row.items() if key != "source"}
    for key in ("cm", "other", "high_only", "closed"):
        if key in found:
            found[key] = tuple(found[key])
    if "halves" in found:
        found["halves"] = frozenset(found["halves"])
    if "aec" in found:
        found["aec"] = share(found["aec"])
    return found


def _terrain() -> dict[str, Terrain]:
    file, tables = chart("terrain")
    known = set(Terrain.__dataclass_fields__)
    found = {}
    for kind, row in tables.items():
        if kind not in ("pinned", "weather"):
            terrain = Terrain(kind, **_row(file, kind, row, known))
            if not terrain.prohibited and not len(terrain.cm) == len(terrain.other) == 5:
                raise DataError(file, None, f"[{kind}] should have a cost for each weather")
            found[kind] = terrain
    return found


def _hexsides() -> dict[str, Hexside]:
    file, tables = chart("hexsides")
    known = set(Hexside.__dataclass_fields__)
    across = tables.pop("attack_across")
    return {
        kind: Hexside(kind, **_row(file, kind, row, known), attack=share(across.get(kind, "1")))
        for kind, row in tables.items()
    }


def _works() -> dict[str, Works]:
    file, tables = chart("works")
    known = set(Works.__dataclass_fields__)
    attackers = tables["attackers"]
    return {
        kind: Works(
            kind,
            **_row(file, kind, row, known),
            attackers={who: share(text) for who, text in attackers.get(kind, {}).items()},
        )
        for kind, row in tables.items()
        if "level" in row
    }


TERRAIN: Final[Mapping[str, Terrain]] = _terrain()
TERRAIN_WEATHER: Final[Mapping[str, Any]] = plain("terrain")["weather"]
HEXSIDES: Final[Mapping[str, Hexside]] = _hexsides()
WORKS: Final[Mapping[str, Works]] = _works()
ATTACK_ACROSS: Final[Mapping[str, Exact]] = {kind: s.attack for kind, s in HEXSIDES.items()}
"""What all but artillery is multiplied by that attacks across a hexside."""
ATTACKERS_OF_WORKS: Final[Mapping[str, Mapping[str, Exact]]] = {
    kind: works.attackers or {} for kind, works in WORKS.items()
}
CITY_DIE: Final[Mapping[str, int]] = merged("works", "cities", "cities_ours")

# The small charts, as they stand in their files.

MOVEMENT: Final[Mapping[str, Any]] = plain("movement")
RATES: Final[Mapping[str, Exact]] = {
    who: share(part)
    for who, part in MOVEMENT["rates"].items()
    if isinstance(part, str) and who != "source"
}
"""[6C] [6E] The share of a movement rating that reserves and exploitation have."""
STACKING: Final[Mapping[str, Any]] = plain("stacking")
SIZES: Final[Mapping[str, Any]] = plain("sizes")
ARTILLERY: Final[Mapping[str, Any]] = plain("artillery")
EFFECTS: Final[Mapping[str, Any]] = plain("special_effects")
SUPPLY: Final[Mapping[str, Any]] = plain("supply")
RAIL: Final[Mapping[str, Any]] = plain("rail")
CONSTRUCTION: Final[Mapping[str, Any]] = plain("construction")
WEATHER: Final[Mapping[str, Any]] = plain("weather")
WEATHER_DIE: Final[Mapping[str, int]] = merged("weather", "combat")
WATER: Final[Mapping[str, Any]] = plain("water")
REPLACEMENTS: Final[Mapping[str, Any]] = plain("replacements")
COOPERATION: Final[Mapping[str, Any]] = plain("cooperation")
LEADERS: Final[Mapping[str, Any]] = plain("leaders")
