"""What recombination [23], replacements [24] and breakdown [27] share: spare counters, and units
that take the place of others."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.components import Counter, Units
from trenchline.games.der_weltkrieg.state import BOX, ELIMINATED, State
from trenchline.kernel.bits import members

INHERITED = [
    "column_attacked",
    "columned",
    "engaged",
    "isolated",
    "moved",
    "moved_this_turn",
    "railed",
]
"""What has happened to units has happened to those that take their place."""


def infantry_class(counter: Counter) -> str:
    """[23-1] [27-1] The type of a unit for regrouping: replacements are infantry [24-4]; assault
    units are of the regular type that they are never rebuilt beyond [33-6], infantry or mountain
    [33-1]."""
    if counter.kind == "assault" and "mountain" in counter.traits:
        return "mountain"
    return "infantry" if counter.kind in ("replacement", "assault") else counter.kind


def spare(state: State, kinds: Units) -> Units:
    """Those of some counters that are off the map and may come into play: eliminated ones [23-5],
    and those the scenario keeps for the purpose."""
    kept, where = state.theatre.spare_units, state.where
    found = 0
    for unit in members(kinds & ~state.in_play):
        if where[unit] == ELIMINATED or (where[unit] == BOX and kept >> unit & 1):
            found |= 1 << unit
    return found


def replace_units(state: State, new: Units, old: Units) -> None:
    """New units, on the map already, take over what has happened to the old ones in this turn."""
    for name in INHERITED:
        happened = getattr(state, name)
        if happened & old:
            setattr(state, name, happened | new)
    if state.entrained & old:
        state.entrain(new)


def enter_play(state: State, unit: int, hex_: int, strength: int) -> None:
    """A spare counter comes onto the map."""
    state.strength[unit] = strength
    state.put(unit, hex_)


def leave_play(state: State, unit: int) -> None:
    """A counter without strength goes off the map; it may come back [23-5]."""
    state.strength[unit] = 0
    state.lift(unit, ELIMINATED)
