"""The map tools run from pins to picture on a small made-up geography."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.cartography.synthetic import PROJECTION, TOWNS, write_geography, write_map
from tools.cartography.__main__ import main
from tools.cartography.check import against_rulebook
from tools.cartography.coast import coast_path
from tools.cartography.geography import Geography
from tools.cartography.georef import Georef, Pin, fit, read_georef
from trenchline.atlas.maps import map_folders
from trenchline.kernel.board import load_board, load_grid
from trenchline.kernel.hexes import Grid


@pytest.fixture
def geo(tmp_path: Path) -> Path:
    folder = tmp_path / "geo"
    folder.mkdir()
    return write_geography(folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "map"
    place.mkdir()
    write_map(place)
    assert main(["fit", str(place), "--projection", PROJECTION]) == 0
    return place


def rows(file: Path) -> dict[str, dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as text:
        return {row["hex"]: row for row in csv.DictReader(text)}


# Where hexes lie.


def test_a_fit_finds_the_turn_and_scale_it_was_made_with() -> None:
    grid = Grid("flat", "even", "CCRR", (1, 9), (1, 9))
    turn, km = np.deg2rad(39), 40.0
    matrix = np.array(
        [
            [km * np.cos(turn), km * np.sin(turn), -200],
            [km * np.sin(turn), -km * np.cos(turn), 150],
        ]
    )
    made = Georef(grid, PROJECTION, matrix)
    pins = []
    for label in ("0101", "0509", "0903", "0406", "0207"):
        lon, lat = made.to_globe(np.array(grid.centre(grid.hex(label))))
        pins.append(Pin(label, lon, lat, label))
    found = fit(grid, PROJECTION, pins)
    assert found.matrix == pytest.approx(matrix, abs=1e-6)
    assert found.hex_km == pytest.approx(km * 3**0.5)
    assert found.north == pytest.approx(39, abs=4)
    with pytest.raises(ValueError, match="three pins"):
        fit(grid, PROJECTION, pins[:2])


def test_a_bent_map_brings_every_pin_into_its_hex_and_leads_back() -> None:
    grid = Grid("flat", "even", "CCRR", (1, 9), (1, 9))
    matrix = np.array([[40.0, 0, -250], [0, -40.0, 250]])
    straight = Georef(grid, PROJECTION, matrix)
    x, y = grid.centre(grid.hex("0505"))
    lon, lat = straight.to_globe(np.array([x + 1.5, y + 0.5]))
    bent = Georef(grid, PROJECTION, matrix, (Pin("Here", lon, lat, "0505"),))
    assert bent.residuals()["Here"] < 0.45
    points = np.array([[2.0, 3.0], [x, y], [9.0, 12.0]])
    assert bent.to_paper(bent.to_globe(points)) == pytest.approx(points, abs=0.01)


@pytest.mark.parametrize(("name", "most"), [("world_war_one", 0.45), ("kaisers_war", 0.85)])
def test_towns_lie_in_their_hexes(name: str, most: float) -> None:
    folder = map_folders()[name]
    grid = load_grid(folder)
    georef = read_georef(folder, grid)
    if not georef.pins:
        from tools.cartography.georef import read_pins

        pins = read_pins(folder / "pins.csv")
        towns = georef.to_paper(np.array([[pin.lon, pin.lat] for pin in pins]))
        homes = np.array([grid.centre(grid.hex(pin.hex)) for pin in pins])
        misses = np.hypot(*(towns - homes).T) / 3**0.5
        refitted = fit(grid, georef.projection, pins)
        assert refitted.hex_km == pytest.approx(georef.hex_km, rel=0.01)
    else:
        misses = np.array(list(georef.residuals().values()))
    assert len(misses) > 100
    assert misses.max() < most


# From pins to picture.


def test_facts_are_proposed(folder: Path, geo: Path, tmp_path: Path) -> None:
    out = tmp_path / "proposal"
    assert main(["propose", str(folder), "--geo", str(geo), "--out", str(out)]) == 0
    hexes = rows(out / "hexes.csv")
    assert len(hexes) == 30
    assert hexes["0203"]["towns"] == "Westburg"
    assert float(hexes["0303"]["land"]) > 0.9
    assert any(row["terrain"] == "sea" for row in hexes.values())
    assert any(row["terrain"] == "rough" for row in hexes.values())
    assert any(row["rivers"] == "Long" for row in hexes.values())
    sides = list(csv.DictReader((out / "hexsides.csv").read_text(encoding="utf-8").splitlines()))
    assert all(row["kind"] in ("river", "sea") for row in sides)


def test_a_picture_is_painted_and_can_be_painted_again(
    folder: Path, geo: Path, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.webp", folder / "background.webp"
    paint = ["paint", str(folder), "--geo", str(geo), "--long-side", "500"]
    assert main([*paint, "--out", str(first)]) == 0
    assert main(paint) == 0
    assert first.read_bytes() == second.read_bytes()
    with Image.open(first) as picture:
        assert max(picture.size) == 500
        pixels = np.asarray(picture.convert("RGB"), dtype=float)
    corner, middle = (
        pixels[6:16, 6:16].mean(axis=(0, 1)),
        pixels[230:250, 190:210].mean(axis=(0, 1)),
    )
    assert corner[2] > corner[0] + 10, "the sea is blue"
    assert middle[2] < middle[0], "the land is not"
    assert (folder / "coast.path").read_text(encoding="utf-8").startswith("M")


def test_the_coast_is_a_closed_path_on_the_paper(folder: Path, geo: Path) -> None:
    georef = read_georef(folder, load_grid(folder))
    path = coast_path(georef, Geography(geo), 0.5)
    assert path.count("M") == path.count("Z") == 1
    width, height = georef.size
    points = [tuple(map(int, p.split())) for p in path.strip()[1:-1].split("L")]
    assert all(-51 <= x <= width * 100 + 51 and -51 <= y <= height * 100 + 51 for x, y in points)


def test_a_map_is_checked(
    folder: Path, geo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    facts = tmp_path / "facts.json"
    facts.write_text(json.dumps({"named_hexes": {"Westburg": "0203"}}), encoding="utf-8")
    words = ["check", str(folder), "--geo", str(geo), "--facts", str(facts)]
    assert main(words) == 0
    facts.write_text(json.dumps({"named_hexes": {"Westburg": "0303"}}), encoding="utf-8")
    assert main(words) == 1
    assert "rulebook: Westburg is not in 0303" in capsys.readouterr().out


def test_what_a_rulebook_pins_is_told_when_it_is_wrong() -> None:
    board = load_board(map_folders()["world_war_one"])
    right = {
        "named_hexes": {"Metz fortification": "0509"},
        "terrain": {"0509": "rough (8.35)"},
        "fort": {"0509": 3, "1733": "a fort (5.46)"},
        "blocked_hexsides": [["0616", "0617"]],
        "setup_countries": {"FR": ["0305"]},
    }
    assert against_rulebook(board, right) == []
    wrong = {
        "named_hexes": {"Metz": "0510"},
        "terrain": {"0509": "clear"},
        "fort": {"0509": 2, "0107": 1},
        "blocked_hexsides": [["0615", "0616"]],
        "setup_countries": {"GE": ["0305"]},
    }
    assert len(against_rulebook(board, wrong)) == 6


def test_towns_come_from_the_gazetteer(geo: Path) -> None:
    assert Geography(geo).towns() == TOWNS
    assert Geography(geo).rivers[0].name == "Long"


def test_a_new_map_needs_a_projection(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_map(tmp_path)
    assert main(["fit", str(tmp_path)]) == 1
    assert "needs --projection" in capsys.readouterr().err
