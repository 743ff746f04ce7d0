"""Ratings: who wins more stands higher, seats are told apart, and intervals hold the truth."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from trenchline.studies.ratings import Bout, standings

TRUE = {"a": 0.0, "b": 150.0, "c": 400.0}
WORTH = 600.0
"""What the first side is worth in the tournaments that are made up."""


def test_even_players_are_rated_even() -> None:
    fought = [Bout("a", "b", 1.0), Bout("b", "a", 1.0), Bout("a", "b", 0.5), Bout("b", "a", 0.5)]
    table = standings(fought).players
    assert {name: round(e.value, 6) for name, e in table.items()} == {"a": 0.0, "b": 0.0}


def test_ratings_follow_elo() -> None:
    """Three in four games won on either side are 191 points."""
    fought = [
        *[Bout("a", "b", 1.0)] * 1500,
        *[Bout("b", "a", 0.0)] * 1500,
        *[Bout("a", "b", 0.0)] * 500,
        *[Bout("b", "a", 1.0)] * 500,
    ]
    found = standings(fought)
    assert found.players["a"].value == pytest.approx(190.8, abs=0.3)
    assert found.players["b"].value == 0.0
    assert found.seat.value == pytest.approx(0.0, abs=0.01)


def test_a_side_that_always_wins_makes_nobody_strong() -> None:
    found = standings([*[Bout("a", "b", 1.0)] * 20, *[Bout("b", "a", 1.0)] * 20])
    assert found.players["a"].value == pytest.approx(0.0, abs=0.01)
    assert found.seat.low > 300


def test_who_never_lost_is_not_infinitely_strong_but_may_be_very_strong() -> None:
    sweep = [*[Bout("a", "b", 1.0)] * 10, *[Bout("b", "a", 0.0)] * 10]
    best = standings(sweep).players["a"]
    assert 200 < best.low < best.value < 1000 < best.high < 4000


def test_intervals_shrink_with_games() -> None:
    few = [*[Bout("a", "b", 1.0)] * 4, Bout("a", "b", 0.0), *[Bout("b", "a", 0.5)] * 4]
    some, many = standings(few, "b").players["a"], standings(few * 20, "b").players["a"]
    for e in (some, many):
        assert e.low < e.value < e.high
    assert many.high - many.low < (some.high - some.low) / 2


def test_anybody_may_stand_at_zero() -> None:
    fought = [*[Bout("a", "b", 1.0)] * 3, Bout("a", "b", 0.0), *[Bout("b", "a", 0.5)] * 4]
    one, other = standings(fought, "b").players["a"], standings(fought, "a").players["b"]
    assert one.value > 0
    assert one.value == pytest.approx(-other.value)
    assert one.high == pytest.approx(-other.low, abs=1)


def tournament(rng: random.Random, games: int) -> list[Bout]:
    """Games between players whose strength is known."""
    fought = []
    for first, second in permutations(TRUE, 2):
        chance = 1 / (1 + 10 ** (-(TRUE[first] - TRUE[second] + WORTH) / 400))
        fought += [Bout(first, second, float(rng.random() < chance)) for _ in range(games)]
    return fought


@pytest.mark.slow
@pytest.mark.no_cover
def test_intervals_hold_the_truth_nineteen_times_in_twenty() -> None:
    rng = random.Random(1914)
    held = dict.fromkeys(("b", "c", "seat"), 0)
    for _ in range(100):
        found = standings(tournament(rng, games=15), "a")
        for name in ("b", "c"):
            e = found.players[name]
            held[name] += e.low <= TRUE[name] <= e.high
        held["seat"] += found.seat.low <= WORTH <= found.seat.high
    # Fewer than 89 or all of a hundred would happen by chance about once in a hundred.
    assert all(89 <= times <= 100 for times in held.values()), held
