"""Grids against a table of offsets: labels, neighbours, distances, places on paper."""

from __future__ import annotations

import random
from itertools import pairwise, product
from math import dist, isclose, sqrt
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kernel.plain import (
    LOWER,
    ORIENTATIONS,
    around,
    grids,
    open_steps,
    places,
    queue,
    to_bits,
    to_places,
)
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import DIRECTIONS, Grid

# Both orientations, both parities, several numberings, maps that begin at 0, 1 or an even line.
GRIDS = [
    Grid(orientation, lower, numbering, columns, rows)
    for orientation, lower, (numbering, columns, rows) in product(
        ORIENTATIONS,
        LOWER,
        [
            ("CCRR", (1, 7), (1, 6)),
            ("RRCC", (1, 6), (1, 7)),
            ("CRR", (0, 5), (8, 12)),
            ("RRRCC", (2, 8), (98, 103)),
        ],
    )
]

on_every_grid = pytest.mark.parametrize(
    "grid", GRIDS, ids=lambda g: "-".join((g.orientation, g.lower, g.numbering))
)


@on_every_grid
def test_every_label_both_ways(grid: Grid) -> None:
    wide, high = grid.numbering.count("C"), grid.numbering.count("R")
    for column, row in places(grid):
        hex_ = grid.at(column, row)
        columns, rows = str(column).zfill(wide), str(row).zfill(high)
        label = columns + rows if grid.numbering.startswith("C") else rows + columns
        assert grid.label(hex_) == label
        assert grid.hex(label) == hex_
        assert grid.column_row(hex_) == (column, row)


@on_every_grid
def test_every_hex_has_a_bit_of_its_own(grid: Grid) -> None:
    hexes = [grid.at(*place) for place in places(grid)]
    assert len(set(hexes)) == len(hexes) == grid.everywhere.bit_count()
    assert list(members(grid.everywhere)) == sorted(hexes)
    assert max(hexes) < grid.size
    labels = [grid.label(hex_) for hex_ in hexes]
    assert grid.hexes(*labels) == grid.everywhere
    assert grid.labels(grid.everywhere) == sorted(labels)
    grid.labels(grid.everywhere).clear()
    assert grid.labels(grid.everywhere) == sorted(labels)


@on_every_grid
def test_neighbours_are_those_of_the_table_clockwise(grid: Grid) -> None:
    for place in places(grid):
        hex_ = grid.at(*place)
        expected = around(grid, place)
        found = grid.neighbours(hex_)
        assert [grid.column_row(n) for n in found] == list(expected.values())
        names = DIRECTIONS[grid.orientation]
        assert [names[grid.direction(hex_, n)] for n in found] == list(expected)


@on_every_grid
def test_neighbours_see_each_other_from_opposite_directions(grid: Grid) -> None:
    for hex_ in members(grid.everywhere):
        for neighbour in grid.neighbours(hex_):
            assert hex_ in grid.neighbours(neighbour)
            there, back = grid.direction(hex_, neighbour), grid.direction(neighbour, hex_)
            assert back == (there + 3) % 6


@on_every_grid
def test_only_neighbours_have_a_direction(grid: Grid) -> None:
    hexes = list(members(grid.everywhere))
    for hex_, other in product(hexes, hexes):
        if other not in grid.neighbours(hex_):
            message = f"{grid.label(hex_)} and {grid.label(other)} are not neighbours"
            with pytest.raises(ValueError, match=message):
                grid.direction(hex_, other)


@on_every_grid
def test_distance_and_rings_are_those_of_a_queue(grid: Grid) -> None:
    land = places(grid)
    steps = open_steps(grid, land)
    for start in land:
        hex_ = grid.at(*start)
        away = queue([start], land, steps)
        for place, steps_away in away.items():
            assert grid.distance(hex_, grid.at(*place)) == steps_away
        for radius in range(max(away.values()) + 2):
            ring = {place for place, n in away.items() if n == radius}
            assert to_places(grid, grid.ring(hex_, radius)) == ring


def test_no_hex_lies_at_a_negative_distance() -> None:
    grid = GRIDS[0]
    assert grid.ring(grid.hex("0303"), -1) == 0


@on_every_grid
def test_neighbours_share_the_two_corners_of_a_hexside(grid: Grid) -> None:
    for hex_ in members(grid.everywhere):
        mine = grid.corners(hex_)
        assert all(isclose(dist(grid.centre(hex_), corner), 1.0) for corner in mine)
        assert all(isclose(dist(a, b), 1.0) for a, b in pairwise([*mine, mine[0]]))
        for neighbour in grid.neighbours(hex_):
            theirs = grid.corners(neighbour)
            d = grid.direction(hex_, neighbour)
            back = (d + 3) % 6
            assert dist(mine[d], theirs[(back + 1) % 6]) < 1e-9
            assert dist(mine[(d + 1) % 6], theirs[back]) < 1e-9
            assert isclose(dist(grid.centre(hex_), grid.centre(neighbour)), sqrt(3))


@on_every_grid
def test_directions_point_where_their_names_say(grid: Grid) -> None:
    for hex_ in members(grid.everywhere):
        x, y = grid.centre(hex_)
        for neighbour in grid.neighbours(hex_):
            name = DIRECTIONS[grid.orientation][grid.direction(hex_, neighbour)]
            there_x, there_y = grid.centre(neighbour)
            vertical = "N" if there_y < y - 0.1 else "S" if there_y > y + 0.1 else ""
            across = "E" if there_x > x + 0.1 else "W" if there_x < x - 0.1 else ""
            assert name == vertical + across


