"""What studies of the war look at: victory points, resource points, armies lost, great events."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from trenchline.games.world_war_one.components import (
    BOARD,
    CENTRAL,
    CODES,
    COUNTERS,
    NATION,
    NATIONS,
    SIDES,
    TURNS,
)
from trenchline.games.world_war_one.state import LOST, POOL, State
from trenchline.games.world_war_one.victory import score
from trenchline.kernel.chronicle import Chronicle
from trenchline.kernel.history import load_history

GREAT_CITIES = tuple(
    (place.name, place.hex, NATION[place.owner])
    for place in BOARD.places
    if place.name in ("Paris", "Berlin", "Vienna", "Constantinople") and place.kind == "resource"
)


def _numbers(state: State) -> dict[str, tuple[float, ...]]:
    sides = range(len(SIDES))
    return {
        "victory points": tuple(score(state, side) for side in sides),
        "combat resource points": tuple(
            sum(state.crp[nation] for nation in state.nations_of(side)) for side in sides
        ),
    }


def _events(state: State) -> Iterator[str]:
    if state.collapsed:
        yield "Russia collapses"
    if state.surrendered:
        yield "Russia surrenders"
    for nation, status in enumerate(state.status):
        if status <= CENTRAL:
            yield f"{NATIONS[nation].name} at war on the {SIDES[status]} side"
    for city, hex_, owner in GREAT_CITIES:
        for side, name in enumerate(SIDES):
            if state.centres[side] >> hex_ & 1 and state.status[owner] == 1 - side:
                yield f"{city} falls to the {name} side"


def _units(state: State) -> dict[str, list[object]]:
    return {
        "nation": [CODES[counter.nation] for counter in COUNTERS],
        "kind": [counter.kind for counter in COUNTERS],
        "attack": [counter.attack for counter in COUNTERS],
        "defence": [counter.defence for counter in COUNTERS],
    }


HISTORY = load_history(Path(__file__).parent / "history.toml")

CHRONICLE: Chronicle[State] = Chronicle(
    _numbers,
    _events,
    lost=(POOL, LOST),
    units=_units,
    territory=lambda state: state.centres,
    history=HISTORY,
    turn_name=lambda scenario, turn: TURNS[turn - 1],
)
