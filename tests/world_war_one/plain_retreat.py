"""Retreats found the slow way: every path tried, hex by hex, on the numbers printed in the hexes.

Written from 8.61 to 8.63 and rulings R10 and R12, without a look at the engine's plans.
"""

from __future__ import annotations

from functools import lru_cache

from tests.world_war_one.plain_supply import COUNTRY, PlainSupply, neighbours
from trenchline.games.world_war_one.components import CODES, GRID, NATION_OF
from trenchline.games.world_war_one.state import POOL, State

Path = tuple[str, ...]

beside = lru_cache(maxsize=None)(lambda label: tuple(neighbours(label)))


def apart(a: str, b: str) -> int:
    """How many hexes lie between two, counted along the three axes of the grid."""

    def axes(label: str) -> tuple[int, int]:
        column, row = int(label[:2]), int(label[2:])
        return column, row - (column + 1) // 2

    (q, r), (s, t) = axes(a), axes(b)
    return max(abs(q - s), abs(r - t), abs(q - s + r - t))


class PlainRetreat:
    """A unit about to retreat, and the board as it looks once the unit has left its hex."""

    def __init__(self, state: State, unit: int, used: frozenset[str] = frozenset()) -> None:
        self.nation = CODES[NATION_OF[unit]]
        self.side = state.side_of(unit)
        self.start = GRID.label(state.where[unit])
        self.used = used | {self.start}
        board = state.copy()
        if board.unit_at(state.where[unit]) == unit:
            board.lift(unit, POOL)
        board.where[unit] = POOL
        self.plain = PlainSupply(board)
        self.friends = {
            label for label, code in self.plain.units.items() if self.plain.side[code] == self.side
        }
        self.zone = self.plain._zone(1 - self.side)

    def paths(self, length: int) -> set[Path]:
        """The retreats of so many hexes among which the owner may choose."""
        every = self._every(length)
        found = [path for path in every if path[-1] not in self.friends]
        if not found:
            found = [path for path in every if self._can_be_bumped(path[-1], self.used)]
        # R10: at home, then far, then in supply.
        if COUNTRY[self.start] == self.nation:
            home = [path for path in found if all(COUNTRY[h] == self.nation for h in path)]
            found = home or found
        far = max((apart(self.start, path[-1]) for path in found), default=0)
        found = [path for path in found if apart(self.start, path[-1]) == far]
        if found:
            fed = self.plain.supplied(self.nation)
            found = [path for path in found if path[-1] in fed] or found
        return set(found)

    def _every(self, length: int) -> list[Path]:
        """8.61 a to c: all paths over open hexes, none used twice."""
        free = self.plain.open[self.side] - self.used
        paths: list[Path] = [()]
        for _ in range(length):
            paths = [
                (*path, near)
                for path in paths
                for near in beside(path[-1] if path else self.start)
                if near in free and near not in path
            ]
        return paths

    def _can_be_bumped(self, friend: str, used: frozenset[str]) -> bool:
        """8.63: not out of an enemy zone, and only where there is somewhere to go."""
        if friend in self.zone:
            return False
        used |= {friend}
        ways = [h for h in beside(friend) if h in self.plain.open[self.side] and h not in used]
        return any(h not in self.friends or self._can_be_bumped(h, used) for h in ways)
