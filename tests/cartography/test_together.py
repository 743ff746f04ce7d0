"""Sheets that join are fitted and painted as one map, and drawn without a seam."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.cartography.synthetic import BOARD, PROJECTION, write_geography, write_map
from tools.cartography.__main__ import main
from tools.cartography.georef import fit, read_pins
from tools.cartography.together import load_together
from trenchline.atlas.layers import railway_data
from trenchline.atlas.maps import map_folders, open_map
from trenchline.atlas.svg import number, towards

SHEETS = """\
[[sheets]]
name = "west"
title = "West"
prefix = ""
moved = [0, 0]
scale = "40 km"

[[sheets]]
name = "east"
title = "East"
prefix = ""
moved = [0, 0]
scale = "40 km"

[words]
link = ["sea"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The island in two sheets of three columns each."""
    whole = tmp_path / "map"
    whole.mkdir()
    write_map(whole)
    told = (whole / "hexes.csv").read_text(encoding="utf-8")
    hexes = list(csv.DictReader(told.splitlines()))
    for name, first in (("west", 1), ("east", 4)):
        sheet = whole / name
        sheet.mkdir()
        own = BOARD.replace("columns = [1, 6]", f"columns = [{first}, {first + 2}]")
        (sheet / "board.toml").write_text(own, encoding="utf-8")
        rows = [row for row in hexes if first <= int(row["hex"][:2]) <= first + 2]
        text = [",".join(hexes[0]), *(",".join(row.values()) for row in rows)]
        (sheet / "hexes.csv").write_text("\n".join(text) + "\n", encoding="utf-8")
        for file in ("hexsides.csv", "places.csv"):
            head = (whole / file).read_text(encoding="utf-8").splitlines()[0]
            (sheet / file).write_text(head + "\n", encoding="utf-8")
    (whole / "sheets.toml").write_text(SHEETS, encoding="utf-8")
    (whole / "boxes.csv").write_text("box,title,source,note\n", encoding="utf-8")
    (whole / "links.csv").write_text("from,to,kind,one_way,source,note\n", encoding="utf-8")
    for file in ("board.toml", "hexes.csv", "places.csv"):
        (whole / file).unlink()
    return whole


def test_sheets_are_fitted_and_painted_as_one(folder: Path, tmp_path: Path) -> None:
    geo = tmp_path / "geo"
    geo.mkdir()
    write_geography(geo)
    assert main(["fit", str(folder), "--projection", PROJECTION, "--bend"]) == 0
    assert len(load_together(folder).facts) == 30
    assert main(["paint", str(folder), "--geo", str(geo), "--long-side", "600"]) == 0
    west, east = (
        np.asarray(Image.open(folder / name / "background.webp").convert("RGB"), dtype=float)
        for name in ("west", "east")
    )
    # Both show a strip about their seam: the margin of each, and the teeth of the hexes.
    side = 600 / (6 * 1.5 + 0.5 + 2 * 0.5)
    apart = round(3 * 1.5 * side)
    shared = west.shape[1] - apart
    assert shared > side
    assert np.abs(west[:, apart:] - east[:, :shared]).mean() < 6


def test_a_stiff_plate_follows_pins_that_no_straight_line_meets(folder: Path) -> None:
    grid = load_together(folder).grid
    pins = read_pins(folder / "pins.csv")
    straight, plate = fit(grid, PROJECTION, pins), fit(grid, PROJECTION, pins, 0.01)
    assert max(plate.residuals().values()) <= max(straight.residuals().values())


def test_what_runs_over_a_seam_is_drawn_on_both_sheets() -> None:
    above, below = (open_map(f"balance_of_powers/{name}") for name in ("north", "south"))
    here, there = above.board.grid.hex("0728"), below.board.grid.hex("0729")
    assert above.neighbour(here, 3) is None
    beyond = above.facts_over(here, 3)
    assert beyond is not None
    assert beyond["hex"] == "0729"
    assert above.board.sides["rail"][3] >> here & 1
    assert below.board.sides["rail"][0] >> there & 1
    x, y = towards(*above.edge(here, 3), 0.5)
    assert f"{number(x)} {number(y)}" in railway_data(above, "rail")


def test_painted_sheets_of_balance_of_powers_join_without_a_seam() -> None:
    folders = map_folders()
    north, south = (open_map(f"balance_of_powers/{name}") for name in ("north", "south"))
    pictures = [
        np.asarray(
            Image.open(folders[f"balance_of_powers/{name}"] / "background.webp").convert("RGB"),
            dtype=float,
        )
        for name in ("north", "south")
    ]
    scale = pictures[0].shape[1] / (north.size[0] / north.side)
    # South Europe begins four columns farther right, and 28 rows farther down.
    right, down = round(4 * 1.5 * scale), round(28 * 3**0.5 * scale)
    upper = pictures[0][down:, right:]
    lower = pictures[1][: upper.shape[0], : upper.shape[1]]
    assert upper.shape[0] > scale
    assert south.side == north.side
    assert np.abs(upper - lower).mean() < 8
