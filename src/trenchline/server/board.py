"""A game's board for the wire: geometry in map units, facts, places, colours and charts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from trenchline.atlas import draw
from trenchline.atlas.sheet import Sheet, open_sheet
from trenchline.kernel.board import Board, Place, load_grid
from trenchline.kernel.game import AnyGame, Map
from trenchline.kernel.hexes import Grid, Hex
from trenchline.kernel.looks import Box
from trenchline.kernel.provenance import SAID
from trenchline.kernel.sheets import SheetGrid
from trenchline.server import pictures
from trenchline.server.guide import guide_of
from trenchline.server.packing import stamp_of
from trenchline.server.wire.game_answers import (
    BoardAnswer,
    BoxAnswer,
    HexAnswer,
    MapAnswer,
    OverlayAnswer,
    PictureAnswer,
    PlaceAnswer,
)

UNIT = 40
"""Map units in the side of a hex."""
NOT_FACTS = ("hex", "source", "note")


def board(game: AnyGame, scenario: str, sheets: Collection[str] = ()) -> BoardAnswer:
    """The board that a scenario is played on, with all its sheets or only some of them, in a game
    that has boards."""
    ground = game.map_of(scenario, sheets)
    assert ground is not None
    width, height = _size(game, ground)
    drawing = overlay(game, scenario)
    return BoardAnswer(
        game=game.name,
        title=game.title,
        orientation=ground.board.grid.orientation,
        unit=UNIT,
        width=width,
        height=height,
        hexes=_hexes(ground, _boxes(game, ground)),
        boxes=[
            BoxAnswer(
                box.name,
                box.title,
                _units(box.x),
                _units(box.y),
                _units(box.width),
                _units(box.height),
            )
            for box in _boxes(game, ground)
        ],
        background=_picture(game, scenario),
        overlay=_drawing(game, scenario, drawing),
        nations=dict(game.looks.nations),
        charts=game.charts,
        said=SAID,
        phases=game.phases,
        sides=game.sides,
        maps=_maps(game, scenario, ground),
        guide=guide_of(game),
    )


def _boxes(game: AnyGame, ground: Map) -> tuple[Box, ...]:
    """The boxes beside a map: its own, or those of the game."""
    return game.looks.boxes if ground.boxes is None else ground.boxes


def _maps(game: AnyGame, scenario: str, ground: Map) -> list[MapAnswer]:
    """The maps of a board of several, where they lie on the table."""
    grid = ground.board.grid
    if not (ground.board.sheets and isinstance(grid, SheetGrid)):
        return []
    answers = []
    for sheet in (sheet for sheet in grid.sheets if sheet.name in ground.board.sheets):
        x, y = (_units(length) for length in grid.corner(sheet))
        width, height = _paper(ground.board.sheets[sheet.name])
        picture = _picture(game, scenario, sheet.name)
        drawing = overlay(game, scenario, sheet.name)
        if picture is not None:
            picture.x, picture.y = round(picture.x + x, 2), round(picture.y + y, 2)
        answers.append(
            MapAnswer(
                sheet.name,
                sheet.title,
                sheet.scale,
                x,
                y,
                width,
                height,
                picture,
                _drawing(game, scenario, drawing, sheet.name),
            )
        )
    if ground.chart:
        answers.append(_chart(ground.chart, _boxes(game, ground)))
    return answers


def _chart(title: str, boxes: tuple[Box, ...]) -> MapAnswer:
    """The boxes as one more map: one goes there as to any other."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    width = max(box.x + box.width for box in boxes) - left
    height = max(box.y + box.height for box in boxes) - top
    x, y, width, height = (_units(length) for length in (left, top, width, height))
    return MapAnswer("chart", title, "", x, y, width, height, None, None)


def _units(length: float) -> float:
    return round(length * UNIT, 2)


def _hexes(ground: Map, boxes: tuple[Box, ...]) -> list[HexAnswer]:
    """All hexes, and the boxes that one may move through."""
    board = ground.board
    titles = {board.grid.label(box): facts for box, facts in board.boxes.items()}
    places: dict[Hex, list[Place]] = {}
    for place in board.places:
        places.setdefault(place.hex, []).append(place)
    answers = []
    for hex_, facts in board.facts.items():
        x, y = _centre(ground, hex_)
        answers.append(
            HexAnswer(
                board.grid.label(hex_),
                _units(x),
                _units(y),
                {key: value for key, value in facts.items() if key not in NOT_FACTS},
                [PlaceAnswer(p.kind, p.name, p.owner, p.value) for p in places.get(hex_, ())],
            )
        )
    for box in boxes:
        if box.name in titles:
            facts = {k: v for k, v in titles[box.name].items() if k not in (*NOT_FACTS, "box")}
            x, y = box.x + box.width / 2, box.y + box.height / 2
            answers.append(HexAnswer(box.name, _units(x), _units(y), facts, []))
    return answers


def _centre(ground: Map, hex_: Hex) -> tuple[float, float]:
    grid = ground.board.grid
    if ground.board.sheets and isinstance(grid, SheetGrid):
        return grid.on_the_table(hex_)
    paper, own = _on_paper(ground, hex_)
    return paper.centre(own)


