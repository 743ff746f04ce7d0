"""Players: known by name, made anew for each match, legal in what they choose."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from trenchline.games import load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.play import play_out
from trenchline.kernel.steps import is_legal, listed
from trenchline.players import PLAYERS, make_player
from trenchline.studies.simulation import play_with

GAME = load_game("world_war_one")


def test_players_are_made_by_name() -> None:
    for name in PLAYERS:
        assert make_player(name) is not make_player(name)


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(ValueError, match=r"there is no player 'kaiser'; there are .*random"):
        make_player("kaiser")


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_chooses_what_is_legal(name: str) -> None:
    choices = {"unit": 0b1011 << 70, "hex": 1 << 900 | 4, "done": 1}
    player, rng = make_player(name), random.Random(1)
    state = GAME.new(*GAME.settled(None, {}))
    for _ in range(50):
        assert is_legal(choices, player.choose(GAME, state, choices, rng))


def test_the_random_player_favours_nothing() -> None:
    choices = {"unit": 0b1011 << 70, "done": 1}
    player, rng = make_player("random"), random.Random(1)
    drawn = Counter(player.choose(GAME, None, choices, rng) for _ in range(4000))
    assert set(drawn) == set(listed(choices))
    assert all(900 < times < 1100 for times in drawn.values())


def test_the_random_player_chooses_as_play_out_does() -> None:
    terms = GAME.settled(None, {})
    state, twin = GAME.new(*terms), GAME.new(*terms)
    players = [make_player("random"), make_player("random")]
    taken = play_with(GAME, state, SeededDice("s"), players, random.Random(3))
    assert taken == play_out(twin, SeededDice("s"), random.Random(3))
    assert state == twin
