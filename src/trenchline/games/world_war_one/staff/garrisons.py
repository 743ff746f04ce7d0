"""After Russia's surrender: four cities are garrisoned, so that everybody else may go home [12.13].

The weakest armies stay; the cities are filled before anything else moves.
"""

from __future__ import annotations

from trenchline.games.world_war_one.components import (
    ATTACK,
    CENTRAL,
    RS,
    RUSSIAN_CITIES,
    TERRITORY,
)
from trenchline.games.world_war_one.staff.fronts import ways_to
from trenchline.games.world_war_one.state import LOCKED, State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes


def locked_up(state: State, side: int) -> bool:
    """Whether armies wait in Russia for the garrisons to be posted."""
    return side == CENTRAL and state.watch == LOCKED


def first_to_garrison(state: State, units: list[int]) -> int | None:
    """Who moves first: the weakest army in Russia that holds no city yet and is near one."""
    empty = RUSSIAN_CITIES & ~state.armies[CENTRAL]
    able = [
        u
        for u in units
        if state.where[u] >= 0
        and TERRITORY[RS] >> state.where[u] & 1
        and not RUSSIAN_CITIES >> state.where[u] & 1
    ]
    if not able or not empty:
        return None
    return min(able, key=lambda u: (ATTACK[u] + 0.5 * _away(state.where[u], empty), u))


def garrison_post(here: Hex, reachable: Hexes, empty: Hexes) -> Hex | None:
    """The empty city an army can get into, or the hex nearest to one."""
    if RUSSIAN_CITIES >> here & 1:
        return None
    if reachable & empty:
        return min(members(reachable & empty))
    return min(members(reachable), key=lambda h: (_away(h, empty), h), default=None)


def _away(hex_: Hex, cities: Hexes) -> int:
    return min((ways_to(city)[hex_] for city in members(cities)), default=99)


def spare(state: State, cities: Hexes) -> Hex:
    """The strongest garrison need not stay [R47]."""
    return max(members(cities), key=lambda h: (ATTACK[state.at[h]], h))