def _on_paper(ground: Map, hex_: Hex) -> tuple[Grid, Hex]:
    """A hex as it lies on its map: the grid of a game may hold the maps of all its scenarios."""
    paper, grid = _printed_grid(ground.folder), ground.board.grid
    if paper is None:
        return grid, hex_
    return paper, grid.printed(hex_) if isinstance(grid, SheetGrid) else paper.hex(grid.label(hex_))


@lru_cache(maxsize=16)
def _printed_grid(folder: Path) -> Grid | None:
    return load_grid(folder) if (folder / "board.toml").is_file() else None


def _drawing(
    game: AnyGame, scenario: str, drawing: str | None, sheet: str | None = None
) -> OverlayAnswer | None:
    if drawing is None:
        return None
    stamp = stamp_of(drawing.encode())
    return OverlayAnswer(_address(game, scenario, "board.svg", stamp, sheet))


def _address(game: AnyGame, scenario: str, file: str, stamp: str, sheet: str | None = None) -> str:
    """Where a browser gets a file of the map; the same for all scenarios that share it."""
    which = f"scenario={scenario}&" if game.maps else ""
    which += f"sheet={sheet}&" if sheet else ""
    return f"/api/games/{game.name}/{file}?{which}stamp={stamp}"


def _size(game: AnyGame, ground: Map) -> tuple[float, float]:
    """The width and height of all hexes and boxes together."""
    board = ground.board
    if board.sheets and isinstance(board.grid, SheetGrid):
        corners = {sheet.name: board.grid.corner(sheet) for sheet in board.grid.sheets}
        papers = {name: _paper(sheet) for name, sheet in board.sheets.items()}
        ends = [
            (corners[name][0] + width / UNIT, corners[name][1] + height / UNIT)
            for name, (width, height) in papers.items()
        ]
    else:
        places = (_on_paper(ground, hex_) for hex_ in board.facts)
        ends = [corner for paper, own in places for corner in paper.corners(own)]
    ends += [(box.x + box.width, box.y + box.height) for box in _boxes(game, ground)]
    return _units(max(x for x, _ in ends)), _units(max(y for _, y in ends))


def _paper(board: Board) -> tuple[float, float]:
    """The width and height of all hexes of one map."""
    ends = [corner for hex_ in board.facts for corner in board.grid.corners(hex_)]
    return _units(max(x for x, _ in ends)), _units(max(y for _, y in ends))


def ground_of(game: AnyGame, scenario: str | None = None, sheet: str | None = None) -> Map | None:
    """The map of a scenario, or one of its sheets; None if there is none."""
    ground = game.map_of(scenario)
    if ground is None or sheet is None:
        return ground
    own = ground.board.sheets.get(sheet)
    return None if own is None else Map(own, ground.folder / sheet)


def background(game: AnyGame, scenario: str | None = None, sheet: str | None = None) -> Path | None:
    """The painted picture of the map that a scenario is played on, if there is one."""
    ground = ground_of(game, scenario, sheet)
    drawn = None if ground is None else drawn_sheet(ground.folder)
    file = None if ground is None or drawn is None else ground.folder / drawn.style.picture
    return file if file is not None and file.is_file() else None


@lru_cache(maxsize=16)
def drawn_sheet(folder: Path) -> Sheet | None:
    """The sheet that a map is drawn on; a map without a style has none, nor have several sheets
    together, which share a style beside them."""
    drawn = all((folder / name).is_file() for name in ("style.toml", "board.toml"))
    return open_sheet(folder) if drawn else None


def overlay(game: AnyGame, scenario: str | None = None, sheet: str | None = None) -> str | None:
    """The drawing of the map that a scenario is played on, in map units."""
    ground = ground_of(game, scenario, sheet)
    if ground is None:
        return None
    size = _size(game, ground) if sheet is None else _paper(ground.board)
    return _overlay(ground.folder, *size, "" if sheet is None else f"{sheet}-")


@lru_cache(maxsize=16)
def _overlay(folder: Path, width: float, height: float, ids: str) -> str | None:
    sheet = drawn_sheet(folder)
    return None if sheet is None else draw.overlay(replace(sheet, ids=ids), UNIT, width, height)


def cover(game: AnyGame) -> str | None:
    """Where a browser gets the picture of a game, if it has one."""
    file = background(game)
    if file is None:
        return None
    return _address(game, game.scenarios[0].name, "background.webp", pictures.stamp(file))


def _picture(game: AnyGame, scenario: str, sheet: str | None = None) -> PictureAnswer | None:
    ground = ground_of(game, scenario, sheet)
    drawn = None if ground is None else drawn_sheet(ground.folder)
    file = background(game, scenario, sheet)
    if drawn is None or file is None:
        return None
    x, y, width, height = (round(length, 2) for length in draw.picture_box(drawn, UNIT))
    address = _address(game, scenario, "background.webp", pictures.stamp(file), sheet)
    return PictureAnswer(address, x, y, width, height, pictures.widths(file))
