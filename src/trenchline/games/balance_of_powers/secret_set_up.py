"""Chapter 12.1: the optional set-up, which each side writes down before it sees the other's.

The sides write one after the other; neither sees anything of it until both have done
[12.1/optional-set-up] [R158]. Nothing else is hidden in this game.
"""

from __future__ import annotations

import random

from trenchline.games.balance_of_powers.components import SIDES, Units
from trenchline.games.balance_of_powers.deployment import beginners, ground
from trenchline.games.balance_of_powers.set_up import PlaceAt, SetUp, ToArms
from trenchline.games.balance_of_powers.state import AWAITED, State
from trenchline.kernel.bits import members
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
    own = 0 if side is None else state.troops[side]
    return beginners(state.scenario) & state.mapped & ~own


def tell(entry: LogView, side: int | None) -> LogView:
    """What a side may read of a choice."""
    return heard(entry, side, SIDES, SECRET)


def twin(state: State, side: int, rng: random.Random) -> State:
    """What the other side has written down, written otherwise."""
    other = state.copy()
    strangers = hidden(state, side)
    for unit in members(strangers):
        other.lift(unit, AWAITED)
    for unit in sorted(members(strangers), key=lambda _: rng.random()):
        free = list(members(ground(other, unit))) or [state.where[unit]]
        other.put(unit, rng.choice(free))
    return other


def reveals(before: State, after: State, side: int) -> bool:
    """Whether a choice has shown a side what the other wrote down."""
    return bool(hidden(before, side)) and not hidden(after, side)


SECRETS: Secrets[State] = Secrets(tell, twin, lambda state: not is_written(state), reveals)
