"""The floods proved against plain queues on random boards.

Boards are of every orientation and parity, with holes in the land, shut and one-way hexsides,
costs that differ by hexside and direction, zones where one must stop and limits on the first step.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kernel.plain import (
    Place,
    around,
    cheapest,
    grids,
    open_steps,
    places,
    queue,
    to_bits,
    to_places,
    to_sides,
)
from trenchline.kernel.floods import (
    Reach,
    Regions,
    Ways,
    backwards,
    distances,
    flood,
    open_ways,
    parts,
    reach,
    step,
    trace,
    ways,
)
from trenchline.kernel.hexes import Grid

Pair = tuple[Place, Place]


@dataclass(frozen=True)
class Country:
    """A random board: land, shut hexsides, one-way steps, and everything else from its dice."""

    grid: Grid
    rng: random.Random
    land: set[Place]
    shut: set[frozenset[Place]]
    one_way: set[Pair]

    def some(self, share: float) -> set[Place]:
        """Some places of the whole grid."""
        return {place for place in places(self.grid) if self.rng.random() < share}

    @cached_property
    def steps(self) -> dict[Place, set[Place]]:
        """Steps over land that cross no shut hexside; they lead both ways."""
        return open_steps(self.grid, self.land, self.shut)

    @cached_property
    def directed(self) -> dict[Place, set[Place]]:
        """The same, but some lead one way only."""
        return {
            here: {there for there in theres if (there, here) not in self.one_way}
            for here, theres in self.steps.items()
        }

    @cached_property
    def pairs(self) -> list[Pair]:
        return [(here, there) for here, theres in self.directed.items() for there in theres]

    @cached_property
    def open_ways(self) -> Ways:
        blocked = to_sides(
            self.grid, [(a, b) for side in self.shut for a in side for b in side - {a}]
        )
        return open_ways(self.grid, self.bits(self.land), blocked)

    @cached_property
    def ways(self) -> Ways:
        return ways(self.grid, to_sides(self.grid, self.pairs))

    def bits(self, wanted: set[Place]) -> int:
        return to_bits(self.grid, wanted)

    def places(self, hexes: int) -> set[Place]:
        return to_places(self.grid, hexes)


@st.composite
def countries(draw: st.DrawFn) -> Country:
    grid = draw(grids(longest=12))
    rng = random.Random(draw(st.integers(0, 2**32)))
    holes, shut, one_way = (draw(st.sampled_from([0.0, 0.1, 0.2, 0.4])) for _ in range(3))
    everywhere = places(grid)
    # Any two neighbours, over sea too: a hexside may be shut whatever lies on its sides.
    sides = [frozenset((a, b)) for a in everywhere for b in around(grid, a).values() if a < b]
    pairs = [(a, b) for side in sides for a, b in [sorted(side)]]
    return Country(
        grid,
        rng,
        {place for place in everywhere if rng.random() >= holes},
        {side for side in sides if rng.random() < shut},
        {rng.choice([(a, b), (b, a)]) for a, b in pairs if rng.random() < one_way},
    )


on_random_boards = settings(max_examples=200, deadline=None)


@given(countries())
@on_random_boards
def test_step(country: Country) -> None:
    start = country.some(0.3)
    for w, steps in ((country.open_ways, country.steps), (country.ways, country.directed)):
        expected = {there for here in start for there in steps.get(here, ())}
        assert country.places(step(country.bits(start), w)) == expected


@given(countries())
@on_random_boards
def test_backwards(country: Country) -> None:
    start = country.some(0.3)
    expected = {here for here, there in country.pairs if there in start}
    assert country.places(step(country.bits(start), backwards(country.ways))) == expected
    assert backwards(backwards(country.ways)) == country.ways
    assert backwards(country.open_ways) == country.open_ways


@given(countries(), st.sampled_from([0.02, 0.2]), st.sampled_from([0.6, 0.9, 1.0]))
@on_random_boards
def test_flood(country: Country, starting: float, freedom: float) -> None:
    start, free = country.some(starting), country.some(freedom)
    for w, steps in ((country.open_ways, country.steps), (country.ways, country.directed)):
        expected = set(queue(start & free, free, steps))
        assert country.places(flood(country.bits(start), country.bits(free), w)) == expected


@given(countries(), st.sampled_from([0.02, 0.2]), st.sampled_from([0.6, 0.9, 1.0]))
@on_random_boards
def test_regions(country: Country, starting: float, freedom: float) -> None:
    regions = Regions(country.open_ways, remembered=2)
    for _ in range(6):
        start, free = country.bits(country.some(starting)), country.bits(country.some(freedom))
        for _ in range(2):
            assert regions.joined(start, free) == flood(start, free, country.open_ways)


@given(countries(), st.sampled_from([0.02, 0.2]), st.sampled_from([0.3, 0.6]))
@on_random_boards
def test_regions_of_sets_that_differ_in_few_hexes(
    country: Country, starting: float, freedom: float
) -> None:
    regions = Regions(country.open_ways, remembered=1, recent=4)
    free = country.bits(country.some(freedom))
    for _ in range(8):
        free ^= country.bits(country.some(0.02))
        start = country.bits(country.some(starting))
        assert regions.joined(start, free) == flood(start, free, country.open_ways)


def test_regions_asked_by_several_threads_at_once_bug() -> None:
    """A server looks at many tables at once: what one thread remembers must not trip another."""
    grid = Grid("flat", "even", "CCRR", (1, 12), (1, 12))
    w = open_ways(grid, grid.everywhere)
    regions = Regions(w, remembered=1, recent=16)

    def ask(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(300):
            free = rng.getrandbits(grid.size) & rng.getrandbits(grid.size) & grid.everywhere
            assert regions.joined(free, free) == free

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(ask, range(4)))
    finally:
        sys.setswitchinterval(before)


@given(countries(), st.sampled_from([0.4, 0.7, 1.0]))
@on_random_boards
def test_parts(country: Country, share: float) -> None:
    hexes = country.some(share)
    found = [country.places(part) for part in parts(country.bits(hexes), country.open_ways)]
    expected = {frozenset(queue([place], hexes, country.steps)) for place in hexes}
    assert {frozenset(part) for part in found} == expected
    assert sum(map(len, found)) == len(hexes)


@given(countries(), st.sampled_from([0.02, 0.1]), st.sampled_from([0.6, 0.9, 1.0]))
@on_random_boards
def test_distances(country: Country, starting: float, freedom: float) -> None:
    start, free = country.some(starting), country.some(freedom)
    away = queue(start, free, country.directed)
    layers = distances(country.bits(start), country.bits(free), country.ways)
    assert len(layers) == max(away.values(), default=0) + 1
    for steps_away, layer in enumerate(layers):
        assert country.places(layer) == {p for p, n in away.items() if n == steps_away}


@given(countries(), st.sampled_from([0.03, 0.2]), st.sampled_from([0.6, 0.9, 1.0]))
@on_random_boards
def test_trace(country: Country, aims: float, freedom: float) -> None:
    start = country.rng.choice(places(country.grid))
    goals, free = country.some(aims), country.some(freedom)
    away = queue([start], free, country.directed)
    hexes = trace(country.grid.at(*start), country.bits(goals), country.bits(free), country.ways)
    way = [country.grid.column_row(hex_) for hex_ in hexes]
    reached = goals & set(away)
    if not reached:
        assert way == []
        return
    assert way[0] == start
    assert way[-1] in reached
    assert set(way[1:]) <= free
    assert all(there in country.directed[here] for here, there in pairwise(way))
    assert len(way) - 1 == min(away[goal] for goal in reached)


# Movement: costs, stops and first steps.


@dataclass(frozen=True)
class March:
    """A question for ``reach``."""

    country: Country
    start: set[Place]
    budget: int
    tariffs: list[tuple[int, set[Pair]]]
    """Each cost with the steps that have it; a step may be had at several costs, or at none."""
    free: set[Place]
    stop: set[Place]
    first: set[Place] | None

    @cached_property
    def prices(self) -> dict[Pair, int]:
        """What each step costs at its cheapest."""
        prices: dict[Pair, int] = {}
        for cost, pairs in self.tariffs:
            for pair in pairs:
                prices[pair] = min(cost, prices.get(pair, cost))
        return prices

    @cached_property
    def got(self) -> Reach:
        """The kernel's answer."""
        country = self.country
        grid = country.grid
        return reach(
            country.bits(self.start),
            self.budget,
            [(cost, ways(grid, to_sides(grid, pairs))) for cost, pairs in self.tariffs],
            country.bits(self.free),
            country.bits(self.stop),
            None if self.first is None else country.bits(self.first),
        )

    @cached_property
    def expected(self) -> dict[Place, int]:
        """The plain answer."""
        return cheapest(self.start, self.budget, self.prices, self.free, self.stop, self.first)


