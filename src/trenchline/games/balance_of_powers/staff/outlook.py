"""How a scenario stands: the chance to win, read from its rule of victory."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    CAPITALS,
    CENTRAL,
    ENTENTE,
    FR,
    GE,
    HOME,
    UNITS,
)
from trenchline.games.balance_of_powers.scenarios import Scenario
from trenchline.games.balance_of_powers.staff.plans import worths
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.victory import chips_in_play, chips_of, outcome, suffered
from trenchline.games.balance_of_powers.war_plans import has_wheeled, is_planned
from trenchline.kernel.bits import members
from trenchline.kernel.fronts import Worths, grouped

Told = Mapping[str, Any]
"""What a scenario says of victory."""

ARMIES, LAND = 0.06, 0.05
"""What a point of effectiveness in the field counts, and land by its worth, beside what the rule of
victory counts."""
PURSE = 0.02
STRENGTH = grouped({u: 1.0 + UNITS[u].defence for u in members(ALL_CORPS)})
"""What corps are worth in the field."""
UNWHEELED = 2.0
"""What it counts that Germany has not wheeled through Belgium yet."""


def weigh(state: State, side: int) -> float:
    """The chance of a side to win."""
    if state.finished or not state.stack:
        won = outcome(state).winner
        return 0.5 if won is None else float(won == side)
    score = _by_rule(state) + _armies(state)
    chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))
    return chance if side == CENTRAL else 1 - chance


def _by_rule(state: State) -> float:
    """How far the Central Powers are ahead of what the rule of victory asks of both."""
    told = state.scenario.settings["victory"]
    return LEADS[told["rule"]](state, told)


def _demoralization(state: State, told: Told) -> float:
    return 0.7 * (suffered(state, ENTENTE) - suffered(state, CENTRAL))


def _chips_exceed(state: State, told: Told) -> float:
    central = chips_of(state, CENTRAL) - told["central"]
    score: float = 1.2 * (central - (chips_of(state, ENTENTE) - told["entente"]))
    if is_planned(state, "schlieffen") and not has_wheeled(state):
        score -= UNWHEELED * (1 - min(1.0, state.plan_corps.bit_count() / 12))
    return score


def _more_chips(state: State, told: Told) -> float:
    return chips_of(state, CENTRAL) - chips_of(state, ENTENTE)


def _chips_at_least(state: State, told: Told) -> float:
    score: float = chips_of(state, CENTRAL) - told["central"] + 0.5
    return score


def _kaiserschlacht(state: State, told: Told) -> float:
    french = (chips_in_play(state) & HOME[FR] & state.held[CENTRAL]).bit_count()
    score: float = 1.5 * (french - told["chips"] + 0.5)
    score += 3.0 * bool(CAPITALS[FR] & state.held[CENTRAL])
    return score - 4.0 * bool(CAPITALS[GE] & state.held[ENTENTE])


def _gunnery(state: State, told: Told) -> float:
    lost_by_central, lost_by_entente = outcome(state).scores
    return 0.3 * (lost_by_entente - lost_by_central)


def _steel(state: State, told: Told) -> float:
    central, entente = outcome(state).scores
    return 1.0 * (central - entente)


def _great_war(state: State, told: Told) -> float:
    _, entente = outcome(state).scores
    score: float = 0.7 * (told["more_than"] + 0.5 - entente)
    return score


LEADS: dict[str, Callable[[State, Told], float]] = {
    "chips_exceed": _chips_exceed,
    "chips_at_least": _chips_at_least,
    "more_chips": _more_chips,
    "demoralization": _demoralization,
    "kaiserschlacht": _kaiserschlacht,
    "gunnery": _gunnery,
    "steel": _steel,
    "great_war": _great_war,
}
"""By how much the Central Powers lead, by each rule of victory."""


def _armies(state: State) -> float:
    """The armies in the field, the land they hold and what the powers have in hand."""
    score = 0.0
    for side, sign in ((CENTRAL, 1.0), (ENTENTE, -1.0)):
        strength = STRENGTH.of(state.on_map(side))
        land = _land(state.scenario).of(state.held[side])
        money = sum(
            state.points[n] + state.africa_points[n]
            for n, of in enumerate(state.sides)
            if of == side
        )
        score += sign * (ARMIES * strength / 3 + LAND * land / 3 + PURSE * money)
    return score


@lru_cache(maxsize=16)
def _land(scenario: Scenario) -> Worths:
    """What places are worth, to be counted by whole sets."""
    return grouped(worths(scenario))
