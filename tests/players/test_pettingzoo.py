"""Games as PettingZoo environments: its own tests pass, masks are the choices, nothing leaks."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from trenchline.games import game_names, load_game
from trenchline.games.kaisers_war.fog import known
from trenchline.games.kaisers_war.state import POOL
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import settle, take
from trenchline.kernel.steps import count, listed, pick
from trenchline.players import pettingzoo
from trenchline.players.pettingzoo import Actions, GameEnvironment, environment

GAMES = [name for name in game_names() if load_game(name).board is not None]


def steps(env: GameEnvironment, number: int, rng: random.Random) -> None:
    """Take some choices at random."""
    for _ in range(number):
        if not env.choices:
            return
        choice = pick(env.choices, rng.randrange(count(env.choices)))
        env.step(env.actions.number(choice))


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_finds_nothing_wrong(name: str) -> None:
    with warnings.catch_warnings():
        # It would rather not see dictionaries, nor the empty mask of whoever is not asked.
        warnings.simplefilter("ignore")
        api_test(environment(name), num_cycles=60)
        seed_test(lambda: environment(name), num_cycles=30)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_observed_has_the_same_shape_to_the_end(name: str) -> None:
    for scenario in load_game(name).scenarios:
        env = GameEnvironment(load_game(name), scenario.name)
        env.reset(seed=1)
        rng = random.Random(1)
        while env.choices:
            space: Any = env.observation_space(env.agent_selection)
            shape = env.observe(env.agent_selection)["observation"].shape
            assert shape == space["observation"].shape
            steps(env, 25, rng)


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_is_an_action_and_the_mask_has_them_all(name: str) -> None:
    game = load_game(name)
    actions = Actions(game)
    rng, dice = random.Random(3), PlannersDice(random.Random(3))
    state = game.new(*game.settled(None, {}))
    choices = settle(state, dice)
    for _ in range(400):
        numbers = [actions.number(choice) for choice in listed(choices)]
        assert [actions.choice(number) for number in numbers] == list(listed(choices))
        assert sorted(numbers) == np.flatnonzero(actions.mask(choices)).tolist()
        take(state, *pick(choices, rng.randrange(count(choices))))
        choices = settle(state, dice)
        if not choices:
            break


def test_actions_out_of_range_are_refused() -> None:
    actions = Actions(load_game("world_war_one"))
    for action in (-1, actions.count):
        with pytest.raises(ValueError, match="there is no action"):
            actions.choice(action)
    with pytest.raises(ValueError, match="out of range"):
        actions.number(("done", 1))


def test_a_match_ends_with_rewards_for_all() -> None:
    env = environment("world_war_one")
    env.reset(seed=4)
    rng = random.Random(4)
    while env.choices:
        assert set(env.rewards.values()) == {0.0}
        steps(env, 1, rng)
    winner = env.game.outcome(env.position).winner
    assert winner is not None
    expected = {agent: 1.0 if side == winner else -1.0 for agent, side in env._seats.items()}
    assert env.rewards == expected
    assert all(env.terminations.values())
    for _ in range(2):
        _, reward, ended, _, _ = env.last()
        assert ended
        assert reward == expected[env.agent_selection]
        env.step(None)
    assert env.agents == []


def test_an_illegal_action_is_refused_with_its_case() -> None:
    env = environment("world_war_one")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="roll is not legal: "):
        env.step(env.actions.number(("roll", 0)))
    with pytest.raises(ValueError, match="not over"):
        env.step(None)


def test_seeds_give_the_dice() -> None:
    boards = []
    for seed in (7, 7, 8):
        env = environment("world_war_one", render_mode="ansi")
        env.reset(seed=seed)
        steps(env, 300, random.Random(1))
        boards.append(env.render())
    assert boards[0] == boards[1] != boards[2]


def test_a_side_observes_what_it_may_know() -> None:
    """Hidden units vanish: their side sees the difference in strength, the enemy does not."""
    env = environment("kaisers_war")
    env.reset(seed=2)
    steps(env, 100, random.Random(2))
    state = env.position
    seen = known(state, 1)
    hidden = [
        unit
        for stack in state.stacks.values()
        for unit in stack
        if state.side_of(unit) == 0 and unit not in seen
    ]
    assert hidden
    mine, theirs = env.possible_agents
    before = [env.observe(agent)["observation"] for agent in (mine, theirs)]
    for unit in hidden:
        state.lift(unit, POOL)
    after = [env.observe(agent)["observation"] for agent in (mine, theirs)]
    strength = slice(1, 3)
    assert not np.array_equal(before[0][strength], after[0][strength])
    assert np.array_equal(before[1][strength], after[1][strength])


def test_arrays_are_built_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    env = environment("world_war_one")
    env.reset(seed=1)

    def never(*_: object) -> None:
        raise AssertionError("nobody asked")

    monkeypatch.setattr(pettingzoo.Lookout, "arrays", never)
    steps(env, 50, random.Random(1))
    assert env.last(observe=False)[0] is None
    assert env.action_mask(env.agent_selection).sum() == count(env.choices)
    with pytest.raises(AssertionError, match="nobody asked"):
        env.last()


def test_observations_show_the_units() -> None:
    env = environment("world_war_one")
    env.reset(seed=1)
    seen = env.observe("allied_0")
    view = env.game.view(env.position, 0)
    on_map = [piece for piece in view.pieces if piece.place.isdigit() and piece.side == "Allied"]
    assert seen["observation"][0].sum() == len(on_map) > 0
    assert seen["tracks"].tolist().count(1.0) >= 1, "the first turn"
    assert not env.observe("central_1" if env.agent_selection == "allied_0" else "allied_0")[
        "action_mask"
    ].any(), "who is not asked has no choice"