MARCHES = 8
"""Questions asked of each board."""


def marches(country: Country) -> Iterator[March]:
    """Random questions: costs in whole points, half points or sixths, in no order."""
    rng = country.rng
    ashore = sorted(country.land) or places(country.grid)
    for _ in range(MARCHES):
        unit = rng.choice([1, 2, 6])
        amounts = rng.sample(range(1, 2 * unit + 1), rng.randint(1, min(4, 2 * unit)))
        tariffs: dict[int, set[Pair]] = {amount: set() for amount in amounts}
        for pair in country.pairs:
            several = rng.choice([0, 1, 1, 1, 1, 1, min(2, len(amounts))])
            for amount in rng.sample(amounts, several):
                tariffs[amount].add(pair)
        yield March(
            country,
            start={rng.choice(ashore) for _ in range(rng.choice([1, 1, 1, 3]))},
            budget=rng.randint(0, 8 * unit),
            tariffs=list(tariffs.items()),
            free=country.some(rng.choice([0.8, 0.95, 1.0])),
            stop=country.some(rng.choice([0.0, 0.1, 0.3])),
            first=rng.choice([None, country.some(0.5), country.some(0.8)]),
        )


@pytest.mark.no_cover
@given(countries())
@on_random_boards
def test_reach(country: Country) -> None:
    for march in marches(country):
        got = march.got
        assert len(got.layers) == march.budget + 1
        for cost, layer in enumerate(got.layers):
            assert country.places(layer) == {p for p, n in march.expected.items() if n == cost}
        assert country.places(got.hexes) == set(march.expected)
        for place in places(country.grid):
            assert got.cost(country.grid.at(*place)) == march.expected.get(place)


