"""Yardsticks: every game has them, and each keeps to its habit."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from trenchline.games import game_names, load_game
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import is_legal
from trenchline.kernel.verbs import MEANINGS
from trenchline.players import make_player
from trenchline.players.yardsticks import ENDS

YARDSTICKS = ("passive", "turtle", "rush", "hoarder")


def habits(game: AnyGame, name: str, scenario: str, most: int = 1500) -> tuple[Counter[str], bool]:
    """How often a yardstick on the first side chose what, and whether the game ended."""
    rng, dice = random.Random(2), PlannersDice(random.Random(2))
    players = make_player(name), make_player("random")
    state = game.new(*game.settled(scenario, {}))
    choices = settle(state, dice)
    done: Counter[str] = Counter()
    while choices and sum(done.values()) < most:
        who = decision(state).who(state)
        choice = players[who].choose(Knowledge(game, state, who, choices), rng)
        assert is_legal(choices, choice)
        if who == 0 and len(choices) > 1:
            verb = game.verbs[choice[0]]
            done[ENDS if verb.ends else verb.means] += 1
        take(state, *choice)
        choices = settle(state, dice)
    return done, not choices


@pytest.mark.parametrize("name", game_names())
def test_every_game_says_what_its_verbs_come_to(name: str) -> None:
    meanings = {verb.means for verb in load_game(name).verbs.values()} - {""}
    assert meanings <= set(MEANINGS)
    assert {"pick", "move", "idle", "attack", "spend"} <= meanings


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("name", YARDSTICKS)
def test_a_yardstick_plays_every_game_and_keeps_to_its_habit(game: str, name: str) -> None:
    played = load_game(game)
    done, ended = habits(played, name, played.scenarios[0].name)
    assert done
    if name != "rush":
        assert ended
    if name in ("passive", "turtle"):
        assert done["attack"] == 0
    if name == "passive":
        assert done["spend"] == 0
    if name == "rush":
        assert done["move"] > done["idle"] / 4


def test_the_rush_attacks_and_the_turtle_digs() -> None:
    rushed = habits(load_game("der_weltkrieg"), "rush", "gorlice")[0]
    assert rushed["attack"] > 20
    assert rushed["fight"] > 20
    assert habits(load_game("the_great_war"), "turtle", "gorizia")[0]["fortify"] > 0
