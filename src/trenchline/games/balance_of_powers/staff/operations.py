"""Which attack is made next: who comes together where, against whom, by what it promises."""

from __future__ import annotations

import math
from typing import NamedTuple

from trenchline.games.balance_of_powers.allowance import allowance, idle
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    ARMY_LEADERS,
    HOLDERS,
    OF_KIND,
    SIEGE,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.forces import (
    fits_attackers,
    free_for,
    movable,
    why_not_attack,
)
from trenchline.games.balance_of_powers.going import March, march
from trenchline.games.balance_of_powers.inherent import guarded, in_reach, turns
from trenchline.games.balance_of_powers.neutrals import closed
from trenchline.games.balance_of_powers.payment import is_free, payers
from trenchline.games.balance_of_powers.stacking import full_for
from trenchline.games.balance_of_powers.staff.columns import opens, passing_by
from trenchline.games.balance_of_powers.staff.plans import margin
from trenchline.games.balance_of_powers.staff.promises import (
    Promise,
    declared,
    duty,
    promise,
)
from trenchline.games.balance_of_powers.staff.stakes import (
    MOST,
    Situation,
    leads_with,
)
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex

LOOKED_AT = 14
"""So many attacks are worked out exactly, the likeliest first."""
GUNS = 3
"""More siege corps than this are no help to each other."""
FLOTILLAS = OF_KIND["flotilla"]
CAVALRY = OF_KIND["cavalry"]


class Attack(NamedTuple):
    """A force that comes together and attacks."""

    start: Hex
    """Where it sets out ..."""
    origin: Hex
    """... and from where it attacks."""
    target: Hex
    units: Units
    """Corps and leader, those who join on the way too."""
    promise: Promise


class Party(NamedTuple):
    """Those in a place who have not moved, and where they could march."""

    place: Hex
    units: Units
    way: March


def parties(sit: Situation) -> list[Party]:
    """All who could attack from where they stand, and those who could march up for it, by place."""
    state, side = sit.state, sit.side
    able = movable(state, side) & ~FLOTILLAS
    free = free_for(state, side)
    found = []
    for place in members(state.corps[side]):
        here = state.stacks[place] & able
        fresh = bit_set(u for u in members(here) if not state.spent.get(u, 0))
        points = {u: allowance(state, u) for u in members(fresh)}
        ready = bit_set(u for u, left in points.items() if left > 0)
        quick = bit_set(u for u, left in points.items() if left > 1)
        if ready & ~SIEGE:
            found.append(Party(place, ready, march(place, 0, free)))
        if quick & ~SIEGE:
            alpine = not quick & ~OF_KIND["mountain"]
            least = min(points[u] for u in members(quick))
            way = march(place, least - 1, free, alpine, turns=turns(state, side, place))
            found.append(Party(place, quick, way))
    return found


def best_attack(sit: Situation) -> Attack | None:
    """The attack that promises most, if any promises enough."""
    return worthwhile(sit, rated_attacks(sit))


def worthwhile(sit: Situation, rated: list[Attack]) -> Attack | None:
    """The best of some attacks, if it promises enough."""
    return rated[0] if rated and rated[0].promise.value > margin(sit.state.scenario) else None


def rated_attacks(sit: Situation) -> list[Attack]:
    """The likeliest attacks by what they promise, the best first."""
    found: list[tuple[float, Attack]] = []
    for party in parties(sit):
        found += _candidates(sit, party)
    found.sort(key=lambda pair: (-pair[0], pair[1].target, pair[1].origin))
    best = -math.inf
    rated: list[Attack] = []
    for guess, attack in found[:LOOKED_AT]:
        if guess < best - 2.0:
            break
        exact = _exactly(sit, attack)
        if exact is not None:
            rated.append(exact)
            best = max(best, exact.promise.value)
    return sorted(rated, key=lambda attack: -attack.promise.value)


def _candidates(sit: Situation, party: Party) -> list[tuple[float, Attack]]:
    """Roughly what attacks of a party would bring."""
    state, side = sit.state, sit.side
    enemies = state.enemy_land(side) & ~closed(state, side) & ~state.trench_battles & ~idle(state)
    found = []
    origins = 0
    for level in party.way.levels:
        origins |= level
    if len(party.way.levels) > 1:
        # From where they stand all attack together.
        origins &= ~(1 << party.place)
    nations = {UNITS[u].nation for u in members(party.units)}
    for nation in nations:
        # [3.2] Who is out of supply has a point less: he would come up and could not attack.
        origins &= sit.fed(nation) | 1 << party.place
    for origin in members(origins):
        targets = in_reach(state, side, origin, False) & enemies
        if origin == party.place:
            targets |= guarded(state, side, origin)
        for target in members(targets):
            units = gathered(sit, party, origin, target)
            if units:
                guess = _guess(sit, origin, target, units)
                if guess > -0.5:
                    attack = Attack(party.place, origin, target, units, Promise(guess, 0.0))
                    found.append((guess, attack))
    return found


