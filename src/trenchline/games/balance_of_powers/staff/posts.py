"""What a corps is worth in a hex: in the line, on the way to its objective, beside an enemy whom
its stack can beat, across his supply; and not where it would starve or be overrun."""

from __future__ import annotations

from typing import NamedTuple

from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    BE,
    CENTRES,
    GE,
    HOLDERS,
    HOME,
    MARMARA,
    OF_NATION,
    RAIL,
    SIEGE,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.going import MARCHABLE, beside
from trenchline.games.balance_of_powers.staff.promises import duty
from trenchline.games.balance_of_powers.staff.stakes import (
    FAR,
    MOST,
    Situation,
    apart,
    leads_with,
    ways_to,
)
from trenchline.games.balance_of_powers.supply import (
    beaches_of,
    connected,
    network,
    open_ports,
    sources,
)
from trenchline.games.balance_of_powers.war_plans import has_wheeled, is_planned
from trenchline.kernel.bits import members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex
from trenchline.kernel.reasons import Place, total

SUMMONS = 14.0
"""How strongly those are drawn who come together for a great attack."""
WAY = 1.0
"""What keeps others from where they would be in the way of these."""
PULL, FADES = 0.6, 0.93
"""How strongly objectives draw, and what a step away leaves of that."""
HASTE = 0.85
"""The same for a great attack."""
EXPOSED = 0.5
"""How much counts what lies open behind a line."""
GARRISON = 0.5
"""How much counts what an empty fortress may lose us."""
STARVES = 7.0
"""What keeps corps from where they would be out of supply [3.2]."""
CUTS = 0.5
"""What each enemy corps is worth that is cut off."""
PROSPECT = 0.5
"""How much counts what an attack from a hex may bring next time."""
PRICE = 0.3
"""What an attack must bring at least."""
TOGETHER = 0.05
"""What each friend in the same place is worth."""
TRENCH = 0.4
"""What it is worth to stay in trenches that face the enemy."""
CROWD = 0.45
"""What an objective draws for which enough are on their way."""
DEFEND = 0.7
"""How much places of our own draw that the enemy is near."""
NEAR = 6
"""The enemy is near at so many hexes."""
WHEEL = 1.5
"""What a German corps is worth in Belgium in August 1914, until there are enough of them."""

STRIDE = 1.2
"""What each step is worth by which a column comes nearer to its goal ..."""
RISK = 0.5
"""... and how much its danger counts on the way."""


_FADES = tuple(FADES**steps for steps in range(FAR + 1))
_HASTE = tuple(HASTE**steps for steps in range(FAR + 1))


class Objectives:
    """Where a side wants to go, and how many go there already."""

    def __init__(self, sit: Situation) -> None:
        self.sit = sit
        self.worth: dict[Hex, float] = dict(sit.prizes)
        for place, value in sit.treasures.items():
            if sit.distance(place) <= NEAR:
                self.worth[place] = DEFEND * value
        for place in self.worth:
            self.worth[place] *= self._ease(place)
        self.needs = {place: self._need(place) for place in self.worth}
        self.given: dict[Hex, int] = dict.fromkeys(self.worth, 0)
        self.of: dict[int, Hex] = {}
        self.summoned: dict[Hex, Units] = {}
        """Who comes together for a great attack, by where."""

    def summon(self, place: Hex, units: Units) -> None:
        """Bring units together in a place."""
        self.summoned[place] = units
        self.worth[place] = max(SUMMONS, self.worth.get(place, 0.0))
        self.needs[place] = self.given[place] = MOST
        for unit in members(units):
            self.of[unit] = place

    def _ease(self, place: Hex) -> float:
        """How likely a place is to fall: walls without siege guns, and many who hold it, deter."""
        state, sit = self.sit.state, self.sit
        if state.held[sit.side] >> place & 1:
            return 1.0
        corps = (state.units(place, sit.enemy) & ALL_CORPS).bit_count()
        steps = state.fort_steps(place) if state.forts[sit.enemy] >> place & 1 else 0
        guns = bool(state.on_map(sit.side) & SIEGE)
        return 1 / (1 + 0.15 * corps + (0.05 if guns else 0.3) * steps)

    def _need(self, place: Hex) -> int:
        near = sum(s.corps for s in self.sit.stacks if apart(s.place, place) <= 3)
        return min(14, 2 + near + (2 if self.sit.state.forts[self.sit.enemy] >> place & 1 else 0))

    def draw(self, place: Hex, here: Hex) -> float:
        """How strongly an objective draws from a place."""
        steps = ways_to(place, self.sit.ground | 1 << place)[here]
        if steps >= FAR:
            return 0.0
        return self.worth[place] * (_HASTE if place in self.summoned else _FADES)[steps]

    def drawn(self, place: Hex, here: Hex) -> float:
        """How strongly an objective draws one more corps."""
        full = self.given[place] >= self.needs[place]
        return self.draw(place, here) * (CROWD if full else 1.0)

    def best(self, here: Hex) -> Hex | None:
        """The objective that draws most from a place."""
        places = [place for place in self.worth if place not in self.summoned]
        return max(places, key=lambda place: (self.drawn(place, here), -place), default=None)

    def assign(self, unit: int, here: Hex) -> Hex | None:
        """The objective of a corps."""
        if unit in self.of:
            return self.of[unit]
        best = self.best(here)
        if best is not None:
            self.given[best] += 1
            self.of[unit] = best
        return best

    def assign_all(self, units: Units) -> None:
        """Objectives for many corps, those near the enemy first."""
        where = self.sit.state.where
        for unit in sorted(members(units), key=lambda u: (self.sit.distance(where[u]), u)):
            self.assign(unit, where[unit])


