"""A map in a notebook: one call, small, and nothing that a side may not see."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from trenchline.atlas import pictures
from trenchline.atlas.pictures import WIDTH, show_map
from trenchline.atlas.render import CannotRender
from trenchline.games import game_names, load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.match import Match

LARGEST = 350_000
"""Bytes: a notebook with twenty maps can still be sent to somebody."""


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("name", game_names())
def test_a_map_is_one_call_and_small(name: str) -> None:
    game = load_game(name)
    match = Match(game, SeededDice("1914"), game.scenarios[-1].name)
    shown = show_map(match)
    assert game.title in repr(shown)
    assert len(repr(shown)) < 100
    pixels = shown._repr_jpeg_()
    assert pixels is not None
    assert len(pixels) < LARGEST
    with Image.open(BytesIO(pixels)) as image:
        assert image.width == WIDTH
    assert shown._repr_svg_() is None, "a notebook keeps one form of it"


def test_without_a_renderer_the_drawing_itself_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def cannot(svg: str, width: int | None = None) -> bytes:
        raise CannotRender("no")

    monkeypatch.setattr(pictures, "png", cannot)
    shown = show_map(load_game("the_great_war"), "gorizia")
    assert shown._repr_jpeg_() is None
    drawing = shown._repr_svg_()
    assert drawing is not None
    assert drawing.startswith("<svg")
    assert "base64" not in drawing
    assert len(drawing) < LARGEST


def test_a_position_is_shown_as_a_side_sees_it(tmp_path: Path) -> None:
    match = Match(load_game("der_weltkrieg"), SeededDice("1914"), "limanowa")
    mine = show_map(match.state, "limanowa", side="Entente")
    assert mine.bare != show_map(load_game("der_weltkrieg"), "limanowa").bare
    mine.save(tmp_path / "map.svg")
    assert (tmp_path / "map.svg").read_text() == mine.painted


def test_what_has_no_map_is_told_in_words() -> None:
    match = Match(load_game("der_weltkrieg"), SeededDice("1914"))
    with pytest.raises(TypeError, match="of a match, a position or a game, not of 3"):
        show_map(3)
    with pytest.raises(ValueError, match="there is no side 'Swiss'"):
        show_map(match, side="Swiss")
    with pytest.raises(ValueError, match="has several maps; name one"):
        show_map(match.state)
