"""Behind the front: where new counters come, what ships carry, where aircraft fly."""

from __future__ import annotations

from trenchline.games.balance_of_powers.admiralty import berths, harbours
from trenchline.games.balance_of_powers.aviation import FIGHTERS
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    ALL_LEADERS,
    GRID,
    LAND_BOXES,
    UNITS,
)
from trenchline.games.balance_of_powers.flight import over, strength, within
from trenchline.games.balance_of_powers.staff.posts import Objectives
from trenchline.games.balance_of_powers.staff.stakes import FAR, Situation, ways_to
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Choice, Choices

CLOSER = 3
"""Steps that a voyage must save."""


def place(sit: Situation, unit: int, choices: Choices) -> Choice:
    """A new counter: leaders with the strongest stack near the enemy, corps where they are wanted,
    aircraft behind the front."""
    state = sit.state
    places = choices["place"]
    if ALL_LEADERS >> unit & 1:
        return "place", max(
            members(places),
            key=lambda h: (state.corps_at(h).bit_count() - 2 * min(4, sit.distance(h)), -h),
        )
    if not ALL_CORPS >> unit & 1:
        return "place", min(members(places), key=lambda h: (abs(sit.distance(h) - 2), h))
    aims = Objectives(sit)
    aims.assign_all(state.on_map(sit.side) & ALL_CORPS & ~state.aboard)
    return "place", max(members(places), key=lambda h: (_wanted(sit, aims, unit, h), -h))


def _wanted(sit: Situation, aims: Objectives, unit: int, place_: Hex) -> float:
    """What a new corps is worth in a place."""
    goal = aims.best(place_)
    value = 0.6 * aims.drawn(goal, place_) if goal is not None else 0.0
    occupied = sit.state.corps[sit.side]
    if not occupied >> place_ & 1:
        gain = sit.exposure(occupied & sit.reached) - sit.exposure(
            (occupied | 1 << place_) & sit.reached
        )
        value += 0.5 * gain
    threat = sit.threat(place_)
    company = (sit.state.units(place_, sit.side) & ALL_CORPS).bit_count()
    if threat.corps:
        value -= sit.danger(place_, company + 1, UNITS[unit].defence, 0)
        value += sit.danger(place_, company, UNITS[unit].defence, 0)
    return value


# Ships.


def embark(sit: Situation, choices: Choices) -> Choice:
    """Corps that are nearer to an objective across the sea."""
    for unit in members(choices.get("embark", 0) & ALL_CORPS):
        if _voyage(sit, unit) is not None:
            return "embark", unit
    return "end", 0


def sail(sit: Situation, unit: int, choices: Choices) -> Choice:
    """To the harbour from which it is nearest to what it fights for."""
    places = choices["sail"]
    goal = _voyage(sit, unit)
    if goal is not None and places >> goal & 1:
        return "sail", goal
    ashore = places & harbours(sit.state)
    return "sail", next(iter(members(ashore or places)))


def _march_to_fight(sit: Situation, here: Hex) -> int:
    """How far it is on foot from a place to the nearest objective or enemy."""
    goals = [*sit.prizes, *(s.place for s in sit.stacks)]
    return min((ways_to(goal, sit.ground | 1 << goal)[here] for goal in goals), default=FAR)


def _voyage(sit: Situation, unit: int) -> Hex | None:
    """Where a corps should be shipped, if anywhere."""
    state = sit.state
    here = state.where[unit]
    ashore = berths(state, unit) & harbours(state) & ~LAND_BOXES
    if not ashore:
        return None
    now = FAR if state.aboard >> unit & 1 else _march_to_fight(sit, here)
    best = min(members(ashore), key=lambda h: (_march_to_fight(sit, h), h))
    return best if _march_to_fight(sit, best) + CLOSER <= now else None


# The air.


def patrol(sit: Situation, choices: Choices) -> Choice:
    """Whoever has something to do in the air."""
    for unit in members(choices.get("fly", 0)):
        if _patrol_over(sit, unit) is not None:
            return "fly", unit
    return "none", 0


def _patrol_over(sit: Situation, unit: int) -> Hex | None:
    """Where a fighter helps: over the largest stacks that face each other, and not where the enemy
    has better guns."""
    state = sit.state
    best, worth = None, 0.0
    for h in members(within(state, state.where[unit], strength(state, unit).radius)):
        value = _air_worth(sit, unit, h)
        if value > worth:
            best, worth = h, value
    return best


def _air_worth(sit: Situation, unit: int, h: Hex) -> float:
    state = sit.state
    ours, theirs = over(state, h, sit.side), over(state, h, sit.enemy)
    if ours & ~(1 << unit):
        return 0.0
    enemy_corps = (state.units(h, sit.enemy) & ALL_CORPS).bit_count()
    our_corps = (state.units(h, sit.side) & ALL_CORPS).bit_count()
    value = 0.0
    if enemy_corps and any(
        state.units(n, sit.side) & ALL_CORPS for n in GRID.neighbours(h) if n >= 0
    ):
        value = 1.0 + 0.2 * enemy_corps + 0.2 * sit.value(h)
    elif our_corps and sit.distance(h) <= 1:
        value = 0.5 + 0.1 * our_corps
    if theirs:
        own = strength(state, unit).fire
        if max(strength(state, t).fire for t in members(theirs)) > own:
            return 0.0
        value += 0.3
    return value


def patrol_over(sit: Situation, unit: int, choices: Choices) -> Choice:
    """The place found before, or where it is."""
    goal = _patrol_over(sit, unit)
    places = choices["over"]
    if goal is not None and places >> goal & 1:
        return "over", goal
    here = sit.state.where[unit]
    return "over", here if places >> here & 1 else next(iter(members(places)))


def shoot(sit: Situation, choices: Choices) -> Choice:
    """The one that is easiest to hit."""
    state = sit.state
    return "shoot", min(
        members(choices["shoot"]),
        key=lambda u: (strength(state, u).armour, -(state.reduced >> u & 1), u),
    )


def land(sit: Situation, verb: str, choices: Choices) -> Choice:
    """A base two or three hexes behind the front, with corps to guard it if may be."""
    state = sit.state

    def worth(h: Hex) -> tuple[float, int]:
        guarded = state.corps[sit.side] >> h & 1
        return abs(sit.distance(h) - 2) - 0.5 * guarded, h

    return verb, min(members(choices[verb]), key=worth)


def rebase(sit: Situation, choices: Choices) -> Choice:
    """Aircraft that are too far behind to be of use come up."""
    for unit in members(choices.get("rebase", 0) & FIGHTERS):
        if sit.distance(sit.state.where[unit]) > strength(sit.state, unit).radius:
            return "rebase", unit
    return "end", 0
