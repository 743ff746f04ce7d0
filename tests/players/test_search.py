"""The search player: keeps to its budget, keeps its hands off the match, and repeats itself."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from trenchline.games import load_game
from trenchline.kernel.bits import lowest
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.kernel.staff import Staff
from trenchline.kernel.steps import Choice, Choices
from trenchline.players import search_player
from trenchline.players.search_player import Contest, Course, SearchPlayer

GAME = load_game("world_war_one")
assert GAME.staff is not None


COST = 10
"""What a made-up playout takes, in choices."""


class Clock:
    """A clock that moves on by a second whenever a playout is over."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def playouts(monkeypatch: pytest.MonkeyPatch) -> list[Course]:
    """The courses that were tried out; each result is made up and quick."""
    tried: list[Course] = []

    def made_up(
        staff: Staff[Any], known: Knowledge[Any], course: Course, luck: float
    ) -> tuple[float, int]:
        tried.append(course)
        chance = random.Random(f"{luck} {course}").random() / 2
        return (0.5 + chance if course.plan == "bold" else chance), COST

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

    staff = replace(
        GAME.staff, choose=choose, plans=plans, rivals=rivals, phase=None, favourites=None
    )
    return replace(GAME, staff=staff), followed


def ask(player: SearchPlayer, game: Any, match: Match, luck: int = 1) -> Choice:
    assert match.who is not None
    known = Knowledge(game, match.state, match.who, match.choices)
    return player.choose(known, random.Random(luck))


PLANS = ("usual", "timid", "bold", "wild")


def test_the_best_plan_is_followed_for_the_whole_phase(playouts: list[Course]) -> None:
    game, followed = taught(PLANS)
    match, player = Match(game, SeededDice("s")), SearchPlayer(100 * COST)
    asked = 0
    phase = game.view(match.state, 1).phase
    while game.view(match.state, 1).phase == phase and match.who == 1:
        match.take(ask(player, game, match))
        asked += 1
    assert asked > 1
    assert followed == ["bold"] * asked
    assert len(playouts) <= 60, "one contest, with its share of the budget"


def test_a_sides_favourite_is_followed_and_only_its_plans_are_compared(
    playouts: list[Course],
) -> None:
    game, followed = taught(PLANS)
    favourites = {0: ("timid",), 1: ("wild", "timid")}
    staff = replace(game.staff, favourites=lambda state, side: favourites[side])
    match = Match(game, SeededDice("s"))
    ask(SearchPlayer(100 * COST), replace(game, staff=staff), match)
    assert {course.plan for course in playouts} == set(favourites[1])
    ask(SearchPlayer(0), replace(game, staff=staff), match)
    assert followed[-1] == "wild"


def test_poor_plans_are_dropped_early(playouts: list[Course]) -> None:
    game, _ = taught(PLANS)
    ask(SearchPlayer(400 * COST), game, Match(game, SeededDice("s")))
    times = {plan: sum(c.plan == plan for c in playouts) for plan in game.staff.plans}
    assert times["bold"] == max(times.values()) > min(times.values()) >= 2
    assert sum(times.values()) < 240, "the rest of its share is left for later"


def test_what_goes_the_same_way_as_the_staffs_plan_is_not_tried_a_third_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[str] = []

    def alike(
        staff: Staff[Any], known: Knowledge[Any], course: Course, luck: float
    ) -> tuple[float, int]:
        tried.append(course.plan)
        return luck, COST

    monkeypatch.setattr(search_player, "try_out", alike)
    game, followed = taught(("usual", "likewise"))
    ask(SearchPlayer(400 * COST), game, Match(game, SeededDice("s")))
    assert tried == ["usual", "likewise"] * 2
    assert followed == ["usual"]


def contest(staffs: list[float], other: list[float]) -> Contest:
    held = Contest([Course("usual"), Course("other")])
    for results in zip(staffs, other, strict=True):
        if held.open:
            held.note(results)
    return held


