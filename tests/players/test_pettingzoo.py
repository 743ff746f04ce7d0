"""Games as PettingZoo environments: its own tests pass, masks are the choices, nothing leaks."""

from __future__ import annotations

import pickle
import random
import re
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from trenchline.games import game_names, load_game
from trenchline.games.kaisers_war.suppositions import deal
from trenchline.games.world_war_one.retreat import Displacement
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import count, listed, pick
from trenchline.players.arrays import Encoder
from trenchline.players.pettingzoo import Actions, GameEnvironment, environment
from trenchline.players.pictures import LAND, SIDES
from trenchline.players.questions import Details, subject

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
def test_what_is_observed_has_the_shape_that_was_declared_to_the_end(name: str) -> None:
    for scenario in load_game(name).scenarios:
        env = GameEnvironment(load_game(name), scenario.name)
        env.reset(seed=1)
        rng = random.Random(1)
        while env.choices:
            for agent in env.agents:
                space = env.observation_space(agent)
                seen = env.observe(agent)
                assert {k: v.shape for k, v in seen.items()} == {
                    k: v.shape for k, v in space.items()
                }
                assert space.contains(seen)
            assert env.state_space.contains(env.state())
            steps(env, 60, rng)


def test_hexes_that_a_question_closes_are_told_as_hexes_bug() -> None:
    """[8.63] The hexes of a retreat were told as one number of fifty digits while somebody was
    displaced, beyond all that was declared."""
    game = load_game("world_war_one")
    state = game.new(*game.settled("historical", {}))
    used = 1 << state.where[0]
    assert all(value < 1000 for value in Details(game).read(state))
    state.stack.append(Displacement(0, used))
    assert all(value < 1000 for value in Details(game).read(state))
    assert subject(state, state.stack[-1])[1] & used


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
    """Hidden units change places: their side sees the difference, the enemy does not."""
    env = environment("kaisers_war")
    env.reset(seed=2)
    rng = random.Random(2)
    steps(env, 100, rng)
    mine, theirs = env.possible_agents
    before = {agent: env.observe(agent) for agent in (mine, theirs)}
    assert before[theirs]["pieces"][-1].sum() > 10, "units that stand somewhere by supposition"
    truth, env.position = env.position, deal(env.position, 1, rng)
    assert env.position != truth
    after = {agent: env.observe(agent) for agent in (mine, theirs)}
    assert all(np.array_equal(before[theirs][key], after[theirs][key]) for key in after[theirs])
    assert not np.array_equal(before[mine]["places"], after[mine]["places"])


def test_arrays_are_built_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    env = environment("world_war_one")
    env.reset(seed=1)

    def never(*_: object) -> None:
        raise AssertionError("nobody asked")

    monkeypatch.setattr(Encoder, "arrays", never)
    steps(env, 50, random.Random(1))
    assert env.last(observe=False)[0] is None
    assert env.action_mask(env.agent_selection).sum() == count(env.choices)
    with pytest.raises(AssertionError, match="nobody asked"):
        env.last()


@pytest.mark.parametrize("name", GAMES)
def test_observations_tell_of_every_piece_and_of_what_is_asked(name: str) -> None:
    env = environment(name)
    env.reset(seed=1)
    rng = random.Random(1)
    same = total = 0
    last: list[np.ndarray[Any, Any]] = []
    for _ in range(120):
        agent = env.agent_selection
        seen = env.observe(agent)
        known = env.knowledge(agent)
        assert seen["places"].tolist() == known.position.where
        side, who, phase, question = seen["asked"].tolist()
        assert side == who == known.side
        named = env.game.phases[phase - 1] if phase else ""
        assert named in ("", env.game.view(env.position, side).phase)
        assert env.encoder.questions[type(decision(env.position)).__name__] == question > 0
        assert not env.observe(other(env, agent))["action_mask"].any(), "who is not asked"
        now = [seen[key] for key in env.encoder.shapes] + [seen["action_mask"]]
        same += bool(last) and all(map(np.array_equal, last, now))
        total += 1
        last = now
        steps(env, 1, rng)
    assert same < total / 20, "what changes can be seen"


@pytest.mark.parametrize("name", GAMES)
def test_hardly_an_observation_is_the_one_before_bug(name: str) -> None:
    """Guns being laid, a march in column or what a battle is paid for did not show: in The Great
    War one observation in ten was the one before."""
    same = total = 0
    scenarios = [scenario.name for scenario in environment(name).game.scenarios]
    for scenario in scenarios[:2]:
        env, rng = environment(name, scenario), random.Random(1)
        env.reset(seed=5)
        last: dict[str, list[np.ndarray[Any, Any]]] = {}
        for _ in range(250):
            agent, seen = env.agent_selection, env.observe(env.agent_selection)
            now = [seen[key] for key in env.encoder.shapes]
            same += agent in last and all(map(np.array_equal, last[agent], now))
            total += 1
            last[agent] = now
            steps(env, 1, rng)
    assert same < total / 30


