"""What studies of many games look at: chips, points, morale, corps, great events."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from trenchline.games.balance_of_powers.calendar import name_of
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    BOARD,
    MAJORS,
    NATIONS,
    SIDES,
    UNITS,
)
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.games.balance_of_powers.state import GONE, POOL, State
from trenchline.games.balance_of_powers.victory import chips_in_play, chips_of, suffered
from trenchline.kernel.bits import members
from trenchline.kernel.chronicle import Chronicle
from trenchline.kernel.history import load_history


def _points(state: State, side: int) -> int:
    return sum(state.points[n] for n in members(MAJORS) if state.sides[n] == side)


def _numbers(state: State) -> dict[str, tuple[float, ...]]:
    sides = range(len(SIDES))
    return {
        "bargaining chips": tuple(chips_of(state, side) for side in sides),
        "resource points": tuple(_points(state, side) for side in sides),
        "demoralization": tuple(suffered(state, side) for side in sides),
        "corps on the map": tuple((state.on_map(s) & ALL_CORPS).bit_count() for s in sides),
        "corps dug in": tuple((state.on_map(s) & state.entrenched).bit_count() for s in sides),
        "tactical innovation": tuple(state.innovation),
    }


def _events(state: State) -> Iterator[str]:
    yield from (f"{NATIONS[nation].name} enters the war" for nation in state.entered)
    yield from (f"{NATIONS[nation].name} is in crisis" for nation in state.crisis)
    yield from (f"Revolution in {NATIONS[n].name}" for n in members(state.revolution))
    yield from (f"{NATIONS[n].name} is conquered" for n in members(state.conquered))
    for place in members(chips_in_play(state)):
        if place in state.holder:
            yield f"{BOARD.name(place)} is taken"
    for side, name in enumerate(SIDES):
        if state.benefits[side]:
            yield f"Tactical innovation of the {name}"


def _units(state: State) -> dict[str, list[object]]:
    return {
        "nation": [NATIONS[unit.nation].code for unit in UNITS],
        "kind": [unit.kind for unit in UNITS],
        "attack": [unit.attack for unit in UNITS],
        "defence": [unit.defence for unit in UNITS],
        "reduced": [bool(state.reduced >> unit & 1) for unit in range(len(UNITS))],
        "entrenched": [bool(state.entrenched >> unit & 1) for unit in range(len(UNITS))],
    }


HISTORY = load_history(Path(__file__).parent / "history.toml")

CHRONICLE: Chronicle[State] = Chronicle(
    _numbers,
    _events,
    lost=(POOL, GONE),
    turn=lambda state: state.month - state.scenario.first + 1,
    units=_units,
    territory=lambda state: state.held,
    # "4 -1 is 3: 3/RP" [10.61]
    result=re.compile(r"^\d+ [+-]\d+ is \d+: (.+)$"),
    history=HISTORY,
    turn_name=lambda scenario, turn: name_of(load_scenario(scenario).first + turn - 1),
)
