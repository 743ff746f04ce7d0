"""The arena: everybody meets everybody on both sides, and the stronger is rated higher."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.studies.crashing import CrashingPlayer
from trenchline.players import PLAYERS
from trenchline.players.random_player import RandomPlayer
from trenchline.studies.arena import Arena, Bout, fight, ratings, standings
from trenchline.studies.executors import Alone, Hands

ALONE = Hands(Alone(), 1)


@pytest.fixture(autouse=True)
def _more_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "other", RandomPlayer)
    monkeypatch.setitem(PLAYERS, "crashing", CrashingPlayer)


def test_everybody_meets_everybody_on_both_sides() -> None:
    arena = Arena("world_war_one", ("random", "other"), "random", games=3)
    bouts = list(fight(arena, ALONE))
    assert [(b.first, b.second) for b in bouts] == [("random", "other")] * 3 + [
        ("other", "random")
    ] * 3
    # The same seeds and the same way to choose: the sides decide alone.
    assert [b.points for b in bouts[:3]] == [b.points for b in bouts[3:]]
    with ThreadPoolExecutor(2) as pool:
        assert list(fight(arena, Hands(pool, 2))) == bouts


def test_even_players_are_rated_even() -> None:
    bouts = [Bout("a", "b", 1.0), Bout("b", "a", 1.0), Bout("a", "b", 0.5)]
    assert ratings(bouts) == {"a": 0.0, "b": 0.0}


def test_ratings_follow_elo() -> None:
    """Three in four games won are 191 points; with many games the drawn one hardly counts."""
    table = ratings([Bout("a", "b", 1.0)] * 3000 + [Bout("b", "a", 1.0)] * 1000)
    assert table["a"] == pytest.approx(190.8, abs=0.3)
    assert table["b"] == 0.0


def test_who_never_lost_is_not_infinitely_strong() -> None:
    table = standings([Bout("a", "b", 1.0)] * 10 + [Bout("b", "c", 1.0)] * 10)
    assert list(table) == ["a", "b", "c"]
    assert table["c"].value == 0
    assert 0 < table["b"].value < table["a"].value < 2000


def test_intervals_hold_the_rating_and_shrink_with_games() -> None:
    few = [Bout("a", "b", 1.0)] * 7 + [Bout("a", "b", 0.0)] * 3
    some, many = standings(few)["a"], standings(few * 20)["a"]
    for e in (some, many):
        assert e.low < e.value < e.high
    assert many.high - many.low < (some.high - some.low) / 2
    assert standings(few) == standings(few), "the same every time"


def test_a_crash_ends_the_arena() -> None:
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        list(fight(Arena("world_war_one", ("random", "crashing"), games=1), ALONE))


def test_who_cannot_take_part_is_refused() -> None:
    for players in (("random",), ("random", "random"), ("random", "kaiser")):
        with pytest.raises(ValueError, match=r"two or more|there is no player"):
            Arena("world_war_one", players).check()
