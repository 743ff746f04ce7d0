"""The staff player: decides as the game's own staff officer does."""

from __future__ import annotations

import random
from typing import Any

from trenchline.kernel.game import AnyGame
from trenchline.kernel.steps import Choice, Choices, count, pick


class StaffPlayer:
    """Weighs what is threatened and what can be taken, and attacks where the odds pay."""

    def choose(self, game: AnyGame, state: Any, choices: Choices, rng: random.Random) -> Choice:
        """The staff's decision; a game without a staff is played blindly."""
        if game.staff is None:
            return pick(choices, int(rng.random() * count(choices)))
        choice: Choice = game.staff.choose(state, choices, rng, game.staff.plans[0])
        return choice
