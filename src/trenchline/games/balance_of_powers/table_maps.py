"""What lies on the table in a scenario: its sheets, and beside them the boxes of the Sea Chart that
are in play [11.1]."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import combinations
from operator import or_
from pathlib import Path

from trenchline.games.balance_of_powers.components import BOARD, FOLDER, GRID
from trenchline.games.balance_of_powers.omissions import OMITTING
from trenchline.games.balance_of_powers.scenarios import Scenario, load_scenario
from trenchline.kernel.bits import members
from trenchline.kernel.board import Board
from trenchline.kernel.game import Map
from trenchline.kernel.looks import Box

WIDTH, HEIGHT, BETWEEN = 9.0, 4.5, 0.5
"""Of a box and of the room around it, in lengths of a hex's side."""


def table_map(name: str) -> Map:
    """The map of a scenario: a single sheet by itself, several as they join."""
    scenario = load_scenario(name)
    names = scenario.settings["sheets"]
    if len(names) > 1:
        return replace(_joined(scenario), smaller=_smaller(name))
    (sheet,) = names
    boxes = _beside(sheet, [GRID.label(box) for box in members(scenario.boxes)])
    board = replace(_board(scenario), sheets={})
    return Map(board, Path(str(FOLDER / "map" / sheet)), boxes)


def _smaller(name: str) -> dict[frozenset[str], Map]:
    """[12.9/omit-africa] [12.9/omit-ottoman] What is left of several sheets when players leave some
    of them out."""
    found = {}
    for number in range(1, len(OMITTING) + 1):
        for options in combinations(sorted(OMITTING), number):
            scenario = load_scenario(name, frozenset(options))
            found[frozenset(scenario.settings["sheets"])] = _joined(scenario)
    return found


def _joined(scenario: Scenario) -> Map:
    """Several sheets as they join, and the chart below them."""
    board = _board(scenario)
    return Map(board, Path(str(FOLDER / "map")), _chart(board), chart="The Sea Chart")


def _board(scenario: Scenario) -> Board:
    """What of the whole board is on the sheets of a scenario, and its boxes."""
    names = scenario.settings["sheets"]
    here = reduce(or_, (GRID.on(name) for name in names))
    return replace(
        BOARD,
        facts={hex_: facts for hex_, facts in BOARD.facts.items() if here >> hex_ & 1},
        places=[place for place in BOARD.places if here >> place.hex & 1],
        boxes={box: BOARD.boxes[box] for box in members(scenario.boxes)},
        sheets={name: BOARD.sheets[name] for name in names},
    )


CHART = (
    (
        *("Canada", "North-Atlantic", "Scapa-Flow", "Norwegian-Sea", "White-Sea", "Archangel"),
        *("Stockholm", "Gulf-of-Finland", "Helsinki", "Petrograd", "Russia"),
    ),
    (
        *("USA", "Mid-Atlantic", "Bordeaux", "Gibraltar", "Libyan-Sea", "Indian-Ocean"),
        *("India", "Mid-Pacific", "Tsingtao", "Japan"),
    ),
    (
        *("South-America", "South-Atlantic", "Dakar", "Terra-del-Fuego", "South-Pacific"),
        *("Australia", "Batavia", "Carolines"),
    ),
)
"""[1.23] The Sea Chart below the maps, from west to east: the north, the middle, the south."""


def _chart(board: Board) -> tuple[Box, ...]:
    """The boxes of the Sea Chart below all sheets, as wide as they are together."""
    right = below = 0.0
    for sheet in (sheet for sheet in GRID.sheets if sheet.name in board.sheets):
        x, y = GRID.corner(sheet)
        own = board.sheets[sheet.name]
        corners = [corner for hex_ in own.facts for corner in own.grid.corners(hex_)]
        right = max(right, x + max(end for end, _ in corners))
        below = max(below, y + max(end for _, end in corners))
    each = right / max(map(len, CHART))
    width = min(WIDTH, each - BETWEEN)
    return tuple(
        Box(
            name,
            BOARD.boxes[GRID.hex(name)]["title"],
            n * each + (each - width) / 2,
            below + BETWEEN + row * (HEIGHT + BETWEEN),
            width,
            HEIGHT,
        )
        for row, names in enumerate(CHART)
        for n, name in enumerate(names)
        if GRID.hex(name) in board.boxes
    )


def _beside(sheet: str, names: list[str]) -> tuple[Box, ...]:
    """Boxes in rows below a sheet, no wider than it is, as far from each other as they go."""
    own = BOARD.sheets[sheet]
    corners = [corner for hex_ in own.facts for corner in own.grid.corners(hex_)]
    right, below = max(x for x, _ in corners), max(y for _, y in corners)
    in_a_row = max(1, min(len(names), int(right // (WIDTH + BETWEEN))))
    each = right / in_a_row
    return tuple(
        Box(
            name,
            BOARD.boxes[GRID.hex(name)]["title"],
            n % in_a_row * each + (each - WIDTH) / 2,
            below + BETWEEN + n // in_a_row * (HEIGHT + BETWEEN),
            WIDTH,
            HEIGHT,
        )
        for n, name in enumerate(names)
    )
