"""The parts of the benchmarks: they measure what they say, whatever the speed."""

from __future__ import annotations

import sys

import pytest

from trenchline.games import load_game
from trenchline.games.world_war_one.components import CLEAR, MARCH, PLAY, ROUGH
from trenchline.kernel.floods import flood, step
from trenchline.studies import bench

GAME = load_game(bench.GAME)


def test_positions_are_those_of_the_match() -> None:
    played = bench.sample(GAME)
    assert played.over
    history = len(played.history)
    asked, declared = bench.positions(played)
    assert len(asked) == len(played.history) == history
    assert declared
    assert all(GAME.odds(state, None).results for state in declared)
    assert len(bench.time_views(GAME, asked[:20])) == 20


def test_floods_cover_the_map() -> None:
    mainland = max((flood(start, PLAY, MARCH) for start in bench._STARTS), key=int.bit_count)
    assert mainland.bit_count() > 0.9 * PLAY.bit_count()
    assert len(bench._STARTS) >= 50


def test_costs_part_the_ways_by_terrain() -> None:
    (_, clear), (_, rough) = bench._COSTS
    assert step(PLAY, clear) & ~CLEAR == 0
    assert step(PLAY, rough) & ~ROUGH == 0
    assert step(PLAY, clear) | step(PLAY, rough) == step(PLAY, MARCH)


def test_a_race_takes_turns() -> None:
    turns = []

    def runner(name: str) -> int:
        turns.append(name)
        return 5

    paces = bench.race({"a": lambda seed: runner("a"), "b": lambda seed: runner("b")}, 1e-9)
    assert turns == ["a", "b"] * bench.ROUNDS
    assert all(pace.choices_per_second > pace.games_per_second > 0 for pace in paces.values())


def test_random_chess_is_played_to_its_end() -> None:
    play = bench.random_chess()
    assert play is not None
    assert play(1) == play(1) > 1


def test_chess_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    assert bench.random_chess() is None
