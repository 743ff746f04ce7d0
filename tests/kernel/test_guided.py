"""Guided first games: each adviser speaks up in every phase in which his side is asked."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from trenchline.games import SHELF, game_names, load_game
from trenchline.kernel.audience import load_audience
from trenchline.kernel.data import DataError
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.guided import FILE, Advice, load_guided
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.players import make_player

CHOICES = 400
"""As many as it takes to have seen each phase when nobody does anything."""
FOUGHT = 1200
"""Choices in which everybody has fought."""
GOOD = 'side = "Red"\nwelcome = "Hail."\n[[advice]]\nphase = "war"\nwords = "Go."\n'


@pytest.mark.parametrize("name", game_names())
def test_every_phase_that_asks_is_spoken_of(name: str) -> None:
    game = load_game(name)
    told = load_guided(SHELF / name, game.sides)
    assert told is not None
    audience = load_audience(SHELF / name, [one.name for one in game.scenarios])
    start = next(scenario for scenario, one in audience.items() if one.start)
    match = Match(game, SeededDice("a"), start)
    players = [make_player("passing") for _ in game.sides]
    learner = game.sides.index(told.side)
    said: list[Advice] = []
    silent: set[str] = set()
    while match.who is not None and len(match.history) < CHOICES:
        phase = game.phase(match.state)
        decides = match.who == learner
        due = [one for one in told.advice if one.due(phase, match.choices, decides)]
        said += [one for one in due if one not in said]
        if decides and not due:
            silent.add(phase)
        known = Knowledge(game, match.state, match.who, match.choices)
        match.take(players[match.who].choose(known, random.Random(1)))
    assert not silent
    # What is not said to somebody who passes is said of what he would be offered if he fought.
    for one in told.advice:
        assert one in said or one.verb, one
        assert not one.verb or one.verb in game.verbs, one
        assert "*" in one.phase or one.phase in (*game.phases, "Set-up"), one
        assert len(one.words) < 420, one


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("name", game_names())
def test_every_phase_that_asks_somebody_who_fights_is_spoken_of(name: str) -> None:
    """Also the enemy's, where the learner is asked what becomes of his own."""
    game = load_game(name)
    told = load_guided(SHELF / name, game.sides)
    assert told is not None
    assert game.staff is not None
    audience = load_audience(SHELF / name, [one.name for one in game.scenarios])
    start = next(scenario for scenario, one in audience.items() if one.start)
    match, rng = Match(game, SeededDice("1"), start), random.Random(1)
    learner = game.sides.index(told.side)
    asked: set[str] = set()
    spoken: set[str] = set()
    while match.who is not None and len(match.history) < FOUGHT:
        if match.who == learner:
            phase = game.phase(match.state)
            asked.add(phase)
            if any(one.due(phase, match.choices, True) for one in told.advice):
                spoken.add(phase)
        match.take(game.staff.choose(match.state, match.choices, rng, game.staff.plans[0]))
    assert asked == spoken


def test_advice_is_due_in_its_phase_to_whom_it_is_meant_for() -> None:
    dig = Advice("Dig!", "*movement", "dig")
    assert dig.due("Red movement", {"dig"}, True)
    assert not dig.due("Red movement", {"unit"}, True)
    assert not dig.due("Red movement", {"dig"}, False)
    assert not dig.due("Red combat", {"dig"}, True)
    assert Advice("Look.", "Blue *", watch=True).due("Blue movement", (), False)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (GOOD.replace("Red", "Swiss"), "guided.toml: side is 'Swiss', not one of Blue, Red"),
        (GOOD.replace("welcome", "hello"), "guided.toml: 'hello' is not understood"),
        (GOOD.replace('welcome = "Hail."\n', ""), "guided.toml: welcome should be a text"),
        (GOOD.split("[[")[0], "guided.toml: an adviser has advice"),
        (GOOD + "colour = 3\n", "guided.toml:3: 'colour' is not understood"),
        (GOOD.replace("words", "points"), "guided.toml:3: advice has words"),
        (GOOD.replace('phase = "war"\n', ""), "guided.toml:3: advice is due in a phase"),
        (GOOD + 'verb = "go"\nwatch = true\n', "guided.toml:3: who looks on has no verbs"),
    ],
)
def test_errors_name_file_and_line(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(DataError) as error:
        load_guided(tmp_path, ("Blue", "Red"))
    assert str(error.value).startswith(problem)


def test_a_game_may_have_no_adviser(tmp_path: Path) -> None:
    assert load_guided(tmp_path, ("Blue", "Red")) is None
