"""Strength points as a ledger: what each nation has in play is what it has fielded less what it has
lost [13-21]."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.breakdown import BreakDown
from trenchline.games.der_weltkrieg.components import CODES
from trenchline.games.der_weltkrieg.recombination import Recombine
from trenchline.games.der_weltkrieg.state import RESERVE, State


def in_play(state: State) -> list[int]:
    """The strength points of each nation on the map, due by a schedule, or passing from one counter
    to another [23-4] [27-1]."""
    counters = state.theatre.counters
    found = dict.fromkeys(CODES, 0)
    for unit, place in enumerate(state.where):
        if place >= RESERVE:
            found[counters[unit].nation] += state.strength[unit]
    return with_what_passes(state, found)


def with_what_passes(state: State, on_counters: dict[str, int]) -> list[int]:
    """The points on counters, by nation, and those that pass from one to another just now."""
    counters, found = state.theatre.counters, on_counters.copy()
    for step in state.stack:
        kind = type(step)
        if kind is Recombine:
            assert isinstance(step, Recombine)
            found[counters[step.lead].nation] += step.pool
        elif kind is BreakDown:
            assert isinstance(step, BreakDown)
            # Its components stand there already, and so does the division.
            found[counters[step.unit].nation] += step.left - state.strength[step.unit]
    return list(found.values())


def open_ledger(state: State) -> None:
    """What is in play has been fielded, and so has what is lost."""
    state.fielded = [here + gone for here, gone in zip(in_play(state), state.lost, strict=True)]
