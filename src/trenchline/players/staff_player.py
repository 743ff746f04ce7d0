"""The staff player: decides as the game's own staff officer does."""

from __future__ import annotations

import random
from typing import Any

from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.steps import Choice, count, pick


class StaffPlayer:
    """Weighs what is threatened and what can be taken, and attacks where the odds pay."""

    def choose(self, known: Knowledge[Any], rng: random.Random) -> Choice:
        """The staff's decision; a game without a staff is played blindly."""
        staff, choices = known.game.staff, known.choices
        if staff is None:
            return pick(choices, int(rng.random() * count(choices)))
        choice: Choice = staff.choose(known.position, choices, rng, staff.plans[0])
        return choice
