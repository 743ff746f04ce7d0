"""What a victory point is worth to each side now: money, score and life [5.1] [5.9] [25.2].

A side that will stand at a hundred whatever it spends may spend freely; what the enemy has beyond
that still stands between us and a victory. Near zero every point is life: a revolution ends the
war. The Central Powers must live through the Allied turn before anything comes in, the Allies only
through their own [4.2].
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

from trenchline.games.kaisers_war.combat import BeginCombat
from trenchline.games.kaisers_war.components import ALLIED
from trenchline.games.kaisers_war.staff.doctrine import Doctrine
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.victory import income

USUAL_LOSS = 30
"""Points a side loses or spends in an average turn."""
HORIZON = 2
"""How many turns ahead the purse is reckoned."""
IDLE = 0.1
"""What a point is worth that will surely run over a hundred [5.9]."""
LATE = (20, 45)
"""What a side may still lose in the last turn, and in the last two."""
TIGHT = 25
"""Below this every point that is spent brings a revolution nearer."""


class Ledger:
    """Both sides' points, and what it means to one of them if they change."""

    def __init__(self, state: State, side: int, left: int, doctrine: Doctrine) -> None:
        self.doctrine = doctrine
        self.points: tuple[int, int] = (state.vp[side], state.vp[1 - side])
        # Whether the enemy still has his turn before the next points come in.
        self.exposed = side != ALLIED or state.phasing != side
        self.coming = income(state, side)
        self.last = left <= 1
        # What may be hoped for shrinks with the attacks that are left in our turn.
        fresh = any(isinstance(s, BeginCombat) and s.side == side for s in state.stack)
        self.reach = doctrine.reach_early if fresh else doctrine.reach_late
        self.thrift = _thrift(self.points[0], self.coming, left, doctrine.rich)
        """What a point is worth to us."""
        self.hurt = 1.0 + max(0.0, doctrine.poor - self.points[1]) / doctrine.stagger
        """What a point that the enemy loses is worth to us."""

    @property
    def tight(self) -> bool:
        """Whether what we spend may cost us the war."""
        return self.points[0] < TIGHT

    def cost(self, loss: float, spent: int = 0) -> float:
        """What it costs us to lose points, after we have spent some."""
        if not loss:
            return 0.0
        have = self.points[0] - spent
        return self.thrift * loss + self.doctrine.ruin * (self.ruin(have - loss) - self.ruin(have))

    def ruin(self, points: float) -> float:
        """The chance that a revolution takes us if we have so many points left."""
        if points <= 0:
            return 1.0
        if self.exposed:
            return _slope(self.doctrine.danger - points, 6.0)
        if self.last:
            return 0.0
        return _slope(self.doctrine.danger - min(100.0, points + self.coming), 8.0)

    def blow(self, loss: float) -> float:
        """What it brings us if the enemy loses points."""
        if not loss:
            return 0.0
        have = self.points[1]
        return self.hurt * loss + self.doctrine.triumph * (self.fall(have - loss) - self.fall(have))

    def fall(self, points: float) -> float:
        """The chance that the enemy, with so many points left, falls before our turn ends."""
        middle, width = self.reach
        return 1.0 if points <= 0 else _slope(middle - points, width)


def _thrift(points: int, coming: int, left: int, rich: float) -> float:
    if left <= len(LATE):
        # Nothing is bought any more: what is not needed to end at a hundred is idle.
        need = 100 - left * coming + LATE[left - 1]
        return IDLE + (1.0 - IDLE) * min(1.0, max(0.0, (need - points + 15) / 30))
    surplus = points + (coming - USUAL_LOSS) * HORIZON - 100
    return 1.0 - (1.0 - rich) * min(1.0, max(0.0, (surplus + 15) / 40))


@lru_cache(maxsize=4096)
def _slope(distance: float, width: float) -> float:
    return 1.0 / (1.0 + exp(-distance / width))
