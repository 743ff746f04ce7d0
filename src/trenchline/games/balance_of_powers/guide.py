"""Previews of chapter 9: the way a force would go, and what it would find there. There are no zones
of control."""

from __future__ import annotations

from trenchline.games.balance_of_powers.allowance import points_of
from trenchline.games.balance_of_powers.components import ALL_CORPS
from trenchline.games.balance_of_powers.forces import may_go
from trenchline.games.balance_of_powers.going import beside
from trenchline.games.balance_of_powers.march import Force
from trenchline.games.balance_of_powers.rail import Train, reached_by_rail
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import unsupplied
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.play import take
from trenchline.kernel.preview import RAIL, Course, Guide, Leg
from trenchline.kernel.words import counted


def _course(state: State, verb: str, goal: Hex) -> Course | None:
    if not isinstance(state.stack[-1], Force | Train) or goal == state.force_at:
        return None
    units = tuple(members(state.force))
    left = counted(_left(state, verb, goal), "movement point")
    if verb == "rail":
        line = reached_by_rail(state)
        # [9.4] The way into a port box takes all.
        boxed = line.boxes >> goal & 1
        cost = "all" if boxed else str(line.cost(goal, state.train_hexes)[0])
        return Course(units, state.force_at, (Leg(goal, cost, RAIL),), left)
    way, hard = may_go(state).way(goal)
    # [9.13] A hard step takes all that is left.
    legs = [Leg(place, "1") for place in way]
    if hard:
        legs[-1] = Leg(way[-1], "all")
    return Course(units, state.force_at, legs, left)


def _left(state: State, verb: str, goal: Hex) -> int:
    """[3.2] What a force could still spend there; who is in supply there again has a point more."""
    after = state.copy()
    take(after, verb, goal)
    return max(0, points_of(after, after.force)) if after.force & ALL_CORPS else 0


GUIDE: Guide[State] = Guide(
    frozenset({"march", "rail"}),
    _course,
    supplied=lambda state, units: len(units) - unsupplied(state, bit_set(units)).bit_count(),
    beside=lambda state, place: beside(place),
)
