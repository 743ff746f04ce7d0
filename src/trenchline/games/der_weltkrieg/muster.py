"""What the counters make of a position by where they are and how strong: stacks, bitboards, points.

The invariants compare it with what the state keeps. It is worked out from the counters alone and
brought up to date counter by counter: from one choice to the next few of them change.
"""

from __future__ import annotations

from functools import cache

from trenchline.games.der_weltkrieg.components import CODES, Units
from trenchline.games.der_weltkrieg.state import BOX, RESERVE, State
from trenchline.games.der_weltkrieg.theatre import Theatre
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.rosters import changed

BOARDS = ("occupied", "holders", "guns", "zoc_from")


class Muster:
    """The counters of a theatre as they were seen last."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre
        self.where = [BOX] * len(theatre.counters)
        self.strength = [0] * len(theatre.counters)
        self.entrained: Units = 0
        self.stacks: dict[Hex, Units] = {}
        """The counters in each hex; flotillas lie beside the stacks [36-1]."""
        self.on_map: Units = 0
        self.nowhere: Units = 0
        """The counters in no place there is."""
        self.below_nothing: Units = 0
        self.strong: Units = 0
        """The counters with strength points."""
        self.points = dict.fromkeys(CODES, 0)
        """The strength points of each nation on the map or due by a schedule."""
        self.boards: dict[str, list[Hexes]] = {name: [0, 0] for name in BOARDS}
        self.with_front = bit_set(
            unit for unit, counter in enumerate(theatre.counters) if counter.front
        )
        """The counters that have a strength at all."""

    def see(self, state: State) -> None:
        """Look at another position."""
        touched: set[Hex] = set()
        for unit in changed(self.where, state.where):
            touched |= {self.where[unit], state.where[unit]}
            self._place(unit, state.where[unit])
        for unit in changed(self.strength, state.strength):
            touched.add(self.where[unit])
            self._strengthen(unit, state.strength[unit])
        for unit in members(self.entrained ^ state.entrained):
            touched.add(self.where[unit])
        self.entrained = state.entrained
        for hex_ in touched:
            if hex_ >= 0:
                self._draw(hex_)

    def _place(self, unit: int, place: int) -> None:
        old, bit = self.where[unit], 1 << unit
        self.where[unit] = place
        nation = self.theatre.counters[unit].nation
        self.points[nation] += self.strength[unit] * ((place >= RESERVE) - (old >= RESERVE))
        self.on_map = self.on_map | bit if place >= 0 else self.on_map & ~bit
        self.nowhere = self.nowhere | bit if place < BOX else self.nowhere & ~bit
        if self.theatre.flotillas & bit:
            return
        if old >= 0:
            rest = self.stacks[old] & ~bit
            if rest:
                self.stacks[old] = rest
            else:
                del self.stacks[old]
        if place >= 0:
            self.stacks[place] = self.stacks.get(place, 0) | bit

    def _strengthen(self, unit: int, points: int) -> None:
        bit = 1 << unit
        if self.where[unit] >= RESERVE:
            self.points[self.theatre.counters[unit].nation] += points - self.strength[unit]
        self.strength[unit] = points
        self.strong = self.strong | bit if points else self.strong & ~bit
        self.below_nothing = self.below_nothing | bit if points < 0 else self.below_nothing & ~bit

    def _draw(self, hex_: Hex) -> None:
        theatre, bit = self.theatre, 1 << hex_
        units = self.stacks.get(hex_, 0)
        fighters = units & theatre.fighters & self.strong
        found = (
            units,
            fighters or units & theatre.posts,
            units & theatre.combat_units,
            fighters & ~self.entrained,
        )
        for name, there in zip(BOARDS, found, strict=True):
            board = self.boards[name]
            for side in (0, 1):
                mine = there and units & theatre.of_side[side]
                board[side] = board[side] | bit if mine else board[side] & ~bit


@cache
def _last(theatre: Theatre) -> Muster:
    return Muster(theatre)


def muster(state: State) -> Muster:
    """What the counters of a position make of it."""
    seen = _last(state.theatre)
    seen.see(state)
    return seen
