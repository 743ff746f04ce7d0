"""Chapter 1.323: a leader and his command."""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import ALL_CORPS, ARMY_LEADERS
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex


def dismiss_lone_leaders(state: State, place: Hex) -> None:
    """[1.323] A leader who is alone in a location goes back to the pool."""
    if not state.stacks.get(place, 0) & ARMY_LEADERS:
        return
    for side in (0, 1):
        units = state.units(place, side)
        if units & ALL_CORPS:
            continue
        if state.forts[side] >> place & 1:
            # [R37] A fortress is a command.
            continue
        for leader in members(units & ARMY_LEADERS):
            state.detail("{:unit} is without a command and goes back", leader)
            state.lift(leader)