def gathered(sit: Situation, party: Party, origin: Hex, target: Hex) -> Units:
    """Who takes part: the party and those it meets where it attacks from, six at most."""
    state, side = sit.state, sit.side
    units = party.units & ALL_CORPS
    if origin != party.place:
        if full_for(state, units, side, 1 << origin):
            room = MOST - (state.units(origin, side) & ALL_CORPS).bit_count()
            ranked = sorted(members(units), key=lambda u: (-leads_with(state, u), u))
            units = bit_set(ranked[: max(0, room)])
            if not units or full_for(state, units, side, 1 << origin):
                return 0
        met = state.stacks.get(origin, 0) & movable(state, side) & ALL_CORPS & ~FLOTILLAS
        # Who is in trenches has a single point, and would have to spend it to join.
        met &= ~state.entrenched
        units |= bit_set(u for u in members(met) if not state.spent.get(u, 0))
    units &= ~passing_by(sit, origin, target)
    enemies = state.units(target, sit.enemy) & ALL_CORPS
    if enemies & state.entrenched:
        units &= ~CAVALRY
    ranked = sorted(
        members(units & ~SIEGE), key=lambda u: (-leads_with(state, u), CAVALRY >> u & 1, u)
    )
    guns = list(members(units & SIEGE))[:GUNS]
    chosen = bit_set([*ranked[: MOST - len(guns)], *guns])
    if not chosen & ~SIEGE:
        return 0
    while chosen.bit_count() > 1 and not fits_attackers(state, target, chosen):
        chosen &= ~(1 << (chosen.bit_length() - 1))
    return chosen & ALL_CORPS if fits_attackers(state, target, chosen) else 0


def _guess(sit: Situation, origin: Hex, target: Hex, units: Units) -> float:
    """What an attack brings, by a rough look at its modifiers."""
    lead = max(leads_with(sit.state, u) for u in members(units & ~SIEGE))
    corps, guns = units.bit_count(), (units & SIEGE).bit_count()
    guess = sit.rough(target, corps, lead, guns) + duty(sit, corps, target)
    return guess + 0.5 * opens(sit, origin, target, units)


def _exactly(sit: Situation, attack: Attack) -> Attack | None:
    """An attack with what it promises by the exact odds, if it is lawful and somebody pays."""
    state = sit.state
    units = attack.units | leader_for(sit, attack)
    units &= ~left_behind(sit, attack)
    if not units & ALL_CORPS & ~SIEGE:
        return None
    if attack.origin != attack.start and not units & state.stacks.get(attack.start, 0):
        return None
    battle = declared(sit, attack.origin, attack.target, units)
    if not payers(state, battle) and not is_free(state, battle):
        return None
    saved = state.force, state.force_at
    state.force, state.force_at = units, attack.origin
    refusal = why_not_attack(state, attack.target)
    state.force, state.force_at = saved
    if refusal is not None:
        return None
    found = promise(sit, battle)
    value = found.value + duty(sit, (units & ALL_CORPS).bit_count(), attack.target)
    value -= _left_open(sit, attack, units)
    return attack._replace(units=units, promise=found._replace(value=value))


def leader_for(sit: Situation, attack: Attack) -> Units:
    """The leader who goes along, if there is one."""
    for place in (attack.start, attack.origin):
        leaders = sit.state.units(place, sit.side) & ARMY_LEADERS & ~sit.state.done
        if leaders:
            return leaders & -leaders
    return 0


def left_behind(sit: Situation, attack: Attack) -> Units:
    """Who stays as a guard where all would leave and much would lie open."""
    state = sit.state
    stays = state.units(attack.start, sit.side) & ALL_CORPS & ~attack.units
    if attack.origin == attack.start or stays:
        return 0
    here = attack.units & state.stacks.get(attack.start, 0) & HOLDERS
    if here.bit_count() < 2 or _left_open(sit, attack, attack.units) < 0.6:
        return 0
    return 1 << min(members(here), key=lambda u: (leads_with(state, u), u))


def _left_open(sit: Situation, attack: Attack, units: Units) -> float:
    """What lies open when a force has left where it stood."""
    state = sit.state
    now = state.corps[sit.side]
    after = now | 1 << attack.origin
    if not state.units(attack.start, sit.side) & ALL_CORPS & ~units:
        after &= ~(1 << attack.start)
        after |= 1 << attack.origin
    if after == now:
        return 0.0
    return max(0.0, sit.exposure(after) - sit.exposure(now))
