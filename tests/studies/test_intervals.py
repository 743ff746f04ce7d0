"""Intervals hold the truth nineteen times in twenty, also after clean sweeps and in few games."""

from __future__ import annotations

import doctest
import random
import re
from statistics import NormalDist

import polars as pl
import pytest

from trenchline.games import load_game
from trenchline.studies import intervals
from trenchline.studies.findings import find, options, win_rates
from trenchline.studies.folder import schema
from trenchline.studies.intervals import Estimate, mean, share, share_difference
from trenchline.studies.plan import Plan, make_plan
from trenchline.studies.report import report

TRIALS = 2000


def test_the_examples_are_true() -> None:
    assert doctest.testmod(intervals, optionflags=doctest.ELLIPSIS).failed == 0


def covered(estimates: list[Estimate], truth: float) -> float:
    return sum(e.low <= truth <= e.high for e in estimates) / len(estimates)


@pytest.mark.parametrize("rate", [0.02, 0.3, 0.5, 0.97])
@pytest.mark.parametrize("games", [12, 60])
def test_shares_hold_the_truth(rate: float, games: int) -> None:
    rng = random.Random(f"{rate} {games}")
    seen = [share(sum(rng.random() < rate for _ in range(games)), games) for _ in range(TRIALS)]
    assert covered(seen, rate) > 0.92


def test_draws_make_no_interval_too_narrow() -> None:
    rng = random.Random(1)
    seen = [share(sum(rng.choice((0.0, 0.5, 0.5, 1.0)) for _ in range(30)), 30) for _ in range(500)]
    assert covered(seen, 0.5) > 0.95


@pytest.mark.parametrize("alike", [0.0, 0.8])
def test_differences_of_shares_hold_the_truth(alike: float) -> None:
    """Two variants with the same seeds: a game that is won in one is often won in the other."""
    rng = random.Random(f"differences {alike}")
    seen = []
    for _ in range(TRIALS):
        first, second = [], []
        for _ in range(25):
            luck = rng.random()
            first.append(float(luck < 0.6))
            second.append(float((luck if rng.random() < alike else rng.random()) < 0.9))
        seen.append(share_difference(first, second, paired=True))
    assert covered(seen, 0.3) > 0.93


@pytest.mark.parametrize("games", [5, 10, 20, 40])
@pytest.mark.parametrize(
    ("rate", "touched", "then"),
    [(0.5, 0.1, 0.9), (0.5, 0.05, 1.0), (0.5, 0.3, 0.8), (0.2, 0.2, 0.6)],
)
def test_pairs_that_happen_to_be_alike_prove_little_bug(
    games: int, rate: float, touched: float, then: float
) -> None:
    """An option that touches few games: after five pairs that ended alike the shift was said to be
    nothing, to the last digit, and intervals held the truth seven times in ten."""
    rng = random.Random(f"{games} {rate} {touched}")
    seen = []
    for _ in range(TRIALS // 4):
        first = [float(rng.random() < rate) for _ in range(games)]
        second = [float(rng.random() < then) if rng.random() < touched else x for x in first]
        seen.append(share_difference(first, second, paired=True))
    assert covered(seen, touched * (then - rate)) > 0.92
    assert all(e.low < e.high for e in seen)


@pytest.mark.parametrize("games", [3, 6, 40])
def test_means_hold_the_truth(games: int) -> None:
    rng = random.Random(games)
    seen = [mean([rng.gauss(7, 3) for _ in range(games)]) for _ in range(TRIALS)]
    assert 0.93 < covered(seen, 7) < 0.97


def test_a_normal_distribution_has_its_bound() -> None:
    assert pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-5) == intervals.Z


def swept(games: int) -> tuple[Plan, pl.DataFrame]:
    """A study in which one side wins every game of both variants."""
    plan = make_plan(
        "world_war_one", ("random", "random"), vary={"tank_army": ("off", "on")}, games=games
    )
    rows = [
        {
            "variant": variant,
            "game": n,
            "seed": n,
            "scenario": "historical",
            "option tank_army": value,
            "option variable_italy": "off",
            "option variable_turkey": "off",
            "winner": "Allied",
            "reason": "won",
            "score Allied": 100 + n,
            "score Central": 50,
            "choices": 1000 + n,
            "turns": 10 if n else 7,
            "code": "x",
            "pages": [
                {"turn": turn, "what": "victory points", "side": side, "value": 1.0 * turn}
                for turn in range(1, 11 if n else 8)
                for side in ("Allied", "Central")
            ],
            "events": [{"turn": 2 + variant, "what": "Paris falls"}],
        }
        for variant, value in enumerate(("off", "on"))
        for n in range(games)
    ]
    return plan, pl.DataFrame(rows, schema=schema(load_game("world_war_one")))


def test_a_share_has_the_same_interval_wherever_it_stands_bug() -> None:
    """After a clean sweep options.csv said 1.0 to 1.0 where win_rates.csv said 0.44 to 1.0: each
    had an interval of its own kind."""
    plan, games = swept(3)
    rates = win_rates(plan, games).filter(winner="Allied")
    told = options(plan, games)
    for rate, option in zip(rates.iter_rows(named=True), told.iter_rows(named=True), strict=True):
        assert (rate["share"], rate["low"], rate["high"]) == (
            option["won_value"],
            option["won_low"],
            option["won_high"],
        )
        assert rate["low"] < 0.5
    on = told.row(1, named=True)
    assert (on["won_shift_value"], on["margin_shift_value"]) == (0, 0)
    assert on["won_shift_low"] < -0.3
    assert on["won_shift_high"] > 0.3


def test_variants_are_told_apart_and_how_many_games_are_left() -> None:
    plan, games = swept(5)
    page = report(plan, find(plan, games), games)
    for title in ("tank_army off", "tank_army on"):
        assert f"<h3>{title}: 5 games</h3>" in page
    low = share(5, 5).low
    assert page.count(f"won by the Allied side ({low:.1%} to 100.0%)") == 2
    assert page.count("mean of 5 games") == 2
    assert f"100.0% ({low:.1%} to 100.0%)" in page
    # The first game ended in turn 7: from then on there are four, and each panel says so in small.
    by_turn = page.partition("Victory points by turn")[2].partition("<h2>")[0]
    assert len(re.findall(r"font-size: 7.5px[^>]*>4</text>", by_turn)) == 2
