"""A game's map: hexes and their facts, hexsides and places, loaded from its ``map/`` folder.

``board.toml`` describes the grid; ``hexes.csv`` has a row a hex; ``hexsides.csv`` a row a hexside
and kind (rail, river, blocked ...), named by its two hexes or, on the rim of the map, by a hex and
a direction; ``places.csv`` what stands in a hex (cities, forts ...).
Which columns ``hexes.csv`` has besides, and which words may stand in them, is for the game to say
in the ``[words]`` of ``board.toml``; the board turns columns into sets of hexes and kinds of
hexsides into ways.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from typing import Any

from trenchline.kernel.bits import bit_set
from trenchline.kernel.data import DataError, File, Row, read_csv, read_toml
from trenchline.kernel.floods import Ways, open_ways, ways
from trenchline.kernel.hexes import DIRECTIONS, Grid, Hex, Hexes
from trenchline.kernel.links import Links, join_links

LARGEST_GRID = 100_000
"""No map has so many hexes."""
SIDE_COLUMNS = ("hex", "neighbour", "kind", "name", "source", "note")
PLACE_COLUMNS = ("hex", "kind", "name", "owner", "value", "source", "note")

Words = Mapping[str, Sequence[str]]
"""What may stand in each column of a map's files."""


@dataclass(frozen=True)
class Place:
    """Something with a name that stands in a hex."""

    hex: Hex
    kind: str
    name: str
    owner: str
    value: int
    source: str
    note: str


@dataclass(frozen=True)
class Board:
    """Everything about a map that never changes during a match."""

    grid: Grid
    facts: dict[Hex, dict[str, str]]
    sides: dict[str, list[Hexes]]
    side_names: dict[tuple[Hex, Hex, str], str]
    places: list[Place]
    settings: dict[str, Any] = field(default_factory=dict)
    links: dict[str, Links] = field(default_factory=dict)
    """Places that are joined although they are no neighbours, by kind: see ``joined``."""
    boxes: dict[Hex, dict[str, str]] = field(default_factory=dict)
    """The facts of the boxes off the hexes."""
    sheets: dict[str, Board] = field(default_factory=dict)
    """The sheets that are joined here, each as a board by itself."""

    @cached_property
    def hexes(self) -> Hexes:
        """All hexes that have a row in ``hexes.csv``."""
        return bit_set(self.facts)

    def where(self, column: str, *values: str) -> Hexes:
        """The hexes whose fact in a column is one of these values, or has one among several."""
        wanted = set(values)
        return bit_set(
            h
            for h, facts in self.facts.items()
            if facts[column] in wanted or not wanted.isdisjoint(facts[column].split())
        )

    def having(self, column: str) -> Hexes:
        """The hexes whose fact in a column is not empty."""
        return bit_set(h for h, facts in self.facts.items() if facts[column])

    def of_kind(self, kind: str, owner: str | None = None) -> Hexes:
        """The hexes with a place of this kind (and owner)."""
        return bit_set(
            p.hex for p in self.places if p.kind == kind and (owner is None or p.owner == owner)
        )

    def place(self, hex_: Hex, kind: str) -> Place | None:
        """The place of this kind in a hex."""
        return next((p for p in self.places if p.hex == hex_ and p.kind == kind), None)

    def name(self, hex_: Hex) -> str:
        """A hex as people call it: its number and the best-known name in it; a box by its title."""
        label = self.grid.label(hex_)
        name = self._names.get(hex_)
        if name and hex_ in self.boxes:
            return name
        return f"{label} {name}" if name else label

    @cached_property
    def _names(self) -> dict[Hex, str]:
        """The first name in each hex that has one."""
        titles = {box: facts["title"] for box, facts in self.boxes.items() if facts["title"]}
        return titles | {place.hex: place.name for place in reversed(self.places) if place.name}

    def ways(self, land: Hexes, blocked: str = "blocked", links: Sequence[str] = ()) -> Ways:
        """Ways between all neighbouring hexes of ``land``, less hexsides of the blocked kind, and
        along the links of these kinds, between places of ``land`` too."""
        found = open_ways(self.grid, land, self.sides.get(blocked, [0] * 6))
        joined = reduce(join_links, (self.links[kind].within(land) for kind in links), None)
        return found._replace(links=joined)

    def ways_along(self, kind: str) -> Ways:
        """Ways through the hexsides of a kind only, such as rail."""
        return ways(self.grid, self.sides.get(kind, [0] * 6))


