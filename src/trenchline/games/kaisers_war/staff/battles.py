"""Attacks: what each would bring by the exact odds of both tables, and with which force.

Every result of the tables is priced in victory points: units lost on both sides, points paid,
ground won. The mean over the six faces of the die, less what supply and support cost, says whether
an attack is worth making, and which table is the better one.
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.attackers import attackers_on, companions
from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.combat import CombatPhase, DeclareAttack, PlanBattle
from trenchline.games.kaisers_war.components import (
    AIR,
    ALLIED,
    BR,
    CENTRAL,
    COUNTERS,
    EAST,
    GE,
    GRID,
    MECHANIZED,
    NATION_OF,
    NATIONS,
    WET,
    Face,
)
from trenchline.games.kaisers_war.control import enterable, trench, zone
from trenchline.games.kaisers_war.odds import COLUMNS, CRT, column, shifted
from trenchline.games.kaisers_war.staff.knowledge import BESIDE, Situation, price, risk
from trenchline.games.kaisers_war.staff.skies import next_flight
from trenchline.games.kaisers_war.staff.stakes import field
from trenchline.games.kaisers_war.strength import concentric
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.games.kaisers_war.support import MOST_SHIPS, ship_reaches, within_range
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Choice, Choices, pick

WORTHWHILE = 0.8
"""The least gain for which an attack is made."""
SUPPORT = 0.25
"""What it costs to use up a support unit for this phase."""
HOLDING = 2.0
"""How far the enemy's attack grows when he wants a hex back."""
STIRRING = 15.0
"""What it costs the Allies to set the eastern armies free [24.2]."""
SUPPORTS: tuple[tuple[int, ...], ...] = tuple(
    tuple(u for u, c in enumerate(COUNTERS) if c.is_support and NATIONS[c.nation].side == side)
    for side in (ALLIED, CENTRAL)
)
RETIRE = 0.4
"""What it costs an attacker to be thrown back a hex."""


@dataclass(frozen=True)
class Clash:
    """What the results of a battle would mean: its forces, and the lie of the land."""

    sit: Situation
    target: Hex
    attackers: tuple[int, ...]

    def values(self, spent: int = 0) -> dict[str, float]:
        """The worth of every result to the attacker [12.19], after he has spent some points."""
        sit, state = self.sit, self.sit.state
        me, enemy = sit.side, sit.enemy
        ours = [state.face(u) for u in self.attackers]
        theirs = sit.faces(self.target)
        if not ours or not theirs:
            return {}
        ledger = sit.ledger

        def lose(*shares: tuple[Face, float]) -> float:
            loss = sum(price(f) * share for f, share in shares)
            return -ledger.cost(loss, spent) - sum(sit.service(f) * share for f, share in shares)

        def win(*shares: tuple[Face, float]) -> float:
            loss = sum(price(f) * share for f, share in shares)
            return ledger.blow(loss) + sum(sit.service(f) * share for f, share in shares)

        strongest = max(ours, key=lambda f: f.attack)
        prize = max(theirs, key=lambda f: f.defence)
        shock = max((f for f in ours if f.shock), key=lambda f: f.attack, default=None)
        stuck = not self.way_back()
        ground = self.ground(ours, theirs)
        # A retreat is death without a way back; otherwise it costs the enemy his position.
        yielding = 1.0 if stuck else 0.12
        driven = [(f, yielding if f.movement else 1.0) for f in theirs]
        routed = [(f, 1.0 if stuck else _panic(f)) for f in theirs]
        beaten = [(prize, 1.0), *_without(driven, prize)]
        rooted = bool((trench(state, enemy) | state.forts[enemy]) >> self.target & 1)
        home = trench(state, me) | state.forts[me]
        loose = RETIRE * sum(not home >> max(state.where[u], 0) & 1 for u in self.attackers)
        pushed = win(*driven) + ground
        return {
            "AA": -ledger.cost(len(ours), spent),
            "AC": lose(*((f, 1.0) for f in ours)) - 2.0,
            "AD": lose((strongest, 1.0)) - loose,
            "AP": lose(*((f, _panic(f)) for f in ours)) - 2.0,
            "AW": -loose,
            "BB": win((prize, 1.0)) + lose((strongest, 1.0)),
            "DA": ledger.blow(len(theirs)),
            "DC": win(*((f, 1.0) for f in theirs)) + ground,
            "DD": win((prize, 1.0)) if rooted and len(theirs) > 1 else win(*beaten) + ground,
            "DP": win(*routed) + ground,
            "DW": 0.0 if rooted else pushed,
            "DW!": pushed,
            "MD": pushed + (lose((shock, 1.0)) if shock else 0.0),
        }

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
        total = 0.0
        for roll in range(1, 7):
            total += values[CRT["big_push"][roll][number]]
        if not infiltrating:
            return total / 6, "big_push"
        # [26.5] The shock of the first turn turns withdrawal into panic; a trench is no help
        # against infiltration [13.2].
        panic = (
            self.sit.state.turn == 1
            and self.sit.side != ALLIED
            and any(NATION_OF[u] == GE for u in self.attackers)
        )
        other = 0.0
        for roll in range(1, 7):
            code = CRT["infiltration"][roll][number]
            if code == "DW":
                code = "DP" if panic else "DW!"
            other += values[code]
        return max((total / 6, "big_push"), (other / 6, "infiltrate"))


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