def test_a_rival_must_be_better_than_chance_explains() -> None:
    assert contest([0.5, 0.4, 0.6], [0.6, 0.5, 0.7]).winner.plan == "other"
    assert contest([0.5, 0.4, 0.6], [0.6, 0.2, 0.71]).winner.plan == "usual"


def test_what_a_plan_was_worth_before_counts() -> None:
    before = {Course("other"): [0.1, 0.12, 0.09]}
    remembered = Contest([Course("usual"), Course("other")], before)
    remembered.note([0.5, 0.48])
    assert remembered.winner.plan == "other"
    assert remembered.leads(Course("other")) == pytest.approx([-0.02])


def test_a_single_result_convinces_nobody() -> None:
    assert contest([0.0], [1.0]).winner.plan == "usual"


def test_the_same_luck_is_compared() -> None:
    """Luck varies far more than the courses do, and yet the better one is found."""
    luck = [0.1, 0.9, 0.3, 0.8]
    assert contest(luck, [chance + 0.03 for chance in luck]).winner.plan == "other"


def test_with_small_means_fewer_plans_are_compared(playouts: list[Course]) -> None:
    game, _ = taught(PLANS)
    # The share of a plan pays for five playouts: two plans, twice each.
    ask(SearchPlayer(9 * COST), game, Match(game, SeededDice("s")))
    assert {course.plan for course in playouts} == {"usual", "timid"}
    assert len(playouts) == 4


def test_no_means_leave_it_to_the_staff(playouts: list[Course]) -> None:
    game, followed = taught(PLANS)
    ask(SearchPlayer(0), game, Match(game, SeededDice("s")))
    assert followed == ["usual"]
    assert not playouts


def test_the_budget_is_for_the_turn_and_a_new_turn_has_a_new_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spent = 0

    def dear(*_: Any) -> tuple[float, int]:
        nonlocal spent
        spent += COST
        return random.Random(spent).random(), COST

    monkeypatch.setattr(search_player, "try_out", dear)
    match = Match(GAME, SeededDice("s"))
    every = [(verb, lowest(numbers)) for verb, numbers in match.choices.items()] * 3
    game, _ = taught(PLANS, lambda *_: every)
    player = SearchPlayer(200)
    for _ in range(40):
        ask(player, game, match)
    first = spent
    assert 100 <= first <= 200
    match.state.turn += 1
    ask(player, game, match)
    assert spent > first


def test_seconds_are_obeyed(playouts: list[Course], monkeypatch: pytest.MonkeyPatch) -> None:
    clock, inner = Clock(), search_player.try_out

    def timed(*args: Any) -> tuple[float, int]:
        clock.now += 1.0
        return inner(*args)

    monkeypatch.setattr(search_player, "try_out", timed)
    match = Match(GAME, SeededDice("s"))
    every = [(verb, lowest(numbers)) for verb, numbers in match.choices.items()] * 3
    game, _ = taught(PLANS, lambda *_: every)
    player = SearchPlayer(seconds=40.0, clock=clock)
    for _ in range(60):
        ask(player, game, match)
    # What is left for a question may run out with its first playout.
    assert 20 <= clock.now <= 40 + 1


def test_no_contest_begins_when_no_time_is_left(playouts: list[Course]) -> None:
    game, followed = taught(("usual", "bold"))
    ask(SearchPlayer(seconds=0.0, clock=Clock()), game, Match(game, SeededDice("s")))
    assert followed == ["usual"]
    assert not playouts


@pytest.mark.parametrize("luck", [1, 2])
def test_the_match_and_its_dice_are_left_alone_and_the_same_luck_decides_alike(luck: int) -> None:
    def rolling(sides: int, number: int) -> int:
        raise AssertionError("a player who plans brings dice of its own")

    match = Match(GAME, SeededDice("s"))
    match.dice.roll = rolling  # type: ignore[method-assign]
    before = match.state.copy()
    chosen = {ask(SearchPlayer(600), GAME, match, luck) for _ in range(2)}
    assert len(chosen) == 1
    assert match.state == before
