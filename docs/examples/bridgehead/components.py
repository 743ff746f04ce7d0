"""The map, the counters and the table, loaded and checked once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from trenchline.kernel.board import load_board
from trenchline.kernel.data import read_csv, read_toml
from trenchline.kernel.editions import data_folder
from trenchline.kernel.floods import open_ways
from trenchline.kernel.hexes import Hex

FOLDER = data_folder(Path(__file__).parent)
SIDES = ("Blue", "Red")
TURNS = 6


@dataclass(frozen=True)
class Counter:
    """A counter: whose it is, what it is worth, and where it starts."""

    key: str
    side: int
    name: str
    strength: int
    start: Hex


BOARD = load_board(FOLDER / "map")
GRID = BOARD.grid
COUNTERS = tuple(
    Counter(
        row["key"],
        SIDES.index(row.one_of("side", SIDES)),
        row["name"],
        row.number("strength", 1, 9),
        GRID.hex(row["hex"]),
    )
    for row in read_csv(
        FOLDER / "counters.csv", ("key", "side", "name", "strength", "hex", "source", "note")
    )
)
UNITS = {counter.key: number for number, counter in enumerate(COUNTERS)}
WOODS = BOARD.where("terrain", "wood")
PONT: Hex = next(place.hex for place in BOARD.places if place.name == "Pont")

# The river bars every hexside but those of Pont [2.3].
_river = [hexes & ~(1 << PONT) for hexes in BOARD.sides["river"]]
_river = [hexes & ~(1 << PONT - GRID.shifts[direction]) for direction, hexes in enumerate(_river)]
WAYS = open_ways(GRID, BOARD.hexes, _river)

RESULTS: dict[int, tuple[int, int]] = {
    int(difference): (row["wins"], row["falls"])
    for difference, row in read_toml(FOLDER / "tables.toml")["results"].items()
    if difference != "source"
}
