"""The greedy player: looks one choice ahead and takes what looks best at once."""

from __future__ import annotations

import random
from typing import Any

from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Choice, count, is_legal, listed, pick
from trenchline.players.past import Past

MOST = 96
"""Of more choices than this, so many are drawn to be looked at."""
SAMPLES = 4
"""How often a choice that draws dice is tried out."""


class GreedyPlayer:
    """Takes at every moment what looks best at once, and never makes a plan."""

    def __init__(self) -> None:
        self._past = Past()

    def choose(self, known: Knowledge[Any], rng: random.Random) -> Choice:
        """The choice after which the position looks best; of equals any."""
        game, choices = known.game, known.choices
        total = count(choices)
        if game.staff is None or total == 1:
            return pick(choices, int(rng.random() * total))
        supposed = known.sample(rng)
        # What is not possible in the supposed position cannot be tried out there.
        possible = decision(supposed).choices(supposed)
        looked_at = [choice for choice in listed(choices) if is_legal(possible, choice)]
        if not looked_at:
            return pick(choices, int(rng.random() * total))
        rng.shuffle(looked_at)
        worth = {c: _worth(game, supposed, known.side, c, rng) for c in looked_at[:MOST]}
        return self._past.fresh(known.position, sorted(worth, key=worth.__getitem__, reverse=True))


def _worth(game: AnyGame, state: Any, side: int, choice: Choice, rng: random.Random) -> float:
    """How a position stands after a choice, over a few dice if it draws any."""
    assert game.staff is not None
    seen: list[float] = []
    for _ in range(SAMPLES):
        after = state.copy()
        take(after, *choice)
        settle(after, PlannersDice(rng))
        seen.append(game.staff.weigh(after, side))
        if after.rolls == state.rolls:
            break
    return sum(seen) / len(seen)
