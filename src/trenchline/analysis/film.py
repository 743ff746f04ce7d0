"""A film of the front: who holds which hex at the end of each turn.

Where a game keeps no account of the land, a hex belongs to the side whose units or places are
nearest, and to nobody far from both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trenchline.analysis.acts import Reading
from trenchline.analysis.findings import Film
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.board import Board
from trenchline.kernel.floods import Ways, step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.sheets import SheetGrid

FAR = 3
"""So many hexes from anybody the land is nobody's."""
MOST_FRAMES = 60


def film(reading: Reading) -> Film | None:
    """The front by turns, beginning with the first position; none without a map."""
    match = reading.match
    game, chronicle = match.game, match.game.chronicle
    told = game.map_of(match.scenario)
    if told is None or chronicle is None:
        return None
    board = told.board
    land = bit_set(h for h, facts in board.facts.items() if facts.get("country", "land"))
    ways = board.ways(land)
    last = reading.turn_ends()
    shots = [("the beginning", 0), *((reading.turn_name(turn), at) for turn, at in last.items())]
    if len(shots) > MOST_FRAMES:
        every = -(-len(shots) // MOST_FRAMES)
        shots = [*shots[:-1:every], shots[-1]]
    frames = [(name, _sides(reading, board, ways, reading.position(at))) for name, at in shots]
    seen: Hexes = 0
    for _, (held, _) in frames:
        seen |= held[0] | held[1]
    cells = _sheet_of(board, members(step(seen, ways) | seen))
    if not cells:
        return None
    return Film(
        board.grid.orientation == "flat",
        tuple(_rounded(board, hex_) for hex_ in cells),
        tuple((name, _digits(cells, *sides)) for name, sides in frames),
    )


def _sides(
    reading: Reading, board: Board, ways: Ways, state: Any
) -> tuple[list[Hexes], list[Hexes]]:
    """The hexes of each side, and those where its units stand."""
    chronicle = reading.match.game.chronicle
    assert chronicle is not None
    standing: list[list[Hex]] = [[], []]
    for unit, place in enumerate(chronicle.places(state)):
        side = state.side_of(unit) if place >= 0 else -1
        if side in (0, 1) and place in board.facts:
            standing[side].append(place)
    units = [bit_set(places) for places in standing]
    held = list(units)
    if chronicle.territory is not None:
        for side, hexes in enumerate(chronicle.territory(state)[:2]):
            held[side] |= hexes & board.hexes & ~units[1 - side]
    for _ in range(FAR):
        taken = held[0] | held[1]
        one, other = (step(mine, ways) & ~taken for mine in held)
        held = [held[0] | one & ~other, held[1] | other & ~one]
    return held, units


def _sheet_of(board: Board, hexes: Sequence[Hex] | Any) -> list[Hex]:
    """The hexes of the sheet on which most of them lie."""
    grid, found = board.grid, list(hexes)
    if not isinstance(grid, SheetGrid):
        return [hex_ for hex_ in found if hex_ in board.facts]
    by_sheet: dict[str, list[Hex]] = {}
    for hex_ in found:
        if hex_ in board.facts:
            by_sheet.setdefault(_sheet_name(grid, hex_), []).append(hex_)
    return max(by_sheet.values(), key=len, default=[])


def _sheet_name(grid: SheetGrid, hex_: Hex) -> str:
    sheet = grid.sheet(hex_)
    return "" if sheet is None else sheet.name


def _rounded(board: Board, hex_: Hex) -> tuple[float, float]:
    x, y = board.grid.centre(hex_)
    return round(x, 1), round(y, 1)


def _digits(cells: Sequence[Hex], held: list[Hexes], units: list[Hexes]) -> str:
    def digit(hex_: Hex) -> str:
        for side in (0, 1):
            if units[side] >> hex_ & 1:
                return str(3 + side)
        for side in (0, 1):
            if held[side] >> hex_ & 1:
                return str(1 + side)
        return "0"

    return "".join(map(digit, cells))
