"""Chapter 9.1: what a force may do: who may move, where it may march, whom it may attack."""

from __future__ import annotations

from functools import reduce
from operator import is_, or_

from trenchline.games.balance_of_powers.allowance import idle, points_of
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    ARMY_LEADERS,
    NATION,
    NEVER_DUG_IN,
    OF_KIND,
    OF_NATION,
    SIEGE,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.flotillas import FLOTILLAS, steps_of
from trenchline.games.balance_of_powers.going import March, march
from trenchline.games.balance_of_powers.inherent import guarded, in_reach, is_assault, stormy, turns
from trenchline.games.balance_of_powers.leash import strays
from trenchline.games.balance_of_powers.neutrals import closed
from trenchline.games.balance_of_powers.rail import has_a_seat
from trenchline.games.balance_of_powers.stacking import full_for, limit
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Refusal

LATE = "mobilizes"
"""The setting of a scenario that names who moves in the first fortnight [12.1]."""


def movable(state: State, side: int) -> Units:
    """The corps of a side that have not finished."""
    # [6.53] [6.452] Who is at sea waits for a landing.
    found = state.on_map(side) & ALL_CORPS & ~state.done & ~state.aboard
    for place in members(state.corps[side] & idle(state)):
        found &= ~state.stacks[place]
    if state.interior:
        # [6.52] On interior lines only the siege artillery moves.
        found &= SIEGE
    if state.fortnight == 1 and state.month == state.scenario.first:
        early = state.scenario.settings.get(LATE)
        if early is not None:
            # [12.1/mobilization] The others are not ready yet.
            found &= reduce(or_, (OF_NATION[NATION[code]] for code in early))
        for code in state.scenario.special.get("halted", ()):
            # [11.5/s13.a] [11.5/s14.a1] They have not mobilized in time.
            found &= ~OF_NATION[NATION[code]]
    return found


def free_for(state: State, side: int) -> Hexes:
    """Where a force may go without a fight, if there is room: not into a trench battle, even if
    only friends are there [9.63.1]. Enemy aircraft and ships are in nobody's way [9.0.2]."""
    shut = state.enemy_land(side) | closed(state, side) | state.trench_battles | idle(state)
    ground = state.scenario.ground
    if state.interior:
        # [6.52.1] Nobody enters what the enemy controls.
        shut |= state.held[1 - side]
    if state.landings:
        ground |= bit_set(state.landings) & state.held[side]
    return ground & ~shut


def may_go(state: State, points: int | None = None) -> March:
    """[9.11] Where the force may march; remembered from the question to the answer."""
    side, force = state.phasing, state.force
    if points is None:
        points = points_of(state, force)
    corps, held = state.corps, state.held
    key = (
        *(state.force_at, force, points, state.month, state.fortnight, state.infrastructure),
        *state.landings,
    )
    seen = (corps[0], corps[1], held[0], held[1], state.mapped, state.trench_battles)
    memo = state.march_memo
    if memo is not None and memo[0] == key and all(map(is_, memo[1], seen)):
        found: March = memo[2]
        return found
    free, at = free_for(state, side), state.force_at

    def full(places: Hexes) -> Hexes:
        return full_for(state, force, side, places)

    # [1.24.1] [12.8/ottoman]
    free &= state.scenario.leash(force)
    if force & state.lodged:
        # [2.63] From its own stack a force enters the box, if nobody defends it, and nothing else.
        box = 1 << at & free & ~guarded(state, side, at) if points > 0 else 0
        found = March((1 << at,), (box,), False, ((at, box, 0),))
        state.march_memo = key, seen, found
        return found
    if force & FLOTILLAS:
        # [9.5] [R66] Whoever goes with a flotilla goes hex by hex.
        free &= steps_of(state, force) & ~guarded(state, side, at)
        # [9.5]
        points = min(points, 1)
    # [9.5.1] Afloat all ground costs the same.
    if points > 0 and not force & ALL_CORPS & ~FLOTILLAS:
        found = March((1 << at, free & ~full(free)), (0,), False)
    else:
        # [9.13.2]
        alpine = not force & ALL_CORPS & ~OF_KIND["mountain"]
        found = march(at, max(0, points), free, alpine, full, turns(state, side, at))
    state.march_memo = key, seen, found
    return found


