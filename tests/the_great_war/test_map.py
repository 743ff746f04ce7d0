"""The maps against the globe: towns lie in their hexes, and both maps of the Isonzo agree."""

from __future__ import annotations

from math import hypot

import pytest

from trenchline.games.the_great_war.scenarios import GRID, SCENARIO_FOLDERS, load_theatre
from trenchline.games.the_great_war.tables import FOLDER
from trenchline.kernel.board import load_grid
from trenchline.kernel.data import read_csv, read_toml

every_map = pytest.mark.parametrize("name", tuple(SCENARIO_FOLDERS))


@every_map
def test_every_town_with_a_pin_stands_in_its_hex(name: str) -> None:
    theatre = load_theatre(name)
    cities = {
        (GRID.label(place.hex), place.name)
        for place in theatre.board.places
        if place.kind in ("city", "partial_city", "full_city")
    }
    pins = {
        (row["hex"], row["name"])
        for row in read_csv(
            FOLDER / name / "map" / "pins.csv", ("hex", "name", "lon", "lat", "source", "note")
        )
    }
    assert pins == cities


def test_one_transform_serves_all_maps() -> None:
    """A hex means the same kilometres on each map: they are parts of one sheet."""
    found = {}
    for name in SCENARIO_FOLDERS:
        folder = FOLDER / name / "map"
        grid = load_grid(folder)
        matrix = read_toml(folder / "georef.toml")["matrix"]
        x, y = grid.centre(grid.at(grid.columns[0], grid.rows[0]))
        column, row = grid.columns[0], grid.rows[0]
        east, north = (a * x + b * y + c for a, b, c in matrix)
        found[name] = (column + (row % 2 == 0) / 2, row, east, north)
    (_, (u, v, east, north)), *rest = found.items()
    for _, (u2, v2, east2, north2) in rest:
        hexes = hypot(u2 - u, (v2 - v) * 3**0.5 / 2)
        kilometres = hypot(east2 - east, north2 - north)
        assert kilometres / hexes == pytest.approx(24.86, abs=0.01)


def test_gorizia_is_a_part_of_caporetto_but_for_the_bridgehead() -> None:
    small, large = load_theatre("gorizia"), load_theatre("caporetto")
    for hex_, facts in small.board.facts.items():
        for column in ("country", "terrain", "zone"):
            assert facts[column] == large.board.facts[hex_][column], GRID.label(hex_)
    differ = {
        (kind, GRID.label(hex_), direction)
        for kind in small.board.sides
        for direction in range(6)
        for hex_ in small.board.facts
        if hex_ + GRID.shifts[direction] in small.board.facts
        and small.has_side(hex_, direction, kind) != large.has_side(hex_, direction, kind)
    }
    assert {kind for kind, _, _ in differ} == {"river"}
    assert {label for _, label, _ in differ} == {"4508", "4607", "4608"}


@every_map
def test_the_picture_is_light(name: str) -> None:
    picture = FOLDER / name / "map" / "background.webp"
    assert picture.stat().st_size < 700_000