def load_grid(folder: File) -> Grid:
    """The grid that ``board.toml`` of a ``map/`` folder describes."""
    settings = read_toml(folder / "board.toml")
    try:
        grid_settings = settings["grid"]
        columns = _first_last(grid_settings["columns"])
        rows = _first_last(grid_settings["rows"])
        if (columns[1] - columns[0] + 1) * (rows[1] - rows[0] + 1) > LARGEST_GRID:
            raise ValueError(f"more than {LARGEST_GRID:,} hexes are too many")
        return Grid(
            grid_settings["orientation"],
            grid_settings["lower"],
            grid_settings["numbering"],
            columns,
            rows,
            grid_settings.get("columns_from", "left"),
        )
    except KeyError as missing:
        raise DataError(folder / "board.toml", None, f"{missing} is missing") from None
    except (TypeError, ValueError) as error:
        raise DataError(folder / "board.toml", None, f"[grid]: {error}") from None


def load_board(folder: File, words: Words | None = None, grid: Grid | None = None) -> Board:
    """Load and check a ``map/`` folder.

    The words are those of ``board.toml`` unless others are given: for ``side`` and ``place`` the
    kinds of hexsides and places, and for each column of ``hexes.csv``, in order, what may stand in
    it. Under ``several`` stand the columns whose cells may hold more than one word. A larger grid
    of the same shape may be given, for maps that share one.
    """
    settings = read_toml(folder / "board.toml")
    grid = load_grid(folder) if grid is None else grid
    words = _words(folder, settings) if words is None else words
    several = words.get("several", ())
    columns = [column for column in words if column not in ("side", "place", "several")]
    facts: dict[Hex, dict[str, str]] = {}
    for row in read_csv(folder / "hexes.csv", ("hex", *columns, "source", "note")):
        hex_ = _hex(grid, row["hex"], row)
        if hex_ in facts:
            raise row.wrong(f"hex {row['hex']} has a row already")
        for column in columns:
            row.words_of(column, words[column], column in several)
        facts[hex_] = row.cells

    sides: dict[str, list[Hexes]] = {kind: [0] * 6 for kind in words["side"]}
    names: dict[tuple[Hex, Hex, str], str] = {}
    read_hexsides(folder / "hexsides.csv", grid, facts, sides, names)
    places = []
    for row in read_csv(folder / "places.csv", PLACE_COLUMNS):
        hex_ = _hex(grid, row["hex"], row)
        if hex_ not in facts:
            raise row.wrong(f"hex {row['hex']} is not on the map")
        places.append(
            Place(
                hex_,
                row.one_of("kind", words["place"]),
                row["name"],
                row["owner"],
                row.number("value") if row["value"] else 0,
                row["source"],
                row["note"],
            )
        )
    return Board(grid, facts, sides, names, places, settings)


def read_hexsides(
    file: File,
    grid: Grid,
    facts: Mapping[Hex, object],
    sides: dict[str, list[Hexes]],
    names: dict[tuple[Hex, Hex, str], str],
) -> None:
    """Add the hexsides of a file, of the kinds that are there already, and their names."""
    for row in read_csv(file, SIDE_COLUMNS):
        a, direction, b = _hexside(grid, facts, row)
        kind = row.one_of("kind", tuple(sides))
        if sides[kind][direction] >> a & 1:
            raise row.wrong(f"hexside {row['hex']}/{row['neighbour']} is {kind} already")
        sides[kind][direction] |= 1 << a
        if b is not None:
            sides[kind][(direction + 3) % 6] |= 1 << b
            names[a, b, kind] = names[b, a, kind] = row["name"]


def _hexside(grid: Grid, facts: Mapping[Hex, object], row: Row) -> tuple[Hex, int, Hex | None]:
    """The hex, the direction and the neighbour of a hexside; on the rim of the map there is no
    neighbour, and its direction stands in its place."""
    label = f"hexside {row['hex']}/{row['neighbour']}"
    a = _hex(grid, row["hex"], row)
    directions = DIRECTIONS[grid.orientation]
    if row["neighbour"] in directions:
        direction = directions.index(row["neighbour"])
        if a + grid.shifts[direction] in facts:
            raise row.wrong(f"{label} is not on the rim of the map; name its other hex")
        if a not in facts:
            raise row.wrong(f"{label} is not on the map")
        return a, direction, None
    b = _hex(grid, row["neighbour"], row)
    try:
        direction = grid.direction(a, b)
    except ValueError as error:
        raise row.wrong(str(error)) from None
    if a not in facts or b not in facts:
        raise row.wrong(f"{label} is not on the map")
    return a, direction, b


def _words(folder: File, settings: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The ``[words]`` of ``board.toml``."""
    found = settings.get("words", {})
    for column in ("side", "place"):
        if column not in found:
            raise DataError(folder / "board.toml", None, f"[words] does not list {column!r}")
    return {column: tuple(listed) for column, listed in found.items()}


def _first_last(numbers: Any) -> tuple[int, int]:
    if len(numbers) != 2 or not all(isinstance(number, int) for number in numbers):
        raise ValueError(f"{numbers} are not two whole numbers")
    return numbers[0], numbers[1]


def _hex(grid: Grid, label: str, row: Any) -> Hex:
    try:
        return grid.hex(label)
    except ValueError as error:
        raise row.wrong(str(error)) from None
