"""A game's board for the wire: geometry in map units, facts, places, colours and charts."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from trenchline.atlas import draw
from trenchline.atlas.sheet import Sheet, open_sheet
from trenchline.kernel.board import Board, Place
from trenchline.kernel.game import AnyGame, Map
from trenchline.kernel.hexes import Hex
from trenchline.server import pictures
from trenchline.server.packing import stamp_of
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


def board(game: AnyGame, scenario: str) -> BoardAnswer:
    """The board that a scenario is played on, in a game that has boards."""
    ground = game.map_of(scenario)
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
        hexes=_hexes(ground.board),
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
        background=_picture(game, scenario),
        overlay=(
            OverlayAnswer(_address(game, scenario, "board.svg", stamp_of(drawing.encode())))
            if drawing
            else None
        ),
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


def _address(game: AnyGame, scenario: str, file: str, stamp: str) -> str:
    """Where a browser gets a file of the map; the same for all scenarios that share it."""
    which = f"scenario={scenario}&" if game.maps else ""
    return f"/api/games/{game.name}/{file}?{which}stamp={stamp}"


def _size(game: AnyGame, ground: Map) -> tuple[float, float]:
    """The width and height of all hexes and boxes together."""
    ends = [corner for hex_ in ground.board.facts for corner in ground.board.grid.corners(hex_)]
    ends += [(box.x + box.width, box.y + box.height) for box in game.boxes]
    return _units(max(x for x, _ in ends)), _units(max(y for _, y in ends))


def background(game: AnyGame, scenario: str | None = None) -> Path | None:
    """The painted picture of the map that a scenario is played on, if there is one."""
    ground = game.map_of(scenario)
    sheet = None if ground is None else _sheet(ground.folder)
    file = None if ground is None or sheet is None else ground.folder / sheet.style.picture
    return file if file is not None and file.is_file() else None


@lru_cache(maxsize=16)
def _sheet(folder: Path) -> Sheet | None:
    """The sheet that a map is drawn on; a map without a style has none."""
    return open_sheet(folder) if (folder / "style.toml").is_file() else None


def overlay(game: AnyGame, scenario: str | None = None) -> str | None:
    """The drawing of the map that a scenario is played on, in map units."""
    ground = game.map_of(scenario)
    return None if ground is None else _overlay(ground.folder, *_size(game, ground))


@lru_cache(maxsize=16)
def _overlay(folder: Path, width: float, height: float) -> str | None:
    sheet = _sheet(folder)
    return None if sheet is None else draw.overlay(sheet, UNIT, width, height)


def cover(game: AnyGame) -> str | None:
    """Where a browser gets the picture of a game, if it has one."""
    file = background(game)
    if file is None:
        return None
    return _address(game, game.scenarios[0].name, "background.webp", pictures.stamp(file))


def _picture(game: AnyGame, scenario: str) -> PictureAnswer | None:
    ground = game.map_of(scenario)
    sheet = None if ground is None else _sheet(ground.folder)
    file = background(game, scenario)
    if sheet is None or file is None:
        return None
    x, y, width, height = (round(length, 2) for length in draw.picture_box(sheet, UNIT))
    address = _address(game, scenario, "background.webp", pictures.stamp(file))
    return PictureAnswer(address, x, y, width, height, pictures.widths(file))
