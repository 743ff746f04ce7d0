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
its side may know and nothing else. It is worked out when it is asked for: who needs only the mask
asks for ``last(observe=False)`` and ``action_mask``. The reward comes at the end: 1 for the winner,
-1 for the loser, nothing for a draw.

This needs the extra ``learn``: pip install 'trenchline[learn]'.
"""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray
from pettingzoo import AECEnv

from trenchline.games import load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Choice, Choices
from trenchline.kernel.verbs import Names
from trenchline.kernel.view import PieceView, View

AMOUNTS = 1024
"""Amounts below this may be chosen; whoever may pay more may also pay less."""

Mask = NDArray[np.int8]
Seen = dict[str, Any]


class Actions:
    """The choices of a game as numbers from 0: verb by verb, as ``Game.verbs`` lists them."""

    def __init__(self, game: AnyGame) -> None:
        self.start: dict[str, int] = {}
        self.size: dict[str, int] = {}
        self.count = 0
        for verb, told in game.verbs.items():
            self.start[verb] = self.count
            self.size[verb] = 1 if told.names is None else reach(told.names, game)
            self.count += self.size[verb]

    def number(self, choice: Choice) -> int:
        """The action that makes a choice."""
        verb, object_ = choice
        if not 0 <= object_ < self.size[verb]:
            raise ValueError(f"{verb} {object_} is out of range")
        return self.start[verb] + object_

    def choice(self, action: int) -> Choice:
        """The choice that an action makes."""
        for verb, start in self.start.items():
            if start <= action < start + self.size[verb]:
                return verb, action - start
        raise ValueError(f"there is no action {action}; there are {self.count}")

    def mask(self, choices: Choices) -> Mask:
        """A one for each action that is legal."""
        mask = np.zeros(self.count, np.int8)
        for verb, numbers in choices.items():
            size = self.size[verb]
            length = -(-size // 8)
            octets = (numbers & (1 << size) - 1).to_bytes(length, "little")
            bits = np.unpackbits(np.frombuffer(octets, np.uint8), count=size, bitorder="little")
            mask[self.start[verb] : self.start[verb] + size] = bits
        return mask


def reach(names: Names, game: AnyGame) -> int:
    """How many numbers a verb may take."""
    if names.takes == "amount":
        return AMOUNTS
    if names.takes == "hex" and game.board is not None:
        return game.board.grid.size
    number = 0
    while True:
        try:
            names.format(number)
        except LookupError:
            return number
        number += 1


class Lookout:
    """Turns what a side may know into arrays of a fixed size.

    ``observation`` has a row for each plane and a column for each hex: for every side (and for
    units of neither) how many units it is known to have there, their attack and their defence, then
    one plane for each overlay of the view. ``tracks`` has the numbers that the game keeps from its
    beginning; those of powers that join later are not among them.
    """

    def __init__(self, game: AnyGame, first: View) -> None:
        assert game.board is not None
        self.grid = game.board.grid
        self.sides = {side: number for number, side in enumerate(game.sides)}
        self.overlays = {
            name: 3 * (len(self.sides) + 1) + number
            for number, name in enumerate(sorted(first.overlays))
        }
        names = sorted({track.name for track in first.tracks})
        self.tracks = {name: number for number, name in enumerate(names)}
        self.shape = (3 * (len(self.sides) + 1) + len(self.overlays), self.grid.size)
        self.places: dict[str, int | None] = {}

    def space(self, actions: int) -> Dict:
        """The space of what is observed."""
        return Dict(
            {
                "observation": Box(0, 10_000, self.shape, np.float32),
                "tracks": Box(-10_000, 10_000, (len(self.tracks),), np.float32),
                "action_mask": Box(0, 1, (actions,), np.int8),
            }
        )

    def arrays(self, view: View) -> Seen:
        """A view as arrays."""
        planes = np.zeros(self.shape, np.float32)
        for piece in view.pieces:
            place = self._place(piece.place)
            if place is not None:
                row = 3 * self.sides.get(piece.side, len(self.sides))
                planes[row : row + 3, place] += (1, *strengths(piece))
        for name, hexes in view.overlays.items():
            plane = self.overlays[name]
            planes[plane, [self.grid.hex(label) for label in hexes]] = 1
        tracks = np.zeros(len(self.tracks), np.float32)
        for track in view.tracks:
            if track.name in self.tracks:
                tracks[self.tracks[track.name]] = track.value
        return {"observation": planes, "tracks": tracks}

    def _place(self, label: str) -> int | None:
        """The hex with this label; None for boxes and piles off the map."""
        if label not in self.places:
            try:
                self.places[label] = self.grid.hex(label)
            except ValueError:
                self.places[label] = None
        return self.places[label]


def strengths(piece: PieceView) -> tuple[int, int]:
    """The attack and the defence that are printed on a counter, as far as they are known."""
    printed = [int(word) for word in re.findall(r"\d+", piece.strengths)]
    return (printed[0], printed[min(1, len(printed) - 1)]) if printed else (0, 0)


class GameEnvironment(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A match between agents, one for each side."""

    def __init__(
        self,
        game: AnyGame,
        scenario: str | None = None,
        options: dict[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = game
        self.terms = game.settled(scenario, options or {})
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.name}_v{game.rules}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.actions = Actions(game)
        self.possible_agents = [f"{side.lower()}_{n}" for n, side in enumerate(game.sides)]
        self.agents: list[str] = []
        self._seats = {agent: side for side, agent in enumerate(self.possible_agents)}
        self._seeds = random.Random()
        self._begin(0)
        self._lookout = Lookout(game, game.view(self.position, None))
        space = self._lookout.space(self.actions.count)
        self.observation_spaces: dict[str, Space[Any]] = dict.fromkeys(self.possible_agents, space)
        self.action_spaces: dict[str, Space[Any]] = {
            agent: Discrete(self.actions.count) for agent in self.possible_agents
        }

    def _begin(self, seed: int) -> None:
        self.dice = SeededDice(str(seed))
        self.position: Any = self.game.new(*self.terms)
        self.choices = settle(self.position, self.dice)

    def observation_space(self, agent: str) -> Space[Any]:
        """What an agent may observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; the dice follow from the seed, without one they are any."""
        if seed is not None:
            self._seeds = random.Random(seed)
        self._begin(self._seeds.getrandbits(62) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn_to_whoever_decides()

    def _turn_to_whoever_decides(self) -> None:
        if self.choices:
            self.agent_selection = self.possible_agents[decision(self.position).who(self.position)]

    def action_mask(self, agent: str) -> Mask:
        """A one for each legal action; none for who is not asked."""
        asked = self.choices and agent == self.agent_selection
        return self.actions.mask(self.choices if asked else {})

    def observe(self, agent: str) -> Seen:
        """What the agent's side may know, worked out now."""
        seen = self._lookout.arrays(self.game.view(self.position, self._seats[agent]))
        seen["action_mask"] = self.action_mask(agent)
        return seen

    def step(self, action: int | None) -> None:
        """Make a choice and go on to the next decision."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("the match is not over: None is no action")
        agent = self.agent_selection
        choice = self.actions.choice(int(action))
        if not self.choices.get(choice[0], 0) >> choice[1] & 1:
            refusal = decision(self.position).why_not(self.position, *choice)
            raise ValueError(f"{self.game.format_choice(choice)} is not legal: {refusal}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        take(self.position, *choice)
        self.choices = settle(self.position, self.dice)
        if not self.choices:
            winner = self.game.outcome(self.position).winner
            for one, side in self._seats.items():
                self.rewards[one] = 0.0 if winner is None else 1.0 if side == winner else -1.0
                self.terminations[one] = True
        self._accumulate_rewards()
        self._turn_to_whoever_decides()

    def render(self) -> str | None:
        """The position in the game's notation."""
        return self.game.notation(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def environment(
    game: str,
    scenario: str | None = None,
    options: dict[str, str] | None = None,
    render_mode: str | None = None,
) -> GameEnvironment:
    """The environment of a game by its name."""
    return GameEnvironment(load_game(game), scenario, options, render_mode)
