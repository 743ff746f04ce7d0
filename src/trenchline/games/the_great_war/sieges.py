"""Rule 15G: siege, an advanced rule.

Who has surrounded a hex with enemies in it when his movement phase begins may send units of the
surrounding force into it. Then the enemies there are besieged: their zones of control end with
their hex, nobody of theirs comes in by land, and they attack nobody but those in their hex [9K2].
Whose units are besieged where stands in ``State.besieged``; that a siege is over as soon as one
side has left the hex is seen to by the state itself.
"""

from __future__ import annotations

from trenchline.games.the_great_war.ground import adjacent
from trenchline.games.the_great_war.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes

SIEGE = "siege"
"""The option."""


def surrounded(state: State, side: int) -> Hexes:
    """[15G] Hexes with enemies, not besieged yet, of which a side occupies every adjacent hex: not
    those beyond sides that are prohibited [3E5]. Contested hexes are fought over already [9J]."""
    if SIEGE not in state.options:
        return 0
    own = state.occupied[side]
    held = state.occupied[1 - side] & state.owned[1 - side] & ~own
    return bit_set(
        hex_
        for hex_ in members(held & ~bit_set(state.contested))
        if (near := adjacent(state, hex_)) and not near & ~own
    )


def may_close_in(state: State, unit: int) -> Hexes:
    """[15G] [R150] The surrounded hexes that a unit may enter to besiege them: of the surrounding
    force are those who have stood next to the hex since the phase began."""
    if not state.surrounded or state.moved >> unit & 1 or state.where[unit] < 0:
        return 0
    side = state.theatre.counters[unit].side
    if side != state.moving:
        return 0
    return state.surrounded & adjacent(state, state.where[unit])


def besiege(state: State, side: int, hex_: Hex) -> None:
    """[15G] Units of a side have entered a surrounded hex: the enemies there are under siege."""
    bit = 1 << hex_
    if state.surrounded & bit and state.occupied[1 - side] & bit:
        put_under_siege(state, 1 - side, hex_)


def put_under_siege(state: State, besieged: int, hex_: Hex) -> None:
    """[15G] [9K1] The units of a side in a hex are besieged from now on."""
    state.besieged[besieged] |= 1 << hex_
    state.look_at_hex(hex_)
    state.note("{:hex} is besieged [15G]", hex_)


def besieged_hexes(state: State) -> Hexes:
    """All hexes under siege."""
    return state.besieged[0] | state.besieged[1]
