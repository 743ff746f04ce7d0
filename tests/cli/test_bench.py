"""``bench``: what it tells, never how fast."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.command import refused, run
from trenchline.games import game_names, load_game
from trenchline.players.pettingzoo import GameEnvironment
from trenchline.studies import bench
from trenchline.studies.learning_bench import bench_steps


@pytest.mark.slow
@pytest.mark.no_cover
def test_everything_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ROUNDS", 1)
    monkeypatch.setattr(bench, "STEPS", 40)
    ran = run("bench", "--seconds", 0.1, "--json")
    assert ran.code == 0
    told = ran.json
    assert told["chess_choices_per_second"] > 0
    assert list(told["games"]) == game_names()
    assert told["large"]["hexes"] > 4000
    assert all(number > 0 for number in told["large"].values())
    assert told["copies"].keys() == {"declared_us", "by_hand_us"}
    assert all(number > 0 for number in told["copies"].values())
    for name, game in told["games"].items():
        assert list(game["random_play"]) == [s.name for s in load_game(name).scenarios]
        for pace in game["random_play"].values():
            assert pace["choices_per_second"] > pace["games_per_second"] > 0
        assert all(number > 0 for number in game["parts"].values())
        assert game["ratio"] == pytest.approx(
            game["choices_per_second"] / told["chess_choices_per_second"]
        )


@pytest.mark.slow
def test_it_says_when_chess_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ROUNDS", 1)
    monkeypatch.setattr(bench, "game_names", lambda: ["world_war_one"])
    monkeypatch.setattr(bench, "random_chess", lambda: None)
    ran = run("bench", "--seconds", 0.1)
    assert ran.code == 0
    assert "python-chess is not installed" in ran.out
    assert "choices/s" in ran.out
    assert "to python-chess" not in ran.out
    assert load_game("world_war_one").title in ran.out


@pytest.mark.slow
def test_steps_through_pettingzoo_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """A round goes on into the next game when one is over."""
    game = load_game("world_war_one")
    begun = []
    reset = GameEnvironment.reset

    def counted(env: GameEnvironment, seed: int | None = None) -> None:
        begun.append(seed)
        reset(env, seed)

    monkeypatch.setattr(GameEnvironment, "reset", counted)
    steps = bench_steps(game, rounds=2, steps=1_500)
    assert steps is not None
    assert steps.best >= steps.mean > 0
    assert [seed for seed in begun if seed is not None] == [0, 1]
    assert None in begun


@pytest.mark.slow
def test_it_says_when_pettingzoo_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ROUNDS", 1)
    monkeypatch.setattr(bench, "game_names", lambda: ["world_war_one"])
    monkeypatch.setitem(sys.modules, "trenchline.players.pettingzoo", None)
    told = run("bench", "--seconds", 0.1)
    assert told.code == 0
    assert "PettingZoo is not installed" in told.out
    assert "steps/s" not in told.out
    assert "observed as arrays" in told.out


def test_players_are_measured_too(tmp_path: Path) -> None:
    bot = tmp_path / "last.py"
    bot.write_text(
        "from trenchline.kernel.steps import listed\n"
        "class Last:\n"
        "    def choose(self, known, rng):\n"
        "        return list(listed(known.choices))[-1]\n"
    )
    mine = f"{bot}:Last"
    words = ("bench", "--seconds", 0.1, "--game", "world_war_one", "--players", f"random,{mine}")
    told = run(*words, "--json").json
    assert list(told["players"]) == ["random", mine]
    for pace in told["players"].values():
        assert pace["choices_per_second"] > pace["games_per_second"] > 0
    assert "ms a choice" in run(*words).out


def test_players_that_cannot_be_measured_are_named() -> None:
    assert "--game" in refused(2, "bench", "--players", "random")
    told = refused(2, "bench", "--game", "world_war_one", "--players", "general")
    assert "plays by the clock" in told
