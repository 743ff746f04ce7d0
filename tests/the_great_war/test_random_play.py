"""Random games: whole turns to the end, and what must hold at every choice."""

from __future__ import annotations

import random

import pytest

from trenchline.games.the_great_war.invariants import broken
from trenchline.games.the_great_war.package import VERBS
from trenchline.games.the_great_war.scenarios import SCENARIO_FOLDERS
from trenchline.games.the_great_war.set_up import new_game
from trenchline.games.the_great_war.state import State
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import settle, take
from trenchline.kernel.steps import count, pick


def play(state: State, seed: int, most: int) -> int:
    """Play at random, with everything checked at one choice in twenty."""
    rng = random.Random(seed)
    dice = PlannersDice(rng)
    for taken in range(most):
        choices = settle(state, dice)
        if taken % 20 == 0 or not choices:
            assert (wrong := broken(state)) == [], f"choice {taken}: {wrong}"
        if not choices:
            return taken
        verb, number = pick(choices, rng.randrange(count(choices)))
        assert verb in VERBS
        take(state, verb, number)
    return most


@pytest.mark.parametrize("scenario", list(SCENARIO_FOLDERS))
def test_the_first_turns_of_random_games_are_sound(scenario: str) -> None:
    assert play(new_game(scenario, {}), 1, 700) > 100


@pytest.mark.no_cover
@pytest.mark.slow
@pytest.mark.parametrize("scenario", list(SCENARIO_FOLDERS))
def test_random_games_end(scenario: str) -> None:
    state = new_game(scenario, {})
    assert play(state, 2, 100_000) < 100_000
    assert state.finished or not state.stack


def test_invariants_notice_what_is_wrong() -> None:
    state = new_game("caporetto", {})
    assert broken(state) == []
    unit = state.stacks[next(iter(state.stacks))].bit_length() - 1
    for damage, told in (
        (lambda s: s.where.__setitem__(unit, -2), "stacks and places differ"),
        (lambda s: s.resources.clear(), "resource points"),
        (lambda s: s.owned.__setitem__(0, s.owned[0] | s.owned[1]), "both sides own"),
        (lambda s: s.lost.__setitem__(0, 4), "quarter REs"),
        (lambda s: s.occupied.__setitem__(0, 0), "occupied is out of step"),
        (lambda s: s.capacity.__setitem__(0, -4), "less than no capacity"),
        (lambda s: s.unsupplied.__setitem__(unit, 7), "U-number"),
        (lambda s: s.fatigue.__setitem__(unit, 0), "fatigue"),
        (lambda s: s.spent.__setitem__(unit, -4), "spent less"),
    ):
        hurt = state.copy()
        damage(hurt)  # type: ignore[no-untyped-call]  # a line each
        assert any(told in line for line in broken(hurt)), told
