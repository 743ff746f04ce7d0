"""The orders for a half of a fortnight: first attacks, one after the other, then trains, marches
and trenches. They are made once and lie on the desk until dice change the position."""

from __future__ import annotations

from typing import NamedTuple

from trenchline.games.balance_of_powers.allowance import allowance, points_of
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    ARMY_LEADERS,
    NEVER_DUG_IN,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.forces import has_moved, may_go, movable
from trenchline.games.balance_of_powers.going import March
from trenchline.games.balance_of_powers.staff.focus import prepared
from trenchline.games.balance_of_powers.staff.operations import Attack, best_attack
from trenchline.games.balance_of_powers.staff.posts import (
    Objectives,
    comrades,
    danger,
    hunger,
    is_summoned,
    others_at,
    post,
)
from trenchline.games.balance_of_powers.staff.promises import declared, duty, promise
from trenchline.games.balance_of_powers.staff.stakes import SIEGE, Situation, ways_to
from trenchline.games.balance_of_powers.staff.trains import REAR, Order, trains
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import supplied
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choice, Choices

STAY = 0.08
"""What another place must be better by."""
DIGS = 0.3
"""What trenches must take from the danger before corps dig in."""
TRIED = 5
"""So many places out of supply are tried out."""
MASTERS, LITTLE = 0.9, 0.3
"""Whoever is so strong leaves his trenches where so little is to be feared."""
AGAIN = 0.25
"""What a second attack of the same force must promise."""

Key = tuple[int, int, int, int, Hexes, Units]


class Orders(NamedTuple):
    """What a side does in its half of a fortnight, until dice are thrown."""

    attack: Attack | None
    marches: list[Order]
    first: bool = False
    """Whether these are the trains of columns, before anything else is decided."""


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
    if sit.marching and state.desk.get(("rode", side)) != _half(state):
        there = Situation(state.copy(), side)
        rides = trains(there, Objectives(there), bit_set(there.marching))
        if rides:
            return Orders(None, rides, first=True)
    attack = best_attack(sit)
    return Orders(attack, [] if attack is not None else marches(state, side))


def _half(state: State) -> tuple[int, int]:
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
    best = _best_place(sit, aims, unit, group, going)
    order = None
    if best != here:
        assert going is not None
        way, _ = going.way(best)
        for place in way:
            enter(state, group, place)
        order = Order(here, group, "march", best)
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
) -> Hex:
    """Where a corps goes; places to which supply does not reach yet are tried out."""
    state = sit.state
    here = state.where[unit]
    company = 1 + comrades(sit, aims, unit)
    best, value = here, post(sit, aims, unit, here) + STAY
    if going is None:
        return best
    hungry, fed = hunger(unit), sit.fed(UNITS[unit].nation)
    hopes: list[tuple[float, Hex]] = []
    for place in members(going.reached):
        others = others_at(sit, place, unit)
        worth = post(sit, aims, unit, place, 1 if others else company)
        if worth > value:
            best, value = place, worth
        if not fed >> place & 1:
            hopes.append((worth + hungry, place))
    hopes.sort(reverse=True)
    for worth, place in hopes[:TRIED]:
        if worth <= value:
            break
        if _feeds(sit, unit, group, going, place):
            return place
    return best


def _feeds(sit: Situation, unit: int, group: Units, going: March, place: Hex) -> bool:
    """Whether a corps that goes there brings its supply with it."""
    trial = sit.state.copy()
    for stop in going.way(place)[0]:
        enter(trial, group, stop)
    return bool(supplied(trial, UNITS[unit].nation) >> place & 1)


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
    open_ = danger(sit, unit, here, 0, max(1, others.bit_count() + 1))
    state.entrenched |= 1 << unit
    covered = danger(sit, unit, here, 0, max(1, others.bit_count() + 1))
    state.entrenched &= ~(1 << unit)
    return open_ - covered > DIGS * sit.mastery**2


# Carrying them out.


