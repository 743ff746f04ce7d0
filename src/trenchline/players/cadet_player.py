"""The cadet: decides as the staff does, but now and then on impulse."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.steps import Choice
from trenchline.players.greedy_player import GreedyPlayer
from trenchline.players.staff_player import StaffPlayer

IMPULSE = 0.1
"""How often a cadet takes what looks best at once instead of what the staff would do."""


class CadetPlayer:
    """Has learnt what a staff officer learns, and forgets it at every tenth decision."""

    def __init__(self, impulse: float = IMPULSE) -> None:
        self.impulse = impulse
        self._staff, self._greedy = StaffPlayer(), GreedyPlayer()

    @property
    def parameters(self) -> Mapping[str, object]:
        """What the player was made with."""
        return {"impulse": self.impulse}

    def choose(self, known: Knowledge[Any], rng: random.Random) -> Choice:
        """The staff's decision, or what looks best at once."""
        if rng.random() < self.impulse:
            return self._greedy.choose(known, rng)
        return self._staff.choose(known, rng)
