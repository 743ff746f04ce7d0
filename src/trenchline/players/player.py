"""What every player offers."""

from __future__ import annotations

import random
from typing import Any, Protocol

from trenchline.kernel.game import AnyGame
from trenchline.kernel.steps import Choice, Choices


class Player(Protocol):
    """Somebody who decides for a side.

    Besides ``choose`` a player may have ``timed`` (true if it plays by the clock, so that its games
    cannot be repeated) and ``parameters`` (what it was made with, by name, for whoever reads its
    results).
    """

    def choose(self, game: AnyGame, state: Any, choices: Choices, rng: random.Random) -> Choice:
        """One of ``choices``, which are never none.

        ``state`` is the position as the deciding side may see it. It is not the player's to
        change: whoever wants to try something out copies it and rolls dice of its own
        (``PlannersDice(rng)``).
        """
        ...
