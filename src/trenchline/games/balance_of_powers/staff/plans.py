"""What each scenario is about, as ``plans.toml`` tells: what places are worth, whom to violate."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from trenchline.games.balance_of_powers.calendar import name_of
from trenchline.games.balance_of_powers.components import (
    ALL_CAPITALS,
    ALL_CHIPS,
    CENTRES,
    FORTRESSES,
    GRID,
    NATION,
    RAIL,
    Nations,
    is_interior,
)
from trenchline.games.balance_of_powers.scenarios import Scenario
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.data import read_toml
from trenchline.kernel.hexes import Hex

TOLD: dict[str, Any] = read_toml(Path(__file__).parent / "plans.toml")
SIDE_NAMES = ("central", "entente")
SEASON = 3
"""Months in a season."""
TRACK, LAND = 0.06, 0.02
"""What any hex with a railway is worth, and any other."""


@lru_cache(maxsize=16)
def worths(scenario: Scenario) -> dict[Hex, float]:
    """What every place on land is worth to whoever holds it, in corps."""
    told = TOLD["worth"][scenario.settings["victory"]["rule"]]
    # [12.3/victory.1] Where ruins count, they are worth as much.
    spoilt = 0 if told.get("ruins") else scenario.ruins
    found: dict[Hex, float] = {}
    for place in members(scenario.ground):
        value = TRACK if RAIL >> place & 1 else LAND
        if CENTRES >> place & 1:
            value = told["centre"]
        if (FORTRESSES & ~spoilt) >> place & 1 and is_interior(place):
            value = max(value, told["interior"])
        if ALL_CAPITALS >> place & 1:
            value = max(value, told["capital"])
        if ALL_CHIPS >> place & 1:
            value += told["chip"]
        found[place] = value
    for label, value in TOLD["places"].get(scenario.name, {}).items():
        found[GRID.hex(label)] = value
    return found


def demoralization(scenario: Scenario) -> float:
    """What a point of demoralization is worth, in corps."""
    return _told(scenario, "demoralization")


def margin(scenario: Scenario) -> float:
    """What an attack must promise, in corps."""
    return _told(scenario, "margin")


def fund(scenario: Scenario, income: int, months: int) -> int:
    """What a power keeps for the attacks of some months out of what it posts in a season."""
    return int(
        min(_told(scenario, "fund") * months, _told(scenario, "keeps") * income * months / SEASON)
    )


@lru_cache(maxsize=128)
def _told(scenario: Scenario, word: str) -> float:
    return float(TOLD["worth"][scenario.settings["victory"]["rule"]][word])


class MarchOn(NamedTuple):
    """What the plans tell of a column."""

    goals: list[Hex]
    in_order: bool
    """Whether the goals are taken one after the other, or the nearest first."""
    corps: int
    nations: list[int]
    guns: bool
    """Whether the siege artillery goes with it."""


@lru_cache(maxsize=32)
def marches_on(scenario: Scenario, side: int) -> list[MarchOn]:
    """The columns of a side."""
    told = TOLD["columns"].get(scenario.name, {}).get(SIDE_NAMES[side], [])
    return [
        MarchOn(
            [GRID.hex(label) for label in one["goals"]],
            one.get("in_order", False),
            one["corps"],
            [NATION[code] for code in one["nations"]],
            one.get("guns", False),
        )
        for one in told
    ]


def violations(state: State, side: int) -> Nations:
    """The neutrals that a side means to enter from this month on."""
    told = TOLD["violates"].get(state.scenario.name, {}).get(SIDE_NAMES[side], {})
    return bit_set(NATION[code] for code in told.get(name_of(state.month), ()))