NOTHING = Offer(-99.0, "big_push", (), ())


def defence_against(sit: Situation, target: Hex, attackers: tuple[int, ...]) -> int:
    """The defence of a hex as we know it, against these attackers [12.16]."""
    total = sit.defence(target, sit.enemy)
    if not sit.strong_ground(target, sit.enemy) and _across_water(sit, target, attackers):
        total *= 2
    return max(total, 1)


def _across_water(sit: Situation, target: Hex, attackers: tuple[int, ...]) -> bool:
    for unit in attackers:
        place = sit.state.where[unit]
        if unit in sit.state.assault or place < 0:
            return False
        if not WET[GRID.direction(target, place)] >> target & 1:
            return False
    return True


def best_means(
    sit: Situation,
    battle: Battle,
    supports: list[tuple[int, bool]],
    feedable: list[int],
) -> Offer:
    """The supports and the supply that bring most with these attackers, and the table.

    ``supports`` are the units that may be added, each with whether it may be doubled too.
    """
    state = sit.state
    target, attackers = battle.target, battle.attackers
    everywhere = _may_surround(sit, battle) and concentric(state, battle)
    strength = 0
    for unit in (*attackers, *battle.supports):
        factor = state.face(unit).attack
        strength += factor * (2 if everywhere or unit in battle.doubled else 1)
    defence = defence_against(sit, target, attackers)
    # What each step adds, the points it costs, and what else it takes from other attacks.
    steps: list[tuple[int, int, float, Choice]] = []
    for unit, fed in supports:
        factor = state.face(unit).attack
        twice = 2 if fed or everywhere else 1
        steps.append((factor * twice, int(fed and not everywhere), SUPPORT, ("support", unit)))
    if not everywhere:
        steps += [(state.face(u).attack, 1, 0.0, ("supply", u)) for u in feedable]
    steps.sort(key=lambda s: (-s[0], s[3]))
    infiltrating = any(state.face(u).shock and in_general_supply(state, u) for u in attackers)
    clash, ledger = Clash(sit, target, attackers), sit.ledger
    values = clash.values()
    best = NOTHING
    spent, effort = 0, 0.0
    for count in range(len(steps) + 1):
        if count:
            factor, points, toil, _ = steps[count - 1]
            strength += factor
            spent += points
            effort += toil
            if points and ledger.tight:
                values = clash.values(spent)
        number = shifted(state, sit.side, column(strength, defence))
        value, table = clash.prospect(values, number, infiltrating)
        gain = value - ledger.cost(spent) - effort
        if gain > best.gain:
            best = Offer(gain, table, attackers, tuple(s[3] for s in steps[:count]))
    return best


def _may_surround(sit: Situation, battle: Battle) -> bool:
    places = {sit.state.where[u] for u in battle.attackers}
    return len(places) > 1


