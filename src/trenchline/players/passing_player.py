"""The passing player: ends every phase as soon as it may, and gives way in nothing it need not."""

from __future__ import annotations

import random
from typing import Any

from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.steps import Choice, listed
from trenchline.players.past import Past

IDLE = ("done", "pass", "stay", "stand", "decline", "propose", "cancel")
"""What one says who does nothing, in games whose verb for it does not end a phase."""


class PassingPlayer:
    """Does nothing as long as the rules let it: a yardstick for those who should win a war."""

    def __init__(self) -> None:
        self._past = Past()

    def choose(self, known: Knowledge[Any], rng: random.Random) -> Choice:
        """What ends a phase, else what changes least, else the first of all choices. Who must
        attack does not begin and call it off for ever."""
        game, choices = known.game, known.choices
        ending = [verb for verb in choices if verb in game.verbs and game.verbs[verb].ends]
        idle = [(v, choices[v].bit_length() - 1) for v in (*ending, *IDLE) if v in choices]
        return self._past.fresh(known.position, (*idle, *listed(choices)))
