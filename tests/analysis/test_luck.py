"""Luck: over all faces it is nothing, over many games it is nothing, and it adds up."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import pytest

from docs.examples.bridgehead import GAME
from docs.examples.bridgehead.components import COUNTERS
from docs.examples.bridgehead.state import GONE
from trenchline.analysis.judgement import Calibration, CannotAnalyse, Judge
from trenchline.analysis.luck import Ways
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.match import Match
from trenchline.kernel.staff import Staff
from trenchline.kernel.steps import Choice, Choices, count, pick


def weigh(state: Any, side: int) -> float:
    """Who has more units left."""
    left = [1, 1]
    for counter, place in zip(COUNTERS, state.where, strict=True):
        left[counter.side] += place != GONE
    return left[side] / sum(left)


def choose(state: Any, choices: Choices, rng: random.Random, plan: str) -> Choice:
    return pick(choices, int(rng.random() * count(choices)))


TAUGHT = replace(GAME, staff=Staff(choose, weigh))


def rolls(seed: int, judge: Judge) -> Iterator[tuple[Ways, tuple[int, ...]]]:
    """Every roll of a random game: all that could have come of it, and what fell."""
    rng = random.Random(seed)
    match = Match(TAUGHT, SeededDice(str(seed)))
    while not match.over:
        before, floor = match.state.copy(), len(match.state.stack)
        choice = pick(match.choices, rng.randrange(count(match.choices)))
        turned = match.take(choice)
        if turned.dice:
            at_rest = partial(judge.at_rest, floor=floor, luck=1.0)
            yield Ways(before, choice, at_rest), turned.dice


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(TAUGHT, calibration=Calibration())


def test_the_luck_of_a_roll_is_nothing_over_all_its_faces(judge: Judge) -> None:
    seen = 0
    for seed in range(30):
        for ways, fallen in rolls(seed, judge):
            lucks = {faces: ways.rolled(faces).luck for faces, _ in ways.all_faces()}
            mean = sum(likely * lucks[faces] for faces, likely in ways.all_faces())
            assert mean == pytest.approx(0, abs=1e-9)
            assert sum(likely for _, likely in ways.all_faces()) == pytest.approx(1)
            assert fallen in lucks
            seen += any(abs(luck) > 0.01 for luck in lucks.values())
    assert seen > 5


def test_luck_sums_to_nothing_over_many_games(judge: Judge) -> None:
    totals = [
        sum(ways.rolled(fallen).luck for ways, fallen in rolls(seed, judge)) for seed in range(200)
    ]
    error = stdev(totals) / sqrt(len(totals))
    assert stdev(totals) > 0.02
    assert abs(fmean(totals)) < 2.5 * error


def test_the_dice_of_a_throw_share_its_luck(judge: Judge) -> None:
    seen = 0
    for seed in range(30):
        for ways, fallen in rolls(seed, judge):
            rolled = ways.rolled(fallen)
            assert rolled.exact
            assert len(rolled.each) == len(fallen)
            assert sum(rolled.each) == pytest.approx(rolled.luck)
            assert rolled.expected + rolled.luck == pytest.approx(rolled.came)
            seen += 1
    assert seen > 5


def test_what_cannot_be_tried_in_every_way_is_estimated(judge: Judge) -> None:
    seen = 0
    for seed in range(30):
        for ways, fallen in rolls(seed, judge):
            few = Ways(ways.state, ways.choice, ways.value, most=2)
            assert not few.exact
            rolled = few.rolled(fallen)
            assert not rolled.exact
            assert rolled.expected == pytest.approx(ways.expected(), abs=0.1)
            assert rolled.came == ways.rolled(fallen).came
            seen += 1
    assert seen > 5


def test_a_game_without_a_staff_cannot_be_analysed() -> None:
    with pytest.raises(CannotAnalyse, match="Bridgehead has no staff"):
        Judge(GAME)


def test_the_end_is_the_result_and_nobody_is_sure_before(judge: Judge) -> None:
    rng = random.Random(8)
    match = Match(TAUGHT, SeededDice("8"))
    while not match.over:
        assert 0 < judge.chance(match.state) < 1
        match.take(pick(match.choices, rng.randrange(count(match.choices))))
    outcome = match.outcome
    assert outcome is not None
    expected = 0.5 if outcome.winner is None else float(outcome.winner == 0)
    assert judge.chance(match.state) == expected
