"""``trenchline map``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from tests.cli.command import refused, run

POSITION = """\
turn 3 phase Central attack 1
FR crp 12 1@0409 Lorraine@0408
GE crp 20 5@0508 6@0509
"""


def test_a_map_alone(tmp_path: Path) -> None:
    out = tmp_path / "map.svg"
    assert run("map", "world_war_one", "--out", out).code == 0
    drawing = out.read_text(encoding="utf-8")
    assert "data:image/webp;base64," in drawing
    assert "data-piece" not in drawing


def test_a_map_of_a_position(tmp_path: Path) -> None:
    position, out = tmp_path / "position.txt", tmp_path / "map.svg"
    position.write_text(POSITION, encoding="utf-8")
    ran = run("map", "world_war_one", "--position", position, "--side", "Central", "--out", out)
    assert ran.code == 0
    drawing = out.read_text(encoding="utf-8")
    assert 'data-piece="FRLorraine"' in drawing


def test_a_map_of_a_scenario_and_of_a_record(tmp_path: Path, record: Path) -> None:
    out = tmp_path / "map.png"
    ran = run("map", "world_war_one", "--scenario", "historical", "--width", 400, "--out", out)
    assert ran.code == 0
    with Image.open(out) as picture:
        assert picture.size[0] == 400
    out = tmp_path / "map.webp"
    ran = run("map", "world_war_one", "--record", record, "--to", 9, "--width", 400, "--out", out)
    assert ran.code == 0
    with Image.open(out) as picture:
        assert picture.format == "WEBP"


def test_a_part_of_a_map(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.svg", tmp_path / "part.svg"
    run("map", "world_war_one", "--scenario", "historical", "--out", whole)
    ran = run(
        "map", "world_war_one", "--scenario", "historical", "--part", "0204-0609", "--out", part
    )
    assert ran.code == 0
    box = re.compile(r'viewBox="(\S+) (\S+) (\S+) (\S+)"')
    sizes = [[float(n) for n in box.findall(file.read_text())[0]] for file in (whole, part)]
    assert sizes[1][0] > 0
    # Five columns of hexes a side and a half apart, and half a side at either end.
    assert sizes[1][2] == pytest.approx(60 * (4 * 1.5 + 2))
    assert sizes[1][3] < sizes[0][3] / 2


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("chess",), "there is no map of 'chess'"),
        (("world_war_one", "--side", "Allied"), "--side needs"),
        (("world_war_one", "--part", "0204"), "--part takes two hexes"),
        (("world_war_one", "--part", "0204-99x9"), "--part takes two hexes"),
        (("world_war_one", "--to", "4"), "--to goes with --record"),
        (("world_war_one", "--scenario", "1939"), "no scenario '1939'"),
        (("world_war_one", "--scenario", "historical", "--position", "x"), "choose one of"),
        (("world_war_one", "--scenario", "historical", "--side", "Swiss"), "no side 'Swiss'"),
    ],
)
def test_what_there_is_not(tmp_path: Path, words: tuple[str, ...], problem: str) -> None:
    assert problem in refused(2, "map", *words, "--out", tmp_path / "map.svg")


def test_a_picture_of_another_kind(tmp_path: Path) -> None:
    assert "saved as .svg" in refused(2, "map", "world_war_one", "--out", tmp_path / "map.gif")


def test_a_position_that_is_not_there(tmp_path: Path) -> None:
    gone, out = tmp_path / "gone.txt", tmp_path / "map.svg"
    assert "gone.txt" in refused(1, "map", "world_war_one", "--position", gone, "--out", out)
