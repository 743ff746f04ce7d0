"""What is only looked at shows itself: short at a prompt, a small table in a notebook; and what is
of the wrong kind is told in words."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import pytest

from tests.kernel.pebbles import GAME as PEBBLES
from trenchline.games import game_names, load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.match import Match
from trenchline.kernel.steps import pick
from trenchline.studies.simulation import Study

GAME = load_game("world_war_one")


@pytest.mark.parametrize("name", game_names())
def test_games_matches_and_positions_are_short(name: str) -> None:
    game = load_game(name)
    match = Match(game, SeededDice("1914"))
    for shown in (game, match, match.state):
        assert name in repr(shown)
        assert len(repr(shown)) < 250
        html = shown._repr_html_()
        assert escape(game.title) in html
        assert len(html) < 4000
        assert html.count("<table>") == html.count("</table>")
    for scenario in game.scenarios:
        assert scenario.name in game._repr_html_()


def test_a_match_tells_what_happened_last_and_how_it_ended() -> None:
    match = Match(GAME, SeededDice("1914"))
    while not match.over:
        match.take(pick(match.choices, 0))
    assert match.outcome is not None
    assert match.outcome.reason in match._repr_html_()
    assert repr(match.state) == "<position of world_war_one: over>"


def test_a_running_match_that_hides_something_tells_nothing_of_its_log() -> None:
    match = Match(load_game("kaisers_war"), SeededDice("1918"))
    for _ in range(5):
        match.take(pick(match.choices, 0))
    assert any(turned.log for turned in match.history)
    assert "<div>after 5 choices</div>" in match._repr_html_()
    assert match._repr_html_().endswith("<div>after 5 choices</div>")


def test_a_position_of_no_package_is_shown_too() -> None:
    state = Match(PEBBLES, SeededDice("1")).state
    assert "position of" in repr(state)
    assert state._repr_html_()


WRONG: list[tuple[Callable[[], Any], str]] = [
    (lambda: SeededDice(1914), "a seed is a text, like '1914'"),  # type: ignore[arg-type]  # wrong
    (lambda: GAME.new("hist", {}), "no scenario 'hist'; it has historical"),
    (lambda: GAME.new("historical", ["x"]), "options are a mapping"),  # type: ignore[arg-type]  # wrong
    (lambda: GAME.new("historical", {"tanks": "on"}), "no option 'tanks'; it has"),
    (lambda: Match(GAME, 1914), r"dice, like SeededDice\('1914'\)"),  # type: ignore[arg-type]  # wrong
    (lambda: Match("x", SeededDice("1")), r"of a game, like load_game\('x'\)"),  # type: ignore[arg-type]  # wrong
    (lambda: Match(GAME, SeededDice("1")).take("done"), "a choice is a verb and a number"),  # type: ignore[arg-type]  # wrong
    (lambda: GAME.parse(3), "a position is a text"),  # type: ignore[arg-type]  # wrong
    (lambda: GAME.odds(GAME.new("historical", {}), 3), "an attack is a text"),  # type: ignore[arg-type]  # wrong
    (lambda: Study("world_war_one", "random"), "players are a tuple"),  # type: ignore[arg-type]  # wrong
    (lambda: Study("world_war_one", ("random",) * 2, seed="1"), "a study is a whole number"),  # type: ignore[arg-type]  # wrong
]


@pytest.mark.parametrize(("attempt", "words"), WRONG)
def test_wrong_kinds_are_told_in_words(attempt: Callable[[], Any], words: str) -> None:
    with pytest.raises((TypeError, ValueError), match=words):
        attempt()
