"""The random player: every legal choice is as likely as any other."""

from __future__ import annotations

import random
from typing import Any

from trenchline.kernel.game import AnyGame
from trenchline.kernel.steps import Choice, Choices, count, pick


class RandomPlayer:
    """Chooses blindly, as ``kernel.play.play_out`` does.

    >>> from trenchline.games import load_game
    >>> game = load_game("world_war_one")
    >>> RandomPlayer().choose(game, None, {"unit": 0b1000, "done": 1}, random.Random(7))
    ('unit', 3)
    """

    def choose(self, game: AnyGame, state: Any, choices: Choices, rng: random.Random) -> Choice:
        """Any of the choices."""
        return pick(choices, int(rng.random() * count(choices)))
