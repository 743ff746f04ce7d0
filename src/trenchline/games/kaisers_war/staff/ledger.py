"""What a victory point is worth to each side now: money, score and life [5.1] [5.9] [25.2].

A side that will stand at a hundred whatever it spends may spend freely; what the enemy has beyond
that still stands between us and a victory. Near zero every point is life: a revolution ends the
war. The Central Powers must live through the Allied turn before anything comes in, the Allies only
through their own [4.2].
"""

from __future__ import annotations

from trenchline.games.kaisers_war.combat import BeginCombat
from trenchline.games.kaisers_war.components import ALLIED, MARCH, POINTS, SEASON
from trenchline.games.kaisers_war.staff.doctrine import Doctrine
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.victory import income
from trenchline.kernel.floods import step
from trenchline.kernel.ruin import Life, Losses, certain

USUAL_LOSS = 30
"""Points a side loses or spends in an average turn."""
HORIZON = 2
"""How many turns ahead the purse is reckoned."""
IDLE = 0.1
"""What a point is worth that will surely run over a hundred [5.9]."""
LATE = (20, 45)
"""What a side may still lose in the last turn, and in the last two."""
UNPAID = 4.0
"""What an enemy takes without paying for it."""
TAKEN, FRONT = 32.0, 12
"""What he takes at most, however rich he is, where so many hexes of ours touch him; less in
proportion where fewer do."""
TIGHT = 25
"""Below this a few lost armies are the end, whatever comes in afterwards."""
WINTER = 0.6
"""What is left of the danger when nobody has maximum supply [22.2]."""
MOST: int = POINTS["most"]


class Ledger:
    """Both sides' points, and what it means to one of them if they change."""

    def __init__(self, state: State, side: int, left: int, doctrine: Doctrine) -> None:
        self.doctrine = doctrine
        self.points: tuple[int, int] = (state.vp[side], state.vp[1 - side])
        # Whether the enemy still has his turn before the next points come in.
        exposed = side != ALLIED or state.phasing != side
        coming = income(state, side)
        # What may be hoped for shrinks with the attacks that are left in our turn.
        fresh = any(isinstance(s, BeginCombat) and s.side == side for s in state.stack)
        reach = doctrine.reach_early if fresh else doctrine.reach_late
        share, spread = doctrine.danger
        theirs = self.points[1] if exposed else min(MOST, self.points[1] + income(state, 1 - side))
        front = step(state.fierce[1 - side], MARCH) & state.held[side]
        danger = min(UNPAID + share * theirs, TAKEN * min(1.0, front.bit_count() / FRONT))
        if SEASON[state.turn - 1 if exposed else min(state.turn, len(SEASON) - 1)] == "winter":
            danger *= WINTER
        if left <= 1 and not exposed:
            # Nobody comes any more.
            danger = -MOST
        self.life = Life(
            doctrine.ruin, danger, spread, 0.0 if exposed else coming, MOST, doctrine.end
        )
        """How likely a revolution takes us, and what that costs."""
        self.prey = Life(doctrine.triumph, *reach)
        """How likely one takes the enemy before our turn ends, and what that brings."""
        self.thrift = _thrift(self.points[0], coming, left, doctrine.rich)
        """What a point is worth to us."""
        self.hurt = 1.0 + max(0.0, doctrine.poor - self.points[1]) / doctrine.stagger
        """What a point that the enemy loses is worth to us."""
        self._costs: dict[tuple[int, int], float] = {}
        self._blows: dict[int, float] = {}

    @property
    def tight(self) -> bool:
        """Whether what we spend may cost us the war."""
        edge = self.life.danger + 3 * self.life.spread - self.life.coming
        return self.points[0] < max(edge, TIGHT)

    def cost(self, loss: int, spent: int = 0) -> float:
        """What it costs us to lose points, after we have spent some."""
        found = self._costs.get((loss, spent))
        if found is None:
            price = self.life.price(self.points[0] - spent, certain(loss))
            found = self._costs[loss, spent] = self.thrift * loss + price
        return found

    def blow(self, loss: int) -> float:
        """What it brings us if the enemy loses points."""
        found = self._blows.get(loss)
        if found is None:
            found = self.hurt * loss + self.prey.price(self.points[1], certain(loss))
            self._blows[loss] = found
        return found

    def risk(self, losses: Losses, spent: int = 0) -> float:
        """What it costs us to lose what may be lost, over all that may happen."""
        return sum(chance * self.cost(loss, spent) for loss, chance in losses.items())

    def hope(self, losses: Losses) -> float:
        """What it brings us if the enemy loses what he may lose, over all that may happen."""
        return sum(chance * self.blow(loss) for loss, chance in losses.items())

    def ruin(self, points: float) -> float:
        """The chance that a revolution takes us if we have so many points left."""
        return self.life.fall(points)

    def fall(self, points: float) -> float:
        """The chance that the enemy, with so many points left, falls before our turn ends."""
        return self.prey.fall(points)


def _thrift(points: int, coming: int, left: int, rich: float) -> float:
    if left <= len(LATE):
        # Nothing is bought any more: what is not needed to end at a hundred is idle.
        need = 100 - left * coming + LATE[left - 1]
        return IDLE + (1.0 - IDLE) * min(1.0, max(0.0, (need - points + 15) / 30))
    surplus = points + (coming - USUAL_LOSS) * HORIZON - 100
    return 1.0 - (1.0 - rich) * min(1.0, max(0.0, (surplus + 15) / 40))
