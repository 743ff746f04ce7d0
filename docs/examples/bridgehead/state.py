"""The state of a match. A field is one line; copying and comparing follow from it."""

from __future__ import annotations

from typing import Final

from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.notes import Names
from trenchline.kernel.piles import Pile, Piles
from trenchline.kernel.position import position, starts
from trenchline.kernel.rosters import Units
from trenchline.kernel.steps import State as KernelState

from .components import BOARD, COUNTERS

GONE: Final = -1
PILES: Final = Piles(Pile(GONE, "gone", "gone"))
NAMES: Final = Names(
    key=lambda unit: COUNTERS[unit].key,
    unit=lambda unit: COUNTERS[unit].name,
    label=BOARD.grid.label,
    hex=BOARD.name,
    pile=PILES.words,
)
"""What the log calls units and hexes."""


@position
class State(KernelState):
    """A position of Bridgehead."""

    turn: int = 1
    where: list[int] = starts([counter.start for counter in COUNTERS])
    moved: Units = starts(0, until="movement")
    """Units that have moved in this phase [2.1]."""
    fought: Units = starts(0, until="combat")
    """Units that have attacked in this phase [3.1]."""
    holder: int = -1
    """The side that was the last to stand in Pont [4.1]."""

    @property
    def names(self) -> Names:
        return NAMES

    def of_side(self, side: int) -> list[int]:
        """The units of a side that are on the map."""
        return [u for u, c in enumerate(COUNTERS) if c.side == side and self.where[u] != GONE]

    def hexes_of(self, side: int) -> Hexes:
        """The hexes that a side holds."""
        return sum(1 << self.where[unit] for unit in self.of_side(side))

    def unit_at(self, hex_: Hex) -> int:
        """The unit in a hex."""
        return self.where.index(hex_)
