"""Marches and supply lines, flooded all at once, are what walking step by step would find."""

from __future__ import annotations

import random
from heapq import heappop, heappush
from itertools import pairwise

import pytest

from tests.der_weltkrieg.table import Sketch
from trenchline.games.der_weltkrieg.order_of_battle import MOUNTAIN, NORMAL
from trenchline.games.der_weltkrieg.routes import (
    CHURNED,
    Ground,
    SupplyLines,
    cost_of,
    march,
    path,
)
from trenchline.games.der_weltkrieg.theatre import Theatre
from trenchline.kernel.hexes import Hex, Hexes

KINDS = (
    "woods",
    "rough",
    "wooded_rough river",
    "mountain",
    "mountain single_track",
    "swamp",
    "major_river",
    "major_river double_track",
    "danube",
    "danube woods",
    "lake",
    "alpine",
    "river",
)


def wild_country(dice: random.Random) -> Theatre:
    """A map where half of the hexsides are hard."""
    grid = Sketch().theatre().board.grid
    sides = {}
    for column in range(1, 11):
        for row in range(1, 11):
            here = f"{column:02}{row:02}"
            for near in grid.neighbours(grid.hex(here)):
                if grid.hex(here) < near and dice.random() < 0.5:
                    sides[f"{here}/{grid.label(near)}"] = dice.choice(KINDS)
    return Sketch(sides).theatre()


def some(dice: random.Random, hexes: Hexes, share: float) -> Hexes:
    """A random part of some hexes."""
    return sum(
        1 << n for n in range(hexes.bit_length()) if hexes >> n & 1 and dice.random() < share
    )


def walked(ground: Ground, start: Hex, budget: int) -> dict[Hex, int]:
    """What each hex costs to reach, found step by step."""
    best, waiting = {start: 0}, [(0, start)]
    while waiting:
        spent, hex_ = heappop(waiting)
        for there in ground.theatre.board.grid.neighbours(hex_):
            cost = ground.cost(hex_, there)
            if cost is not None and spent + cost <= budget and spent + cost < best.get(there, 99):
                best[there] = spent + cost
                heappush(waiting, (spent + cost, there))
    return best


def told(theatre: Theatre, layers: tuple[Hexes, ...]) -> dict[Hex, int]:
    """What each hex costs by a flood."""
    costs = ((hex_, cost_of(layers, hex_)) for hex_ in theatre.board.facts)
    return {hex_: cost for hex_, cost in costs if cost is not None}


@pytest.mark.parametrize("seed", range(6))
def test_6_6_10_7_22_6_22_13_29_16_35_1_r5_a_march_is_its_steps_added_up(seed: int) -> None:
    dice = random.Random(seed)
    theatre = wild_country(dice)
    for number in range(12):
        zone = some(dice, theatre.land, 0.4)
        ground = Ground(
            theatre,
            (NORMAL, MOUNTAIN)[number % 2],
            some(dice, theatre.land, 0.9),
            zone,
            some(dice, zone, 0.7),
            some(dice, zone, 0.7),
            churned := some(dice, theatre.land, 0.3),
            zone & churned if number % 3 else 0,
            some(dice, zone, 0.8),
        )
        start = dice.choice(sorted(theatre.board.facts))
        layers = march(ground, start, 7)
        assert told(theatre, layers) == walked(ground, start, 7)
        assert len(layers) == 8
        for hex_, cost in told(theatre, layers).items():
            way = path(ground, layers, hex_)
            steps = [ground.cost(a, b) or 0 for a, b in pairwise(way)]
            assert (way[0], way[-1], sum(steps)) == (start, hex_, cost)


@pytest.mark.parametrize("seed", range(4))
def test_19_7_19_8_22_15_36_7_a_supply_line_is_its_steps_added_up(seed: int) -> None:
    """Walked back from the headquarters: each step is paid in the direction of the line."""
    dice = random.Random(seed)
    theatre = wild_country(dice)
    grid = theatre.board.grid
    for _ in range(8):
        free, churned = some(dice, theatre.land, 0.85), some(dice, theatre.land, 0.3)
        cut = tuple(some(dice, leave, 0.5) for leave in theatre.danube)
        source = dice.choice(sorted(theatre.board.facts))
        best, waiting = {source: 0}, [(0, source)]
        while waiting:
            spent, hex_ = heappop(waiting)
            for there in grid.neighbours(hex_):
                direction = grid.direction(there, hex_)
                cost = theatre.crossing_cost(there, direction)
                closed = cut[grid.direction(hex_, there)] >> hex_ & 1
                if cost is None or not free >> there & 1 or closed:
                    continue
                if churned >> hex_ & 1 and theatre.is_diggable(there, direction):
                    cost += CHURNED
                if spent + cost <= 12 and spent + cost < best.get(there, 99):
                    best[there] = spent + cost
                    heappush(waiting, (spent + cost, there))
        lines = SupplyLines(theatre, 1 << source, free, churned, 12, cut)
        # Asked hex by hex, in any order, and then all at once.
        for hex_ in dice.sample(sorted(theatre.board.facts), 20):
            most, known = dice.randrange(13), best.get(hex_, 99)
            assert lines.length_from(hex_, most) == (known if known <= most else None)
            assert lines.length_from(hex_) == best.get(hex_)
        assert told(theatre, lines.layers()) == best
