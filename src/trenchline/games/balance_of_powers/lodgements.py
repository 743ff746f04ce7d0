"""Chapter 2.63: a landing inside a port box, where two stacks lie beside each other.

The landing counter leads to the box it lies in. Who is on it is lodged: in the box, and yet in a
location of its own, on no board of corps and so in nobody's way. Whoever was there first keeps the
box [2.53.2] until the lodged have beaten him out of it.
"""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    BOARD,
    CENTRAL,
    ENTENTE,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Hex, Hexes

UNDEFENDED: Hexes = bit_set(
    box for box, told in BOARD.boxes.items() if "no_inherent_defence" in told["traits"]
)
"""[1.25.4] The Carolines, which nobody defends unless a real unit does."""


def is_lodgement(state: State, site: Hex) -> bool:
    """Whether a landing counter lies in a port box, and so leads to the box itself [7.71]."""
    return state.landings.get(site) == site


def landing_side(state: State, site: Hex) -> int:
    """The side whose landing counter lies in a place: who holds it, but in a port box who does not
    [2.53.2]."""
    if not is_lodgement(state, site):
        return CENTRAL if state.held[CENTRAL] >> site & 1 else ENTENTE
    here = state.stacks.get(site, 0) & state.lodged
    if here:
        return state.sides[UNITS[lowest(here)].nation]
    return ENTENTE if state.held[CENTRAL] >> site & 1 else CENTRAL


def has_landing(state: State, side: int, site: Hex) -> bool:
    """Whether a landing counter of a side lies in a place."""
    if site not in state.landings:
        return False
    if is_lodgement(state, site):
        return landing_side(state, site) == side
    return bool(state.held[side] >> site & 1)


def lodge(state: State, units: Units) -> None:
    """[2.63] Units go from their ships to a landing counter in a port box."""
    state.lodged |= units & ALL_CORPS


def come_ashore(state: State, box: Hex) -> None:
    """[7.74] The box is taken: the counter goes, and who is lodged there is in the box like anybody
    else [R328]."""
    del state.landings[box]
    close_breaches(state, box)
    for unit in members(state.stacks.get(box, 0) & state.lodged):
        state.corps[state.side_of(unit)] |= 1 << box
        state.lodged &= ~(1 << unit)


def close_breaches(state: State, box: Hex) -> None:
    """A breach between the two stacks of a box goes with the landing."""
    state.breaches.pop((box, box), None)