def targets(state: State, points: int) -> Hexes:
    """[9.14] The enemies beside the force that it may attack."""
    side, force = state.phasing, state.force
    corps = force & ALL_CORPS
    if points < 1 or not corps & ~SIEGE:
        return 0
    near = in_one_step(state) & state.enemy_land(side)
    # [1.25]
    near |= guarded(state, side, state.force_at)
    if not near:
        return 0
    near &= ~closed(state, side) & ~state.trench_battles & ~idle(state)
    found = 0
    for place in members(near):
        if why_not_attack(state, place) is None:
            found |= 1 << place
    return found


def in_one_step(state: State) -> Hexes:
    """[9.14] What the force could march into, if nobody were there."""
    corps = state.force & ALL_CORPS
    if not corps & ~FLOTILLAS:
        return steps_of(state, corps)
    found = in_reach(state, state.phasing, state.force_at, not corps & ~OF_KIND["mountain"])
    # [9.5]
    return found & steps_of(state, corps) if corps & FLOTILLAS else found


def why_not_attack(state: State, place: Hex) -> Refusal | None:
    """What bars an attack on enemies beside the force, if anything does."""
    side, corps = state.phasing, state.force & ALL_CORPS
    if tied := strays(state, corps, place):
        # [R310] Whoever wins must move in [10.81].
        return tied
    if is_assault(state, side, state.force_at, place) and stormy(state, place):
        return Refusal("6.512.3", "nobody lands here in a month of bad weather")
    if not fits_attackers(state, place, corps):
        return Refusal("9.14", "more corps than the location would hold cannot attack it")
    enemies = state.units(place, 1 - side) & ALL_CORPS
    # [9.14.1]
    if corps & OF_KIND["cavalry"] and enemies & state.entrenched:
        return Refusal("9.14", "cavalry does not attack trenches")
    nations = {UNITS[unit].nation for unit in members(corps)}
    # [2.92.3]
    if nations & set(state.crisis) and not corps & OF_KIND["tank"]:
        over = state.units(place, side) & OF_KIND["fighter"]
        under = state.units(place, 1 - side) & OF_KIND["fighter"]
        superior = over and not under
        if not superior:
            return Refusal("2.92", "in crisis an attack takes tanks, failing them air superiority")
    return None


def fits_attackers(state: State, place: Hex, corps: Units) -> bool:
    """[9.14] Whether a force is within the limit of the location it attacks."""
    return corps.bit_count() <= limit(state, place)


def joiners(state: State) -> Units:
    """[9.12] Who may join the force where it is: corps that have not moved, and a leader."""
    side = state.phasing
    here = state.units(state.force_at, side) & ~state.force
    fresh = here & movable(state, side) if here else 0
    if fresh and state.train >= 0 and not has_a_seat(state):
        # [9.24] [9.31] A flotilla takes no seat: it joins a force that goes on from the railway.
        fresh &= FLOTILLAS
    for unit in members(fresh):
        if state.spent.get(unit, 0):
            fresh &= ~(1 << unit)
    if not state.force & ARMY_LEADERS:
        fresh |= here & ARMY_LEADERS & ~state.done
    return fresh


def has_moved(state: State) -> bool:
    """Whether the force has spent anything yet."""
    spent = state.spent
    if spent:
        for unit in members(state.force & ALL_CORPS):
            if spent.get(unit, 0):
                return True
    return False


def diggers(state: State) -> bool:
    """[9.61] Whether the force as a whole may change its mode where it starts; who has no movement
    points may still leave his trenches [9.61.1], and who has no trenches never digs [1.321.2]."""
    corps = state.force & ALL_CORPS
    if has_moved(state) or corps & NEVER_DUG_IN:
        return False
    return not corps & state.entrenched or not corps & ~state.entrenched


def own_breaches(state: State) -> Hexes:
    """[10.594] Where the breaches lead that begin where the force is; one inside a port box is that
    of the lodged [2.63]."""
    at = state.force_at
    return bit_set(
        target
        for origin, target in state.breaches
        if origin == at and (target != at or state.force & state.lodged)
    )
