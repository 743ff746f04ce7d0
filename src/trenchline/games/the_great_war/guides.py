"""Rule 14F1: high mountain units guide mountain units over ground that they alone can cross.

They guide up to four times their size of those who stand with them, in attacks and on supply lines;
on the way over a hexside, in a march, a retreat or an advance, they have to go along [R180].
"""

from __future__ import annotations

from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.routes import may_cross
from trenchline.games.the_great_war.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex

GUIDED = 4
"""[14F1] How many times its size in mountain units a high mountain unit guides."""


def size(state: State, units: Units) -> int:
    """The size of some units, in quarters of an RE."""
    return sum(state.re(unit) for unit in members(units))


def suffice(state: State, guides: Units, led: Units) -> bool:
    """[14F1] Whether guides are enough for all whom they are to lead."""
    return size(state, led) <= GUIDED * size(state, guides)


def is_led(
    state: State, unit: int, here: Hex, there: Hex, guides: Units, others: Units = 0
) -> bool:
    """[14F1] Whether guides lead a mountain unit over a hexside, besides others that they lead."""
    if not (state.kind.mountain & ~state.kind.high_mountain) >> unit & 1:
        return False
    guides &= state.kind.high_mountain
    return bool(guides) and (
        may_cross(state, (guides & -guides).bit_length() - 1, here, there)
        and suffice(state, guides, others | 1 << unit)
    )


def guides_in(state: State, side: int, hex_: Hex) -> Units:
    """The high mountain units of a side in a hex."""
    return state.units(hex_, side) & state.kind.high_mountain if state.kind.high_mountain else 0


def follows(state: State, unit: int, here: Hex, there: Hex, gone: Units) -> bool:
    """[14F1] Whether a unit may follow guides over a hexside: those who have left a hex together
    are named, and of them the guides must stand beyond it."""
    if not state.kind.high_mountain & gone:
        return False
    arrived = gone & state.stacks.get(there, 0)
    guides = arrived & state.kind.high_mountain
    return is_led(state, unit, here, there, guides, arrived & ~guides)


def on_lines(state: State, side: int) -> Units:
    """[14F1] The units of a side that trace supply over high mountains: high mountain units, and
    mountain units that stand with them, the largest first [R180]."""
    found = high = state.on_map(side) & state.kind.high_mountain
    for hex_ in {state.where[unit] for unit in members(high)}:
        guides = guides_in(state, side, hex_)
        led = 0
        climbers = state.units(hex_, side) & state.kind.mountain & ~guides
        for unit in sorted(members(climbers), key=lambda one: -state.re(one)):
            if suffice(state, guides, led | 1 << unit):
                led |= 1 << unit
        found |= led
    return found