def pull(aims: Objectives, unit: int, place: Hex) -> float:
    """How near a corps is to its objective there."""
    goal = aims.of.get(unit)
    if goal is None:
        return 0.0
    sit = aims.sit
    # Whoever is stronger presses on, and so does everybody when time runs out.
    eager = sit.mastery if goal in sit.prizes else 1.0
    hurry = 1.5 if sit.months_left <= 2 else 1.0
    return PULL * eager * hurry * aims.draw(goal, place)


def others_at(sit: Situation, place: Hex, unit: int) -> Units:
    """Our corps in a place besides one."""
    return sit.state.units(place, sit.side) & ALL_CORPS & ~(1 << unit)


def is_summoned(aims: Objectives, unit: int) -> bool:
    """Whether a corps is on its way to a great attack."""
    goal = aims.of.get(unit)
    return goal is not None and bool(aims.summoned.get(goal, 0) >> unit & 1)


def comrades(sit: Situation, aims: Objectives, unit: int) -> int:
    """How many corps could still go with one, or come to the same great attack."""
    state = sit.state
    if is_summoned(aims, unit):
        return aims.summoned[aims.of[unit]].bit_count() - 1
    others = others_at(sit, state.where[unit], unit) & ~state.done & ~state.entrenched
    return 0 if state.entrenched >> unit & 1 else others.bit_count()


class Posting(NamedTuple):
    """Where a corps goes, and what it has been weighed against."""

    best: Place
    here: Place
    goal: Hex | None
    """What it is on the way to ..."""
    errand: str
    """... with a ``column``, for a ``great`` attack, or by itself."""
    others: tuple[Place, ...] = ()
    """The next best places, as long as somebody listens."""


def post(sit: Situation, aims: Objectives, unit: int, place: Hex, corps: int = 1) -> float:
    """What a corps is worth in a place, if so many come together."""
    return total(parts(sit, aims, unit, place, corps))


def parts(
    sit: Situation, aims: Objectives, unit: int, place: Hex, corps: int = 1
) -> list[tuple[str, float]]:
    """What its worth there is made of."""
    state = sit.state
    here = state.where[unit]
    others = others_at(sit, place, unit)
    column = sit.marching.get(unit)
    if column is not None:
        found = [
            ("goal", -STRIDE * column.to_go(place)),
            ("danger", -(RISK * danger(sit, unit, place, others, corps))),
        ]
    else:
        found = [
            ("goal", pull(aims, unit, place)),
            ("cover", -(EXPOSED / sit.mastery * _exposure(sit, unit, place))),
            ("danger", -danger(sit, unit, place, others, corps)),
        ]
    found.append(("take", _takes(sit, unit, place)))
    if not sit.fed(UNITS[unit].nation) >> place & 1:
        found.append(("supply", -hunger(unit)))
    found.append(("strike", PROSPECT * _prospect(sit, unit, place, others, corps)))
    found.append(("friends", TOGETHER * min(4, others.bit_count())))
    summoned = aims.summoned.get(place, 0)
    if summoned and not summoned >> unit & 1:
        missing = (summoned & ~others).bit_count()
        if others.bit_count() + missing >= MOST:
            found.append(("way", -WAY))
    if place == here and state.entrenched >> unit & 1 and sit.distance(place) <= 2:
        if not is_summoned(aims, unit) and column is None:
            found.append(("trench", TRENCH))
    if not others and sit.walls >> place & 1 and HOLDERS >> unit & 1:
        found.append(("garrison", GARRISON * sit.besieged(place)))
    found.append(("cut", cut_off(sit, place)))
    return found


