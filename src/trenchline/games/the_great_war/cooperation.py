"""Rule 15E [15E]: which nations cooperate, and what it costs when others fight side by side."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from trenchline.games.the_great_war.components import NATIONS, SIDES
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import COOPERATION

UNIFIED = "unified command"
"""[15E4] The flag of the Entente Unified Command."""


@lru_cache(maxsize=512)
def cooperate(one: str, other: str) -> bool:
    """[15E1] Whether two nations of a side cooperate: minor powers of the Entente with France,
    Central Powers with Germany, and nobody else.

    >>> cooperate("BE", "FR"), cooperate("BR", "FR"), cooperate("AH", "GE"), cooperate("IT", "IT")
    (True, False, True, True)
    """
    if one == other:
        return True
    side = NATIONS[one].side
    if NATIONS[other].side != side:
        return False
    rule = COOPERATION["with"][SIDES[side]]
    if rule["whom"] not in (one, other):
        return False
    partner = other if one == rule["whom"] else one
    return bool(rule["who"] == "all" or NATIONS[partner].power == rule["who"])


def in_concert(state: State, one: int, other: int) -> bool:
    """[15E3] [15E4] Whether two units cooperate in combat."""
    counters = state.theatre.counters
    a, b = counters[one].nation, counters[other].nation
    return cooperate(a, b) or (NATIONS[a].side == 0 and UNIFIED in state.flags)


def nations_of(state: State, units: Iterable[int]) -> list[str]:
    """The nations of some units, by code."""
    counters = state.theatre.counters
    return list(dict.fromkeys(counters[unit].nation for unit in units))


def all_cooperate(state: State, units: Iterable[int]) -> bool:
    """[15E3] Whether all of some units cooperate with each other."""
    nations = nations_of(state, units)
    if not nations or (NATIONS[nations[0]].side == 0 and UNIFIED in state.flags):
        return True
    return all(cooperate(one, other) for one in nations for other in nations)


def groups(state: State, units: Iterable[int]) -> list[list[int]]:
    """[15E3] [R80] The largest parties of some units whose nations all cooperate: those of one
    nation with those of each nation it cooperates with."""
    units = list(units)
    if all_cooperate(state, units):
        return [units] if units else []
    counters = state.theatre.counters
    nations = nations_of(state, units)
    return [
        [unit for unit in units if counters[unit].nation in (one, other)]
        for one in nations
        for other in nations
        if one <= other and cooperate(one, other)
    ]
