"""Fronts: what lies open behind a line, by how far walkers get."""

from __future__ import annotations

from trenchline.kernel.floods import open_ways, stepper
from trenchline.kernel.fronts import grouped, incursion
from trenchline.kernel.hexes import Grid

GRID = Grid("flat", "even", "CCRR", (1, 7), (1, 5))
STEP = stepper(open_ways(GRID, GRID.everywhere))


def nowhere(hexes: int) -> int:
    """No step is a hard one."""
    return 0


def test_walkers_get_as_far_as_their_points() -> None:
    start = GRID.hexes("0103")
    far = incursion((start, 0, 0), GRID.everywhere, STEP, nowhere)
    near = incursion((0, 0, start), GRID.everywhere, STEP, nowhere)
    assert GRID.hexes("0403") & far
    assert not GRID.hexes("0503") & far
    assert near == start | STEP(start)


def test_a_line_is_as_good_as_its_widest_gap() -> None:
    start, goal = GRID.hexes("0203"), GRID.hexes("0503")
    line = GRID.hexes("0301", "0302", "0303", "0304", "0305")
    assert not incursion((start, 0, 0), GRID.everywhere & ~line, STEP, nowhere) & goal
    gap = line & ~GRID.hexes("0303")
    assert incursion((start, 0, 0), GRID.everywhere & ~gap, STEP, nowhere) & goal


def test_a_hard_step_is_the_last() -> None:
    start = GRID.hexes("0103")
    hard = incursion((start, 0, 0), GRID.everywhere, nowhere, STEP)
    assert hard == start | STEP(start)


def test_worths_are_counted_by_sets() -> None:
    a, b = (next(iter(GRID.labels(GRID.hexes(h)))) for h in ("0101", "0202"))
    worth = grouped({GRID.hex(a): 2.0, GRID.hex(b): 0.5})
    assert worth.of(GRID.hexes("0101", "0202", "0303")) == 2.5
