"""The random player: every legal choice is as likely as any other."""

from __future__ import annotations

import random
from typing import Any

from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.steps import Choice, count, pick


class RandomPlayer:
    """Chooses blindly, so that a beginner can look around in peace."""

    def choose(self, known: Knowledge[Any], rng: random.Random) -> Choice:
        """Any of the choices."""
        choices = known.choices
        return pick(choices, int(rng.random() * count(choices)))
