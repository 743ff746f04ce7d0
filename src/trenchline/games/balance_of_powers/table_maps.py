"""What lies on the table in a scenario: its sheet, and beside it the boxes of the Sea Chart that
are in play [11.1]."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from trenchline.games.balance_of_powers.components import BOARD, FOLDER, GRID
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.kernel.bits import members
from trenchline.kernel.game import Map
from trenchline.kernel.looks import Box

WIDTH, HEIGHT, BETWEEN = 9.0, 4.5, 0.5
"""Of a box and of the room around it, in lengths of a hex's side."""


def table_map(name: str) -> Map:
    """The map of a scenario: a single sheet by itself, several as they join."""
    scenario = load_scenario(name)
    names = scenario.settings["sheets"]
    if len(names) > 1:
        return Map(BOARD, Path(str(FOLDER / "map")), _chart())
    (sheet,) = names
    here = GRID.on(sheet)
    board = replace(
        BOARD,
        facts={hex_: facts for hex_, facts in BOARD.facts.items() if here >> hex_ & 1},
        places=[place for place in BOARD.places if here >> place.hex & 1],
        boxes={box: BOARD.boxes[box] for box in members(scenario.boxes)},
        sheets={},
    )
    boxes = _beside(sheet, [GRID.label(box) for box in members(scenario.boxes)])
    return Map(board, Path(str(FOLDER / "map" / sheet)), boxes)


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


def _chart() -> tuple[Box, ...]:
    """The boxes of the Sea Chart below all sheets, as wide as they are together."""
    right = below = 0.0
    for sheet in GRID.sheets:
        x, y = GRID.corner(sheet)
        own = BOARD.sheets[sheet.name]
        corners = [corner for hex_ in own.facts for corner in own.grid.corners(hex_)]
        right = max(right, x + max(end for end, _ in corners))
        below = max(below, y + max(end for _, end in corners))
    each = right / max(map(len, CHART))
    return tuple(
        Box(
            name,
            BOARD.boxes[GRID.hex(name)]["title"],
            n * each + (each - WIDTH) / 2,
            below + BETWEEN + row * (HEIGHT + BETWEEN),
            WIDTH,
            HEIGHT,
        )
        for row, names in enumerate(CHART)
        for n, name in enumerate(names)
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
