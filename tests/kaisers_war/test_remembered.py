"""What the state keeps beside its facts is never out of date."""

from __future__ import annotations

import random

import pytest

from trenchline.games import load_game
from trenchline.games.kaisers_war.control import controlled, zone
from trenchline.games.kaisers_war.invariants import broken
from trenchline.games.kaisers_war.naval import usable_seas
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.supply import in_general_supply, rail_cities, sources
from trenchline.kernel.bits import members
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import settle, take
from trenchline.kernel.steps import count, pick

GAME = load_game("kaisers_war")
KEPT = ("posts", "loners", "full", "crowded", "under", "piles")


def answers(state: State) -> list[object]:
    """Everything that is remembered once it has been worked out."""
    asked = (zone, controlled, usable_seas, sources, rail_cities)
    fed = [in_general_supply(state, unit) for unit in members(state.piles[0])]
    return [*(question(state, side) for question in asked for side in (0, 1)), fed]


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(4))
def test_what_is_remembered_is_what_would_be_worked_out_now(seed: int) -> None:
    rng = random.Random(seed)
    options = {option.name: rng.choice(option.values) for option in GAME.options}
    state = GAME.new(rng.choice(GAME.scenarios).name, options)
    dice = PlannersDice(rng)
    choices = settle(state, dice)
    while choices:
        forgetful = state.copy()
        forgetful.memo = State().memo
        assert answers(state) == answers(forgetful)
        take(state, *pick(choices, int(rng.random() * count(choices))))
        choices = settle(state, dice)


@pytest.mark.parametrize("name", KEPT)
def test_a_set_that_is_out_of_date_is_found(name: str) -> None:
    state = GAME.parse("turn 3 phase Central movement\nGE 1@1113 3@1113\nFR 1@0714")
    assert broken(state) == []
    stale = getattr(GAME.parse("turn 3 phase Central movement\nBR 1@0612"), name)
    if stale == getattr(state, name):
        stale = 1 << 500
    setattr(state, name, stale)
    assert broken(state)
    assert all(name in problem for problem in broken(state))
