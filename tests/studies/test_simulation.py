"""Simulation: the same games whoever plays them, and every crash told."""

from __future__ import annotations

import errno
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.studies.crashing import CrashingPlayer
from trenchline.games import load_game
from trenchline.kernel.game import Outcome
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.record import read_record, verify
from trenchline.kernel.steps import Choice
from trenchline.players import PLAYERS
from trenchline.players.random_player import RandomPlayer
from trenchline.studies import simulation
from trenchline.studies.simulation import Played, Study, Summary, play, simulate

GAME = load_game("world_war_one")
TWO = ("random", "random")


class AskedPlayer(RandomPlayer):
    """The random player under another name, so that it is really asked."""


class CheatingPlayer:
    """Chooses what nobody offered."""

    def choose(self, known: Knowledge[Any], rng: random.Random) -> Choice:
        return "attack", 0


class Counting(RandomPlayer):
    """Chooses by the numbers of another library."""

    def choose(self, known: Knowledge[Any], rng: random.Random) -> Choice:
        verb, number = super().choose(known, rng)
        return verb, np.int64(number)  # type: ignore[return-value]  # as researchers do


class Speechless(RandomPlayer):
    """Has nothing to say."""

    def choose(self, known: Knowledge[Any], rng: random.Random) -> Choice:
        return None  # type: ignore[return-value]  # as beginners do


class Lost(RandomPlayer):
    """Names what no rulebook knows."""

    def choose(self, known: Knowledge[Any], rng: random.Random) -> Choice:
        return "surrender", 0


class Leaving(RandomPlayer):
    """Gives up."""

    def choose(self, known: Knowledge[Any], rng: random.Random) -> Choice:
        sys.exit("I give up")


@pytest.fixture(autouse=True)
def _more_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "asked", AskedPlayer)
    monkeypatch.setitem(PLAYERS, "crashing", CrashingPlayer)
    monkeypatch.setitem(PLAYERS, "cheating", CheatingPlayer)
    for player in (Counting, Speechless, Lost, Leaving):
        monkeypatch.setitem(PLAYERS, player.__name__.lower(), player)


def test_a_game_is_the_same_asked_unasked_and_recorded(tmp_path: Path) -> None:
    plain = play(Study(GAME.name, TWO), 11)
    asked = play(Study(GAME.name, ("asked", "asked")), 11)
    recorded = play(Study(GAME.name, TWO, record=tmp_path), 11)
    assert plain == asked == recorded
    assert plain.outcome is not None
    match = verify(GAME, read_record(tmp_path / "world_war_one-11.jsonl"))
    assert len(match.history) == plain.choices
    assert match.outcome == plain.outcome


def test_seeds_follow_one_another() -> None:
    three = list(simulate(Study(GAME.name, TWO, games=3, seed=20)))
    assert [played.seed for played in three] == [20, 21, 22]
    assert list(simulate(Study(GAME.name, TWO, games=1, seed=22))) == three[2:]
    assert len({played.choices for played in three}) > 1, "different seeds, different games"


def test_an_executor_changes_nothing() -> None:
    study = Study(GAME.name, TWO, "random", {"tank_army": "random"}, games=5)
    with ThreadPoolExecutor(2) as executor:
        shared = list(simulate(study, jobs=2, executor=executor))
    assert shared == list(simulate(study))


@pytest.mark.slow
def test_processes_change_nothing() -> None:
    study = Study(GAME.name, TWO, games=5)
    assert list(simulate(study, jobs=2)) == list(simulate(study))


def test_random_terms_depend_on_the_seed_alone() -> None:
    study = Study(GAME.name, TWO, "random", {"tank_army": "random", "variable_italy": "on"})
    drawn = [study.terms(GAME, seed) for seed in range(40)]
    assert drawn == [study.terms(GAME, seed) for seed in range(40)]
    assert {scenario for scenario, _ in drawn} == {"historical", "free_deployment"}
    assert {options["tank_army"] for _, options in drawn} == {"off", "on"}
    assert {options["variable_italy"] for _, options in drawn} == {"on"}
    assert {options["variable_turkey"] for _, options in drawn} == {"off"}


def test_a_crash_is_a_result(tmp_path: Path) -> None:
    for folder in (None, tmp_path):
        played = play(Study(GAME.name, ("crashing", "random"), record=folder), 4)
        assert played.outcome is None
        assert played.crash is not None
        assert played.crash.startswith("ZeroDivisionError at crashing.py:")


