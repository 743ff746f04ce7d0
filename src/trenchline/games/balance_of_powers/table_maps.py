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
        return Map(BOARD, Path(str(FOLDER / "map")))
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


def _beside(sheet: str, names: list[str]) -> tuple[Box, ...]:
    """Boxes in a row below a sheet, as far from each other as they go."""
    own = BOARD.sheets[sheet]
    corners = [corner for hex_ in own.facts for corner in own.grid.corners(hex_)]
    right, below = max(x for x, _ in corners), max(y for _, y in corners)
    each = max(WIDTH + BETWEEN, right / len(names))
    return tuple(
        Box(
            name,
            BOARD.boxes[GRID.hex(name)]["title"],
            n * each + (each - WIDTH) / 2,
            below + BETWEEN,
            WIDTH,
            HEIGHT,
        )
        for n, name in enumerate(names)
    )
