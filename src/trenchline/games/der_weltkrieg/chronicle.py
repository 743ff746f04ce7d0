"""What studies of many games look at: demoralization, supply spent, units lost, great events."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from trenchline.games.der_weltkrieg.components import MONTHS, NATIONS, SIDES, enemy_of
from trenchline.games.der_weltkrieg.scenarios import load_theatre
from trenchline.games.der_weltkrieg.state import ELIMINATED, SURRENDERED, State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.chronicle import Chronicle
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.history import load_history

HISTORY = load_history(Path(__file__).parent / "history.toml")


def _by_side(amounts: list[int]) -> tuple[int, ...]:
    """Numbers of nations, added up by side."""
    pairs = list(zip(NATIONS.values(), amounts, strict=True))
    return tuple(
        sum(amount for nation, amount in pairs if nation.side == side) for side in range(len(SIDES))
    )


def _strength(state: State, side: int) -> int:
    armies = state.on_map(side) & state.theatre.combat_units
    return sum(state.strength[unit] for unit in members(armies))


def _numbers(state: State) -> dict[str, tuple[float, ...]]:
    return {
        "demoralization": _by_side(state.dm),
        "supply points spent": _by_side(state.spent),
        "strength points lost": _by_side(state.lost),
        "strength on the map": tuple(_strength(state, side) for side in range(len(SIDES))),
    }


def _freed(state: State) -> Hexes:
    """Places that an enemy held when the scenario began and holds no more: cities, and towns that
    the war remembers."""
    theatre = state.theatre
    freed = 0
    for code, nation in NATIONS.items():
        held = bit_set(theatre.listed("held", code))
        freed |= held & state.control[enemy_of(nation.side)]
    towns = (
        place.hex
        for place in theatre.board.places
        if place.kind == "town" and HISTORY.when(f"{place.name} is retaken")
    )
    return freed & (theatre.cities | bit_set(towns))


def _events(state: State) -> Iterator[str]:
    theatre = state.theatre
    for hex_ in members(state.cities_fallen):
        yield f"{theatre.board.name(hex_)} is occupied"
    for hex_ in members(_freed(state)):
        yield f"{theatre.board.name(hex_)} is retaken"
    for unit in members(theatre.of_kind["headquarters"]):
        if state.where[unit] in (ELIMINATED, SURRENDERED):
            yield f"{theatre.counters[unit].name} is lost"
    yield from (f"{flag} is called" for flag in state.flags)
    if state.ending:
        yield state.ending


def _units(state: State) -> dict[str, list[object]]:
    counters = state.theatre.counters
    return {
        "nation": [counter.nation for counter in counters],
        "kind": [counter.kind for counter in counters],
        "strength": list(state.strength),
        "supply": [state.stock.get(unit) for unit in range(len(counters))],
    }


def _turn_name(scenario: str, turn: int) -> str:
    year, month, number = load_theatre(scenario).turns[turn - 1]
    return f"{MONTHS[month - 1]} {year}, {f'turn {number}' if number else 'special turn'}"


CHRONICLE: Chronicle[State] = Chronicle(
    _numbers,
    _events,
    lost=(ELIMINATED, SURRENDERED),
    turn=lambda state: state.theatre.turns.index(state.date) + 1,
    units=_units,
    territory=lambda state: state.control,
    history=HISTORY,
    turn_name=_turn_name,
)
