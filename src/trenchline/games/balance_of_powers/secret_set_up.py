"""Chapter 12.1: the optional set-up, which each side writes down before it sees the other's.

The sides write one after the other; neither sees anything of it until both have done
[12.1/optional-set-up] [R158]. Nothing else is hidden in this game.
"""

from __future__ import annotations

import random
from dataclasses import replace

from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    ALL_LEADERS,
    CENTRAL,
    ENTENTE,
    SIDES,
    Units,
)
from trenchline.games.balance_of_powers.deployment import (
    AFLOAT,
    beginners,
    ground,
    is_secret,
    waiting,
    zone_of,
)
from trenchline.games.balance_of_powers.july_war import WAR
from trenchline.games.balance_of_powers.opening import VARYING, ToArms
from trenchline.games.balance_of_powers.set_up import PlaceAt, SetUp
from trenchline.games.balance_of_powers.state import AWAITED, POOL, State
from trenchline.games.balance_of_powers.variants import played
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.play import decision
from trenchline.kernel.secrets import Secrets
from trenchline.kernel.view import LogView
from trenchline.kernel.whispers import heard

SECRET = ("enroll", "station")
"""The verbs of which the other side reads no more than that they were said."""


def is_written(state: State) -> bool:
    """Whether set-ups are being written down."""
    if "secret" not in state.scenario.special:
        return False
    # [R172] What was written before the Crisis of July is shown after it.
    return any(isinstance(step, SetUp | PlaceAt | ToArms) for step in state.stack)


def hidden(state: State, side: int | None) -> Units:
    """The counters of which a side, or a spectator, does not know that they are on the map."""
    if not is_written(state):
        return 0
    own = 0 if side is None else state.troops[side] | state.scenario.guests[side]
    # [12.9/optional-set-up] Naval forces set up openly.
    return beginners(state.scenario) & state.mapped & ~own & ~AFLOAT


def tell(entry: LogView, side: int | None) -> LogView:
    """What a side may read of a choice."""
    return heard(entry, side, SIDES, SECRET)


def deal(state: State, side: int, rng: random.Random) -> State:
    """What the other side has written down, written otherwise: as many units, at random."""
    twin = state.copy()
    if not is_written(state):
        return twin
    theirs = beginners(state.scenario) & ~AFLOAT
    theirs &= ~(state.troops[side] | state.scenario.guests[side])
    # [1.323.2] Leaders without a command are set aside.
    aside = bit_set(u for u in members(theirs & ALL_LEADERS) if state.where[u] == POOL)
    written = theirs & state.mapped
    for unit in members(written):
        twin.lift(unit, AWAITED)
    for unit in members(aside):
        twin.where[unit] = AWAITED
    left, late = (written | aside).bit_count(), 0
    if WAR in state.july:
        # [R172] How many could stand as they were written is not told.
        late = _set_up_anew(state, 1 - side, theirs, rng)
        left = (theirs & ~late).bit_count()
    for kind in (ALL_CORPS, ~(ALL_CORPS | ALL_LEADERS), ALL_LEADERS):
        for unit in sorted(members(theirs & kind & ~late), key=lambda _: rng.random()):
            if left and twin.where[unit] == AWAITED:
                left -= _write(twin, unit, rng)
    step = twin.stack[-1]
    if isinstance(step, PlaceAt) and step.side != side and is_secret(state.scenario, step.unit):
        able = [u for u in members(waiting(twin, step.side) & ~AFLOAT) if ground(twin, u)]
        twin.stack[-1] = replace(step, unit=rng.choice(able)) if able else SetUp(step.side)
    if WAR in state.july:
        _ask_whoever_waits(twin, 1 - side)
    return twin


def _set_up_anew(state: State, enemy: int, theirs: Units, rng: random.Random) -> Units:
    """[R172] The units that the other side might still have to set up after the crisis: who joined
    by it, and some of those who may not stand in all the places any more that were open before."""
    asked = decision(state).who(state)
    if enemy == ENTENTE and asked == CENTRAL:
        # The Entente has done.
        return 0
    before = played(state.scenario.name, state.options & VARYING)
    late = theirs & ~beginners(before)
    for unit in members(theirs & ~late):
        place = rng.choice(list(members(zone_of(before, unit).hexes)))
        if not zone_of(state.scenario, unit).hexes >> place & 1:
            late |= 1 << unit
    if asked == enemy and not late and not waiting(state, enemy) & AFLOAT:
        # Who is asked has somebody to set up.
        late = 1 << rng.choice(list(members(theirs & ALL_CORPS)))
    return late


def _ask_whoever_waits(twin: State, enemy: int) -> None:
    """[R172] The other side is asked, now or later, if it has anybody to set up."""
    below = [step for step in twin.stack if not isinstance(step, SetUp | PlaceAt)]
    in_hand = [step for step in twin.stack if isinstance(step, PlaceAt)]
    left = waiting(twin, enemy) & ~bit_set(step.unit for step in in_hand)
    asked = {step.side for step in twin.stack if isinstance(step, SetUp)} - {enemy}
    if left:
        asked.add(enemy)
    # The top of the stack is next.
    twin.stack = [*below, *(SetUp(side) for side in (CENTRAL, ENTENTE) if side in asked), *in_hand]


def _write(state: State, unit: int, rng: random.Random) -> bool:
    """Write a unit down anywhere it may be, if it can be written down."""
    free = list(members(ground(state, unit)))
    if free:
        state.put(unit, rng.choice(free))
    elif ALL_LEADERS >> unit & 1:
        state.where[unit] = POOL
    return state.where[unit] != AWAITED


def reveals(before: State, after: State, side: int) -> bool:
    """Whether a choice has shown a side what the other wrote down."""
    return bool(hidden(before, side)) and not hidden(after, side)


def _hides(state: State, side: int) -> bool:
    """Whether set-ups are being written down."""
    return is_written(state)


SECRETS: Secrets[State] = Secrets(
    tell, deal, lambda state: not is_written(state), reveals, _hides, hidden
)
