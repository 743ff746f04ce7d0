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
    SIDES,
    Units,
)
from trenchline.games.balance_of_powers.deployment import beginners, ground, waiting
from trenchline.games.balance_of_powers.set_up import PlaceAt, SetUp, ToArms
from trenchline.games.balance_of_powers.state import AWAITED, POOL, State
from trenchline.kernel.bits import bit_set, members
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
    return beginners(state.scenario) & state.mapped & ~own


def tell(entry: LogView, side: int | None) -> LogView:
    """What a side may read of a choice."""
    return heard(entry, side, SIDES, SECRET)


def deal(state: State, side: int, rng: random.Random) -> State:
    """What the other side has written down, written otherwise: as many units, at random."""
    twin = state.copy()
    if not is_written(state):
        return twin
    theirs = beginners(state.scenario) & ~(state.troops[side] | state.scenario.guests[side])
    # [1.323.2] Leaders without a command are set aside.
    aside = bit_set(u for u in members(theirs & ALL_LEADERS) if state.where[u] == POOL)
    written = theirs & state.mapped
    for unit in members(written):
        twin.lift(unit, AWAITED)
    for unit in members(aside):
        twin.where[unit] = AWAITED
    left = (written | aside).bit_count()
    for kind in (ALL_CORPS, ~(ALL_CORPS | ALL_LEADERS), ALL_LEADERS):
        for unit in sorted(members(theirs & kind), key=lambda _: rng.random()):
            if left and twin.where[unit] == AWAITED:
                left -= _write(twin, unit, rng)
    if isinstance(step := twin.stack[-1], PlaceAt) and step.side != side:
        able = [u for u in members(waiting(twin, step.side)) if ground(twin, u)]
        twin.stack[-1] = replace(step, unit=rng.choice(able)) if able else SetUp(step.side)
    return twin


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
