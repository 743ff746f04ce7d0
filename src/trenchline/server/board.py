"""A game's board for the wire: geometry in map units, facts, places, colours and charts."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from trenchline.atlas import draw
from trenchline.atlas.sheet import Sheet, open_sheet
from trenchline.kernel.board import Board, Place
from trenchline.kernel.game import AnyGame
from trenchline.kernel.hexes import Hex
from trenchline.server.wire import (
    BoardAnswer,
    BoxAnswer,
    HexAnswer,
    OverlayAnswer,
    PictureAnswer,
    PlaceAnswer,
)

UNIT = 40
"""Map units in the side of a hex."""
NOT_FACTS = ("hex", "source", "note")


def board(game: AnyGame) -> BoardAnswer:
    """The board of a game that has one."""
    assert game.board is not None
    width, height = _size(game)
    return BoardAnswer(
        game=game.name,
        title=game.title,
        orientation=game.board.grid.orientation,
        unit=UNIT,
        width=width,
        height=height,
        hexes=_hexes(game.board),
        boxes=[
            BoxAnswer(
                box.name,
                box.title,
                _units(box.x),
                _units(box.y),
                _units(box.width),
                _units(box.height),
            )
            for box in game.boxes
        ],
        background=_picture(game),
        overlay=OverlayAnswer(f"/api/games/{game.name}/board.svg") if overlay(game) else None,
        nations=dict(game.nations),
        charts=game.charts,
        phases=game.phases,
    )


def _units(length: float) -> float:
    return round(length * UNIT, 2)


def _hexes(board: Board) -> list[HexAnswer]:
    places: dict[Hex, list[Place]] = {}
    for place in board.places:
        places.setdefault(place.hex, []).append(place)
    answers = []
    for hex_, facts in board.facts.items():
        x, y = board.grid.centre(hex_)
        answers.append(
            HexAnswer(
                board.grid.label(hex_),
                _units(x),
                _units(y),
                {key: value for key, value in facts.items() if key not in NOT_FACTS},
                [PlaceAnswer(p.kind, p.name, p.owner, p.value) for p in places.get(hex_, ())],
            )
        )
    return answers


def _size(game: AnyGame) -> tuple[float, float]:
    """The width and height of all hexes and boxes together."""
    assert game.board is not None
    ends = [corner for hex_ in game.board.facts for corner in game.board.grid.corners(hex_)]
    ends += [(box.x + box.width, box.y + box.height) for box in game.boxes]
    return _units(max(x for x, _ in ends)), _units(max(y for _, y in ends))


def background(game: AnyGame) -> Path | None:
    """The painted picture of a game's map, if there is one."""
    sheet = _sheet(game.folder)
    file = None if sheet is None else game.folder / "map" / sheet.style.picture
    return file if file is not None and file.is_file() else None


@lru_cache(maxsize=16)
def _sheet(folder: Path) -> Sheet | None:
    """The sheet that a game's map is drawn on; a game without a style has none."""
    return open_sheet(folder / "map") if (folder / "map" / "style.toml").is_file() else None


def overlay(game: AnyGame) -> str | None:
    """The drawing of a game's map in map units."""
    return _overlay(game.folder, *_size(game))


@lru_cache(maxsize=16)
def _overlay(folder: Path, width: float, height: float) -> str | None:
    sheet = _sheet(folder)
    return None if sheet is None else draw.overlay(sheet, UNIT, width, height)


def _picture(game: AnyGame) -> PictureAnswer | None:
    sheet = _sheet(game.folder)
    if sheet is None or background(game) is None:
        return None
    x, y, width, height = (round(length, 2) for length in draw.picture_box(sheet, UNIT))
    return PictureAnswer(f"/api/games/{game.name}/background.webp", x, y, width, height)
