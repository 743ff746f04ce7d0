"""The parts of the benchmarks: they measure what they say, whatever the speed."""

from __future__ import annotations

import sys

import pytest

from trenchline.games import game_names, load_game
from trenchline.kernel.floods import flood, step
from trenchline.kernel.game import AnyGame
from trenchline.studies import bench


@pytest.fixture(params=game_names())
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Every game in turn."""
    return load_game(request.param)


def test_positions_are_those_of_the_match(game: AnyGame) -> None:
    played = bench.sample(game)
    assert played.over
    history = len(played.history)
    asked, declared = bench.positions(played)
    assert len(asked) == len(played.history) == history
    assert declared
    assert all(game.odds(state, None).results for state in declared)
    assert len(bench.time_views(game, asked[:20])) == 20


def test_floods_cover_the_map(game: AnyGame) -> None:
    assert game.board is not None
    ground = bench.Ground(game.board.grid, game.board.hexes)
    assert ground.hexes.bit_count() == len(game.board.facts)
    assert flood(sum(ground.starts), ground.hexes, ground.march) == ground.hexes
    assert len(ground.starts) >= 50


def test_costs_part_the_ways_by_column(game: AnyGame) -> None:
    assert game.board is not None
    ground = bench.Ground(game.board.grid, game.board.hexes)
    (_, cheap), (_, dear) = ground.costs
    near, far = step(ground.hexes, cheap), step(ground.hexes, dear)
    assert near
    assert far
    assert not near & far
    assert near | far == step(ground.hexes, ground.march)


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