def next_force(state: State, side: int, choices: Choices) -> Choice:
    """Whoever has orders next, or the end of our half."""
    if "supply" in choices:
        return "supply", max(members(choices["supply"]), key=lambda u: (UNITS[u].defence, -u))
    orders = orders_for(state, side)
    units = choices.get("unit", 0)
    if orders.attack is not None:
        able = orders.attack.units & units & state.stacks.get(orders.attack.start, 0)
        if able and not any(state.spent.get(u, 0) for u in members(able)):
            return "unit", lowest(able)
        # It came to nothing: everybody marches.
        orders = Orders(None, marches(state, side))
        state.desk[side] = state.desk[side][0], orders
    for order in orders.marches:
        able = order.units & units
        if able and all(state.where[u] == order.start for u in members(order.units)):
            if not any(state.spent.get(u, 0) for u in members(able)):
                if order.verb != "dig" or not state.entrenched >> lowest(able) & 1:
                    return "unit", lowest(able)
    if orders.first:
        state.desk["rode", side] = _half(state)
        del state.desk[side]
        return next_force(state, side, choices)
    return "end", 0


def command(state: State, side: int, choices: Choices) -> Choice:
    """What the force does next."""
    orders = orders_for(state, side)
    attack = orders.attack
    if attack is not None and state.force & ALL_CORPS & attack.units:
        found = _attack(state, attack, choices)
        if found is not None:
            return found
    if not has_moved(state):
        for order in orders.marches:
            if state.force & ALL_CORPS & order.units and state.force_at == order.start:
                found = _obey(state, order, choices)
                if found is not None:
                    return found
        return "stop", 0
    for order in orders.marches:
        if state.force & ALL_CORPS & order.units and state.force_at == order.goal:
            return "stop", 0
    return _go_on(state, side, choices)


def _attack(state: State, attack: Attack, choices: Choices) -> Choice | None:
    """Come together, march up and attack."""
    join = choices.get("with", 0) & attack.units
    if join and state.force_at in (attack.start, attack.origin):
        return "with", lowest(join)
    if state.force_at != attack.origin:
        if choices.get("march", 0) >> attack.origin & 1:
            return "march", attack.origin
        return None
    if choices.get("attack", 0) >> attack.target & 1:
        return "attack", attack.target
    return None


def _obey(state: State, order: Order, choices: Choices) -> Choice | None:
    """Do what the order says, as far as it still may be done."""
    join = choices.get("with", 0) & order.units
    if join:
        return "with", lowest(join)
    verb, _, nation = order.verb.partition(" ")
    if verb == "rail":
        if choices.get("entrain", 0) >> int(nation) & 1:
            return "entrain", int(nation)
        return None
    if verb in ("dig", "rise"):
        return (verb, 0) if verb in choices else None
    if choices.get("march", 0) >> order.goal & 1:
        return "march", order.goal
    return None


def train(state: State, side: int, choices: Choices) -> Choice:
    """Where the train goes."""
    for order in orders_for(state, side).marches:
        if state.force & order.units and order.verb.startswith("rail"):
            if choices["rail"] >> order.goal & 1:
                return "rail", order.goal
    return "rail", state.force_at if choices["rail"] >> state.force_at & 1 else lowest(
        choices["rail"]
    )


def _go_on(state: State, side: int, choices: Choices) -> Choice:
    """A force that has fought or ridden goes on with what it has left."""
    sit = Situation(state, side)
    corps = state.force & ALL_CORPS
    best_value, best = AGAIN, -1
    for target in members(choices.get("attack", 0)):
        battle = declared(sit, state.force_at, target, state.force)
        value = promise(sit, battle).value + duty(sit, corps.bit_count(), target)
        if value > best_value:
            best_value, best = value, target
    if best >= 0 and _may_pay(state, corps):
        return "attack", best
    places = choices.get("march", 0)
    if not places:
        return "stop", 0
    aims = Objectives(sit)
    unit = max(members(corps), key=lambda u: (UNITS[u].defence, allowance(state, u), -u))
    aims.assign(unit, state.force_at)
    group = corps.bit_count()
    here, value = state.force_at, post(sit, aims, unit, state.force_at) + STAY
    goal = here
    for place in members(places):
        worth = post(sit, aims, unit, place, group)
        if worth > value:
            goal, value = place, worth
    return ("march", goal) if goal != here else ("stop", 0)


def _may_pay(state: State, corps: Units) -> bool:
    """Whether a power in the force has a point for another attack."""
    return any(state.points[UNITS[u].nation] > 0 for u in members(corps))
