"""Games for OpenSpiel: its own checks pass, chance is explicit, and a player knows no more than its
side does."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation

from docs.examples.bridgehead import GAME as BRIDGEHEAD
from trenchline.games import load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.match import Match
from trenchline.players.open_spiel import GAMES, Course, register

SMALL = register(BRIDGEHEAD)
"""A game of twenty hexes."""


def played(name: str, seed: int, most: int) -> Any:
    """A state of a random game."""
    state, rng = pyspiel.load_game(name).new_initial_state(), random.Random(seed)
    for _ in range(most):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            state.apply_action(rng.choice(outcomes)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_open_spiel_finds_nothing_wrong() -> None:
    pyspiel.random_sim_test(pyspiel.load_game(SMALL), num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize("name", [SMALL, *GAMES])
def test_what_is_not_legal_is_refused_and_changes_nothing_bug(name: str) -> None:
    """OpenSpiel passes on whatever it is told, and rules went on with it."""
    rng = random.Random(5)
    for choices in range(5, 25, 5):
        state = played(name, 2, choices)
        before, history = str(state), state.history()
        legal = set(state.legal_actions())
        most = 12 if state.is_chance_node() else state.get_game().num_distinct_actions()
        for action in {rng.randrange(most) for _ in range(20)} - legal:
            with pytest.raises(ValueError, match=r"is not legal|has no outcome"):
                state.apply_action(action)
        assert (str(state), state.history()) == (before, history)


@pytest.mark.parametrize("name", [SMALL, *GAMES])
def test_a_game_is_begun_copied_and_read_back(name: str) -> None:
    state = played(name, 1, 20)
    twin = state.clone()
    assert str(twin) == str(state)
    game, again = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )
    assert game.num_distinct_actions() == state.get_game().num_distinct_actions()
    assert str(again) == str(state)
    before = str(state)
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) == before
    for player in range(2):
        tensor = np.asarray(state.information_state_tensor(player))
        assert tensor.shape == (game.information_state_tensor_size(),)


def test_a_playthrough_is_repeated_line_by_line(tmp_path: Path) -> None:
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["playthrough"])
    actions = played(SMALL, 2, 40).history()
    told = generate_playthrough.playthrough(SMALL, actions, observation_params_string=None)
    path = tmp_path / "playthrough.txt"
    path.write_text(told)
    original, again = generate_playthrough.replay(str(path))
    assert original == again


def test_chance_and_choices_lead_where_a_match_does() -> None:
    name = "world_war_one"
    match = Match(load_game(name), SeededDice("7"))
    state = pyspiel.load_game(f"trenchline_{name}").new_initial_state()
    rng, numbered = random.Random(7), state.numbered.actions
    dice = [*match.opening[0]]
    for _ in range(300):
        for die in dice:
            assert state.is_chance_node()
            state.apply_action(die - 1)
        assert state.course.position == match.state
        assert state.legal_actions() == np.flatnonzero(numbered.mask(match.choices)).tolist()
        action = rng.choice(state.legal_actions())
        choice = numbered.choice(action)
        assert state.action_to_string(state.current_player(), action) == (
            match.game.format_choice(choice)
        )
        state.apply_action(action)
        dice = list(match.take(choice).dice)


def test_options_are_written_in_the_name() -> None:
    game = pyspiel.load_game("trenchline_kaisers_war(options=east:on;poles)")
    assert {"east", "poles"} <= game.new_initial_state().course.position.options
    long = pyspiel.load_game("trenchline_kaisers_war(scenario=_1918-1919)")
    assert long.terms[0] == "1918-1919"


def test_the_winner_gets_one_and_the_loser_gives_it() -> None:
    seen = set()
    for seed in range(12):
        state = played(SMALL, seed, 10_000)
        assert state.is_terminal()
        winner = BRIDGEHEAD.outcome(state.course.position).winner
        expected = {None: [0.0, 0.0], 0: [1.0, -1.0], 1: [-1.0, 1.0]}
        assert state.returns() == expected[winner]
        seen.add(winner)
    assert len(seen) > 1


def test_what_a_player_is_told_hides_what_its_side_may_not_know() -> None:
    """Hidden units change places: the strings and tensors of the enemy stay the same."""
    state = played("trenchline_kaisers_war", 5, 160)
    while state.is_chance_node() or state.current_player() != 1:
        state.apply_action(state.legal_actions()[0])
    secrets = load_game("kaisers_war").secrets
    assert secrets is not None
    twin = state.clone()
    twin.course.position = secrets.deal(state.course.position, 1, random.Random(1))
    assert twin.course.position != state.course.position
    assert twin.information_state_string(1) == state.information_state_string(1)
    assert twin.information_state_tensor(1) == state.information_state_tensor(1)
    assert twin.observation_string(0) != state.observation_string(0)


def test_an_information_state_remembers_what_was_told() -> None:
    state = played("trenchline_kaisers_war", 5, 200)
    recalling = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
    told = recalling.string_from(state, 0).splitlines()
    assert told[: len(state.course.heard(0))] == state.course.heard(0)
    own = sum(line.startswith("Allied: ") for line in told)
    assert own > 5


def test_a_course_keeps_copies_apart() -> None:
    game = load_game("world_war_one")
    course = Course(game, game.settled(None, {}))
    while course.sides:
        course.draw(1)
    twin = course.__deepcopy__({})
    before = course.position.copy()
    verb = next(iter(twin.choices))
    twin.choose((verb, twin.choices[verb].bit_length() - 1))
    assert course.position == before
