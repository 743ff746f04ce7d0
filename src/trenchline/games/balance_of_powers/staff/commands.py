"""Orders carried out: who is named next, and what each force does."""

from __future__ import annotations

from trenchline.games.balance_of_powers.allowance import allowance
from trenchline.games.balance_of_powers.components import ALL_CORPS, UNITS, Units
from trenchline.games.balance_of_powers.forces import has_moved
from trenchline.games.balance_of_powers.staff import reasons
from trenchline.games.balance_of_powers.staff.marches import (
    STAY,
    Orders,
    half,
    marches,
    orders_for,
)
from trenchline.games.balance_of_powers.staff.operations import Attack
from trenchline.games.balance_of_powers.staff.plans import margin
from trenchline.games.balance_of_powers.staff.posts import Objectives, post
from trenchline.games.balance_of_powers.staff.promises import declared, duty, promise
from trenchline.games.balance_of_powers.staff.stakes import Situation
from trenchline.games.balance_of_powers.staff.trains import Order
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.reasons import OTHERS, because, heard
from trenchline.kernel.steps import Choice, Choices

AGAIN = 0.25
"""What a second attack of the same force must promise."""


def next_force(state: State, side: int, choices: Choices) -> Choice:
    """Whoever has orders next, or the end of our half."""
    if "supply" in choices:
        fed = max(members(choices["supply"]), key=lambda u: (UNITS[u].defence, -u))
        because(state, ("supply", fed), 0.0, "{:unit} is the best of those cut off", fed)
        return "supply", fed
    orders = orders_for(state, side)
    units = choices.get("unit", 0)
    if orders.attack is not None:
        able = _ready(state, orders.attack, units)
        if able:
            _explain(state, orders, units)
            return "unit", lowest(able)
        # It came to nothing: everybody marches.
        orders = Orders(None, marches(state, side))
        state.desk[side] = state.desk[side][0], orders
    for order in orders.marches:
        able = order.units & units
        if able and all(state.where[u] == order.start for u in members(order.units)):
            if not any(state.spent.get(u, 0) for u in members(able)):
                if order.verb != "dig" or not state.entrenched >> lowest(able) & 1:
                    reasons.about_order(state, ("unit", lowest(able)), order)
                    return "unit", lowest(able)
    if orders.first:
        state.desk["rode", side] = half(state)
        del state.desk[side]
        return next_force(state, side, choices)
    reasons.no_attack(state, orders.rated, margin(state.scenario))
    return "end", 0


def _ready(state: State, attack: Attack, units: Units) -> Units:
    """Those who can begin an attack now; none if one of them has moved."""
    able = attack.units & units & state.stacks.get(attack.start, 0)
    return 0 if any(state.spent.get(u, 0) for u in members(able)) else able


def _explain(state: State, orders: Orders, units: Units) -> None:
    """Say what the best attacks promise, each by who would begin it."""
    if heard():
        for attack in reversed(orders.rated[: OTHERS + 1]):
            able = _ready(state, attack, units)
            if able:
                reasons.about_attack(state, ("unit", lowest(able)), attack)


def command(state: State, side: int, choices: Choices) -> Choice:
    """What the force does next."""
    orders = orders_for(state, side)
    attack = orders.attack
    if attack is not None and state.force & ALL_CORPS & attack.units:
        found = _attack(state, attack, choices)
        if found is not None:
            reasons.about_attack(state, found, attack)
            return found
    if not has_moved(state):
        for order in orders.marches:
            if state.force & ALL_CORPS & order.units and state.force_at == order.start:
                found = _obey(state, order, choices)
                if found is not None:
                    reasons.about_order(state, found, order)
                    return found
        because(state, ("stop", 0), 0.0, "what was ordered cannot be done any more")
        return "stop", 0
    for order in orders.marches:
        if state.force & ALL_CORPS & order.units and state.force_at == order.goal:
            because(state, ("stop", 0), 0.0, "it has come where it was to go")
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
                reasons.about_order(state, ("rail", order.goal), order)
                return "rail", order.goal
    here = state.force_at
    stop = here if choices["rail"] >> here & 1 else lowest(choices["rail"])
    because(state, ("rail", stop), 0.0, "what was ordered cannot be done any more")
    return "rail", stop


def _go_on(state: State, side: int, choices: Choices) -> Choice:
    """A force that has fought or ridden goes on with what it has left."""
    sit = Situation(state, side)
    corps = state.force & ALL_CORPS
    best_value, best = AGAIN, -1
    may_pay = _may_pay(state, corps)
    for target in members(choices.get("attack", 0)):
        battle = declared(sit, state.force_at, target, state.force)
        hope = promise(sit, battle)
        value = hope.value + duty(sit, corps.bit_count(), target)
        if may_pay:
            again = Attack(state.force_at, state.force_at, target, state.force, hope)
            again = again._replace(promise=hope._replace(value=value))
            reasons.about_attack(state, ("attack", target), again)
        if value > best_value:
            best_value, best = value, target
    if best >= 0 and may_pay:
        return "attack", best
    places = choices.get("march", 0)
    if not places:
        because(state, ("stop", 0), AGAIN, "it can go no further, and no attack promises enough")
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
    if heard():
        rated = [(post(sit, aims, unit, place, group), place) for place in members(places)]
        reasons.going_on(sit, aims, unit, rated, goal, group)
    return ("march", goal) if goal != here else ("stop", 0)


def _may_pay(state: State, corps: Units) -> bool:
    """Whether a power in the force has a point for another attack."""
    points = state.purse(state.force_at)
    return any(points[UNITS[u].nation] > 0 for u in members(corps))
