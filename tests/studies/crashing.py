"""A player that does not live to see the end."""

from __future__ import annotations

import random
from typing import Any

from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.steps import Choice
from trenchline.players.random_player import RandomPlayer


class CrashingPlayer(RandomPlayer):
    """Plays at random, and fails at its tenth choice."""

    def __init__(self) -> None:
        self.left = 10

    def choose(self, known: Knowledge[Any], rng: random.Random) -> Choice:
        self.left -= 1
        assert 1 / self.left
        return super().choose(known, rng)