@on_every_grid
def test_the_paper_begins_at_its_upper_left_corner(grid: Grid) -> None:
    corners = [c for hex_ in members(grid.everywhere) for c in grid.corners(hex_)]
    assert isclose(min(x for x, _ in corners), 0, abs_tol=1e-9)
    assert isclose(min(y for _, y in corners), 0, abs_tol=1e-9)


# What is not a hex.


@pytest.mark.parametrize(
    "label", ["", "01", "101", "00101", "1a01", "+101", " 101", "01 1", "١٢٠١", "-101", "1_01"]
)
def test_a_bad_label_names_the_form(label: str) -> None:
    grid = Grid("flat", "even", "CCRR", (1, 29), (1, 33))
    with pytest.raises(ValueError, match="not a hex number of the form CCRR"):
        grid.hex(label)


@pytest.mark.parametrize("label", ["0001", "0100", "3001", "0134", "9999"])
def test_a_hex_off_the_map_is_named(label: str) -> None:
    grid = Grid("flat", "even", "CCRR", (1, 29), (1, 33))
    with pytest.raises(ValueError, match=f"hex {label} is off the map"):
        grid.hex(label)


@given(grids())
@settings(max_examples=100, deadline=None)
def test_bits_that_are_no_hex_have_no_column_and_row(grid: Grid) -> None:
    for bit in range(-2 * grid.stride, grid.size + 2 * grid.stride):
        if bit < 0 or not grid.everywhere >> bit & 1:
            with pytest.raises(ValueError, match="not a hex"):
                grid.column_row(bit)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"orientation": "tilted"}, "orientation"),
        ({"lower": "left"}, "lower"),
        ({"numbering": "CRCR"}, "numbering"),
        ({"numbering": "CC"}, "numbering"),
        ({"columns": (5, 4)}, "columns run from 5 to 4"),
        ({"rows": (-1, 4)}, "rows run from -1 to 4"),
        ({"columns": (1, 100)}, "columns"),
        ({"rows": (1, 100)}, "rows"),
        ({"columns_from": "top"}, "columns_from"),
        ({"columns_from": "right"}, "pointy"),
    ],
)
def test_a_grid_that_cannot_be_is_refused(change: dict[str, Any], message: str) -> None:
    good: dict[str, Any] = {
        "orientation": "flat",
        "lower": "even",
        "numbering": "CCRR",
        "columns": (1, 9),
        "rows": (1, 99),
    }
    Grid(**good)
    with pytest.raises(ValueError, match=message):
        Grid(**good | change)


# Padding.


@given(grids(), st.integers(0, 2**32))
@settings(max_examples=200, deadline=None)
def test_a_shift_never_wraps_round_the_edge(grid: Grid, seed: int) -> None:
    land = places(grid)
    some = random.Random(seed).sample(land, len(land) // 2)
    for hexes in (land, some):
        bits = to_bits(grid, hexes)
        for name, shift in zip(DIRECTIONS[grid.orientation], grid.shifts, strict=True):
            moved = bits << shift if shift > 0 else bits >> -shift
            expected = {around(grid, place).get(name) for place in hexes} - {None}
            assert to_places(grid, moved & grid.everywhere) == expected


# Columns counted from the right.


@pytest.mark.parametrize("lower", LOWER)
def test_columns_from_the_right_mirror_the_numbers_alone(lower: Literal["even", "odd"]) -> None:
    left = Grid("pointy", lower, "RRCC", (3, 8), (38, 44))
    right = Grid("pointy", lower, "RRCC", (3, 8), (38, 44), "right")
    for column, row in places(left):
        hex_ = left.at(column, row)
        assert right.column_row(hex_) == (11 - column, row)
        assert right.hex(right.label(hex_)) == hex_
        assert right.centre(hex_) == left.centre(hex_)
    assert right.shifts == left.shifts
    assert right.everywhere == left.everywhere


def test_columns_from_the_right_run_west() -> None:
    grid = Grid("pointy", "odd", "RRCC", (3, 21), (38, 50), "right")
    around_it = [grid.label(hex_) for hex_ in grid.neighbours(grid.hex("4407"))]
    assert around_it == ["4307", "4406", "4507", "4508", "4408", "4308"]
    assert DIRECTIONS["pointy"][grid.direction(grid.hex("4407"), grid.hex("4408"))] == "W"


def test_lines_that_lie_on_no_map_take_up_no_room() -> None:
    whole = Grid("pointy", "odd", "RRCC", (1, 6), (1, 40))
    close = Grid("pointy", "odd", "RRCC", (1, 6), (1, 40), skipped=(10, 33))
    assert close.size < whole.size / 2
    for label in ("0101", "0806", "3501", "4006"):
        one, other = whole.hex(label), close.hex(label)
        assert close.label(other) == label
        assert close.centre(other) == whole.centre(one)
        near = [whole.label(hex_) for hex_ in whole.neighbours(one)]
        assert [close.label(hex_) for hex_ in close.neighbours(other)] == near
    with pytest.raises(ValueError, match="hex 2003 is off the map"):
        close.hex("2003")
    with pytest.raises(ValueError, match="an odd number of lines"):
        Grid("pointy", "odd", "RRCC", (1, 6), (1, 40), skipped=(10, 32))
