"""Any game as a PettingZoo environment, for reinforcement learning.

    from trenchline.players.pettingzoo import environment

    env = environment("world_war_one")
    env.reset(seed=1914)
    for agent in env.agent_iter():
        seen, reward, ended, cut_short, info = env.last()
        mask = seen["action_mask"]
        env.step(None if ended or cut_short else env.action_space(agent).sample(mask))

An agent is a side. An action is a number for every choice there may be: the verbs of the game one
after the other, each with the numbers that it takes (``Actions``). What an agent observes is what
its side knows and nothing else, as arrays (``Encoder``). It is worked out when it is asked for: who
needs only the mask asks for ``last(observe=False)`` and ``action_mask``. The reward comes at the
end: 1 for the winner, -1 for the loser, nothing for a draw; with ``shaping``, also at every step,
so much for each point by which a side's lead has grown.

This needs the extra ``learn``: pip install 'trenchline[learn]'.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray
from pettingzoo import AECEnv

from trenchline.games import load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import is_legal
from trenchline.players.arrays import FARTHEST, Actions, Arrays, Encoder, Mask
from trenchline.players.pictures import Painter

__all__ = ["Actions", "GameEnvironment", "environment"]

Number = int | np.integer[Any]
RENDER_MODES = ("ansi", "rgb_array")
KINDS: dict[str, tuple[type[np.generic], int, int]] = {
    "observation": (np.int8, 0, 1),
    "places": (np.int32, -100_000, 100_000),
    "pieces": (np.int8, 0, 1),
    "amounts": (np.float32, -FARTHEST, FARTHEST),
    "strengths": (np.float32, -FARTHEST, FARTHEST),
    "numbers": (np.float64, -FARTHEST, FARTHEST),
    "asked": (np.int32, -1, 10_000),
}
"""The type of each array, and its bounds."""


class GameEnvironment(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A match between agents, one for each side."""

    def __init__(
        self,
        game: AnyGame,
        scenario: str | None = None,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
        shaping: float = 0.0,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            modes = ", ".join(RENDER_MODES)
            raise ValueError(f"there is no render mode {render_mode!r}; there are {modes}")
        self.game = game
        self.terms = game.settled(scenario, options or {})
        self.render_mode = render_mode
        self.shaping = shaping
        self.metadata = {
            "name": f"{game.name}_v{game.rules}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 4,
        }
        self.actions = Actions(game)
        self.encoder = Encoder(game, self.terms[0])
        words = (side.lower().replace(" ", "_") for side in game.sides)
        self.possible_agents = [f"{word}_{number}" for number, word in enumerate(words)]
        self.agents: list[str] = []
        self._seats = {agent: side for side, agent in enumerate(self.possible_agents)}
        self._seeds = random.Random()
        self._painter: Painter | None = None
        seen: dict[str, Space[Any]] = {
            name: Box(low, high, self.encoder.shapes[name], dtype)
            for name, (dtype, low, high) in KINDS.items()
            if name in self.encoder.shapes
        }
        seen["action_mask"] = Box(0, 1, (self.actions.count,), np.int8)
        self.observation_spaces: dict[str, Dict] = dict.fromkeys(self.possible_agents, Dict(seen))
        self.action_spaces: dict[str, Discrete] = {
            agent: Discrete(self.actions.count) for agent in self.possible_agents
        }
        width = sum(int(np.prod(shape)) for shape in self.encoder.shapes.values())
        self.state_space = Box(-FARTHEST, FARTHEST, (width,), np.float64)
        self._begin(0, self.terms)

    def _begin(self, seed: int, terms: tuple[str, dict[str, str]]) -> None:
        self._begun = seed, terms
        self._made: list[int | None] = []
        self.dice = SeededDice(str(seed))
        self.position: Any = self.game.new(*terms)
        self.choices = settle(self.position, self.dice)

    def observation_space(self, agent: str) -> Dict:
        """What an agent may observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: Number | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a match; the dice follow from the seed, without one they are any.

        ``options={"game": {"east": "on"}}`` sets options of the game for this match.
        """
        if seed is not None:
            self._seeds = random.Random(int(seed))
        scenario, usual = self.terms
        terms = self.game.settled(scenario, {**usual, **_of_the_game(options)})
        self._begin(self._seeds.getrandbits(62) if seed is None else int(seed), terms)
        self._start()

    def _start(self) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._leads = self._told_leads()
        self._turn_to_whoever_decides()

    def _turn_to_whoever_decides(self) -> None:
        if self.choices:
            self.agent_selection = self.possible_agents[decision(self.position).who(self.position)]

    def knowledge(self, agent: str) -> Knowledge[Any]:
        """What the agent's side knows."""
        return Knowledge(self.game, self.position, self._seats[agent], self.choices)

    def action_mask(self, agent: str) -> Mask:
        """A one for each legal action; none for who is not asked."""
        asked = self.choices and agent == self.agent_selection
        return self.actions.mask(self.choices if asked else {})

    def observe(self, agent: str) -> Arrays:
        """What the agent's side knows, worked out now."""
        known = self.knowledge(agent)
        seen = self.encoder.arrays(known)
        seen["action_mask"] = self.actions.mask(known.choices)
        return seen

    def state(self) -> NDArray[np.float64]:
        """The whole position, with nothing hidden, as one row of numbers."""
        told = self.encoder.told(self.position, -1)
        return np.concatenate([told[name].ravel() for name in self.encoder.shapes]).astype(
            np.float64
        )

    def step(self, action: Number | None) -> None:
        """Make a choice and go on to the next decision."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            self._made.append(None)
            return
        if action is None:
            raise ValueError("the match is not over: None is no action")
        agent = self.agent_selection
        number = _whole(action)
        choice = self.actions.choice(number)
        if not is_legal(self.choices, choice):
            raise ValueError(self._refusal(agent, choice))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        take(self.position, *choice)
        self._made.append(number)
        self.choices = settle(self.position, self.dice)
        if self.shaping:
            self._shape()
        if not self.choices:
            winner = self.game.outcome(self.position).winner
            for one, side in self._seats.items():
                self.rewards[one] += 0.0 if winner is None else 1.0 if side == winner else -1.0
                self.terminations[one] = True
        self._accumulate_rewards()
        self._turn_to_whoever_decides()

    def _refusal(self, agent: str, choice: tuple[str, int]) -> str:
        try:
            text = self.game.format_choice(choice)
            refusal = str(self.knowledge(agent).why_not(choice))
        except (LookupError, ValueError, AssertionError, AttributeError, TypeError):
            # A number that stands for nothing on this map, about which no rule has anything to say.
            return f"{choice[0]} {choice[1]} is no choice here"
        return f"{text} is not legal: {refusal}"

    def _told_leads(self) -> list[float]:
        """By how many points each side leads the best of the others."""
        if not self.shaping:
            return []
        scores = self.game.outcome(self.position).scores
        sides = range(len(scores))
        return [scores[s] - max(scores[o] for o in sides if o != s) for s in sides]

    def _shape(self) -> None:
        before, self._leads = self._leads, self._told_leads()
        for agent, side in self._seats.items():
            self.rewards[agent] += self.shaping * (self._leads[side] - before[side])

    def render(self) -> str | NDArray[np.uint8] | None:
        """The position in the game's notation, or as a picture."""
        if self.render_mode == "ansi":
            return self.game.notation(self.position)
        if self.render_mode == "rgb_array":
            if self._painter is None:
                self._painter = Painter(self.game, self.terms[0])
            return self._painter.picture(self.position)
        return None

    def close(self) -> None:
        """There is nothing to close."""

    def __reduce__(self) -> tuple[Any, ...]:
        """An environment is sent to another process as what was done, and is played again there."""
        made = self.game, *self.terms, self.render_mode, self.shaping
        if not hasattr(self, "rewards"):
            return _again, (made, None)
        return _again, (made, (self._begun, tuple(self._made), self._seeds.getstate()))

    def __str__(self) -> str:
        return str(self.metadata["name"])


def _whole(action: object) -> int:
    """The number of an action, whatever kind of number it is."""
    try:
        number = int(action)  # type: ignore[call-overload]  # agents send anything
    except (TypeError, ValueError, OverflowError):
        number = None
    if number is None or number != action:
        raise ValueError(f"an action is a whole number, not {action!r}")
    return int(number)


def _of_the_game(options: Mapping[str, Any] | None) -> Mapping[str, str]:
    """The options of the game among those of a reset; others are for wrappers."""
    given: Any = {} if options is None else options
    found = given.get("game", {}) if isinstance(given, Mapping) else given
    if not isinstance(found, Mapping):
        raise TypeError(f"options are like {{'game': {{'name': 'on'}}}}, not {options!r}")
    return found


def _again(made: tuple[Any, ...], past: tuple[Any, ...] | None) -> GameEnvironment:
    env = GameEnvironment(*made)
    if past is not None:
        begun, actions, seeds = past
        env._begin(*begun)
        env._start()
        env._seeds.setstate(seeds)
        for action in actions:
            env.step(action)
    return env


def environment(
    game: str,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    render_mode: str | None = None,
    shaping: float = 0.0,
) -> GameEnvironment:
    """The environment of a game by its name."""
    return GameEnvironment(load_game(game), scenario, options, render_mode, shaping)
