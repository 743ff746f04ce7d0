"""Section 28: corps. Markers that stand for several units; they change nothing but the look of the
map, so the game keeps every unit for itself and only tells which markers could be laid."""

from __future__ import annotations

from typing import NamedTuple

from trenchline.games.der_weltkrieg.components import INFANTRY, Units
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex

THREE = 3
"""[28-3] [28-4] Divisions in such a corps, artillery units in an artillery division."""


class Corps(NamedTuple):
    """A marker, and the units it stands for."""

    name: str
    units: Units
    strength: int
    """Their strength together: nothing is lost or created [28-5]."""


def flexible(state: State, hex_: Hex) -> list[Corps]:
    """[28-2] Corps of any units that stand together, by the formations they belong to."""
    counters = state.theatre.counters
    formations: dict[str, list[int]] = {}
    for unit in members(state.stacks.get(hex_, 0) & state.theatre.combat_units):
        if counters[unit].formation:
            formations.setdefault(counters[unit].formation, []).append(unit)
    return [_corps(state, name, units) for name, units in formations.items() if len(units) > 1]


def of_three_divisions(state: State, hex_: Hex) -> list[Corps]:
    """[28-3] Three divisions of one type and nominal strength, all full or all at the strength of
    their reverse; three artillery units make an artillery division [28-4]."""
    counters = state.theatre.counters
    alike: dict[tuple[str, str, int, int, bool], list[int]] = {}
    for unit in members(state.stacks.get(hex_, 0)):
        counter = counters[unit]
        full = state.strength[unit] == counter.front
        whole = counter.kind in INFANTRY and counter.size == "division"
        if (whole or counter.kind == "artillery") and (
            full or state.strength[unit] == counter.back
        ):
            key = (counter.nation, counter.kind, counter.front, counter.back, full)
            alike.setdefault(key, []).append(unit)
    found: list[Corps] = []
    for (nation, kind, *_), units in alike.items():
        name = f"{nation} artillery division" if kind == "artillery" else f"{nation} corps"
        starts = range(0, len(units) - THREE + 1, THREE)
        found += [_corps(state, name, units[first : first + THREE]) for first in starts]
    return found


def _corps(state: State, name: str, units: list[int]) -> Corps:
    return Corps(name, bit_set(units), sum(state.strength[unit] for unit in units))


def told(state: State) -> list[str]:
    """[28-1] The corps on the map, a line each: for the players' convenience."""
    lines: list[str] = []
    for hex_ in sorted(state.stacks):
        for corps in flexible(state, hex_):
            units = members(corps.units)
            line = state.say("{}, {:hex}: {:units} ({})", corps.name, hex_, units, corps.strength)
            lines.append(line)
    return lines
