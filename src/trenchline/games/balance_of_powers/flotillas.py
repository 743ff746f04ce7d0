"""Chapter 9.5: flotillas, which march along rivers, a hex at a time, or over the lakes of Africa.

A flotilla crosses its river or follows its course. Where two rivers meet it comes upon the other
one only by a step that leads past the mouth; so what it is on depends on where it came from. On a
lake it goes to any hex beside it that has part of the same lake.
"""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.balance_of_powers.components import (
    AF_CORPS,
    BOARD,
    FOLDER,
    GRID,
    LAND,
    OF_KIND,
    SHEETS,
    Units,
)
from trenchline.games.balance_of_powers.going import LAKES, MARCHABLE, beside
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.data import read_csv
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes

FLOTILLAS: Units = OF_KIND["flotilla"]
"""For all but their ways corps like others [9.5.3]."""


def _rivers() -> dict[tuple[Hex, Hex], str]:
    columns = ("hex", "neighbour", "kind", "name", "source", "note")
    found = {}
    for sheet in ("south", "ottoman"):
        for row in read_csv(FOLDER / "map" / sheet / "hexsides.csv", columns):
            if row["kind"] == "river":
                one, other = GRID.hex(row["hex"]), GRID.hex(row["neighbour"])
                found[one, other] = found[other, one] = row["name"]
    return found


RIVER: dict[tuple[Hex, Hex], str] = _rivers()
"""The name of the river between two hexes."""
RIVERSIDE: Hexes = bit_set(place for place, _ in RIVER) & LAND & ~SHEETS["north"]
"""[9.5] Where a flotilla may be: on a river, and never on the map of North Europe."""


LAKES_AT: dict[Hex, frozenset[str]] = {
    place: frozenset(lakes.split())
    for place, facts in BOARD.facts.items()
    if (lakes := facts.get("lake", ""))
}
"""[9.5.2] The lakes of which each hex in Africa has a part."""
LAKESIDE: Hexes = bit_set(LAKES_AT)


def waters_of(unit: int) -> Hexes:
    """[9.5] [9.5.2] Where a flotilla may be: on rivers, in Africa on lakes."""
    return LAKESIDE if AF_CORPS >> unit & 1 else RIVERSIDE


@lru_cache(maxsize=64)
def over_lakes(place: Hex) -> Hexes:
    """[9.5.2] Where a flotilla of Africa goes for a movement point: over any lake of its hex, also
    one that it did not come by, for it may change lakes there."""
    own = LAKES_AT.get(place, frozenset())
    return bit_set(h for h in GRID.neighbours(place) if own & LAKES_AT.get(h, frozenset()))


def rivers_at(place: Hex, came_from: Hex) -> set[str]:
    """The rivers that a flotilla is on: all of its hex, or those it came past."""
    around = set(GRID.neighbours(place))
    if came_from not in around:
        return {RIVER[place, other] for other in around if (place, other) in RIVER}
    sides = [(place, came_from)]
    for corner in around & set(GRID.neighbours(came_from)):
        sides += [(place, corner), (came_from, corner)]
    return {RIVER[side] for side in sides if side in RIVER}


@lru_cache(maxsize=1024)
def sails(place: Hex, came_from: Hex = -1) -> Hexes:
    """[9.5.1] Where a flotilla goes for a movement point: over its river, along its course, or over
    a lake [9.13.3]."""
    rivers = rivers_at(place, came_from)
    around = set(GRID.neighbours(place))
    found = step(1 << place, LAKES)
    for goal in around:
        if RIVER.get((place, goal)) in rivers:
            found |= 1 << goal
        for corner in around & set(GRID.neighbours(goal)):
            if RIVER.get((place, corner)) in rivers and RIVER.get((corner, goal)) in rivers:
                found |= 1 << goal
    return found & RIVERSIDE


def steps_of(state: State, units: Units) -> Hexes:
    """Where all flotillas among some units could go in one step."""
    found = -1
    for unit in members(units & FLOTILLAS & AF_CORPS):
        found &= over_lakes(state.where[unit])
    for unit in members(units & FLOTILLAS & ~AF_CORPS):
        found &= sails(state.where[unit], state.upstream.get(unit, -1))
    return found


def leaves(state: State, unit: int, places: Hexes) -> Hexes:
    """[10.722.1] Where a corps that retreats goes from some locations, by its own kind of way."""
    if FLOTILLAS >> unit & 1:
        found = 0
        for place in members(places):
            found |= over_lakes(place) if AF_CORPS >> unit & 1 else sails(place)
        return found
    if OF_KIND["mountain"] >> unit & 1:
        found = 0
        for place in members(places):
            found |= beside(place, alpine=True)
        return found
    return step(places, MARCHABLE)


def could_march(state: State, unit: int, place: Hex) -> bool:
    """[2.521] Whether a corps could march into a location from where it is."""
    if FLOTILLAS >> unit & 1:
        return bool(steps_of(state, 1 << unit) >> place & 1)
    alpine = bool(OF_KIND["mountain"] >> unit & 1)
    return bool(beside(state.where[unit], alpine) >> place & 1)
