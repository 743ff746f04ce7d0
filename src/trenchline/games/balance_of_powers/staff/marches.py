"""The orders for a half of a fortnight: first attacks, one after the other, then trains, marches
and trenches. They are made once and lie on the desk until dice change the position."""

from __future__ import annotations

from typing import NamedTuple

from trenchline.games.balance_of_powers.allowance import points_of
from trenchline.games.balance_of_powers.components import (
    ARMY_LEADERS,
    NEVER_DUG_IN,
    SIEGE,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.forces import may_go, movable
from trenchline.games.balance_of_powers.going import March
from trenchline.games.balance_of_powers.staff.focus import prepared
from trenchline.games.balance_of_powers.staff.operations import Attack, rated_attacks, worthwhile
from trenchline.games.balance_of_powers.staff.posts import (
    Objectives,
    Posting,
    comrades,
    danger,
    hunger,
    is_summoned,
    others_at,
    parts,
    purpose,
)
from trenchline.games.balance_of_powers.staff.stakes import Situation, ways_to
from trenchline.games.balance_of_powers.staff.trains import REAR, Order, trains
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import supplied
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.reasons import OTHERS, Place, heard, total

STAY = 0.08
"""What another place must be better by."""
DIGS = 0.3
"""What trenches must take from the danger before corps dig in."""
PRIZED = 5.0
"""The worth of places that the weaker side never leaves open in Africa."""
TRIED = 5
"""So many places out of supply are tried out."""
MASTERS, LITTLE = 0.9, 0.3
"""Whoever is so strong leaves his trenches where so little is to be feared."""

Key = tuple[int, int, int, int, Hexes, Units]


class Orders(NamedTuple):
    """What a side does in its half of a fortnight, until dice are thrown."""

    attack: Attack | None
    marches: list[Order]
    first: bool = False
    """Whether these are the trains of columns, before anything else is decided."""
    rated: tuple[Attack, ...] = ()
    """The attacks that were looked at closely, the best first."""


def orders_for(state: State, side: int) -> Orders:
    """The orders on the desk, or new ones."""
    key: Key = (
        *(state.month, state.fortnight, state.phasing, state.rolls),
        *(state.corps[1 - side], state.mapped),
    )
    if state.desk is None:
        state.desk = {}
    known = state.desk.get(side)
    if known is not None and known[0] == key:
        found: Orders = known[1]
        return found
    sit = Situation(state, side)
    if sit.columns:
        state.desk["columns", side] = {one.number: one.roll for one in sit.columns}
    found = _new_orders(sit)
    state.desk[side] = key, found
    return found


def _new_orders(sit: Situation) -> Orders:
    """Trains for columns go first, while there are points for them; then attacks, then marches."""
    state, side = sit.state, sit.side
    if sit.marching and state.desk.get(("rode", side)) != half(state):
        there = Situation(state.copy(), side)
        rides = trains(there, Objectives(there), bit_set(there.marching))
        if rides:
            return Orders(None, rides, first=True)
    rated = rated_attacks(sit)
    attack = worthwhile(sit, rated)
    return Orders(attack, [] if attack is not None else marches(state, side), rated=tuple(rated))


def half(state: State) -> tuple[int, int]:
    """The half of a fortnight for which orders are made."""
    return state.month, state.fortnight


# Making plans.


def marches(state: State, side: int) -> list[Order]:
    """Who goes where: those behind first, so that those in front know who has come up."""
    sim = state.copy()
    sit = Situation(sim, side)
    aims = Objectives(sit)
    before = state.desk.get(("great", side), frozenset()) if state.desk else frozenset()
    great = prepared(sit, aims, before)
    for attack in great:
        aims.summon(attack.origin, attack.units)
    if state.desk is not None:
        state.desk["great", side] = frozenset((one.origin, one.target) for one in great)
    found = trains(sit, aims)
    able = [u for u in members(movable(sim, side)) if not sim.spent.get(u, 0)]
    able.sort(key=lambda u: (-sit.distance(sim.where[u]), -UNITS[u].defence, u))
    aims.assign_all(bit_set(able))
    for unit in able:
        if not sim.done >> unit & 1:
            order = _march(sit, aims, unit)
            if order is not None:
                found.append(order)
    return found


def _march(sit: Situation, aims: Objectives, unit: int) -> Order | None:
    """What one corps does, carried out on the map of the plan."""
    state = sit.state
    here = state.where[unit]
    dug_in = state.entrenched >> unit & 1
    if dug_in and _may_rise(sit, aims, unit):
        state.entrenched &= ~(1 << unit)
        state.done |= 1 << unit
        return Order(here, 1 << unit, "rise", here)
    group = 1 << unit | _lonely_leader(sit, unit)
    state.force, state.force_at = group, here
    points = points_of(state, group)
    going = may_go(state) if points > 0 else None
    posted = _best_place(sit, aims, unit, group, going)
    best = posted.best.hex
    order = None
    if best != here:
        assert going is not None
        way, _ = going.way(best)
        for place in way:
            enter(state, group, place)
        order = Order(here, group, "march", best, posted)
    elif not is_summoned(aims, unit) and unit not in sit.marching and _digs(sit, unit):
        state.entrenched |= 1 << unit
        order = Order(here, 1 << unit, "dig", here)
    state.done |= group
    state.force, state.force_at = 0, -1
    return order


def _may_rise(sit: Situation, aims: Objectives, unit: int) -> bool:
    """Whether a corps leaves its trenches: nobody threatens it, and it is wanted elsewhere."""
    here = sit.state.where[unit]
    if sit.distance(here) >= REAR or unit in sit.marching:
        return True
    goal = aims.of.get(unit)
    guarded = is_summoned(aims, unit) and bool(others_at(sit, here, unit) & sit.state.entrenched)
    if goal is None:
        return False
    others = others_at(sit, here, unit)
    risk = danger(sit, unit, here, others & ~sit.state.entrenched, 1 + others.bit_count())
    bold = sit.mastery > MASTERS and risk < LITTLE
    if sit.threat(here).corps and not guarded and not bold:
        return False
    return ways_to(goal, sit.ground | 1 << goal)[here] > 2


def _best_place(
    sit: Situation, aims: Objectives, unit: int, group: Units, going: March | None
) -> Posting:
    """Where a corps goes; places to which supply does not reach yet are tried out."""
    state = sit.state
    here = state.where[unit]
    company = 1 + comrades(sit, aims, unit)
    made = parts(sit, aims, unit, here)
    best = now = Place(here, total(made) + STAY, made)
    goal, errand = purpose(sit, aims, unit)
    if going is None:
        return Posting(best, now, goal, errand)
    hungry, fed = hunger(unit), sit.fed(UNITS[unit].nation)
    hopes: list[tuple[float, Hex]] = []
    seen: list[Place] = []
    for place in members(going.reached):
        others = others_at(sit, place, unit)
        made = parts(sit, aims, unit, place, 1 if others else company)
        found = Place(place, total(made), made)
        seen.append(found)
        if found.worth > best.worth:
            best = found
        if not fed >> place & 1:
            hopes.append((found.worth + hungry, place))
    hopes.sort(reverse=True)
    for worth, place in hopes[:TRIED]:
        if worth <= best.worth:
            break
        if _feeds(sit, unit, group, going, place):
            made = next(one.parts for one in seen if one.hex == place)
            best = Place(place, worth, [part for part in made if part[0] != "supply"])
            break
    posted = Posting(best, now, goal, errand)
    if not heard():
        return posted
    rest = sorted((one for one in seen if one.hex != best.hex), key=lambda one: -one.worth)
    return posted._replace(others=tuple(rest[:OTHERS]))


def _feeds(sit: Situation, unit: int, group: Units, going: March, place: Hex) -> bool:
    """Whether a corps that goes there brings its supply with it."""
    trial = sit.state.copy()
    for stop in going.way(place)[0]:
        enter(trial, group, stop)
    return bool(supplied(trial, UNITS[unit].nation, sit.african) >> place & 1)


def _lonely_leader(sit: Situation, unit: int) -> Units:
    """The leader who would be left alone if a corps went."""
    here = sit.state.where[unit]
    if others_at(sit, here, unit):
        return 0
    leaders = sit.state.units(here, sit.side) & ARMY_LEADERS & ~sit.state.done
    return leaders & -leaders


def _digs(sit: Situation, unit: int) -> bool:
    """Whether a corps that stays should dig in."""
    state = sit.state
    here = state.where[unit]
    if (NEVER_DUG_IN | SIEGE | state.entrenched) >> unit & 1 or state.spent.get(unit, 0):
        return False
    if sit.distance(here) > 2 or not sit.threat(here).corps:
        return False
    others = others_at(sit, here, unit)
    if others & state.entrenched:
        return True
    if sit.african and sit.mastery < 1 and sit.value(here) >= PRIZED:
        # Whoever is dug in is not thrown out by a single defeat, and every town counts to the end.
        return True
    open_ = danger(sit, unit, here, 0, max(1, others.bit_count() + 1))
    state.entrenched |= 1 << unit
    covered = danger(sit, unit, here, 0, max(1, others.bit_count() + 1))
    state.entrenched &= ~(1 << unit)
    return open_ - covered > DIGS * sit.mastery**2
