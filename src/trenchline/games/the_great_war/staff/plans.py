"""Lines that a side holds one after the other, as the scenario's ``[plans]`` tell them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from trenchline.games.the_great_war.components import SIDES
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hexes


class Line(NamedTuple):
    """A line to hold."""

    name: str
    hexes: Hexes
    lost: int
    """It is lost when the enemy owns so many of its hexes."""
    given_up: Hexes
    """What is not held any more once it is held."""


NO_LINE = Line("", 0, 1, 0)


@lru_cache(maxsize=64)
def lines(theatre: Theatre, side: int) -> tuple[Line, ...]:
    """The lines of a side in a scenario, the foremost first."""
    grid = theatre.board.grid
    rows = theatre.scenario.get("plans", {}).get(SIDES[side], ())
    return tuple(
        Line(
            row["name"],
            grid.hexes(*row["hexes"]),
            row["lost"],
            bit_set(h for h in members(theatre.land) if int(grid.label(h)[2:]) < row["column"]),
        )
        for row in rows
    )


def line_to_hold(state: State, side: int) -> Line:
    """The foremost line that is not lost."""
    known = lines(state.theatre, side)
    for line in known:
        if (line.hexes & state.owned[1 - side]).bit_count() < line.lost:
            return line
    return known[-1] if known else NO_LINE
