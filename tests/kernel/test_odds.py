"""Odds: results gathered over a die add up, and totals are sums of their parts."""

from __future__ import annotations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kernel.pebbles import GAME, parse
from trenchline.kernel.odds import Modifier, Odds, gather


@given(st.lists(st.sampled_from(["0/0", "1/0", "0/1"]), min_size=1, max_size=20))
@settings(deadline=None)
def test_gathered_results_cover_every_side_once(results: list[str]) -> None:
    sides = len(results)
    gathered = gather([(n, r, "") for n, r in enumerate(results, start=1)], sides)
    assert sorted(roll for result in gathered for roll in result.rolls) == list(range(1, sides + 1))
    assert [r.result for r in gathered] == list(dict.fromkeys(results))
    assert abs(sum(r.probability for r in gathered) - 1) < 1e-12
    for result in gathered:
        assert result.probability == results.count(result.result) / sides
        assert all(results[roll - 1] == result.result for roll in result.rolls)


def test_one_result_with_two_meanings_stays_apart() -> None:
    gathered = gather([(1, "1/1", "hold"), (2, "1/1", "retreat")], 2)
    assert [(r.meaning, r.probability) for r in gathered] == [("hold", 0.5), ("retreat", 0.5)]


def test_totals_are_the_sums_of_the_modifiers() -> None:
    attack = (Modifier("8.1", "1st Army", 5), Modifier("8.4", "over a river", -2))
    odds = Odds("0509", attack, (Modifier("8.1", "fort", 4),), "+1", ())
    assert (odds.attack_total, odds.defence_total) == (3, 4)


def test_odds_and_views_go_over_the_wire_and_back() -> None:
    state = parse("2/1/3 0/0 1/1 1/1 Near 3")
    odds = GAME.odds(state, None)
    assert msgspec.json.decode(msgspec.json.encode(odds), type=Odds) == odds
    assert [r.rolls for r in odds.results] == [(1, 2, 3), (4, 5, 6)]
    view = GAME.view(state, None)
    assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view
    assert [(track.name, track.value) for track in view.tracks] == [("a", 2), ("b", 1), ("c", 3)]
