"""The map as a staff officer reads it: what is at stake, what is held, and where the way leads.

Everything is counted in points of victory, by which a scenario is won [R7].
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any

from trenchline.games.the_great_war.depots import depots_of
from trenchline.games.the_great_war.depots import where as depot_hexes
from trenchline.games.the_great_war.routes import (
    Ground,
    front_of,
    ground_for,
    march,
    one_hex,
    points_left,
    within,
)
from trenchline.games.the_great_war.staff.plans import Line, line_to_hold
from trenchline.games.the_great_war.staff.rear import Rear
from trenchline.games.the_great_war.staff.stakes import (
    FARTHEST,
    ground_worth,
    prizes,
    rate,
    toll,
    turns_left,
    ways_from,
)
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes

LINE = 0.8
"""What a hex of the line that we hold by plan is worth besides ..."""
GIVEN_UP = 0.2
"""... and how much of what we hold no more is left."""
FEWEST = 24.0
"""The strength that holds a hex of the line before anybody threatens it."""
LAST = 0.2
"""How much of their worth units have left on the last turn."""
TROPHY = 1.0
"""What a depot of the enemy's is worth to us."""
DEPOT, GUARD = 0.8, 3.0
"""What it is worth to keep the hex of a depot besides, and the strength of its guard."""
RESERVE = 0.1
"""What reserves behind a hex are worth, as a share of keeping it."""
HOLD = 0.6
"""How much more it is worth to keep a hex than ground alone says."""
SECOND_LINE = 0.4
"""How much of its worth is at risk a hex behind the front."""
SERIOUS = 30.0
"""The strength that could come to a hex before all its worth is at risk."""
NEARER = 0.9
"""How a goal fades with every movement point to it."""
ENOUGH_SENT = 40.0
"""When so much strength is on the way to a goal, it draws others half as much."""


@lru_cache(maxsize=1 << 14)
def _reach(ground: Ground, start: Hex, budget: int) -> Hexes:
    return within(march(ground, start, budget))


