"""Corps out of the enemy's sight [14N2]: in random play they hardly ever are."""

from __future__ import annotations

from trenchline.games.the_great_war.intelligence import look_out
from trenchline.games.the_great_war.state import State
from trenchline.kernel.bits import bit_set, members

CORPS = 3
APART = 4
"""Every so manieth of the far hexes has one."""
FAR = 5
"""How far the nearest enemy is, at the least."""


def withdrawn(state: State, side: int) -> State:
    """The position with three corps of a side, of two divisions each, far from any enemy; fewer
    where there is no room or no headquarters."""
    grid, counters = state.theatre.board.grid, state.theatre.counters
    own = state.theatre.of_side[side]
    there = own & bit_set(unit for unit, hex_ in enumerate(state.where) if hex_ >= 0)
    divisions = [unit for unit in members(there) if counters[unit].front.size == "division"]
    enemies = list(members(state.occupied[1 - side]))
    empty = state.owned[side] & ~state.occupied[0] & ~state.occupied[1]
    far = [h for h in members(empty) if all(grid.distance(h, e) > FAR for e in enemies)]
    pairs = zip(divisions[::2], divisions[1::2], strict=False)
    staffs = members(state.kind.corps_hq & there)
    for hex_, staff, pair in zip(far[: CORPS * APART : APART], staffs, pairs, strict=False):
        for unit in (staff, *pair):
            state.move(1 << unit, hex_)
    look_out(state)
    return state


def unknown_at_the_front(state: State) -> State:
    """The position with all corps unknown, as when those in the line have come up in this turn:
    they attack, bombard and are called for as reserves."""
    state.unknown = state.kind.corps_hq & (state.present[0] | state.present[1])
    return state
