"""The past of a match: few positions kept, every one found again."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.kernel.pebbles import everything
from tests.kernel.test_match import at_random, begin, look
from trenchline.games import load_game
from trenchline.kernel import past
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.match import Match


@pytest.fixture
def short_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three positions as they were, then every fourth."""
    monkeypatch.setattr(past, "RECENT", 3)
    monkeypatch.setattr(past, "EVERY", 4)


@given(st.integers(0, 2**32))
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_every_position_is_found_again(short_memory: None, seed: int) -> None:
    rng = random.Random(seed)
    match = begin(str(seed), "long")
    seen = [look(match)]
    for _ in range(60):
        act = rng.random()
        if act < 0.7 and not match.over:
            at_random(match, rng, 1)
            seen.append(look(match))
        elif act < 0.8 and match.history:
            match.undo(past_dice=True)
            seen.pop()
        elif act < 0.85:
            version = rng.randrange(len(seen))
            match.back_to(version)
            del seen[version + 1 :]
        elif act < 0.88:
            match = match.copy()
        elif act < 0.9:
            match.thin()
        else:
            version = rng.randrange(len(seen))
            assert everything(match.position(version)) == seen[version][0]
            assert look(match.at(version)) == seen[version]
        assert look(match) == seen[-1]
    while match.history:
        match.undo(past_dice=True)
        seen.pop()
        assert look(match) == seen[-1]


def test_a_long_match_holds_few_positions() -> None:
    game = load_game("world_war_one")
    match = at_random(Match(game, SeededDice("long")), random.Random(1), 400)
    assert len(match.history) == 400
    assert match.held <= past.RECENT + 400 // past.EVERY + 2
    dense = Match(game, SeededDice("long"))
    for version, turned in enumerate(match.history):
        assert match.position(version).facts() == dense.state.facts(), version
        assert dense.take(turned.choice) == turned
    assert match.held <= past.RECENT + 400 // past.EVERY + past.EVERY + 2
    twin = match.at(130)
    assert twin.state.facts() == match.position(130).facts()
    assert len(twin.history) == 130
    assert twin.take(match.history[130].choice) == match.history[130]
