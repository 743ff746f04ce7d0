"""What random games of Balance of Powers promise besides: the notation tells the whole position, a
set-up that is being written down does not show [12.1/optional-set-up], and points are accounted
for: only a season and new allies bring any [5.21], and only what costs takes them [2.44]."""

from __future__ import annotations

import random

from tests.promises import notation_reads_back, nothing_hidden_is_told
from trenchline.games.balance_of_powers.calendar import season_before
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.match import Match
from trenchline.kernel.play import settle, take
from trenchline.kernel.steps import count, pick

BRINGING = ("crisis", "set-up", "season", "diplomacy")
"""The phases in which points may come."""
PAYING = (
    *("pay", "buy_off", "attrition", "entrain", "procure", "repair", "mend", "build", "court"),
    *("convert", "to", "allocate", "steam"),
)
"""The verbs that cost points."""


def unkept(match: Match, rng: random.Random) -> list[str]:
    """What is not kept at a position."""
    return [
        *notation_reads_back(match),
        *nothing_hidden_is_told(match, rng),
        *unaccounted(match.state, rng),
    ]


def unaccounted(before: State, rng: random.Random) -> list[str]:
    """Points that some choice brings or takes, and nothing explains it."""
    state: State = before.copy()
    choices = settle(state, PlannersDice(rng))
    verb, number = pick(choices, int(rng.random() * count(choices)))
    take(state, verb, number)
    settle(state, PlannersDice(rng))
    if before.phase in BRINGING or state.phase in BRINGING:
        return []
    if any(season_before(month) for month in range(before.month + 1, state.month + 1)):
        # A season may go by in which nobody had anything to decide.
        return []
    pairs = zip(purses(before), purses(state), strict=True)
    changes = [now - was for was, now in pairs if now != was]
    if any(change > 0 for change in changes):
        return [f"{verb} brings points [5.21]"]
    if changes and verb not in PAYING and state.rolls == before.rolls:
        return [f"{verb} costs points [2.44]"]
    return []


def purses(state: State) -> list[int]:
    """What all nations have, for Europe and for Africa."""
    return state.points + state.africa_points
