"""What is weighed is told to whoever listens, and to nobody else."""

from __future__ import annotations

import random
from typing import Any

import pytest

from trenchline.games import game_names, load_game
from trenchline.kernel.bits import members
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.reasons import (
    attack,
    because,
    heard,
    listening,
    no_attack,
    unheard,
    weighed,
)
from trenchline.players import make_player

LOOKED_AT = 400
HIDING = {"limited_intelligence": "on"}
"""Options that hide something besides."""


def position(name: str) -> Any:
    game = load_game(name)
    state = game.new(*game.settled(game.scenarios[0].name, {}))
    settle(state, SeededDice("reasons"))
    return state


def test_nobody_is_told_unless_he_listens() -> None:
    state = position("world_war_one")
    because(state, ("done", 0), 1.0, "nobody hears this")
    assert not heard()
    with listening() as outside:
        assert heard()
        because(state, ("done", 0), 1.0, "first")
        with unheard():
            because(state, ("done", 0), 2.0, "tried out")
        with listening() as inside:
            because(state, ("done", 0), 3.0, "within")
        because(state, ("unit", 3), 0.5, "{:unit} is next", 3)
    assert [str(one.words) for one in outside.said] == [
        "first",
        f"{state.names.unit(3)} is next",
    ]
    assert [str(one.words) for one in inside.said] == ["within"]


def test_of_each_choice_the_last_word_counts_and_the_best_others_are_told() -> None:
    state = position("world_war_one")
    with listening() as told:
        for number, worth in enumerate((1.0, 4.0, 2.0, 3.0)):
            because(state, ("attack", number), worth, "worth {}", worth)
        because(state, ("attack", 1), 0.0, "on second thoughts")
    chosen = told.about(("attack", 2))
    assert chosen is not None
    assert chosen.worth == 2.0
    offered = {"attack": 0b1111}
    assert [one.choice[1] for one in told.others(("attack", 2), offered)] == [3, 0]
    assert [one.choice[1] for one in told.others(("attack", 2), {"attack": 0b0111})] == [0, 1]
    assert told.about(("done", 0)) is None


def test_the_weightiest_parts_are_put_into_words_and_what_speaks_against() -> None:
    state = position("world_war_one")
    words = {
        "goal": ("near", "far"),
        "line": ("firm", "weak"),
        "risk": ("", "lost"),
        "dull": ("", ""),
    }

    def said(**parts: float) -> str:
        return weighed(state, parts, lambda name, good: words[name][not good], "nothing")

    assert said(goal=1.0, line=2.0) == "firm and near"
    assert said(goal=1.0, line=-0.5, risk=-2.0) == "near, though lost"
    assert said(goal=0.01, risk=-2.0) == "lost"
    assert said(dull=3.0, goal=1.0) == "near"
    assert said(goal=0.01, dull=-5.0) == "nothing"


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("seed", [1, 2])
def test_a_staff_says_why_and_decides_the_same_if_nobody_asks(name: str, seed: int) -> None:
    game = load_game(name)
    silent = [choice for choice, _, _ in _decisions(game, seed, False)]
    for number, (choice, words, told_of) in enumerate(_decisions(game, seed, True)):
        assert choice == silent[number]
        assert words, f"no reason for {game.format_choice(choice)}"
        assert not told_of, f"{told_of} are hidden from whoever says so: {words}"


def _decisions(game: AnyGame, seed: int, asked: bool) -> list[tuple[Any, str, set[str]]]:
    """What the staff of both sides does in the first choices of a game, why, and which units are
    named though it does not know where they are."""
    rng = random.Random(seed)
    options = {option.name: HIDING[option.name] for option in game.options if option.name in HIDING}
    state = game.new(*game.settled(rng.choice(game.scenarios).name, options))
    players = [make_player("staff") for _ in game.sides]
    dice = SeededDice(f"why {seed}")
    choices = settle(state, dice)
    found: list[tuple[Any, str, set[str]]] = []
    while choices and len(found) < LOOKED_AT:
        who = decision(state).who(state)
        known: Knowledge[Any] = Knowledge(game, state, who, choices)
        words, told_of = "", set()
        if asked:
            with listening() as told:
                choice = players[who].choose(known, rng)
            reason = told.about(choice)
            words = "" if reason is None else str(reason.words)
            named = {
                key
                for one in told.said
                for mark in one.words.marks
                if mark.kind == "unit"
                for key in mark.of
            }
            told_of = named & {state.names.key(unit) for unit in members(known.hidden)}
        else:
            choice = players[who].choose(known, rng)
        found.append((choice, words, told_of))
        take(state, *choice)
        choices = settle(state, dice)
    return found


def test_an_attack_is_told_of_whoever_joins_it_and_why_there_is_none() -> None:
    state = position("world_war_one")
    board = load_game("world_war_one").board
    assert board is not None
    verdun = board.grid.hex("0408")
    with listening() as told:
        attack(state, ("attack", verdun), 1.0, "worth {}", 1)
        attack(state, ("with", 3), 1.0, "worth {}", 1)
        no_attack(state, 2.0, None, "{:hex}: {}")
        no_attack(state, 2.0, (3.0, verdun), "{:hex}: {}")
        no_attack(state, 2.0, (1.0, verdun), "{:hex} brings {} of {}", 2.0)
    assert [str(one.words) for one in told.said] == [
        "worth 1",
        f"{state.names.unit(3)} takes part: worth 1",
        "there is nobody to attack",
        "attack nobody: it costs nothing, and brings nothing",
        f"{state.names.hex(verdun)} brings 1.0 of 2.0",
    ]
