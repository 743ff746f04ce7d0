"""Rule 7A6: rail lines are broken by units; who mends and clears them stands with the engineers."""

from __future__ import annotations

from trenchline.games.the_great_war.intelligence import tell_of
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.hexes import Hex

TO_BREAK = 2
TO_BREAK_ENGINEERS = 1
"""[7A6] [13B1] Points to break the line in a hex, for others and for railroad engineers."""


def break_cost(state: State, party: tuple[int, ...], hex_: Hex) -> int:
    """[7A6] What it costs a single unit to break the line in its hex, in quarters of a point; 0
    where there is nothing that it could break."""
    bit = 1 << hex_
    if len(party) > 1 or not state.theatre.rails & bit or state.broken & bit:
        return 0
    engineer = state.kind.railroad >> party[0] & 1
    return (TO_BREAK_ENGINEERS if engineer else TO_BREAK) * QUARTERS


def break_line(state: State, party: tuple[int, ...], hex_: Hex) -> None:
    """[7A6] A unit breaks the line in its hex."""
    unit = party[0]
    state.spent[unit] = state.spent.get(unit, 0) + break_cost(state, party, hex_)
    state.broken |= 1 << hex_
    tell_of(state, (unit,), "{} breaks the line in {:hex} [7A6]", hex_)
