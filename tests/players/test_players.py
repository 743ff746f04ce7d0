"""Players: known by name, made anew for each match, legal in what they choose."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from trenchline.games import load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.play import decision, play_out, settle, take
from trenchline.kernel.steps import is_legal, listed
from trenchline.players import PLAYERS, levels, make_player, usual_level
from trenchline.players.cadet_player import CadetPlayer
from trenchline.players.greedy_player import GreedyPlayer
from trenchline.players.passing_player import PassingPlayer
from trenchline.players.player import Player
from trenchline.players.random_player import RandomPlayer
from trenchline.players.search_player import SearchPlayer
from trenchline.players.staff_player import StaffPlayer
from trenchline.studies.simulation import play_with

GAME = load_game("world_war_one")


def test_players_are_made_by_name() -> None:
    for name in PLAYERS:
        assert make_player(name) is not make_player(name)


def test_a_game_without_a_staff_does_not_offer_one() -> None:
    assert [level.name for level in levels(GAME)] == ["cadet", "captain", "general"]
    assert [level.name for level in levels(replace(GAME, staff=None))] == ["recruit"]


def test_every_level_has_a_title_and_a_sentence_and_one_is_proposed() -> None:
    for game in (GAME, replace(GAME, staff=None)):
        assert all(level.title and level.summary.endswith(".") for level in levels(game))
        assert usual_level(game) in levels(game)


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(ValueError, match=r"there is no player 'kaiser'; there are .*random"):
        make_player("kaiser")


MAKERS: dict[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "cadet": CadetPlayer,
    "staff": StaffPlayer,
    "search": partial(SearchPlayer, 300),
}


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("scenario", [scenario.name for scenario in GAME.scenarios])
def test_a_player_chooses_what_is_legal(name: str, scenario: str) -> None:
    player, rng, dice = MAKERS[name](), random.Random(1), SeededDice("s")
    state = GAME.new(*GAME.settled(scenario, {}))
    choices = settle(state, dice)
    for _ in range(300):
        before = state.copy()
        who = decision(state).who(state)
        choice = player.choose(Knowledge(GAME, state, who, choices), rng)
        assert is_legal(choices, choice)
        assert state == before, "a player only looks"
        take(state, *choice)
        choices = settle(state, dice)


def test_a_cadet_is_a_staff_officer_without_his_impulses() -> None:
    state, dice = GAME.new(*GAME.settled("historical", {})), SeededDice("s")
    calm, staff, rash = CadetPlayer(impulse=0), StaffPlayer(), CadetPlayer(impulse=1)
    apart = 0
    for number in range(120):
        choices = settle(state, dice)
        known = Knowledge(GAME, state, decision(state).who(state), choices)
        told = staff.choose(known, random.Random(number))
        assert calm.choose(known, random.Random(number)) == told
        apart += rash.choose(known, random.Random(number)) != told
        take(state, *told)
    assert apart > 0


@pytest.mark.slow
def test_a_cadet_beats_whoever_only_holds() -> None:
    """A greedy player, who was the cadet once, lost to him as the Central Powers."""
    state = GAME.new(*GAME.settled("historical", {}))
    players = [make_player("passive"), make_player("cadet")]
    play_with(GAME, state, SeededDice("cadet"), players, random.Random(1))
    assert GAME.outcome(state).winner == 1


@pytest.mark.slow
def test_the_staff_beats_blind_chance() -> None:
    for side in (0, 1):
        names = ["random", "random"]
        names[side] = "staff"
        state = GAME.new(*GAME.settled("free_deployment", {}))
        players = [make_player(name) for name in names]
        play_with(GAME, state, SeededDice(f"staff {side}"), players, random.Random(side))
        assert GAME.outcome(state).winner == side


def test_the_random_player_favours_nothing() -> None:
    choices = {"unit": 0b1011 << 70, "done": 1}
    player, rng = make_player("random"), random.Random(1)
    state = GAME.new(*GAME.settled(None, {}))
    settle(state, SeededDice("s"))
    known = Knowledge(GAME, state, decision(state).who(state), choices)
    drawn = Counter(player.choose(known, rng) for _ in range(4000))
    assert set(drawn) == set(listed(choices))
    assert all(900 < times < 1100 for times in drawn.values())


def test_the_random_player_chooses_as_play_out_does() -> None:
    terms = GAME.settled(None, {})
    state, twin = GAME.new(*terms), GAME.new(*terms)
    players = [make_player("random"), make_player("random")]
    taken = play_with(GAME, state, SeededDice("s"), players, random.Random(3))
    assert taken == play_out(twin, SeededDice("s"), random.Random(3))
    assert state == twin


@pytest.mark.parametrize("make", [GreedyPlayer, PassingPlayer])
def test_a_player_does_not_make_the_same_choice_twice_in_one_position_bug(
    make: Callable[[], Player],
) -> None:
    """In The Great War the greedy one named a special effect and called it off without end, for
    every team for it looked worse than none; the passing one, who had to attack, an attack."""
    player, rng = make(), random.Random(1)
    state = GAME.new(*GAME.settled(None, {}))
    choices = settle(state, SeededDice("s"))
    known = Knowledge(GAME, state, decision(state).who(state), choices)
    made = [player.choose(known, rng) for _ in range(4)]
    assert len(set(made)) == 4
