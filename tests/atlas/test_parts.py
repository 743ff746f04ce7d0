"""A part of a map drawn by itself: light, whole where it shows, and with what is pointed out."""

from __future__ import annotations

import re
from pathlib import Path

from trenchline.atlas.draw import draw
from trenchline.atlas.maps import open_map
from trenchline.atlas.parts import Marked, area_between, draw_part
from trenchline.atlas.style import Area
from trenchline.games import load_game

SHEET = open_map("world_war_one")
HEX = SHEET.board.grid.hex


GAME = load_game("world_war_one")
VIEW = GAME.view(GAME.parse("turn 3 phase Central movement\nFR 1@0307\nGE 5@0407"), None)


def part(one: str, other: str, marked: Marked | None = None) -> str:
    """A part of the map of World War I with two armies on it."""
    area = area_between(SHEET, HEX(one), HEX(other))
    return draw_part(SHEET, VIEW, GAME.looks.nations, area, marked or Marked())


def test_a_part_is_light_and_has_what_lies_in_it() -> None:
    small = part("0206", "0608")
    assert len(small) < len(draw(SHEET)) / 5
    for label in ("0206", "0407", "0608"):
        assert f">{label}<" in small
    assert ">2020<" not in small
    assert small.count('class="counter"') == 2


def test_the_coast_is_cut_to_the_part() -> None:
    """Of the continent a corner is left; where all is land, a rectangle."""
    coast = re.search(r'<clipPath id="land"><path d="([^"]+)"', part("0206", "0608"))
    assert coast is not None
    assert SHEET.coast is not None
    assert 0 < len(coast[1]) < len(SHEET.coast) / 10
    inland = re.search(r'<clipPath id="land"><path d="([^"]+)"', part("1813", "2016"))
    assert inland is not None
    assert inland[1].count("L") <= 8


def test_points_and_arrows_are_drawn_and_a_barred_way_has_a_cross() -> None:
    here, there = HEX("0407"), HEX("0406")
    assert 'class="points"' not in part("0206", "0608")
    marked = part("0206", "0608", Marked([here], [(here, there)], [(here, HEX("0307"))]))
    assert 'class="points"' in marked
    ways = marked.split('class="ways"')[1]
    assert ways.count("<g ") == 2
    # The cross has a white rim.
    assert ways.count('stroke="#fff"') == 1


def test_the_painted_ground_is_cut_as_shares_of_the_whole() -> None:
    asked: list[Area] = []

    def cut(file: Path, share: Area) -> str:
        asked.append(share)
        return f"data:{file.name}"

    # In the corner of the map the rim would hang over its edge.
    area = area_between(SHEET, HEX("0101"), HEX("0304"))
    drawn = draw_part(SHEET, VIEW, GAME.looks.nations, area, Marked(), cut)
    assert 'href="data:background.webp"' in drawn
    ((x, y, width, height),) = asked
    assert 0 <= x < 0.2
    assert 0 <= y < 0.2
    assert 0 < width < 0.3
    assert 0 < height < 0.3
