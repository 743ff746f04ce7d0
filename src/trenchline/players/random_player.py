"""The random player: every legal choice is as likely as any other."""

from __future__ import annotations

import random
from typing import Any

from trenchline.kernel.game import AnyGame
from trenchline.kernel.steps import Choice, Choices, count, pick


class RandomPlayer:
    """Chooses blindly, so that a beginner can look around in peace."""

    def choose(self, game: AnyGame, state: Any, choices: Choices, rng: random.Random) -> Choice:
        """Any of the choices."""
        return pick(choices, int(rng.random() * count(choices)))
