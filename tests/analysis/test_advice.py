"""Advice: in every game the general says what he would do, by nothing but what his side knows."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from trenchline.analysis.advice import advise
from trenchline.games import game_names, game_of, load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.kernel.record import read_record, replay
from trenchline.kernel.steps import count, is_legal

TESTS = Path(__file__).parents[1]
RECORDS = {
    "balance_of_powers": "leaves_drawn",
    "der_weltkrieg": "staffs_limanowa",
    "kaisers_war": "revolution_central_wins",
    "the_great_war": "liege_entente_decisive",
    "world_war_one": "russia_collapses_only",
}


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("name", game_names())
def test_the_general_advises_in_every_game(name: str) -> None:
    record = read_record(TESTS / name / "golden" / f"{RECORDS[name]}.jsonl")
    game = game_of(record)
    for version in (0, record.closing.choices // 2):
        match = replay(game, record, version)
        assert match.who is not None
        known = Knowledge(game, match.state, match.who, match.choices).kept()
        advice = advise(known, seconds=0.1)
        choices = [game.parse_choice(course.choice) for course in advice.courses]
        assert len(choices) == len(set(choices)) == min(3, count(known.choices))
        assert all(is_legal(known.choices, choice) for choice in choices)
        assert all("chance to win" in course.reasons[-1] for course in advice.courses)
        # The best others come one after the other.
        chances = [course.chance for course in advice.courses[1:]]
        assert chances == sorted(chances, reverse=True)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("name", game_names())
def test_the_general_advises_in_every_scenario_bug(name: str) -> None:
    """By rules of victory that came later, he could not weigh positions: at sea, in 1916, and in
    the whole war."""
    game = load_game(name)
    for scenario in game.scenarios:
        match = Match(game, SeededDice("1914"), scenario.name)
        assert match.who is not None
        known = Knowledge(game, match.state, match.who, match.choices).kept()
        advice = advise(known, 0.05, scenario.name)
        assert 0 < advice.now < 1
        assert len(advice.courses) == min(3, count(known.choices))


@pytest.mark.slow
@pytest.mark.no_cover
def test_advice_is_the_same_whatever_the_enemy_hides() -> None:
    """Two positions that a side cannot tell apart bring the same advice."""
    game = load_game("kaisers_war")
    assert game.secrets is not None
    match = Match(game, SeededDice("1918"))
    while match.who != 1 or "done" not in match.choices:
        match.take(game.staff.choose(match.state, match.choices, random.Random(1), "usual"))  # type: ignore[union-attr]
    twin = game.secrets.deal(match.state, match.who, random.Random(7))
    assert twin != match.state
    told = [advise(Knowledge(game, s, 1, match.choices).kept(), 0.1) for s in (match.state, twin)]
    assert told[0] == told[1]
