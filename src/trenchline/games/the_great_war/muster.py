"""What the units make of a position by where they are and how they fare: stacks, zones, REs.

The invariants compare it with what the state keeps. It is worked out from the units alone and
brought up to date unit by unit and hex by hex: from one choice to the next few of them change.
"""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter

from trenchline.games.the_great_war.components import CODES, Units
from trenchline.games.the_great_war.stacking import fits_limit
from trenchline.games.the_great_war.state import AFLOAT, WITHDRAWN, State
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.units import kinds_of
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.rosters import changed

BOARDS = (
    "occupied",
    "zoc_here",
    "zoc_here_full",
    "zoc_from",
    "zoc_from_full",
    "zoc_from_high",
    "zoc_from_desert",
)

CONDITIONS = (
    "reduced",
    "disrupted",
    "badly_disrupted",
    "accelerated",
    "starving",
    "overstacked",
)
"""The sets of units that decide with the stacks about zones [5A] and room [8A]."""

_conditions = attrgetter(*CONDITIONS)
_common = attrgetter("collapsed", "shaken", "attached", "options")
"""What decides about them in every hex."""


class Muster:
    """The units of a theatre as they were seen last."""

    def __init__(self, theatre: Theatre) -> None:
        count = len(theatre.counters)
        self.theatre = theatre
        self.size = kinds_of(theatre).re
        self.nations = [CODES.index(counter.nation) for counter in theatre.counters]
        self.where = [WITHDRAWN] * count
        self.conditions: tuple[Units, ...] = (0,) * len(CONDITIONS)
        self.common: tuple[object, ...] = ()
        self.besieged = [0, 0]
        self.unsupplied: dict[int, int] = {}
        self.hungry: Units = 0
        """[11F2] The units in their second turn out of supply, or a later one."""
        self.stacks: dict[Hex, Units] = {}
        self.on_map: set[int] = set()
        self.off_map: Units = -1
        self.present: list[Units] = [0, 0]
        self.nowhere: Units = 0
        """The units in no place there is."""
        self.re = [0] * len(CODES)
        """[3A3] What each nation has on the map, in quarters of an RE."""
        self.boards: list[list[Hexes]] = [[0, 0] for _ in BOARDS]
        self.unweighed: Hexes = 0
        """The hexes whose stacks have changed since it was looked whether they have room."""
        self.too_full: Hexes = 0

    def see(self, state: State) -> None:
        """Look at another position."""
        touched: Hexes = 0
        conditions = _conditions(state)
        if conditions != self.conditions:
            touched |= self._befall(conditions)
        for unit in changed(self.where, state.where):
            touched |= self._place(unit, state.where[unit])
        for side in (0, 1):
            touched |= self.besieged[side] ^ state.besieged[side]
            self.besieged[side] = state.besieged[side]
        common = _common(state)
        if common != self.common:
            # The components of artillery divisions [12B6] are kept as they are now.
            self.common = (*common[:2], dict(common[2]), common[3])
            touched |= bit_set(self.stacks)
        if self.unsupplied != state.unsupplied:
            self.unsupplied = state.unsupplied.copy()
            self.hungry = bit_set(unit for unit, turns in self.unsupplied.items() if turns > 1)
        self.unweighed |= touched
        for hex_ in members(touched):
            self._draw(state, hex_)

    def crowded(self, state: State) -> Hexes:
        """[8B] The hexes in which a side has more units than the limit allows."""
        for hex_ in members(self.unweighed):
            bit, units = 1 << hex_, self.stacks.get(hex_, 0)
            sides = (units & own for own in self.theatre.of_side)
            fits = all(fits_limit(state, hex_, own) for own in sides if own)
            self.too_full = self.too_full & ~bit if fits else self.too_full | bit
        self.unweighed = 0
        return self.too_full

    def _befall(self, conditions: tuple[Units, ...]) -> Hexes:
        """Something has befallen units: the hexes in which they are."""
        befallen = 0
        for old, new in zip(self.conditions, conditions, strict=True):
            befallen |= old ^ new
        turned = self.conditions[0] ^ conditions[0]
        for unit in members(turned & ~self.off_map):
            back = conditions[0] >> unit & 1
            self.re[self.nations[unit]] += self.size[back][unit] - self.size[1 - back][unit]
        self.conditions = conditions
        return bit_set(self.where[unit] for unit in members(befallen & ~self.off_map))

    def _place(self, unit: int, place: int) -> Hexes:
        """A unit is in another place now: the hexes that it has left and entered."""
        old, bit = self.where[unit], 1 << unit
        self.where[unit] = place
        side = self.theatre.counters[unit].side
        size = self.size[self.conditions[0] >> unit & 1][unit]
        touched = 0
        if old >= 0:
            touched |= 1 << old
            rest = self.stacks[old] & ~bit
            if rest:
                self.stacks[old] = rest
            else:
                del self.stacks[old]
        else:
            self.on_map.add(unit)
            self.off_map &= ~bit
            self.present[side] |= bit
            self.re[self.nations[unit]] += size
        if place >= 0:
            touched |= 1 << place
            self.stacks[place] = self.stacks.get(place, 0) | bit
        else:
            self.on_map.discard(unit)
            self.off_map |= bit
            self.present[side] &= ~bit
            self.re[self.nations[unit]] -= size
        self.nowhere = self.nowhere | bit if place < AFLOAT else self.nowhere & ~bit
        return touched

    def _draw(self, state: State, hex_: Hex) -> None:
        """[5A] Bring the bitboards up to date for a hex."""
        bit, units = 1 << hex_, self.stacks.get(hex_, 0)
        kind, reduced = state.kind, state.reduced
        for side in (0, 1):
            own = units & self.theatre.of_side[side]
            having, weak = state.with_zones(own) if own else (0, 0)
            out = 0 if state.besieged[side] & bit else having
            reach = out & kind.zoc_adjacent.showing(reduced)
            found = (
                own,
                having,
                having & ~weak,
                reach,
                reach & ~weak,
                reach & kind.high_mountain,
                out & kind.zoc_desert.showing(reduced) if self.theatre.desert else 0,
            )
            for board, there in zip(self.boards, found, strict=True):
                board[side] = board[side] | bit if there else board[side] & ~bit


@lru_cache(maxsize=16)
def _last(theatre: Theatre) -> Muster:
    return Muster(theatre)


def muster(state: State) -> Muster:
    """What the units of a position make of it."""
    seen = _last(state.theatre)
    seen.see(state)
    return seen
