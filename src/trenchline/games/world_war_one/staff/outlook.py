"""The whole war: how it stands."""

from __future__ import annotations

import math
import random

from trenchline.games.world_war_one.components import (
    ALLIED,
    CENTRAL,
    LAST_TURN,
    RUSSIAN_CITIES,
    SURRENDER_POINTS,
)
from trenchline.games.world_war_one.staff.stakes import cities_wanted
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.victory import score


def weigh(state: State, side: int) -> float:
    """The chance to win."""
    chance = 1 / (1 + math.exp(-_lead(state)))
    return chance if side == ALLIED else 1 - chance


def _lead(state: State) -> float:
    left = LAST_TURN - state.turn
    points = score(state, ALLIED) - score(state, CENTRAL)
    wealth = armies = 0
    for nation, status in enumerate(state.status):
        if status <= CENTRAL:
            sign = 1 if status == ALLIED else -1
            wealth += sign * min(state.crp[nation], 60)
            armies += sign * state.held[nation].bit_count()
    lead = points + left * (0.04 * wealth + 0.4 * armies)
    if not state.surrendered and left:
        cities = (RUSSIAN_CITIES & state.red_cities).bit_count()
        prize = SURRENDER_POINTS[min(LAST_TURN, state.turn + 1) - 1]
        lead -= prize * (1.0 - cities_wanted(state.red_cities) / 5) * 0.7
        lead -= cities * 0.5
    return lead / (8 + 4 * left)


def imagine(state: State, side: int, rng: random.Random) -> State:
    """Nothing is hidden in this game."""
    return state.copy()