def supports_for(sit: Situation, battle: Battle) -> list[tuple[int, bool]]:
    """Our headquarters (one), airbases (one, or a pair) and ships (two) for an attack [12.14]."""
    state = sit.state
    target = battle.target
    used = state.supported | state.naval_used
    able: dict[str, list[int]] = {"hq": [], "air": [], "ship": []}
    for unit in SUPPORTS[sit.side]:
        if used >> unit & 1 or sit.idle(unit):
            continue
        kind = COUNTERS[unit].front.type
        if kind == "bombardment":
            if not state.forts[sit.enemy] >> target & 1 and ship_reaches(state, unit, target):
                able["ship"].append(unit)
        elif within_range(state, unit, target):
            able["air" if kind in AIR else "hq"].append(unit)
    for units in able.values():
        units.sort(key=lambda u: (-COUNTERS[u].front.attack, u))
    chosen = able["hq"][:1] + able["ship"][:MOST_SHIPS]
    flights = able["air"]
    pairs = [[u for u in flights if NATION_OF[u] == nation][:2] for nation in (GE, BR)]
    chosen += max([flights[:1], *pairs], key=lambda us: sum(COUNTERS[u].front.attack for u in us))
    slow = battle.phase == 2 and "mechanized" in state.options
    return [(u, not slow and sit.may_double(u, target)) for u in chosen]


def feedable(sit: Situation, battle: Battle) -> list[int]:
    """The attackers that could be put in maximum supply, strongest first."""
    state = sit.state
    slow = battle.phase == 2 and "mechanized" in state.options
    return [
        u
        for u in battle.attackers
        if (not slow or state.face(u).type in MECHANIZED) and sit.may_double(u, battle.target)
    ]


def best_attack(sit: Situation, target: Hex, phase: int) -> Offer:
    """The best force against a hex: the strongest first, shock units before others, as long as
    more of them help."""
    state = sit.state
    units = list(members(attackers_on(state, sit.side, target)))
    units.sort(
        key=lambda u: (u not in state.assault, not state.face(u).shock, -state.face(u).attack, u)
    )
    best = NOTHING
    must = sum(1 for u in units if u in state.assault)
    penalty = 0.0
    if sit.side == ALLIED and EAST >> target & 1 and not state.east_free:
        penalty = STIRRING
    force: tuple[int, ...] = ()
    for unit in units:
        if not companions(unit, force):
            continue
        force = (*force, unit)
        if len(force) < must:
            continue
        battle = Battle(sit.side, phase, target, force)
        offer = best_means(sit, battle, supports_for(sit, battle), feedable(sit, battle))
        # Those who attack here cannot attack elsewhere.
        gain = offer.gain - penalty - 0.1 * len(force)
        if gain > best.gain:
            best = Offer(gain, offer.table, force, offer.order)
    return best


# The decisions.


def next_attack(sit: Situation, phase: CombatPhase, choices: Choices) -> Choice:
    """The most promising attack, if any promises enough."""
    rated = [
        (best_attack(sit, target, phase.phase).gain, target)
        for target in members(choices.get("attack", 0))
    ]
    # [20.10] A force at sea must attack: first of all, while the ships' guns are free.
    landing = {aim for aim, _ in sit.state.assault.values()}
    rated = [offer for offer in rated if offer[1] in landing] or rated
    if rated:
        gain, target = max(rated)
        if gain > WORTHWHILE * sit.doctrine.reluctance or "done" not in choices:
            return "attack", target
    flown = next_flight(sit, phase.phase, choices)
    if flown is not None:
        return flown
    return ("done", 0) if "done" in choices else pick(choices, 0)


def declare(sit: Situation, asking: DeclareAttack, choices: Choices) -> Choice:
    """Bring up the force that was planned, then join battle."""
    battle = asking.battle
    offer = best_attack(sit, battle.target, battle.phase)
    for unit in offer.force:
        if choices.get("with", 0) >> unit & 1:
            return "with", unit
    if "join" in choices:
        return "join", 0
    return "with", lowest(choices["with"])


def prepare(sit: Situation, asking: PlanBattle, choices: Choices) -> Choice:
    """Support, supply and the table, now that the enemy is known."""
    battle = asking.battle
    if battle.bombardment:
        if "support" in choices and not battle.supports:
            return "support", next(members(choices["support"]))
        return "big_push", 0
    able = choices.get("support", 0)
    supports = [(u, fed) for u, fed in supports_for(sit, battle) if able >> u & 1]
    hungry = list(members(choices.get("supply", 0)))
    offer = best_means(sit, battle, supports, hungry)
    for verb, unit in offer.order:
        if choices.get(verb, 0) >> unit & 1:
            return verb, unit
    return (offer.table, 0) if offer.table in choices else ("big_push", 0)
