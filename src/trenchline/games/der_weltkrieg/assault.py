"""Section 33: assault units."""

from __future__ import annotations

from collections.abc import Mapping

from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.components import Units
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.bits import bit_set, members


def is_pure(state: State, unit: int) -> bool:
    """[33-5] Whether a unit has assault strength only."""
    return "pure_assault" in state.theatre.counters[unit].traits


def storm_points(state: State, unit: int) -> int:
    """[33-4] [33-9] The assault strength points of a unit: what it has beyond a full unit of its
    regular type."""
    counter = state.theatre.counters[unit]
    if counter.kind != "assault":
        return 0
    if is_pure(state, unit):
        return state.strength[unit]
    return max(0, state.strength[unit] - counter.full_strength)


def storm_troops(state: State, units: Units) -> Units:
    """[33-1] [33-4] Those of some units that are assault units still."""
    assault = units & state.theatre.of_kind["assault"]
    return bit_set(unit for unit in members(assault) if storm_points(state, unit))


def is_full(state: State, unit: int) -> bool:
    """[33-3] Whether a unit is a full strength assault unit."""
    counter = state.theatre.counters[unit]
    return counter.kind == "assault" and state.strength[unit] >= counter.front


def is_assaulted(state: State, battle: Battle) -> bool:
    """Whether a full strength assault unit is among the attackers."""
    return any(is_full(state, unit) for unit in battle.attackers)


def assault_points(state: State, battle: Battle) -> int:
    """[33-9] The assault strength points in an attack."""
    return sum(storm_points(state, unit) for unit in battle.attackers)


def _now(state: State) -> int:
    """The turn as a number that grows."""
    return (state.year * 12 + state.month) * 8 + state.turn


def meet(state: State, battle: Battle) -> None:
    """[33-3] Remember the turn in which full strength assault units first strike a country."""
    if not is_assaulted(state, battle):
        return
    for hex_ in battle.targets:
        for unit in members(state.units(hex_, battle.defender)):
            state.assault_met.setdefault(state.theatre.counters[unit].nation, _now(state))


def appals(state: State, battle: Battle, points: Mapping[str, int]) -> bool:
    """[33-3] Whether assault units at full strength attack, and most of the strength that defends,
    told by country, is of countries that such have struck in this turn for the first time."""
    now = _now(state)
    novices = sum(n for code, n in points.items() if state.assault_met.get(code) == now)
    return is_assaulted(state, battle) and 2 * novices > sum(points.values())
