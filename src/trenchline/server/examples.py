"""The examples in a rulebook for the wire: what the rules say to each, and its small board."""

from __future__ import annotations

import logging
import threading
from base64 import b64encode
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image

from trenchline.atlas.parts import Marked, area_between, draw_part
from trenchline.atlas.sheet import Sheet
from trenchline.atlas.style import Area
from trenchline.kernel.examples import Example, Try, load_examples, shown
from trenchline.kernel.game import AnyGame
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Refusal
from trenchline.kernel.view import View
from trenchline.server.board import drawn_sheet, ground_of
from trenchline.server.settings import open_shelf
from trenchline.server.wire.game_answers import ExampleAnswer, TriedAnswer

log = logging.getLogger(__name__)

WIDEST = 640
"""Pixels of the painted ground under a small board."""
QUALITY = 70


@lru_cache(maxsize=32)
def examples(shelf: str, name: str) -> dict[str, ExampleAnswer]:
    """All examples of a game that hold, by their names.

    With an owner's edition, other data may have made one untrue: it is left out.
    """
    game = open_shelf(shelf).load_game(name)
    found = {}
    for example in load_examples(game.folder).values():
        try:
            found[example.name] = told(game, example)
        except (ValueError, LookupError):
            log.exception("example %s of %s does not hold", example.name, name)
    return found


def told(game: AnyGame, example: Example) -> ExampleAnswer:
    """An example with what the rules say to it."""
    said = shown(game, example)
    sheet = sheet_of(game, example, said.scenario)
    area = _area(sheet, example)
    return ExampleAnswer(
        name=example.name,
        cases=example.cases,
        title=example.title,
        words=example.words,
        position=example.position.strip() + "\n",
        picture=f"/api/games/{game.name}/examples/{example.name}.svg",
        width=round(area[2]),
        height=round(area[3]),
        described=_described(game, sheet, said.view, area),
        tries=[_tried(*one) for one in said.tries],
        odds=said.odds,
    )


def board_of(shelf: str, name: str, example: str) -> bytes | None:
    """The small board of an example as SVG, if there is one of this name that holds."""
    with _drawing:
        return _drawn(shelf, name, example) if example in examples(shelf, name) else None


_drawing = threading.Lock()
"""A chapter asks for several at once, and so may many people: each is drawn once."""


@lru_cache(maxsize=128)
def _drawn(shelf: str, name: str, example: str) -> bytes:
    game = open_shelf(shelf).load_game(name)
    one = load_examples(game.folder)[example]
    said = shown(game, one)
    sheet = sheet_of(game, one, said.scenario)
    nations, area = game.looks.nations, _area(sheet, one)
    return draw_part(sheet, said.view, nations, area, marked(sheet, one), _painted).encode()


def sheet_of(game: AnyGame, example: Example, scenario: str) -> Sheet:
    """The map that an example is shown on."""
    ground = ground_of(game, scenario, example.sheet or None)
    sheet = None if ground is None else drawn_sheet(ground.folder)
    if sheet is None:
        raise ValueError(f"{example.name}: there is no map {example.sheet!r}")
    return sheet


def marked(sheet: Sheet, example: Example) -> Marked:
    """What an example points out, on its map."""

    def ways(told: tuple[str, ...]) -> list[tuple[Hex, Hex]]:
        pairs = (way.split(">") for way in told)
        return [(_hex(sheet, start), _hex(sheet, end)) for start, end in pairs]

    points = [_hex(sheet, label) for label in example.points]
    return Marked(points, ways(example.arrows), ways(example.barred))


def _area(sheet: Sheet, example: Example) -> Area:
    one, other = (_hex(sheet, label) for label in example.corners)
    return area_between(sheet, one, other)


def _hex(sheet: Sheet, label: str) -> Hex:
    return sheet.board.grid.hex(label.removeprefix(sheet.prefix))


def _tried(one: Try, refusal: Refusal | None) -> TriedAnswer:
    if refusal is None:
        return TriedAnswer(one.words)
    return TriedAnswer(one.words, False, refusal.case, refusal.reason)


def _described(game: AnyGame, sheet: Sheet, view: View, area: Area) -> str:
    """Who stands where, for whoever cannot see it."""
    x, y, width, height = area
    stands: dict[str, list[str]] = {}
    for hex_ in sheet.board.facts:
        across, down = sheet.centre(hex_)
        if x <= across <= x + width and y <= down <= y + height:
            stands[sheet.label(hex_)] = []
    for piece in view.pieces:
        if piece.place in stands:
            look = game.looks.nations.get(piece.nation)
            whose = "" if look is None else look.adjective or look.name
            unit = piece.title or piece.name or "a hidden unit"
            stands[piece.place].append(unit if unit.startswith(whose) else f"{whose} {unit}")
    found = [f"{place}: {', '.join(units)}" for place, units in stands.items() if units]
    return f"Map. {'; '.join(found)}." if found else "Map without units."


def _painted(file: Path, part: Area) -> str:
    """The part of a picture as a data URL, so that the drawing stands alone."""
    with Image.open(file) as picture:
        x, y, width, height = part
        box = (
            round(x * picture.width),
            round(y * picture.height),
            round((x + width) * picture.width),
            round((y + height) * picture.height),
        )
        cut = picture.crop(box).convert("RGB")
    if cut.width > WIDEST:
        cut = cut.resize((WIDEST, round(cut.height * WIDEST / cut.width)), Image.Resampling.LANCZOS)
    made = BytesIO()
    cut.save(made, "WEBP", quality=QUALITY, method=6)
    return "data:image/webp;base64," + b64encode(made.getvalue()).decode("ascii")
