"""The same position twice: declared, and written out by hand, to show what declaring costs."""

from __future__ import annotations

from typing import Final, Self

from trenchline.kernel.position import position, starts

UNITS: Final = 220
"""As many counters as a middling game has."""


@position
class Declared:
    """A position whose fields are declared once."""

    turn: int = 1
    phase: str = "movement"
    where: list[int] = starts([0] * UNITS)
    strength: list[int] = starts([4] * UNITS)
    stacks: dict[int, int] = starts({n: 1 << n for n in range(60)})
    stock: dict[int, int] = starts(dict.fromkeys(range(12), 5))
    occupied: list[int] = starts([0, 0])
    control: list[int] = starts([0, 0])
    moved: int = 0
    fought: int = 0
    retreated: int = 0
    trenches: int = 0
    flags: frozenset[str] = frozenset()
    ending: str = ""

    def copy(self) -> Self:
        """An independent position; written by ``@position``."""
        raise NotImplementedError


class ByHand:
    """The same position with everything written three times."""

    __slots__ = (
        *("turn", "phase", "where", "strength", "stacks", "stock", "occupied", "control"),
        *("moved", "fought", "retreated", "trenches", "flags", "ending"),
    )

    def __init__(self) -> None:
        self.turn = 1
        self.phase = "movement"
        self.where = [0] * UNITS
        self.strength = [4] * UNITS
        self.stacks = {n: 1 << n for n in range(60)}
        self.stock = dict.fromkeys(range(12), 5)
        self.occupied = [0, 0]
        self.control = [0, 0]
        self.moved = 0
        self.fought = 0
        self.retreated = 0
        self.trenches = 0
        self.flags: frozenset[str] = frozenset()
        self.ending = ""

    def copy(self) -> ByHand:
        """An independent position."""
        twin = ByHand.__new__(ByHand)
        twin.turn = self.turn
        twin.phase = self.phase
        twin.where = self.where[:]
        twin.strength = self.strength[:]
        twin.stacks = self.stacks.copy()
        twin.stock = self.stock.copy()
        twin.occupied = self.occupied[:]
        twin.control = self.control[:]
        twin.moved = self.moved
        twin.fought = self.fought
        twin.retreated = self.retreated
        twin.trenches = self.trenches
        twin.flags = self.flags
        twin.ending = self.ending
        return twin
