"""Chapter 2.67: two damaged air or naval units of one nation, with the same scores and in one
place, become a whole one; the other counter goes to the force pool.

In combat that is done when a dogfight or a deployment begins [2.67.1], else in the own half of
general quarters, and where air units change their bases [R338]. What is whole is never divided
[2.67.2].
"""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import UNITS, Units
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import Refusal


def partner(state: State, unit: int, among: Units) -> int | None:
    """[2.67] A damaged unit of the same nation and scores, in the same place; first one that has
    moved as far."""
    told, place = UNITS[unit], state.where[unit]
    found = [
        other
        for other in members(among & state.reduced & ~(1 << unit))
        if (UNITS[other].nation, UNITS[other].reduced) == (told.nation, told.reduced)
        and state.where[other] == place
    ]
    moved = state.spent.get(unit, 0)
    return min(found, key=lambda u: (state.spent.get(u, 0) != moved, u), default=None)


def combinable(state: State, among: Units) -> Units:
    """[2.67] The damaged units that have an equal beside them."""
    hurt = among & state.reduced
    if not hurt & (hurt - 1):
        return 0
    return bit_set(unit for unit in members(hurt) if partner(state, unit, hurt) is not None)


def combine(state: State, unit: int, among: Units) -> None:
    """[2.67] A unit is made whole by another, and has done whatever either of them did."""
    other = partner(state, unit, among)
    assert other is not None
    both = 1 << unit | 1 << other
    for name in ("done", "moored", "unloading", "overdue", "sweeping", "flown"):
        if getattr(state, name) & both:
            setattr(state, name, getattr(state, name) | 1 << unit)
    if spent := max(state.spent.get(unit, 0), state.spent.get(other, 0)):
        state.spent[unit] = spent
    state.lift(other, POOL)
    state.overdue &= ~(1 << other)
    state.sweeping &= ~(1 << other)
    state.flown &= ~(1 << other)
    state.reduced &= ~(1 << unit)
    state.detail("{:unit} and {:unit} are combined", unit, other)


def why_not_combine(state: State, unit: int, among: Units) -> Refusal:
    """Why a unit cannot be made whole by another."""
    if unit < 0 or not among >> unit & 1:
        return Refusal("2.67", "it is none of the units that could be combined now")
    if not state.reduced >> unit & 1:
        return Refusal("2.67", "it is not damaged")
    return Refusal("2.67", "no other damaged unit of its nation and scores is with it")
