"""Chapter 3.123: supply over the sea, where fleets are played.

A path goes into the water at a port, a landing or an anchorage with a ship of its side. Hexes on
its way are free of enemy ships, fortresses and mines; each box has a ship of the side, and more
guns than the enemy has guns and mines there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from trenchline.games.balance_of_powers.components import (
    BE,
    BOARD,
    CLOSED_PORTS,
    NL,
    OCEAN_BOXES,
    OF_KIND,
    PORT_BOXES,
    PORTS,
    UNITS,
    WATER,
    Units,
)
from trenchline.games.balance_of_powers.going import SEA, joined
from trenchline.games.balance_of_powers.lodgements import has_landing, is_lodgement
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import flood
from trenchline.kernel.hexes import Hex, Hexes

BOXES: Hexes = OCEAN_BOXES | PORT_BOXES
SHIPS: Units = OF_KIND["ship"]
MINES: Units = OF_KIND["mine"]


class Lanes(NamedTuple):
    """Where supply goes into the water, and the waters through which it reaches others."""

    ports: Hexes
    basins: tuple[Hexes, ...]


def guns(state: State, units: Units) -> int:
    """The gunnery of ships and what mines are worth."""
    total = 0
    for unit in members(units & (SHIPS | MINES)):
        told = UNITS[unit].reduced if state.reduced >> unit & 1 else UNITS[unit].full
        assert told is not None
        total += told.fire
    return total


def piers(state: State, side: int) -> Hexes:
    """[3.123] The ports, landings and anchorages that a side controls; an anchorage is a port for
    this alone [7.74.1]."""
    antwerp = CLOSED_PORTS if all(state.violated >> n & 1 for n in (BE, NL)) else 0
    found = PORTS | antwerp | PORT_BOXES | bit_set(state.landings) | state.anchorages
    found &= state.held[side] & state.scenario.hexes
    if state.lodged:
        # [2.63] And the landing counters that lie in boxes of the enemy.
        for box in state.landings:
            if is_lodgement(state, box) and has_landing(state, side, box):
                found |= 1 << box
    return found


def passable(state: State, side: int, box: Hex) -> bool:
    """[3.123.3] [3.123.4] Whether supply passes a box: a ship of the side is there, and its guns
    exceed those and the mines of the enemy."""
    own = state.units(box, side) & SHIPS
    if not own:
        return False
    against = guns(state, state.units(box, 1 - side))
    return against == 0 or guns(state, own) > against


@lru_cache(maxsize=64)
def _basins(entries: Hexes, free: Hexes, pairs: tuple[tuple[Hex, Hex], ...]) -> tuple[Hexes, ...]:
    """The waters that join some ports."""
    sea = joined(SEA, pairs)
    basins = []
    left = entries
    while left:
        basin = flood(left & -left, free, sea)
        basins.append(basin)
        left &= ~basin
    return tuple(basins)


def lanes(state: State, side: int) -> Lanes:
    """[3.123.1] [3.123.2] The ports with a ship, and the waters that join them; remembered with all
    that they were worked out from. Submarines are in nobody's way."""
    afloat = state.ships[side]
    boxes = afloat & BOXES
    seen = (
        *(state.held[side], afloat, state.ships[1 - side], state.fields[1 - side]),
        *(state.forts[1 - side], state.violated, state.anchorages, state.reduced, state.lodged),
        tuple(state.landings.items()),
        *[state.stacks[box] for box in members(boxes)],
    )
    memo = state.lanes_memo.get(side)
    if memo is not None and memo[0] == seen:
        found: Lanes = memo[1]
        return found
    entries = piers(state, side) & afloat
    shut = state.forts[1 - side] | state.ships[1 - side] | state.fields[1 - side]
    free = WATER & BOARD.hexes & ~shut
    for box in members(boxes):
        free |= passable(state, side, box) << box
    free = free & state.scenario.hexes | entries
    found = Lanes(entries, _basins(entries, free, state.scenario.joined))
    state.lanes_memo[side] = seen, found
    return found
