"""What studies of the last year look at: victory points, income, units lost, great events."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from trenchline.games.kaisers_war.components import (
    CENTRAL,
    CITY,
    CODES,
    COUNTERS,
    LINE,
    SIDES,
    TURNS,
)
from trenchline.games.kaisers_war.state import DEAD, OUT, State
from trenchline.games.kaisers_war.victory import MAJOR, RESOURCE, income
from trenchline.kernel.chronicle import Chronicle
from trenchline.kernel.history import load_history

_GREAT_CITIES = {name: hex_ for name, hex_ in CITY.items() if (MAJOR | RESOURCE) >> hex_ & 1}


def _numbers(state: State) -> dict[str, tuple[float, ...]]:
    return {
        "victory points": tuple(state.vp),
        "income of victory points": tuple(income(state, side) for side in range(len(SIDES))),
    }


def _events(state: State) -> Iterator[str]:
    if state.kaiser_east:
        yield "The Kaiser moves east"
    if state.east_free:
        yield "The eastern army is free to move"
    if state.paris_shelled:
        yield "Paris is shelled"
    if state.poles != CENTRAL:
        yield "The Poles fight for the Allies"
    for side, name in enumerate(SIDES):
        for city, hex_ in _GREAT_CITIES.items():
            if (state.held[side] & ~LINE[side]) >> hex_ & 1:
                yield f"{city} falls to the {name} side"


def _units(state: State) -> dict[str, list[object]]:
    faces = [state.face(unit) for unit in range(len(COUNTERS))]
    return {
        "nation": [CODES[counter.nation] for counter in COUNTERS],
        "kind": [face.type for face in faces],
        "attack": [face.attack for face in faces],
        "defence": [face.defence for face in faces],
        "army": [bool(state.flipped >> unit & 1) for unit in range(len(COUNTERS))],
    }


HISTORY = load_history(Path(__file__).parent / "history.toml")

CHRONICLE: Chronicle[State] = Chronicle(
    _numbers,
    _events,
    lost=(DEAD, OUT),
    units=_units,
    territory=lambda state: state.held,
    history=HISTORY,
    turn_name=lambda scenario, turn: TURNS[turn - 1],
)
