"""What the results of a battle mean to whoever attacks, priced in victory points.

Units lost on both sides, points paid, ground won: what an attack may be expected to bring on either
table is the mean over the six faces of the die and, in a rout, over everybody who may be caught.
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.components import ALLIED, COUNTERS, GE, NATION_OF, Face
from trenchline.games.kaisers_war.control import enterable, trench, zone
from trenchline.games.kaisers_war.odds import COLUMNS, CRT
from trenchline.games.kaisers_war.staff.knowledge import BESIDE, Situation, price, risk
from trenchline.games.kaisers_war.staff.stakes import field
from trenchline.kernel.hexes import Hex
from trenchline.kernel.ruin import struck
from trenchline.kernel.steps import Choice

HOLDING = 2.0
"""How far the enemy's attack grows when he wants a hex back."""
STIRRING = 15.0
"""What it costs the Allies to set the eastern armies free [24.2]."""
RETIRE = 0.4
"""What it costs an attacker to be thrown back a hex."""
STAYS = ("AA", "AC", "AD", "AP", "AW", "BB", "DA", "DW")
"""The results by which nobody gets ashore, the last only against whoever need not give way."""

Shares = list[tuple[Face, float]]
"""Units, each with how likely it is lost."""


@dataclass(frozen=True)
class Clash:
    """What the results of a battle would mean: its forces, and the lie of the land."""

    sit: Situation
    target: Hex
    attackers: tuple[int, ...]

    def values(self, spent: int = 0) -> dict[str, float]:
        """The worth of every result to the attacker [12.19], after he has spent some points."""
        sit, state = self.sit, self.sit.state
        me = sit.side
        ours = [state.face(u) for u in self.attackers]
        theirs = sit.faces(self.target)
        if not ours or not theirs:
            return {}
        ledger = sit.ledger

        def lose(*shares: tuple[Face, float]) -> float:
            losses = struck((price(f), share) for f, share in shares)
            service = sum(sit.service(f) * share for f, share in shares)
            return -ledger.risk(losses, spent) - service

        def win(*shares: tuple[Face, float]) -> float:
            losses = struck((price(f), share) for f, share in shares)
            return ledger.hope(losses) + sum(sit.service(f) * share for f, share in shares)

        fates = self.fates(ours, theirs)
        ground = self.ground(ours, theirs)
        home = trench(state, me) | state.forts[me]
        loose = RETIRE * sum(not home >> max(state.where[u], 0) & 1 for u in self.attackers)
        rooted = self.rooted
        pushed = win(*fates["DW!"][1]) + ground
        broken = win(*fates["DD"][1])
        return {
            "AA": lose(*fates["AA"][0]) - ledger.cost(len(ours), spent),
            "AC": lose(*fates["AC"][0]) - 2.0,
            "AD": lose(*fates["AD"][0]) - loose,
            "AP": lose(*fates["AP"][0]) - 2.0,
            "AW": lose(*fates["AW"][0]) - loose,
            "BB": win(*fates["BB"][1]) + lose(*fates["BB"][0]),
            "DA": ledger.blow(len(theirs)) + lose(*fates["DA"][0]),
            "DC": win(*fates["DC"][1]) + ground,
            "DD": broken if rooted and len(theirs) > 1 else broken + ground,
            "DP": win(*fates["DP"][1]) + ground,
            "DW": lose(*fates["DW"][0]) if rooted else pushed,
            "DW!": pushed,
            "MD": pushed + lose(*fates["MD"][0]),
        }

    @property
    def rooted(self) -> bool:
        """Whether the defenders need not give way [13.2]."""
        state, enemy = self.sit.state, self.sit.enemy
        return bool((trench(state, enemy) | state.forts[enemy]) >> self.target & 1)

    def fates(self, ours: list[Face], theirs: list[Face]) -> dict[str, tuple[Shares, Shares]]:
        """Who is lost by every result, and how surely: of the attackers, of the defenders."""
        strongest = max(ours, key=lambda f: f.attack)
        prize = max(theirs, key=lambda f: f.defence)
        shock = max((f for f in ours if f.shock), key=lambda f: f.attack, default=None)
        stuck = not self.way_back()
        # A retreat is death without a way back; otherwise it costs the enemy his position.
        yielding = 1.0 if stuck else 0.12
        driven = [(f, yielding if f.movement else 1.0) for f in theirs]
        routed = [(f, 1.0 if stuck else _panic(f)) for f in theirs]
        beaten = [(prize, 1.0)]
        if not self.rooted or len(theirs) == 1:
            beaten += _without(driven, prize)
        first = [(strongest, 1.0)]
        found: dict[str, tuple[Shares, Shares]] = {
            "AA": ([], []),
            "AC": ([(f, 1.0) for f in ours], []),
            "AD": (first, []),
            "AP": ([(f, _panic(f)) for f in ours], []),
            "AW": ([], []),
            "BB": (first, [(prize, 1.0)]),
            "DA": ([], []),
            "DC": ([], [(f, 1.0) for f in theirs]),
            "DD": ([], beaten),
            "DP": ([], routed),
            "DW": ([], [] if self.rooted else driven),
            "DW!": ([], driven),
            "MD": ([(shock, 1.0)] if shock else [], driven),
        }
        drowned = self.drowned()
        if drowned:
            for code in STAYS:
                if code != "DW" or self.rooted:
                    found[code] = (drowned, found[code][1])
        return found

    def drowned(self) -> Shares:
        """[20.10] Who is lost if nobody gets ashore: all that came by sea, and their transports."""
        state = self.sit.state
        aboard = [u for u in self.attackers if u in state.assault]
        ships = {state.assault[u][1] for u in aboard}
        return [(COUNTERS[s].front, 1.0) for s in ships] + [(state.face(u), 1.0) for u in aboard]

    def toll(self, table: str, number: int) -> tuple[float, float]:
        """The points that a table costs us and them on average."""
        ours = [self.sit.state.face(u) for u in self.attackers]
        theirs = self.sit.faces(self.target)
        fates = self.fates(ours, theirs)
        mine = his = 0.0
        for code in self.results(table, number):
            lost, won = fates.get(code, ([], []))
            mine += sum(price(f) * share for f, share in lost) + len(ours) * (code == "AA")
            his += sum(price(f) * share for f, share in won) + len(theirs) * (code == "DA")
        return mine / 6, his / 6

    def ground(self, ours: list[Face], theirs: list[Face]) -> float:
        """What the hex is worth to us, as far as we could hold it against what is near."""
        sit = self.sit
        movers = sorted((f.defence for f in ours if f.movement), reverse=True)
        if not movers:
            return 0.0
        defence = sum(movers[:2]) * (2 if sit.strong_ground(self.target, sit.side) else 1)
        force = sit.threats.on(self.target) - 0.7 * sum(f.attack for f in theirs)
        return field(sit, sit.side).ground(self.target) * (1 - risk(force * HOLDING, defence))

    def way_back(self) -> bool:
        """Whether the defenders have anywhere to retreat to [13.2]."""
        state = self.sit.state
        land = enterable(state, self.sit.enemy) & ~zone(state, self.sit.side)
        return bool(BESIDE.get(self.target, 0) & land)

    def expectations(self, infiltrating: bool) -> list[tuple[float, str]]:
        """For every column the better table and what may be expected from it."""
        values = self.values()
        return [self.prospect(values, number, infiltrating) for number in range(len(COLUMNS))]

    def prospect(
        self, values: dict[str, float], number: int, infiltrating: bool
    ) -> tuple[float, str]:
        """The better table at a column, and what may be expected from it."""
        if not values:
            return 0.0, "big_push"
        pushed = self.mean(values, "big_push", number)
        if not infiltrating:
            return pushed, "big_push"
        return max((pushed, "big_push"), (self.mean(values, "infiltrate", number), "infiltrate"))

    def mean(self, values: dict[str, float], table: str, number: int) -> float:
        """What may be expected from a table, over the six faces of the die."""
        total = 0.0
        for code in self.results(table, number):
            total += values[code]
        return total / 6

    def results(self, table: str, number: int) -> list[str]:
        """The results of the six faces of the die."""
        if table == "big_push":
            return [CRT["big_push"][roll][number] for roll in range(1, 7)]
        # [26.5] The shock of the first turn turns withdrawal into panic; a trench is no help
        # against infiltration [13.2].
        panic = (
            self.sit.state.turn == 1
            and self.sit.side != ALLIED
            and any(NATION_OF[u] == GE for u in self.attackers)
        )
        yields = "DP" if panic else "DW!"
        codes = (CRT["infiltration"][roll][number] for roll in range(1, 7))
        return [yields if code == "DW" else code for code in codes]


def _without(shares: list[tuple[Face, float]], face: Face) -> list[tuple[Face, float]]:
    """All shares but the first of a face."""
    gone = next(n for n, (f, _) in enumerate(shares) if f is face)
    return shares[:gone] + shares[gone + 1 :]


def _panic(face: Face) -> float:
    """[12.19] How likely a unit is lost in a rout; some who run far enough find no way."""
    if not face.movement:
        return 1.0
    return min(1.0, max(0, 6 - face.movement) / 6 + 0.12)


@dataclass(frozen=True)
class Offer:
    """An attack as it would best be made."""

    gain: float
    table: str
    force: tuple[int, ...]
    order: tuple[Choice, ...]
    """Supports and supply to be added, in this order."""
    column: int
    """The column of the table, as far as the enemy is known."""


NOTHING = Offer(-99.0, "big_push", (), (), 0)