@pytest.mark.no_cover
@given(countries())
@on_random_boards
def test_paths_of_a_reach_are_legal_and_cheapest(country: Country) -> None:
    grid = country.grid
    for march in marches(country):
        for end in places(grid):
            way = [grid.column_row(h) for h in march.got.path(grid.at(*end))]
            if end not in march.expected:
                assert way == []
                continue
            assert way[0] in march.start
            assert way[-1] == end
            assert set(way[1:]) <= march.free
            assert not set(way[1:-1]) & march.stop
            assert all(pair in march.prices for pair in pairwise(way))
            assert sum(march.prices[pair] for pair in pairwise(way)) == march.expected[end]
            if march.first is not None:
                assert set(way[1:2]) <= march.first


def test_a_path_keeps_to_the_first_step_bug() -> None:
    """Straight from 0101 to 0102 costs as much as by 0201, but the first step may not go there.

    The way back was looked up by costs alone and went straight.
    """
    grid = Grid("flat", "even", "CCRR", (1, 2), (1, 2))
    a, b, detour = (1, 1), (1, 2), (2, 1)
    costs = [
        (2, ways(grid, to_sides(grid, [(a, b)]))),
        (1, ways(grid, to_sides(grid, [(a, detour), (detour, b)]))),
    ]
    first = grid.hexes("0201")
    got = reach(grid.hexes("0101"), 2, costs, grid.everywhere, first=first)
    assert [grid.label(h) for h in got.path(grid.hex("0102"))] == ["0101", "0201", "0102"]
