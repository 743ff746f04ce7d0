"""How a game looks at the table besides its positions: nations, charts, and boxes off the map.

A game keeps colours and boxes in ``looks.toml`` beside its other data; charts it makes from its own
tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from trenchline.kernel.data import DataError, File, read_toml
from trenchline.kernel.nations import Nation


class NationLook(Struct, frozen=True):
    """A nation's name, the colour of its counters, and the ink that can be read on it."""

    name: str
    colour: str
    ink: str
    adjective: str = ""
    """What its units are called by: German, for Germany."""


class Chart(Struct, frozen=True):
    """A chart to consult: headings, and rows of as many cells; the first names the row."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    source: str = "rulebook"
    """Where its numbers come from, for the most part."""
    origins: tuple[tuple[str, str], ...] = ()
    """Where the numbers of each row come from, and how we know, where it can be told by rows."""


class Box(Struct, frozen=True):
    """A place off the hexes where pieces stand, in lengths of a hex's side like ``Grid.centre``."""

    name: str
    title: str
    x: float
    y: float
    width: float
    height: float


class Looks(Struct, frozen=True):
    """Everything that ``looks.toml`` says."""

    nations: Mapping[str, NationLook] = {}
    boxes: tuple[Box, ...] = ()


def load_looks(file: File, countries: Iterable[Nation]) -> Looks:
    """Colours for these nations, each of which must have one, and the boxes.

    ``looks.toml`` reads like::

        [nations]
        GE = { colour = "#8d9390", ink = "#111111" }

        [boxes]
        pool = { title = "Force pool", x = 0, y = 60, width = 40, height = 6 }
    """
    found = read_toml(file)
    nations = {}
    for nation in countries:
        code = nation.code
        try:
            row = found["nations"][code]
            nations[code] = NationLook(nation.name, row["colour"], row["ink"], nation.adjective)
        except KeyError as missing:
            raise DataError(file, None, f"[nations] {code}: {missing} is missing") from None
        for colour in (nations[code].colour, nations[code].ink):
            if not re.fullmatch(r"#[0-9a-f]{6}", colour):
                raise DataError(file, None, f"[nations] {code}: {colour!r} is not like '#8d9390'")
    if strange := found["nations"].keys() - nations.keys():
        raise DataError(file, None, f"[nations] there is no nation {min(strange)!r}")
    boxes = []
    for name, row in found.get("boxes", {}).items():
        try:
            place = (float(row[key]) for key in ("x", "y", "width", "height"))
            boxes.append(Box(name, row["title"], *place))
        except KeyError as missing:
            raise DataError(file, None, f"[boxes] {name}: {missing} is missing") from None
    return Looks(nations, tuple(boxes))