def test_numbers_of_the_question_are_told() -> None:
    env = environment("the_great_war")
    names = env.encoder.names["numbers"]
    assert {"question fast", "question scouted", "battle scouted", "question plans"} <= set(names)
    env.reset(seed=1)
    assert len(env.observe(env.agent_selection)["numbers"]) == len(names)


def other(env: GameEnvironment, agent: str) -> str:
    """Another agent."""
    return next(one for one in env.possible_agents if one != agent)


def test_the_question_shows_what_it_is_about() -> None:
    env = environment("world_war_one")
    env.reset(seed=1)
    rng = random.Random(1)
    while not (env.choices.keys() & {"move", "stay"}):
        steps(env, 1, rng)
    unit = getattr(decision(env.position), "unit")  # noqa: B009  # not every decision has one
    assert np.flatnonzero(env.observe(env.agent_selection)["pieces"][-2]).tolist() == [unit]


@pytest.mark.parametrize("name", GAMES)
def test_agents_have_names_without_spaces(name: str) -> None:
    env = environment(name)
    assert all(re.fullmatch(r"[a-z_]+_\d", agent) for agent in env.possible_agents)


@pytest.mark.parametrize("name", GAMES)
def test_any_action_that_an_agent_may_send_is_answered(name: str) -> None:
    env = environment(name)
    env.reset(seed=np.int64(3))
    rng = random.Random(3)
    steps(env, 30, rng)
    legal = env.action_mask(env.agent_selection)
    for action in (-1, env.actions.count, *rng.sample(range(env.actions.count), 600)):
        if 0 <= action < env.actions.count and legal[action]:
            continue
        with pytest.raises(
            ValueError, match=r"is not legal: |is no choice here|there is no action"
        ):
            env.step(np.int64(action))
    assert env.action_mask(env.agent_selection).tolist() == legal.tolist()


@pytest.mark.parametrize("action", [2.5, float("nan"), float("inf"), "2", "x", np.array([2, 3])])
def test_what_is_no_number_of_an_action_is_refused_in_words_bug(action: Any) -> None:
    """Half an action was taken for the one below it."""
    env = environment("world_war_one")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="an action is a whole number, not "):
        env.step(action)


def test_an_illegal_action_ends_the_match_where_pettingzoo_says_so() -> None:
    env = TerminateIllegalWrapper(environment("world_war_one"), illegal_reward=-1)
    env.reset(seed=1)
    agent = env.agent_selection
    illegal = int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())


def test_options_hold_for_a_match() -> None:
    env = environment("kaisers_war")
    env.reset(seed=1, options={"game": {"east": "on"}})
    assert "east" in env.position.options
    env.reset(seed=1)
    assert "east" not in env.position.options
    for wrong in (7, {"game": "east"}):
        with pytest.raises(TypeError, match=r"options are like \{'game': "):
            env.reset(seed=1, options=wrong)  # type: ignore[arg-type]  # wrong
    with pytest.raises(ValueError, match="no option"):
        env.reset(seed=1, options={"game": {"nowhere": "on"}})


@pytest.mark.parametrize("name", GAMES)
def test_an_environment_can_be_sent_away(name: str) -> None:
    env = environment(name, shaping=0.1)
    assert str(pickle.loads(pickle.dumps(env))) == str(env)
    env.reset(seed=5)
    steps(env, 40, random.Random(5))
    twin = pickle.loads(pickle.dumps(env))
    assert twin.position == env.position
    assert twin.rewards == env.rewards
    assert twin.agent_selection == env.agent_selection
    steps(env, 20, random.Random(6))
    steps(twin, 20, random.Random(6))
    assert twin.position == env.position
    assert np.array_equal(twin.state(), env.state())


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_shows_both_sides(name: str) -> None:
    env = environment(name, render_mode="rgb_array")
    env.reset(seed=1)
    steps(env, 200, random.Random(1))
    drawn: Any = env.render()
    assert drawn.dtype == np.uint8
    colours = {tuple(pixel) for pixel in drawn.reshape(-1, 3).tolist()}
    assert {LAND, SIDES[0], SIDES[1]} <= colours


def test_a_render_mode_that_there_is_not_is_named() -> None:
    with pytest.raises(ValueError, match="no render mode 'human'; there are ansi, rgb_array"):
        environment("world_war_one", render_mode="human")


def test_rewards_may_follow_the_lead() -> None:
    env = environment("world_war_one", shaping=0.01)
    env.reset(seed=4)
    rng = random.Random(4)
    total = dict.fromkeys(env.agents, 0.0)
    first = env.game.outcome(env.position).scores
    while env.choices:
        steps(env, 1, rng)
        assert sum(env.rewards.values()) == pytest.approx(0)
        for agent, reward in env.rewards.items():
            total[agent] += reward
    outcome = env.game.outcome(env.position)
    gained = (outcome.scores[0] - outcome.scores[1]) - (first[0] - first[1])
    won = 1 if outcome.winner == 0 else -1
    assert total[env.possible_agents[0]] == pytest.approx(0.01 * gained + won)
