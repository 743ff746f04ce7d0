"""How the scenario stands by its levels of victory."""

from __future__ import annotations

import random

from trenchline.games.the_great_war.intelligence import twin
from trenchline.games.the_great_war.staff.stakes import chance
from trenchline.games.the_great_war.state import State


def weigh(state: State, side: int) -> float:
    """The chance of a side to win."""
    return chance(state, side)


def imagine(state: State, side: int, rng: random.Random) -> State:
    """A copy in which the units of unknown corps may be others [14N2]."""
    return twin(state, side, rng)
