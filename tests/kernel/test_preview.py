"""Previews: what units would find where they are sent, told before anybody goes."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.promises import nothing_hidden_is_told, previewed_choices, previews_come_true
from tests.steppe.game import BOARD, GAME, GRID
from trenchline.games import game_names, load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.match import Match
from trenchline.kernel.play import decision
from trenchline.kernel.preview import LegView, PreviewView, preview, previewed
from trenchline.kernel.steps import Choice, listed, pick
from trenchline.kernel.view import View

CHOICES = 250
HIDING = {"the_great_war": {"limited_intelligence": "on"}}
"""Options under which a game hides more."""


def some_choice(match: Match, rng: random.Random) -> Choice:
    """Any choice, but phases are rarely ended while there is anything to do."""
    lively = {v: n for v, n in match.choices.items() if not match.game.verbs[v].ends}
    choices = lively if lively and rng.random() < 0.97 else match.choices
    # Each verb is as likely as any other, so that units do not stay for want of luck.
    verb = rng.choice(list(choices))
    return pick({verb: choices[verb]}, rng.randrange(choices[verb].bit_count()))


@pytest.mark.parametrize("name", game_names())
def test_previews_come_true_and_tell_no_secret(name: str) -> None:
    rng = random.Random(7)
    game = load_game(name)
    # A game whose scenarios begin with a deployment comes to its marches late.
    scenario = game.scenarios[-1].name if name == "kaisers_war" else None
    match = Match(game, SeededDice("previews"), scenario, HIDING.get(name))
    told = 0
    while told < CHOICES and not match.over:
        if previewed(game, match.choices, holds=True):
            told += 1
            assert not previews_come_true(match, rng)
            if game.hides and told % 5 == 0:
                assert not nothing_hidden_is_told(match, rng)
        match.take(some_choice(match, rng))
    assert told


def riding() -> tuple[Match, list[Choice]]:
    match = Match(GAME, SeededDice("steppe"))
    match.take(("rider", 3))
    return match, list(listed(match.choices))


def test_a_game_without_a_guide_tells_who_goes_where() -> None:
    match, goals = riding()
    start = match.state.where[3]
    verb, goal = next(choice for choice in goals if choice[1] != start)
    expected = PreviewView(("B3",), GRID.label(start), (LegView(GRID.label(goal)),))
    assert preview(GAME, BOARD, match.state, 0, (verb, goal)) == expected
    assert match.state.where[3] == start
    # Who stays goes nowhere.
    assert preview(GAME, BOARD, match.state, 0, (verb, start)) is None


@pytest.mark.parametrize("name", game_names())
def test_what_the_side_sees_already_is_not_drawn_again(name: str) -> None:
    """Drawing the whole table took most of the time of a preview."""
    rng, game = random.Random(3), load_game(name)
    match = Match(game, SeededDice("seen"), game.scenarios[-1].name)
    while not previewed_choices(match, rng):
        match.take(some_choice(match, rng))
    side = decision(match.state).who(match.state)
    seen, ground = game.view(match.state, side), game.map_of(match.scenario)
    assert ground is not None

    def drawn(*_: object) -> View:
        raise AssertionError("it is drawn again")

    blind = replace(game, view=drawn)
    for choice in previewed_choices(match, rng):
        told = preview(blind, ground.board, match.state, side, choice, seen=seen)
        assert told == preview(game, ground.board, match.state, side, choice)


def test_it_is_looked_ahead_only_with_units_in_hand() -> None:
    match, _ = riding()
    assert previewed(GAME, match.choices, holds=True) == ("to",)
    assert previewed(GAME, match.choices, holds=False) == ()
