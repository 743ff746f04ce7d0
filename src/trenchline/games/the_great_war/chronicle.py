"""What studies of many games look at: strength on the map, REs and divisions lost, resource points
left, towns that change hands, nations that falter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from trenchline.games.the_great_war.components import CODES, NATIONS, SIDES
from trenchline.games.the_great_war.scenarios import load_theatre
from trenchline.games.the_great_war.state import ELIMINATED, ELIMINATED_ISOLATED, State
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.bits import members
from trenchline.kernel.chronicle import Chronicle
from trenchline.kernel.history import load_history

LOST = (ELIMINATED, ELIMINATED_ISOLATED)
BOTH = range(len(SIDES))


def _strength(state: State, side: int) -> float:
    """REs on the map."""
    return sum(map(state.re, members(state.on_map(side)))) / QUARTERS


def _lost(state: State, side: int) -> float:
    """REs lost for good or to the replacement pool, replacements taken off."""
    nations = (number for number, code in enumerate(CODES) if NATIONS[code].side == side)
    return sum(state.lost[number] for number in nations) / QUARTERS


def _divisions_lost(state: State, side: int) -> int:
    own = state.theatre.divisions & state.theatre.of_side[side]
    return sum(state.where[unit] in LOST for unit in members(own))


def _stores(state: State, side: int) -> int:
    return sum(points for at, points in state.resources.items() if state.owned[side] >> at & 1)


def _numbers(state: State) -> dict[str, tuple[float, ...]]:
    return {
        "REs on the map": tuple(_strength(state, side) for side in BOTH),
        "REs lost": tuple(_lost(state, side) for side in BOTH),
        "divisions lost": tuple(_divisions_lost(state, side) for side in BOTH),
        "resource points": tuple(_stores(state, side) for side in BOTH),
    }


def _events(state: State) -> Iterator[str]:
    theatre = state.theatre
    for side in BOTH:
        for hex_ in members(theatre.cities & theatre.owned[1 - side] & state.owned[side]):
            yield f"{theatre.board.name(hex_)} is taken"
        for unit in members(state.kind.army_hq & theatre.of_side[side]):
            if state.where[unit] in LOST:
                yield f"{theatre.counters[unit].name} is lost"
    yield from (f"{NATIONS[code].name} is shaken" for code in sorted(state.shaken))
    yield from (f"{NATIONS[code].name} is in collapse" for code in sorted(state.collapsed))


def _units(state: State) -> dict[str, list[object]]:
    counters = state.theatre.counters
    units = range(len(counters))
    return {
        "nation": [counter.nation for counter in counters],
        "kind": [counter.kind for counter in counters],
        "REs": [state.re(unit) / QUARTERS for unit in units],
        "reduced": [bool(state.reduced >> unit & 1) for unit in units],
        "disrupted": [
            bool((state.disrupted | state.badly_disrupted) >> unit & 1) for unit in units
        ],
    }


HISTORY = load_history(Path(__file__).parent / "history.toml")

CHRONICLE: Chronicle[State] = Chronicle(
    _numbers,
    _events,
    lost=LOST,
    turn=lambda state: state.turn + 1,
    units=_units,
    territory=lambda state: state.owned,
    history=HISTORY,
    turn_name=lambda scenario, turn: str(load_theatre(scenario).turns[turn - 1]),
)
