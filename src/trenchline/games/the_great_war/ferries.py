"""Rule 15A3: rail ferries, lines of low volume from port to port.

A scenario names them. A ferry runs while both its ports function, and a train of a side takes it
where that owns both; it is never a road, a bridge or a causeway.
"""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.the_great_war.ports import functioning
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.kernel.floods import Ways
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.links import links_between


def low_rail_ways(state: State) -> Ways:
    """[15A3] All railways, with the ferries that run now."""
    theatre = state.theatre
    if not theatre.ferries:
        return theatre.rail_ways
    return _with_ferries(theatre, functioning(state))


@lru_cache(maxsize=64)
def _with_ferries(theatre: Theatre, ports: Hexes) -> Ways:
    both = [(1 << one, 1 << other) for one, other in theatre.ferries]
    running = [(one, other) for one, other in both if ports & one and ports & other]
    return theatre.rail_ways._replace(links=links_between(running))
