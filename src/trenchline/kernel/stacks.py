"""Stacks as sets: the units in each hex are one int, and what follows from them is kept in step."""

from __future__ import annotations

from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex


class Stacked:
    """What a state does whose units lie in stacks without an order; it declares both fields."""

    __slots__ = ()

    where: list[int]
    """The place of each unit: a hex, or a pile off the map."""
    stacks: dict[Hex, int]
    """The units in each hex that has any: one bit each."""

    def is_on_map(self, unit: int) -> bool:
        """Whether a unit is on the map, and on none of the piles beside it."""
        return self.where[unit] >= 0

    def move(self, units: int, hex_: Hex) -> None:
        """Move units that stand together to a hex."""
        start = self.where[units.bit_length() - 1]
        self._leave(units, start)
        self._look_at(start)
        where = self.where
        for unit in members(units):
            where[unit] = hex_
        self.stacks[hex_] = self.stacks.get(hex_, 0) | units
        self._look_at(hex_)

    def lay(self, units: int, hex_: Hex) -> None:
        """Let these be the units in a hex, wherever they were; whoever lays sees to the others."""
        self.stacks[hex_] = units
        for unit in members(units):
            self.where[unit] = hex_
        self._look_at(hex_)

    def _leave(self, units: int, hex_: Hex) -> None:
        left = self.stacks[hex_] & ~units
        if left:
            self.stacks[hex_] = left
        else:
            del self.stacks[hex_]

    def _look_at(self, hex_: Hex) -> None:
        """Bring up to date what has been worked out from the units in a hex."""
        raise NotImplementedError
