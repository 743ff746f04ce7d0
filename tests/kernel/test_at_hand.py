"""Games, matches and odds in a researcher's hands: short to look at, sent about, truly refused."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from trenchline.games import game_names, load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.match import Match
from trenchline.kernel.odds import Modifier, Odds, Result
from trenchline.kernel.steps import count, pick


@pytest.mark.parametrize("name", game_names())
def test_a_game_and_a_match_are_short_to_look_at(name: str) -> None:
    game = load_game(name)
    assert len(repr(game)) < 300
    assert game.title in repr(game)
    match = Match(game, SeededDice("1"))
    assert repr(match).endswith("to choose after 0 choices>")


@pytest.mark.parametrize("name", game_names())
def test_a_game_and_a_match_can_be_sent_to_another_process(name: str) -> None:
    game = load_game(name)
    assert pickle.loads(pickle.dumps(game)) is game
    match = Match(game, SeededDice("1"))
    rng = random.Random(7)
    for _ in range(60):
        match.take(pick(match.choices, rng.randrange(count(match.choices))))
    match.back_to(50)
    twin = pickle.loads(pickle.dumps(match))
    assert game.notation(twin.state) == game.notation(match.state)
    assert (twin.choices, twin.history, twin.acts) == (match.choices, match.history, match.acts)
    for _ in range(20):
        choice = pick(match.choices, rng.randrange(count(match.choices)))
        assert twin.take(choice).dice == match.take(choice).dice


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("hist", {}), "has no scenario 'hist'; it has historical"),
        (("historical", {"zeppelins": "on"}), "has no option 'zeppelins'"),
        (("historical", {"tank_army": True}), "option tank_army takes off, on, not True"),
        (("historical", "tank_army"), "options are a mapping"),
    ],
)
def test_a_game_that_cannot_be_begun_says_why(words: tuple[Any, ...], told: str) -> None:
    with pytest.raises((ValueError, TypeError), match=told):
        load_game("world_war_one").new(*words)


def test_a_game_begins_with_its_first_scenario_unless_told() -> None:
    game = load_game("world_war_one")
    assert game.new("historical", {}) == game.new(*game.settled(None, {}))


def test_a_seed_that_is_no_text_is_refused() -> None:
    with pytest.raises(TypeError, match="a seed is a text, like '1914', not 1914"):
        SeededDice(1914)  # type: ignore[arg-type]


def test_odds_show_themselves() -> None:
    result = Result("1/2", 0.5, (1, 2, 3), "both <lose>")
    odds = Odds("Verdun", (Modifier("8.1", "two armies", 6),), (), "+2", (result,))
    shown = odds._repr_html_()
    assert "50.0%" in shown
    assert "[8.1] two armies: 6" in shown
    assert "&lt;lose&gt;" in shown