def test_a_player_who_cheats_is_found_out(tmp_path: Path) -> None:
    for folder in (None, tmp_path):
        played = play(Study(GAME.name, ("cheating", "cheating"), record=folder), 4)
        assert played.crash is not None
        assert "IllegalChoice" in played.crash


def test_numbers_of_numpy_are_numbers_bug(tmp_path: Path) -> None:
    """They overflowed on every map of more than 63 hexes, with a record and without."""
    for folder in (None, tmp_path):
        plain, other = (
            play(Study(GAME.name, (player, "random"), record=folder), 4)
            for player in ("asked", "counting")
        )
        assert other.crash is None
        assert (other.outcome, other.choices) == (plain.outcome, plain.choices)


@pytest.mark.parametrize(
    ("player", "told"),
    [
        ("speechless", "a choice is a verb and a number, like ('done', 0), not None"),
        ("lost", "this is not being asked now"),
        ("leaving", "I give up"),
    ],
)
def test_a_wrong_answer_is_told_in_words(player: str, told: str, tmp_path: Path) -> None:
    for folder in (None, tmp_path):
        played = play(Study(GAME.name, (player, "random"), record=folder), 4)
        assert played.crash is not None
        assert told in played.crash
        assert played.wreck is not None


def called_alike(habit: int) -> type[RandomPlayer]:
    """Players of one name and different habits."""

    class Alike(RandomPlayer):
        used = habit

    return Alike


def simulated(jobs: int = 1, **study: Any) -> list[Played]:
    """The games of a study."""
    return list(simulate(Study(GAME.name, **{"players": TWO, **study}), jobs=jobs))


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"seed": "1"}, "the seed of a study is a whole number, not '1'"),
    ({"games": 2.5}, "the games of a study is a whole number, not 2.5"),
    ({"games": -2}, "nobody plays -2 games"),
    ({"jobs": 0}, "0 processes play no games"),
    ({"players": (Counting(), "random")}, "a player is a name or a class"),
    ({"players": (called_alike(1), called_alike(2))}, "two players are called"),
]


@pytest.mark.parametrize(("wrong", "told"), WRONG)
def test_a_study_that_makes_no_sense_is_refused_in_words(wrong: dict[str, Any], told: str) -> None:
    """Of two players of one name the second played both sides, without a word."""
    with pytest.raises((TypeError, ValueError), match=told):
        simulated(**wrong)


def test_numpy_numbers_in_a_study() -> None:
    assert simulated(games=np.int64(2), seed=np.int64(3)) == simulated(games=2, seed=3)


def test_one_class_may_play_both_sides() -> None:
    one = called_alike(1)
    assert simulated(players=(one, one))[0].crash is None


@pytest.mark.parametrize("players", [TWO, ("asked", "asked")])
def test_a_game_without_end_is_a_crash(
    players: tuple[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(simulation, "LONGEST", 50)
    for folder in (None, tmp_path):
        played = play(Study(GAME.name, players, record=folder), 1)
        assert played.crash is not None
        assert "no end after 50 choices" in played.crash


def test_a_record_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = Study(GAME.name, TWO, record=tmp_path)
    play(study, 1)
    before = (tmp_path / "world_war_one-1.jsonl").read_bytes()

    def no_room(self: Path, target: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", no_room)
    with pytest.raises(OSError, match="No space"):
        play(study, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["world_war_one-1.jsonl"]
    assert (tmp_path / "world_war_one-1.jsonl").read_bytes() == before


def test_what_cannot_be_played_is_refused_before_anything_happens(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    for study in (
        Study("chess", TWO, record=folder),
        Study(GAME.name, ("random",), record=folder),
        Study(GAME.name, ("random", "nobody"), record=folder),
        Study(GAME.name, TWO, "moonshine", record=folder),
        Study(GAME.name, TWO, options={"zeppelins": "random"}, record=folder),
    ):
        with pytest.raises(ValueError, match=r"there is no|has no|needs"):
            simulate(study)
    assert not folder.exists()


def test_summary_counts() -> None:
    summary = Summary(GAME.sides)
    assert (summary.mean_length, summary.mean_scores) == (0.0, [0.0, 0.0])
    summary.add(Played(0, "s", {}, 10, Outcome(1, "", (3, 5))))
    summary.add(Played(1, "s", {}, 20, Outcome(None, "", (4, 4))))
    summary.add(Played(2, "s", {}, 0, None, "it crashed"))
    assert (summary.games, summary.finished, summary.choices) == (3, 2, 30)
    assert (summary.wins, summary.draws) == ([0, 1], 1)
    assert summary.mean_length == 15
    assert summary.mean_scores == [3.5, 4.5]
    assert [played.seed for played in summary.crashed] == [2]
