"""Forecasts: signs, weights that change in the course of the war, and where they come from."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from tools.fit_forecast import LEAST, Council, chances, design, fit, loss, result
from trenchline.games import load_game
from trenchline.kernel.forecast import Forecast, read_forecast
from trenchline.kernel.game import Outcome


def test_weights_change_in_the_course_of_the_war() -> None:
    forecast = Forecast({"armies": (2.0, 0.0), "points": (0.0, 2.0)})
    assert forecast.chance({"armies": 1.0, "points": 0.0}, past=0.0) > 0.85
    assert forecast.chance({"armies": 1.0, "points": 0.0}, past=1.0) == pytest.approx(0.5)
    halfway = forecast.chance({"armies": 1.0, "points": 0.0}, past=0.5)
    assert halfway == pytest.approx(forecast.chance({"armies": 0.0, "points": 1.0}, past=0.5))


def test_the_wildest_signs_keep_it_a_chance() -> None:
    forecast = Forecast({"points": (1.0, 1.0)})
    assert 0.0 <= forecast.chance({"points": -1e9}, 0.5) < 1e-9
    assert 1 - 1e-9 < forecast.chance({"points": 1e9}, 0.5) <= 1.0


def test_a_forecast_is_read_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "outlook.toml"
    file.write_text('source = "fitted"\n[weights]\n"armies" = [0.1, 0.2]\n')
    assert read_forecast(file).weights == {"armies": (0.1, 0.2)}


def games(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Made-up positions: a constant, a sign that tells, one that tells nothing, one that misleads
    now and then; and how it ended."""
    rng = np.random.default_rng(seed)
    signs = np.column_stack([np.ones(4000), rng.normal(size=(4000, 3))])
    x = design(signs, rng.random(4000))
    true = np.array([-0.5, 1.5, 0.0, -0.3, -0.5, 3.0, 0.0, -0.3])
    return x, (rng.random(4000) < chances(x, true)).astype(float)


def test_the_fit_finds_the_weights_and_lets_nothing_speak_against_its_side() -> None:
    x, y = games(1)
    weights = fit(x, y, 1.0, free=[0, 4])
    assert weights[[0, 4]] == pytest.approx([-0.5, -0.5], abs=0.25)
    assert weights[[1, 5]] == pytest.approx([1.5, 3.0], abs=0.4)
    assert weights[[3, 7]] == pytest.approx([LEAST, LEAST])
    unseen, ends = games(2)
    assert loss(chances(unseen, weights), ends) < loss(np.full(4000, y.mean()), ends) - 0.1


def test_results_may_be_softened() -> None:
    narrow, clear = Outcome(0, "", (101, 100)), Outcome(0, "", (150, 100))
    assert result(narrow, 0) == result(clear, 0) == 1.0
    assert 0.5 < result(narrow, 10) < 0.6 < 0.99 < result(clear, 10)
    assert result(Outcome(None, "", (100, 100)), 0) == 0.5
    assert result(Outcome(1, "", (100, 101)), 0) == 0.0


def test_a_council_settles_for_the_usual_plan_or_the_favourite() -> None:
    game = load_game("kaisers_war")
    staff = game.staff
    assert staff is not None
    assert staff.favourites is not None
    state = game.new(*game.settled(None, {}))
    firm = [{staff.plans[0], staff.favourites(state, side)[0]} for side in (0, 1)]
    for seed in range(8):
        wavering = Council(game, random.Random(seed), settling=0.0)
        assert wavering.settled, "every position counts"
        council = Council(game, random.Random(seed), settling=0.3)
        while not council.settled:
            council.meet(state)
        for _ in range(5):
            assert all(plan in plans for plan, plans in zip(council.plans, firm, strict=True))
            council.meet(state)
            assert council.settled