class Situation(Rear):
    """The position as one side's staff sees it."""

    def __init__(self, state: State, side: int, plan: str = "usual") -> None:
        super().__init__(state, side, plan)
        self._pulls: dict[Hex, float] = {}
        self._sent: dict[Hex, float] = {}

    # What is at stake.

    def prize(self, hex_: Hex) -> float:
        """What a hex counts for victory."""
        return prizes(self.theatre, self.state.turn).get(hex_, 0.0)

    @cached_property
    def ground(self) -> dict[Hex, float]:
        """What it is worth to own each hex; to us a depot of the enemy's too, on which his armies
        live [11B2]."""
        found = ground_worth(self.theatre, self.state.turn)
        if not self.trophies:
            return found
        return found | {hex_: found.get(hex_, 0.0) + TROPHY for hex_ in members(self.trophies)}

    @cached_property
    def trophies(self) -> Hexes:
        """The enemy's depots, as long as their loss would tell."""
        if turns_left(self.state) < 2:
            return 0
        return depot_hexes(self.state, depots_of(self.state, self.enemy))

    @cached_property
    def spirit(self) -> float:
        """How much units still matter: much early, little at the end."""
        turns = len(self.theatre.turns)
        return LAST + (1 - LAST) * (turns_left(self.state) - 1) / max(1, turns - 1)

    @cached_property
    def rates(self) -> tuple[float, float]:
        """What a point of printed strength is worth to each side now."""
        theatre = self.theatre
        one, two = (max(toll(theatre, n), rate(theatre, n) * self.spirit) for n in (0, 1))
        return one, two

    # What is held.

    @cached_property
    def line(self) -> Line:
        """The line that we hold by plan."""
        return line_to_hold(self.state, self.side)

    def need(self, hex_: Hex) -> float:
        """The strength that holds a hex against what threatens it."""
        need = self.threat(hex_) / self.firmness(hex_)
        if self.bases >> hex_ & 1:
            need = max(need, GUARD)
        return max(need, FEWEST) if self.line.hexes >> hex_ & 1 else need

    def hold(self, hex_: Hex) -> float:
        """What it is worth to keep a hex of ours: more in the line, little in what is given up."""
        worth = HOLD * self.peril(hex_) * self.ground.get(hex_, 0.0)
        if self.bases >> hex_ & 1:
            worth += DEPOT
        if self.line.hexes >> hex_ & 1:
            return worth + LINE
        return worth * self.kept(hex_)

    def kept(self, hex_: Hex) -> float:
        """How much it still matters to stand in a hex: little where all is given up by plan."""
        return GIVEN_UP if self.line.given_up >> hex_ & 1 else 1.0

    def peril(self, hex_: Hex) -> float:
        """How much of a hex's worth is at risk: all of a prize or a depot, for one man takes it; of
        other ground the less, the fewer could come there, and little in the second line."""
        if self.prize(hex_) or (self.bases | self.line.hexes) >> hex_ & 1:
            return 1.0
        found = min(1.0, self.threat(hex_) / SERIOUS)
        return found if self.distance(hex_) <= 1 else SECOND_LINE * found

    def is_front(self, hex_: Hex) -> bool:
        """Whether an enemy could walk into a hex if nobody stood there; our line is manned before
        he comes."""
        if (self.line.hexes | self.bases) >> hex_ & 1:
            return self.distance(hex_) <= 4
        return self.distance(hex_) <= 2 and bool(self.ridden >> hex_ & 1)

    @cached_property
    def backs(self) -> dict[Hex, float]:
        """Where reserves stand: behind the hexes that we hold, out of the enemy's zones [6C]."""
        found: dict[Hex, float] = {}
        calm = self.state.owned[self.side] & ~self.zone & self.theatre.land
        for hex_ in self.friends:
            if self.distance(hex_) <= 1:
                worth = RESERVE * self.hold(hex_)
                for near in members(self.grid.ring(hex_, 1) & calm):
                    found[near] = max(found.get(near, 0.0), worth)
        return found

    # Ways.

    def way(self, start: Hex, goal: Hex) -> int:
        """What the march from one hex to another costs, terrain only."""
        return ways_from(self.theatre, self.state.turn, self.side, goal).get(start, FARTHEST)

    @cached_property
    def goals(self) -> dict[Hex, float]:
        """Where we are wanted: prizes that the enemy owns, none before a line that we fall back to,
        and hexes of ours that need more."""
        state = self.state
        wanted = self.theatre.land & ~state.owned[self.side] & ~self.line.given_up
        found = {h: p for h, p in prizes(self.theatre, state.turn).items() if wanted >> h & 1}
        for hex_ in members(self.trophies & wanted):
            found[hex_] = found.get(hex_, 0.0) + TROPHY
        for hex_, worth in self.ground.items():
            if state.owned[self.side] >> hex_ & 1 and worth > 0 and self.is_front(hex_):
                need = self.need(hex_)
                lacks = need - self.friends.get(hex_, 0.0)
                if lacks > 0:
                    found[hex_] = found.get(hex_, 0.0) + self.hold(hex_) * min(1.0, lacks / need)
        return found

    def pull(self, hex_: Hex) -> float:
        """How much a hex is on the way to where we are wanted."""
        if hex_ not in self._pulls:
            self._pulls[hex_] = max(
                (worth for goal, worth in self._draws(hex_) if goal != hex_), default=0.0
            )
        return self._pulls[hex_]

    def drawn_to(self, hex_: Hex) -> Hex | None:
        """To what that is, most of all."""
        rows = (row for row in self._draws(hex_) if row[0] != hex_)
        best = max(rows, key=lambda row: row[1], default=None)
        return best[0] if best is not None and best[1] > 0 else None

    def _draws(self, hex_: Hex) -> Iterator[tuple[Hex, float]]:
        """How much each goal draws those in a hex; less when many are on the way to it."""
        for goal, worth in self.goals.items():
            sent = self._sent.get(goal, 0.0)
            yield goal, worth * NEARER ** self.way(hex_, goal) * ENOUGH_SENT / (ENOUGH_SENT + sent)

    def send(self, unit: int, hex_: Hex) -> None:
        """A unit is on its way to what draws it most from a hex; others look elsewhere too."""
        best = max(self._draws(hex_), key=lambda row: row[1], default=None)
        if best is not None and best[1] > 0:
            self._sent[best[0]] = self._sent.get(best[0], 0.0) + self.defence_of(unit)
            self._pulls.clear()

    @cached_property
    def _front(self) -> Any:
        return front_of(self.state, self.side)

    def reach(self, unit: int) -> Hexes:
        """Where a unit can march in this phase, its own hex too."""
        state = self.state
        here = state.where[unit]
        if state.halted >> unit & 1 or not state.printed_movement(unit):
            return 1 << here
        floor = ground_for(state, unit, front=self._front)
        budget = max(0, points_left(state, unit)) // QUARTERS
        return _reach(floor, here, budget) | one_hex(state, unit, here, floor) | 1 << here
