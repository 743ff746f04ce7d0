"""Where a game's data come from: the rulebook, history, our reconstruction, or tuning by self-play.

Every row of the data files names its source. Here they are counted, and looked up for whoever asks
of a single counter or hex.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from trenchline.kernel.data import SOURCES, read_rows, read_toml
from trenchline.kernel.editions import data_files
from trenchline.kernel.joined import sheet_folders

MAP_FILES = ("hexes.csv", "hexsides.csv", "places.csv")
SAID = {
    "rulebook": "from the rulebook",
    "history": "from history",
    "reconstructed": "our reconstruction",
    "tuned": "tuned by self-play",
}


class Origin(NamedTuple):
    """Where something comes from, and how we know."""

    source: str
    note: str


def counters(folder: Path) -> dict[str, Origin]:
    """The origin of every counter by its key."""
    return {
        row["key"]: Origin(row["source"], row["note"])
        for name in data_files(folder)
        if name.endswith(".csv")
        for row in _rows(folder / name, "key")
    }


def hexes(map_folder: Path) -> dict[str, Origin]:
    """The origin of every hex of a map by its number."""
    return {
        prefix + row["hex"]: Origin(row["source"], row["note"])
        for prefix, folder in sheet_folders(map_folder)
        for row in _rows(folder / "hexes.csv", "hex")
    }


def places(map_folder: Path) -> dict[str, dict[str, Origin]]:
    """For each hex the origin of what stands in it, by its kind."""
    found: dict[str, dict[str, Origin]] = {}
    for prefix, folder in sheet_folders(map_folder):
        for row in _rows(folder / "places.csv", "hex"):
            here = found.setdefault(prefix + row["hex"], {})
            here[row["kind"]] = Origin(row["source"], row["note"])
    return found


def _rows(file: Path, key: str) -> Iterator[Mapping[str, str]]:
    columns, rows = read_rows(file)
    if key in columns and "source" in columns and "turn" not in columns:
        for row in rows:
            yield row.cells


def shares(folder: Path) -> dict[str, Counter[str]]:
    """How many counters, facts of the map and tables come from each source."""
    found: dict[str, Counter[str]] = {"counters": Counter(), "map": Counter(), "tables": Counter()}
    found["counters"].update(origin.source for origin in counters(folder).values())
    for name in data_files(folder):
        file = folder / name
        if file.name in MAP_FILES:
            found["map"].update(row["source"] for row in _rows(file, "hex"))
        elif file.suffix == ".csv" and "key" not in read_rows(file)[0]:
            found["tables"].update({row.cells["source"] for row in read_rows(file)[1]})
        elif file.suffix == ".toml":
            tables = (table for table in read_toml(file).values() if isinstance(table, dict))
            found["tables"].update(table["source"] for table in tables if "source" in table)
    return found


def told(folder: Path) -> str:
    """Two sentences about where a game's data come from, with the share of each.

    Nothing of a game that has no counters, map or tables in files.
    """
    counted = shares(folder)
    if not all(counted.values()):
        return ""
    first = f"Of its {counted['counters'].total():,} counters {_parts(counted['counters'])}."
    facts = f"of the {counted['map'].total():,} facts of its map {_parts(counted['map'])}"
    tables = f"of its {counted['tables'].total()} tables {_parts(counted['tables'])}"
    return f"{first} {facts[0].upper()}{facts[1:]}; {tables}."


def _parts(counted: Counter[str]) -> str:
    total = counted.total()
    parts = []
    for source in SOURCES:
        if counted[source]:
            share = round(100 * counted[source] / total)
            parts.append(f"{share or 'under 1'} % {_verb(source)} {SAID[source]}")
    return ", ".join(parts[:-1]) + (" and " if parts[1:] else "") + parts[-1]


def _verb(source: str) -> str:
    return {"reconstructed": "are", "tuned": "were"}.get(source, "come")