def purpose(sit: Situation, aims: Objectives, unit: int) -> tuple[Hex | None, str]:
    """What a corps is on the way to, and with whom."""
    column = sit.marching.get(unit)
    if column is not None:
        return column.goal, "column"
    return aims.of.get(unit), "great" if is_summoned(aims, unit) else ""


def hunger(unit: int) -> float:
    """[6.6] What it means to a corps to be out of supply."""
    return STARVES * (1 - (UNITS[unit].defence - 1) / 6)


def _exposure(sit: Situation, unit: int, place: Hex) -> float:
    """What lies open if a corps stands there and not where it stands."""
    state = sit.state
    occupied = state.corps[sit.side]
    here = state.where[unit]
    if not others_at(sit, here, unit):
        occupied &= ~(1 << here)
    if sit.reached >> place & 1:
        occupied |= 1 << place
    elif not sit.reached >> here & 1:
        occupied |= 1 << here
    return sit.exposure(occupied & sit.reached)


def danger(sit: Situation, unit: int, place: Hex, others: Units, corps: int = 1) -> float:
    """What it adds to our danger there, or takes from it, that a corps comes."""
    if not sit.threat(place).corps:
        return 0.0
    state = sit.state
    scores = [UNITS[u].defence for u in members(others & ~SIEGE)]
    dug_in = 0
    for other in members(others & state.entrenched):
        dug_in = max(dug_in, sit.trenches_of(other))
    before = sit.danger(place, len(scores), max(scores, default=0), dug_in)
    if corps > 1:
        # Each bears his share of what is in store for all.
        scores += [UNITS[unit].defence] * corps
        return (sit.danger(place, min(6, len(scores)), max(scores), dug_in) - before) / corps
    if state.where[unit] == place and state.entrenched >> unit & 1:
        dug_in = max(dug_in, sit.trenches_of(unit))
    scores.append(UNITS[unit].defence)
    return sit.danger(place, len(scores), max(scores), dug_in) - before


def _takes(sit: Situation, unit: int, place: Hex) -> float:
    """What a corps takes by going there."""
    state = sit.state
    found = 0.0
    if HOLDERS >> unit & 1 and not state.held[sit.side] >> place & 1:
        found += sit.value(place) + 0.05
    found += duty(sit, 1, place)
    if OF_NATION[GE] >> unit & 1 and HOME[BE] >> place & 1 and is_planned(state, "schlieffen"):
        if not state.plan_corps >> unit & 1 and not has_wheeled(state):
            found += WHEEL
    return found


def _prospect(sit: Situation, unit: int, place: Hex, others: Units, corps: int) -> float:
    """What the stack could do there next time, and could not without a corps."""
    state = sit.state
    targets = beside(place) & state.corps[sit.enemy]
    if not targets:
        return 0.0
    friends = list(members(others))
    best = 0.0
    own = leads_with(state, unit)
    lead = max((leads_with(state, u) for u in friends if not SIEGE >> u & 1), default=-9)
    guns = sum(SIEGE >> u & 1 for u in friends)
    for target in members(targets):
        with_it = sit.rough(target, min(MOST, len(friends) + corps), max(lead, own), guns)
        without = sit.rough(target, min(MOST, len(friends)), lead, guns) if lead >= 0 else 0.0
        best = max(best, max(0.0, with_it - PRICE) - max(0.0, without - PRICE))
    return best


def cut_off(sit: Situation, place: Hex) -> float:
    """What it is worth to stand on the enemy's line of supply."""
    state, enemy = sit.state, sit.enemy
    line = RAIL | CENTRES
    if not (state.held[enemy] & line & ~MARMARA) >> place & 1:
        return 0.0
    known: dict[Hex, float] = sit.cuts
    if place in known:
        return known[place]
    lost = 0
    free = state.held[enemy] & ~state.enemy_land(enemy) & ~(1 << place)
    for nation in sit.enemy_nations:
        found = sources(state, nation, sit.african) & ~(1 << place)
        lined = network(state, enemy) & ~(1 << place)
        joined = connected(found, lined, free, open_ports(state, enemy), beaches_of(state, enemy))
        fed = joined | found | step(joined & lined | found, MARCHABLE)
        gone = sit.fed(nation) & ~fed & state.corps[enemy] & ~(1 << place)
        for hex_ in members(gone):
            own = state.units(hex_, enemy) & OF_NATION[nation] & ALL_CORPS
            lost += own.bit_count()
    known[place] = CUTS * lost
    return known[place]
