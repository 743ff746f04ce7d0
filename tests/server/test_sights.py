"""What is kept of a match in memory: never other than what would be made anew."""

from __future__ import annotations

import random

import pytest

from trenchline.games import load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.match import Match
from trenchline.kernel.steps import count, pick
from trenchline.server.live import LiveMatches
from trenchline.server.sights import Sight, Sights


@pytest.mark.parametrize("name", ["kaisers_war", "world_war_one"])
def test_what_was_seen_last_is_what_is_seen(name: str) -> None:
    game, rng = load_game(name), random.Random(1)
    match, sights = Match(game, SeededDice("sights")), Sights()
    for revision in range(150):
        side = rng.choice([None, 0, 1])
        fresh = Sight(game, match.state, side)
        kept = sights.now(match, revision, side)
        assert kept.view == fresh.view
        assert kept.odds() == fresh.odds()
        if side is not None:
            assert kept.position == fresh.position
        version = rng.choice([len(match.history), max(0, len(match.history) - 1)])
        seen = Sight(game, match.position(version), side).view
        assert sights.then(match, version, side) == seen
        if rng.random() < 0.2 and match.history:
            version = rng.randrange(max(0, len(match.history) - 5), len(match.history))
            match.back_to(version)
            sights.cut(version)
        else:
            match.take(pick(match.choices, rng.randrange(count(match.choices))))


def test_the_same_moment_is_seen_once() -> None:
    match = Match(load_game("kaisers_war"), SeededDice("sights"))
    sights = Sights()
    assert sights.now(match, 0, 1) is sights.now(match, 0, 1)
    before = sights.now(match, 0, 1)
    match.take(pick(match.choices, 0))
    assert sights.then(match, 0, 1) is before.view
    assert sights.now(match, 1, 1) is not before


def test_matches_used_long_ago_keep_less_before_they_are_put_away() -> None:
    matches = LiveMatches(kept=300)
    for number in range(5):
        live = matches.get(str(number))
        live._match = Match(load_game("world_war_one"), SeededDice(str(number)))
        for _ in range(100):
            live._match.take(pick(live._match.choices, 0))
        live.sights.now(live._match, 100, None)
    kept = dict(matches._matches)
    full = kept["4"].size
    assert full * 5 > 300
    matches._make_room()
    assert [matches.get(number) for number in "01234"] == list(kept.values())
    assert sum(live.size for live in kept.values()) <= 300
    assert kept["0"].size < full / 5
    assert kept["4"].size == full
    # One that somebody has is left as it is.
    matches._kept = 150
    with kept["3"].lock:
        matches._make_room()
        assert kept["3"].size == full
    # Only when nothing is left to be thinned is one put away, and the last one used never.
    matches._kept = 1
    matches._make_room()
    assert list(matches._matches) == ["4"]
