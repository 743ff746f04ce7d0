"""Behind the front: where new counters come, what ships carry, where aircraft fly."""

from __future__ import annotations

from trenchline.games.balance_of_powers.admiralty import berths, harbours
from trenchline.games.balance_of_powers.aviation import FIGHTERS
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    ALL_LEADERS,
    GRID,
    LAND_BOXES,
    PORT_BOXES,
    PORTS,
    UNITS,
)
from trenchline.games.balance_of_powers.flight import over, strength, within
from trenchline.games.balance_of_powers.navy import SHIPS
from trenchline.games.balance_of_powers.staff import shipping
from trenchline.games.balance_of_powers.staff.posts import Objectives
from trenchline.games.balance_of_powers.staff.stakes import FAR, Situation, ways_to
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.reasons import because, heard, shortlist
from trenchline.kernel.steps import Choice, Choices

CLOSER = 3
"""Steps that a voyage must save."""


def place(sit: Situation, unit: int, choices: Choices) -> Choice:
    """A new counter: leaders with the strongest stack near the enemy, corps where they are wanted,
    aircraft behind the front."""
    state = sit.state
    places = choices["place"]
    if ALL_LEADERS >> unit & 1 and sit.african:
        # There is time to come to him: he goes where most is at stake.
        best = max(
            members(places), key=lambda h: (sit.value(h) * state.corps_at(h).bit_count(), -h)
        )
        because(state, ("place", best), 0.0, "{:unit} goes where most is at stake", unit)
        return "place", best
    if ALL_LEADERS >> unit & 1:
        best = max(
            members(places),
            key=lambda h: (state.corps_at(h).bit_count() - 2 * min(4, sit.distance(h)), -h),
        )
        words = "{:unit} goes to the strongest stack near the enemy"
        because(state, ("place", best), 0.0, words, unit)
        return "place", best
    if not ALL_CORPS >> unit & 1:
        best = min(members(places), key=lambda h: (abs(sit.distance(h) - 2), h))
        because(state, ("place", best), 0.0, "{:hex} is a little behind the front", best)
        return "place", best
    piers = places & (PORTS | PORT_BOXES)
    if piers and not places & ~shipping.ISLANDS and shipping.has_fleets(state):
        # Whoever musters on an island musters where ships are.
        best = max(
            members(piers), key=lambda h: ((state.units(h, sit.side) & SHIPS).bit_count(), -h)
        )
        because(state, ("place", best), 0.0, "ships in {:hex} can carry {:unit} over", best, unit)
        return "place", best
    aims = Objectives(sit)
    aims.assign_all(state.on_map(sit.side) & ALL_CORPS & ~state.aboard)
    rated = [(_wanted(sit, aims, unit, place_), place_) for place_ in members(places)]
    wanted = max(rated, key=lambda one: (one[0], -one[1]))[1]
    if heard():
        values = {place_: value for value, place_ in rated}
        for place_ in shortlist(rated, wanted):
            _say_wanted(sit, aims, unit, place_, values[place_])
    return "place", wanted


def _say_wanted(sit: Situation, aims: Objectives, unit: int, place_: Hex, value: float) -> None:
    """Why a new corps is wanted in a place."""
    goal = aims.best(place_)
    words = "{:unit} is wanted in {:hex}"
    said: list[object] = [unit, place_]
    if goal is not None and goal != place_:
        words += ", on the way to {:hex}"
        said.append(goal)
    because(sit.state, ("place", place_), value, words + " ({:+.1f})", *said, value)


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
        there = _voyage(sit, unit)
        if there is not None:
            words = "{:unit} sails to {:hex}: it is much nearer to the enemy there"
            because(sit.state, ("embark", unit), 0.0, words, unit, there)
            return "embark", unit
    because(sit.state, ("end", 0), 0.0, "nobody comes nearer to the enemy by sea")
    return "end", 0


def sail(sit: Situation, unit: int, choices: Choices) -> Choice:
    """To the harbour from which it is nearest to what it fights for."""
    places = choices["sail"]
    goal = _voyage(sit, unit)
    if goal is not None and places >> goal & 1:
        words = "{:hex} is nearest to what it fights for"
        because(sit.state, ("sail", goal), 0.0, words, goal)
        return "sail", goal
    ashore = places & harbours(sit.state)
    port = next(iter(members(ashore or places)))
    because(sit.state, ("sail", port), 0.0, "no better harbour is open")
    return "sail", port


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
        there = _patrol_over(sit, unit)
        if there is not None:
            because(sit.state, ("fly", unit), 0.0, "{:unit} helps over {:hex}", unit, there)
            return "fly", unit
    because(sit.state, ("none", 0), 0.0, "nobody has anything to do in the air")
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
        words = "corps face each other at {:hex}, and no better guns are over it"
        because(sit.state, ("over", goal), 0.0, words, goal)
        return "over", goal
    here = sit.state.where[unit]
    stays = here if places >> here & 1 else next(iter(members(places)))
    because(sit.state, ("over", stays), 0.0, "nothing is to be done elsewhere")
    return "over", stays


def shoot(sit: Situation, choices: Choices) -> Choice:
    """The one that is easiest to hit."""
    state = sit.state
    mark = min(
        members(choices["shoot"]),
        key=lambda u: (strength(state, u).armour, -(state.reduced >> u & 1), u),
    )
    because(state, ("shoot", mark), 0.0, "{:unit} is easiest to hit", mark)
    return "shoot", mark


def land(sit: Situation, verb: str, choices: Choices) -> Choice:
    """A base two or three hexes behind the front, with corps to guard it if may be."""
    state = sit.state

    def worth(h: Hex) -> tuple[float, int]:
        guarded = state.corps[sit.side] >> h & 1
        return abs(sit.distance(h) - 2) - 0.5 * guarded, h

    base = min(members(choices[verb]), key=worth)
    words = "{:hex} is behind the front"
    words += ", with corps to guard it" if state.corps[sit.side] >> base & 1 else ""
    because(state, (verb, base), 0.0, words, base)
    return verb, base


def rebase(sit: Situation, choices: Choices) -> Choice:
    """Aircraft that are too far behind to be of use come up."""
    for unit in members(choices.get("rebase", 0) & FIGHTERS):
        if sit.distance(sit.state.where[unit]) > strength(sit.state, unit).radius:
            because(sit.state, ("rebase", unit), 0.0, "{:unit} is too far behind", unit)
            return "rebase", unit
    because(sit.state, ("end", 0), 0.0, "all are near enough to the front")
    return "end", 0
