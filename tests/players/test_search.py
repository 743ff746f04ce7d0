"""The search player: keeps to its budget, keeps its hands off the match, and repeats itself."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from trenchline.games import load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.match import Match
from trenchline.kernel.staff import Staff
from trenchline.kernel.steps import Choice, Choices
from trenchline.players import search_player
from trenchline.players.search_player import Course, SearchPlayer

GAME = load_game("world_war_one")
assert GAME.staff is not None


class Clock:
    """A clock that moves on by a second whenever a playout is over."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def playouts(monkeypatch: pytest.MonkeyPatch) -> list[Course]:
    """The courses that were tried out; each result is made up and quick."""
    tried: list[Course] = []

    def made_up(staff: Staff[Any], state: Any, side: int, course: Course, luck: float) -> float:
        tried.append(course)
        return 1.0 if course.plan == "bold" else random.Random(luck).random() / 2

    monkeypatch.setattr(search_player, "try_out", made_up)
    return tried


def taught(
    plans: tuple[str, ...], rivals: Callable[..., list[Choice]] | None = None
) -> tuple[Any, list[str]]:
    """The game with a staff of these plans, which notes the plans it was told to follow."""
    followed: list[str] = []
    assert GAME.staff is not None
    usual = GAME.staff.choose

    def choose(state: Any, choices: Choices, rng: random.Random, plan: str) -> Choice:
        followed.append(plan)
        return usual(state, choices, rng, GAME.staff.plans[0])  # type: ignore[union-attr]

    staff = replace(GAME.staff, choose=choose, plans=plans, rivals=rivals)
    return replace(GAME, staff=staff), followed


def ask(player: SearchPlayer, game: Any, match: Match, luck: int = 1) -> Choice:
    return player.choose(game, match.state, match.choices, random.Random(luck))


def test_the_best_plan_is_followed_for_the_whole_phase(playouts: list[Course]) -> None:
    game, followed = taught(("usual", "timid", "bold", "wild"))
    match, player = Match(game, SeededDice("s")), SearchPlayer(40)
    phase = game.view(match.state, match.who).phase
    asked = 0
    while game.view(match.state, match.who).phase == phase and asked < 3:
        match.take(ask(player, game, match))
        asked += 1
    assert followed == ["bold"] * asked
    assert len(playouts) <= 20, "one contest, with half of the budget"


def test_poor_plans_are_dropped_early(playouts: list[Course]) -> None:
    game, _ = taught(("usual", "timid", "bold", "wild"))
    ask(SearchPlayer(80), game, Match(game, SeededDice("s")))
    times = {plan: sum(c.plan == plan for c in playouts) for plan in game.staff.plans}
    assert times["bold"] == max(times.values()) > min(times.values())
    assert len(playouts) <= 40


def test_a_budget_too_small_for_a_contest_leaves_it_to_the_staff(playouts: list[Course]) -> None:
    game, followed = taught(("usual", "timid", "bold", "wild"))
    ask(SearchPlayer(6), game, Match(game, SeededDice("s")))
    assert followed == ["usual"]
    assert not playouts


def test_seconds_are_obeyed(playouts: list[Course], monkeypatch: pytest.MonkeyPatch) -> None:
    clock, inner = Clock(), search_player.try_out

    def timed(*args: Any) -> float:
        clock.now += 1.0
        return inner(*args)

    monkeypatch.setattr(search_player, "try_out", timed)
    plans = ("usual", "timid", "bold", "wild")
    every = list(Match(GAME, SeededDice("s")).choices.items())
    game, _ = taught(plans, lambda *_: [(verb, (n & -n).bit_length() - 1) for verb, n in every] * 2)
    match, player = Match(game, SeededDice("s")), SearchPlayer(seconds=20.0, clock=clock)
    for _ in range(30):
        ask(player, game, match)
    # A contest ends with the playout in which its share runs out.
    assert 10 <= clock.now <= 20 + 1


def test_no_contest_begins_when_no_time_is_left(
    playouts: list[Course], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    game, followed = taught(("usual", "bold"))
    ask(SearchPlayer(seconds=0.0, clock=clock), game, Match(game, SeededDice("s")))
    assert followed == ["usual"]
    assert not playouts


@pytest.mark.parametrize("luck", [1, 2])
def test_the_match_and_its_dice_are_left_alone_and_the_same_luck_decides_alike(luck: int) -> None:
    def rolling(sides: int, number: int) -> int:
        raise AssertionError("a player who plans brings dice of its own")

    match = Match(GAME, SeededDice("s"))
    match.dice.roll = rolling  # type: ignore[method-assign]
    before = match.state.copy()
    chosen = {ask(SearchPlayer(12), GAME, match, luck) for _ in range(2)}
    assert len(chosen) == 1
    assert match.state == before
