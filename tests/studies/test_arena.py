"""The arena: everybody meets everybody on both sides, and every game is kept."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import polars as pl
import pytest

from tests.cli.command import refused, run
from tests.studies.crashing import CrashingPlayer
from trenchline.players import PLAYERS
from trenchline.players.random_player import RandomPlayer
from trenchline.studies.arena import Score, bouts, leads, make_arena, score
from trenchline.studies.conduct import conduct
from trenchline.studies.executors import Alone, Hands
from trenchline.studies.folder import GAMES, StudyFolder
from trenchline.studies.plan import Plan
from trenchline.studies.ratings import Bout

ALONE = Hands(Alone(), 1)
GAME = "world_war_one"


@pytest.fixture(autouse=True)
def _more_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "other", RandomPlayer)
    monkeypatch.setitem(PLAYERS, "crashing", CrashingPlayer)


def fought(path: Path, plan: Plan, by: Hands = ALONE) -> list[Bout]:
    folder = StudyFolder(path, plan)
    folder.prepare()
    list(conduct(folder, by))
    return bouts(plan, folder.finish())


def test_everybody_meets_everybody_on_both_sides(tmp_path: Path) -> None:
    plan = make_arena(GAME, ("random", "other"), "random", games=3)
    found = fought(tmp_path / "one", plan)
    assert [(b.first, b.second) for b in found] == [("random", "other")] * 3 + [
        ("other", "random")
    ] * 3
    # The same seeds and the same way to choose: the sides decide alone.
    assert [b.points for b in found[:3]] == [b.points for b in found[3:]]
    with ThreadPoolExecutor(2) as pool:
        assert fought(tmp_path / "two", plan, Hands(pool, 2)) == found


def test_wins_and_draws_are_counted_by_side() -> None:
    games = [Bout("a", "b", 1.0), Bout("a", "b", 0.5), Bout("b", "a", 1.0), Bout("a", "c", 0.0)]
    assert score(games, "a") == Score(1, 1, 2)
    assert score(games, "a", "b") == Score(1, 1, 1)
    assert score(games, "a", "b", seat=1) == Score(1, 1, 0)
    assert score(games, "a", "b", seat=2) == Score(0, 0, 1)
    assert (score(games, "b").points, score(games, "b").games) == (1.5, 3)


def test_an_arena_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    words = ("arena", GAME, "--players", "random,passing", "--games", 2, "--out", tmp_path / "a")
    first = run(*words, "--json")
    games = pl.read_parquet(tmp_path / "a" / GAMES)
    assert games["variant"].to_list() == [0, 0, 1, 1]
    assert (tmp_path / "a" / "cross_table.svg").read_text().startswith("<svg")
    rows = (tmp_path / "a" / "ratings.csv").read_text().splitlines()
    assert rows[0] == ("player,elo,low,high,points,games,won,drawn,lost,lead,lead_low,lead_high")
    assert all(len(row.split(",")) == 12 for row in rows)
    assert len(rows) == 3
    # What is missing is played, and nothing else.
    games.filter(pl.col("variant") == 1).write_parquet(tmp_path / "a" / GAMES)
    again = run(*words, "--json")
    assert again.json == first.json
    assert pl.read_parquet(tmp_path / "a" / GAMES).equals(games)
    assert "another study here" in refused(1, *words, "--seed", 8)


def test_points_of_the_game_are_counted_beside_wins(tmp_path: Path) -> None:
    plan = make_arena(GAME, ("random", "passing"), games=3)
    folder = StudyFolder(tmp_path / "a", plan)
    folder.prepare()
    list(conduct(folder, ALONE))
    games = folder.finish()
    found = leads(plan, games)
    margin = (games["score Allied"] - games["score Central"]).to_list()
    assert found["random"].value == pytest.approx((sum(margin[:3]) - sum(margin[3:])) / 6)
    assert found["random"].value == pytest.approx(-found["passing"].value)
    assert found["random"].low < found["random"].value < found["random"].high


def test_the_side_is_told_apart_from_the_players() -> None:
    told = run("arena", GAME, "--players", "random,other", "--games", 2).out
    assert "To sit on the Allied side is worth" in told
    assert "random : other  2 : 2" in told or "other : random  2 : 2" in told


def test_a_crash_is_told_with_its_seed() -> None:
    told = refused(1, "arena", GAME, "--players", "random,crashing", "--games", 1)
    assert told.startswith("the game of random, crashing with seed 0: ZeroDivisionError")


def test_who_cannot_take_part_is_refused() -> None:
    for players in (("random",), ("random", "random"), ("random", "kaiser")):
        with pytest.raises(ValueError, match=r"two or more|there is no player"):
            make_arena(GAME, players)
    told = refused(2, "arena", GAME, "--players", "random,passing", "--anchor", "staff")
    assert told == "staff does not take part and cannot stand at zero"
