"""Powers: whose a choice is when a side is divided among several people."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from trenchline.games import game_names, load_game
from trenchline.kernel.data import DataError
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.powers import Powers, held_choices, load_powers, whose, why_not_yours
from trenchline.kernel.steps import count, listed, pick


def powers_of(name: str) -> Powers:
    powers = load_game(name).powers
    assert powers is not None
    return powers


def positions(name: str, seed: int, every: int) -> Any:
    """Positions of a random game, with what may be chosen."""
    game, rng = load_game(name), random.Random(seed)
    dice = PlannersDice(rng)
    state = game.new(*game.settled(rng.choice(game.scenarios).name, {}))
    choices, taken = settle(state, dice), 0
    while choices:
        if taken % every == 0:
            yield state, choices
        take(state, *pick(choices, int(rng.random() * count(choices))))
        taken += 1
        choices = settle(state, dice)


@pytest.mark.parametrize("name", game_names())
def test_whatever_is_offered_somebody_of_the_side_may_choose(name: str) -> None:
    game, powers = load_game(name), powers_of(name)
    divided = 0
    for state, choices in positions(name, 5, 7):
        ours = powers.names[decision(state).who(state)]
        parts = [held_choices(powers, game.verbs, state, choices, {power}) for power in ours]
        together: dict[str, int] = {}
        for part in parts:
            for verb, numbers in part.items():
                together[verb] = together.get(verb, 0) | numbers
        assert together == choices
        divided += any(part != choices for part in parts)
    assert divided


@pytest.mark.parametrize("name", game_names())
def test_who_holds_all_powers_of_a_side_may_choose_everything(name: str) -> None:
    game, powers = load_game(name), powers_of(name)
    for state, choices in positions(name, 6, 11):
        ours = powers.names[decision(state).who(state)]
        assert held_choices(powers, game.verbs, state, choices, ours) == choices


def test_a_unit_is_moved_by_its_own_power_and_the_leader_ends_the_phase() -> None:
    game, powers = load_game("world_war_one"), powers_of("world_war_one")
    text = "turn 3 phase Central movement\nGE crp 20 1@1614\nAH crp 20 1@1717\n"
    state = game.parse(text)
    choices = settle(state, PlannersDice(random.Random(1)))
    named = {game.format_choice(choice): choice for choice in listed(choices)}
    verbs = game.verbs
    assert whose(powers, verbs, state, named["unit GE1"]) == "Germany"
    assert whose(powers, verbs, state, named["unit AH1"]) == "Austria-Hungary"
    assert whose(powers, verbs, state, named["done"]) == "Germany"
    assert why_not_yours(powers, verbs, state, named["unit AH1"], {"Austria-Hungary"}) is None
    refusal = why_not_yours(powers, verbs, state, named["unit AH1"], {"Germany"})
    assert refusal is not None
    assert refusal.reason == "that is Austria-Hungary's to decide"
    take(state, *named["unit AH1"])
    choices = settle(state, PlannersDice(random.Random(1)))
    assert not held_choices(powers, verbs, state, choices, {"Germany"})
    assert held_choices(powers, verbs, state, choices, {"Austria-Hungary"}) == choices


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[A]\nX = ["a"]\n', "the sides should be A, B"),
        ('[A]\nX = ["a"]\n[B]\nY = ["a"]\n', "stands twice"),
        ('[A]\nX = ["a"]\n[B]\nY = ["q"]\n', "is no nation"),
        ('[A]\nX = ["a"]\n[B]\nY = []\n', "b march with no power"),
    ],
)
def test_wrong_powers_are_refused(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "powers.toml"
    file.write_text(text)
    with pytest.raises(DataError, match=problem):
        load_powers(file, ("A", "B"), lambda state, unit: "a", ("a", "b"))
