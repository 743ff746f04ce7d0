"""Two games that a side cannot tell apart are known alike (``tests.alike``), and what was found."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tests.alike import Alike, try_one, unlike
from tests.kaisers_war.table import table
from tests.players.test_knowledge import begun, go_on
from trenchline.games import load_game
from trenchline.games.kaisers_war.components import IMMOBILE
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.players.arrays import Encoder

TWINS = 5
"""So many a position is held against."""

GAMES = [
    ("kaisers_war", "1918", {}, 0, 350, 5, 20),
    ("kaisers_war", "1918-1919", {"air": "on", "east": "on", "psywar": "on"}, 0, 350, 2, 10),
    ("kaisers_war", "1918-1919", {"naval": "on", "mechanized": "on"}, 0, 350, 9, 10),
    ("der_weltkrieg", "gorlice", {}, 0, 260, 3, 5),
    ("balance_of_powers", "before_the_leaves_fall", {"optional_set_up": "on"}, 0, 60, 1, 20),
]
"""Games that hide something: scenario, options, choices before we look and while we do, a seed, and
how often at least the enemy does something else unseen."""


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "scenario", "options", "before", "most", "seed", "least"), GAMES)
def test_games_that_a_side_cannot_tell_apart_are_known_alike(
    name: str,
    scenario: str,
    options: dict[str, str],
    before: int,
    most: int,
    seed: int,
    least: int,
) -> None:
    """[10.1] [17-5] [12.1] The side that was not asked could read from its knowledge whom the enemy
    had in hand, and which of his headquarters paid."""
    secretly = 0
    for side in (0, 1):
        match, rng = begun(name, scenario, options, seed), random.Random(seed)
        for _ in range(before):
            go_on(match, rng)
        secrets = match.game.secrets
        assert secrets is not None
        twin = secrets.deal(match.state, side, rng)
        pair = Alike(match.game, side, rng, match.state.copy(), twin)
        for _ in range(most):
            if not pair.go_on():
                break
            assert unlike(pair) == ""
        secretly += pair.secretly
    assert secretly >= least


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(5000, 5006))
def test_any_game_that_hides_and_its_twin_are_known_alike(seed: int) -> None:
    """``python -m tests.alike`` goes on from here."""
    looks, wrong = try_one(seed)
    assert not wrong, looks


def observations(match: Match, encoder: Encoder, side: int, rng: random.Random) -> list[Any]:
    """The arrays of a position and of some twins, as a side observes them."""
    game, secrets = match.game, match.game.secrets
    assert secrets is not None
    states = [match.state, *(secrets.deal(match.state, side, rng) for _ in range(TWINS))]
    return [encoder.arrays(Knowledge(game, state, side)) for state in states]


@pytest.mark.slow
@pytest.mark.no_cover
def test_thousands_of_observations_tell_nothing_hidden() -> None:
    """Positions of random games with any options, each against twins, for both sides."""
    rng, looked = random.Random(3513), 0
    game = begun("kaisers_war", "1918", {}).game
    encoders = {scenario.name: Encoder(game, scenario.name) for scenario in game.scenarios}
    for seed in range(12):
        options = {option.name: rng.choice(option.values) for option in game.options}
        match = begun("kaisers_war", rng.choice(game.scenarios).name, options, seed)
        encoder = encoders[match.scenario]
        while not match.over and len(match.history) < 400:
            if rng.random() < 0.18:
                for side in (0, 1):
                    first, *others = observations(match, encoder, side, rng)
                    for other in others:
                        looked += 1
                        assert all(np.array_equal(first[name], other[name]) for name in first)
            go_on(match, rng)
    assert looked > 3513


GARRISONS = [
    ("AR CavNLA@4031\nAG 7@4031\nGE 1@{Berlin}\nBR 1@{Calais}", 1),
    ("FI WG@2201\nCG 6@2201\nFR 1@{Paris}\nGE 8@{Berlin}", 0),
]
"""Garrisons under guerrillas and under nationalists who do not fight yet, and whose enemy looks."""


@pytest.mark.parametrize(("units", "side"), GARRISONS)
def test_10_1_a_zone_that_is_not_there_tells_nothing_bug(units: str, side: int) -> None:
    """[R77] One observation in 3,513 differed from its twin's: everybody sees zones, and where none
    of a stack exerted one, what lay hidden in it had to be a garrison."""
    game, state = load_game("kaisers_war"), table(f"turn 3 phase Central movement\n{units}").state
    assert game.secrets is not None
    encoder, seen = Encoder(game, "1918"), game.view(state, side)
    known = encoder.arrays(Knowledge(game, state, side))
    garrison = next(
        unit for unit, place in enumerate(state.where) if IMMOBILE >> unit & 1 and place >= 0
    )
    assert not Knowledge(game, state, side).hidden >> garrison & 1
    for seed in range(20):
        twin = game.secrets.deal(state, side, random.Random(seed))
        assert game.view(twin, side) == seen
        arrays = encoder.arrays(Knowledge(game, twin, side))
        assert all(np.array_equal(known[name], arrays[name]) for name in known)
