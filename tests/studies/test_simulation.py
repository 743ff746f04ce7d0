"""Simulation: the same games whoever plays them, and every crash told."""

from __future__ import annotations

import errno
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

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


@pytest.fixture(autouse=True)
def _more_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "asked", AskedPlayer)
    monkeypatch.setitem(PLAYERS, "crashing", CrashingPlayer)
    monkeypatch.setitem(PLAYERS, "cheating", CheatingPlayer)


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
