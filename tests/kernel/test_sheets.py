"""Several sheets on one grid, boxes above it, and links: held against places and queues."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kernel.plain import around, places, queue
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import (
    backwards,
    distances,
    flood,
    join_ways,
    open_ways,
    parts,
    reach,
    step,
    trace,
    ways,
)
from trenchline.kernel.hexes import Grid
from trenchline.kernel.links import Links, links_between
from trenchline.kernel.sheets import Sheet, SheetGrid, lay

PRINTED = Grid("flat", "even", "CCRR", (1, 4), (1, 5))
WEST = Sheet("west", "The West", PRINTED, "W", (0, 0), "20 km")
EAST = Sheet("east", "The East", PRINTED, "E", (4, 2), "20 km")
AFRICA = Sheet(
    "africa", "Africa", Grid("flat", "odd", "CCRR", (10, 12), (20, 22)), "AF", (-5, -11), "400 km"
)
BOXES = ("Atlantic", "Gibraltar", "Levant")
GRID = lay([WEST, EAST, AFRICA], BOXES)


def test_every_label_is_read_back() -> None:
    places_ = [*members(GRID.everywhere), *members(GRID.all_boxes)]
    labels = [GRID.label(place) for place in places_]
    assert len(set(labels)) == 4 * 5 * 2 + 9 + 3
    assert [GRID.hex(label) for label in labels] == places_
    assert GRID.hex("Levant") == GRID.size - 1
    rows = (20, 21, 22)
    assert GRID.labels(GRID.on("africa")) == [f"AF{c}{r}" for c in (10, 11, 12) for r in rows]
    assert GRID.sheet(GRID.hex("E0203")) is EAST
    assert GRID.sheet(GRID.hex("Atlantic")) is None


@pytest.mark.parametrize("label", ["", "0101", "W0505", "AF0101", "atlantic", "W01011"])
def test_what_no_sheet_has_is_no_hex(label: str) -> None:
    with pytest.raises(ValueError, match="there is no hex or box"):
        GRID.hex(label)


@pytest.mark.parametrize("sheet", [WEST, EAST, AFRICA])
def test_neighbours_and_paper_are_those_of_the_sheet(sheet: Sheet) -> None:
    for place in places(sheet.grid):
        here = sheet.grid.at(*place)
        hex_ = GRID.lay_out(sheet.name, 1 << here).bit_length() - 1
        near = (sheet.grid.at(*other) for other in around(sheet.grid, place).values())
        own = {sheet.prefix + sheet.grid.label(other) for other in near}
        laid = {GRID.label(n) for n in GRID.neighbours(hex_)}
        assert {label for label in laid if label.startswith(sheet.prefix)} == own
        assert GRID.centre(hex_) == sheet.grid.centre(here)
        assert GRID.corners(hex_) == sheet.grid.corners(here)


def test_sheets_of_one_scale_join_at_the_seam() -> None:
    assert {GRID.label(n) for n in GRID.neighbours(GRID.hex("W0403"))} >= {"E0101", "E0102"}
    assert GRID.distance(GRID.hex("W0403"), GRID.hex("E0101")) == 1
    with pytest.raises(ValueError, match="different scales"):
        GRID.distance(GRID.hex("W0403"), GRID.hex("AF1020"))


@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        (Sheet("b", "", PRINTED, "B", (2, 2), "20 km"), "b lies over another in"),
        (Sheet("b", "", PRINTED, "B", (4, 0), "400 km"), "a and b touch, but differ in scale"),
        (Sheet("b", "", PRINTED, "B", (5, 0), "20 km"), "moved by one line more"),
        (Sheet("b", "", PRINTED, "W", (8, 0), "20 km"), "W0101 stands for two places"),
        (Sheet("a", "", PRINTED, "B", (8, 0), "20 km"), "same name"),
        (Sheet("b", "", Grid("pointy", "even", "CCRR", (1, 2), (1, 2)), "B", (8, 0)), "not flat"),
    ],
)
def test_sheets_that_do_not_fit_are_refused(sheet: Sheet, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        lay([Sheet("a", "", PRINTED, "W", (0, 0), "20 km"), sheet])


def test_a_sheet_whose_corner_is_cut_off_makes_room_for_another() -> None:
    """A sheet that reaches into the corner of the next one, with one numbering for both."""
    north = Sheet("north", "", Grid("flat", "odd", "CCRR", (1, 4), (1, 3)), scale="20 km")
    printed = Grid("flat", "odd", "CCRR", (3, 6), (2, 5))
    with pytest.raises(ValueError, match="south lies over another in 0302"):
        lay([north, Sheet("south", "", printed, scale="20 km")])
    cut = Sheet("south", "", printed, scale="20 km", cut=((3, 4), (2, 3)))
    grid = lay([north, cut])
    assert grid.on("south").bit_count() == 16 - 4
    around_it = {grid.label(hex_) for hex_ in grid.neighbours(grid.hex("0403"))}
    assert around_it == {"0402", "0502", "0503", "0404", "0303", "0302"}
    told = grid.sheet(grid.hex("0403")), grid.sheet(grid.hex("0404"))
    assert told == (north, cut)


@pytest.mark.parametrize("boxes", [("North Sea",), ("",), ("Kiel", "Kiel")])
def test_a_box_has_a_word_of_its_own(boxes: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"one word|two places"):
        lay([WEST], boxes)
    with pytest.raises(ValueError, match="no sheet"):
        lay([], ("Kiel",))


# Floods over sheets, boxes and links, against a queue over labels.

EVERY = GRID.everywhere | GRID.all_boxes
NUMBERS = list(members(EVERY))
SETS = st.lists(st.sampled_from(NUMBERS), max_size=8).map(bit_set)
PAIRS = st.lists(st.tuples(SETS, SETS), max_size=6)


def plain_steps(land: int, links: Links) -> dict[tuple[int, int], set[tuple[int, int]]]:
    """Where one may step, as ``plain.queue`` likes it."""
    found: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for here in members(land):
        near = [] if GRID.sheet(here) is None else GRID.neighbours(here)
        far = members(links.leads.get(here, 0))
        found[here, 0] = {(n, 0) for n in (*near, *far) if land >> n & 1}
    return found


@settings(max_examples=120, deadline=None)
@given(shut=SETS, pairs=PAIRS, start=SETS, both=st.booleans())
def test_floods_follow_links_from_map_to_map(
    shut: int, pairs: list[tuple[int, int]], start: int, both: bool
) -> None:
    land = EVERY & ~shut
    links = links_between(pairs, both)
    w = open_ways(GRID, land)._replace(links=links.within(land))
    steps = plain_steps(land, links)
    starts = [(n, 0) for n in members(start & land)]
    away = {n: d for (n, _), d in queue(starts, steps, steps).items()}
    assert set(members(flood(start, land, w))) == set(away)
    rings = distances(start & land, land, w)
    if start & land:
        assert {n: d for d, ring in enumerate(rings) for n in members(ring)} == away
    back = backwards(w)
    for n in NUMBERS:
        for other in members(step(1 << n, w) & land):
            assert step(1 << other, back) >> n & 1
    if both:
        for part in parts(land, w):
            assert flood(part & -part, land, w) == part


@settings(max_examples=60, deadline=None)
@given(pairs=PAIRS, ends=st.tuples(st.sampled_from(NUMBERS), st.sampled_from(NUMBERS)))
def test_a_route_passes_from_one_map_to_the_other(
    pairs: list[tuple[int, int]], ends: tuple[int, int]
) -> None:
    links = links_between(pairs)
    w = open_ways(GRID, EVERY)._replace(links=links)
    start, goal = ends
    route = trace(start, 1 << goal, EVERY, w)
    steps = plain_steps(EVERY, links)
    away = queue([(start, 0)], {(n, 0) for n in NUMBERS}, steps)
    assert len(route) == (away[goal, 0] + 1 if (goal, 0) in away else 0)
    assert all((b, 0) in steps[a, 0] for a, b in pairwise(route))
    # The same by cost: a step over land costs two, over a link five.
    costs = ((2, open_ways(GRID, EVERY)), (5, ways(GRID, [0] * 6)._replace(links=links)))
    got = reach(1 << start, 30, costs, EVERY)
    path = got.path(goal)
    assert bool(path) == (got.cost(goal) is not None)
    if path:
        assert (path[0], path[-1]) == (start, goal)


def test_ways_join_their_links() -> None:
    one = ways(GRID, [0] * 6)._replace(links=links_between([(1, 2)]))
    other = ways(GRID, [0] * 6)._replace(links=links_between([(1, 4)]))
    for w in (join_ways(one, other), join_ways(other, one)):
        assert step(1, w) == 6
    assert step(1, join_ways(one, ways(GRID, [0] * 6))) == 2


def test_no_step_from_a_hex_ends_in_a_box() -> None:
    anywhere = ways(GRID, [GRID.everywhere] * 6)
    assert not step(GRID.everywhere, anywhere) & GRID.all_boxes
    assert flood(GRID.hexes("W0101"), EVERY, anywhere) & GRID.all_boxes == 0


def test_a_flood_over_thousands_of_hexes_finds_what_a_queue_finds() -> None:
    grid = Grid("flat", "even", "CCRR", (1, 97), (1, 71))
    rng = random.Random(1914)
    land = bit_set(h for h in members(grid.everywhere) if rng.random() < 0.75)
    w = open_ways(grid, land)
    start = next(members(land))
    steps = {(h, 0): {(n, 0) for n in grid.neighbours(h) if land >> n & 1} for h in members(land)}
    away = queue([(start, 0)], set(steps), steps)
    assert flood(1 << start, land, w) == bit_set(h for h, _ in away)


def test_a_plain_grid_is_a_sheet_grid_of_one() -> None:
    grid = lay([Sheet("only", "", PRINTED)])
    assert isinstance(grid, SheetGrid)
    assert grid.labels(grid.everywhere) == PRINTED.labels(PRINTED.everywhere)
    assert grid.everywhere == PRINTED.everywhere
