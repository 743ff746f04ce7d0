"""What every player offers."""

from __future__ import annotations

import random
from typing import Any, Protocol

from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.steps import Choice


class Player(Protocol):
    """Somebody who decides for a side.

    Besides ``choose`` a player may have ``timed`` (true if it plays by the clock, so that its games
    cannot be repeated) and ``parameters`` (what it was made with, by name, for whoever reads its
    results).
    """

    def choose(self, known: Knowledge[Any], rng: random.Random) -> Choice:
        """One of ``known.choices``, which are never none.

        ``known`` is all that the deciding side knows: the game, the choices, and a position that
        agrees with it. The position is not the player's to change: whoever wants to try something
        out takes a sample (``known.sample(rng)``) and rolls dice of its own
        (``PlannersDice(rng)``).
        """
        ...
