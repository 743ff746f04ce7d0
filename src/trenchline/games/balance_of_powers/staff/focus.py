"""The great attack: where the best corps, the siege guns and a leader come together over several
halves, because nothing less breaks a line of trenches."""

from __future__ import annotations

from typing import NamedTuple

from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    ARMY_LEADERS,
    HOLDERS,
    SIEGE,
    Units,
)
from trenchline.games.balance_of_powers.flotillas import FLOTILLAS
from trenchline.games.balance_of_powers.going import MARCHABLE
from trenchline.games.balance_of_powers.stacking import limit
from trenchline.games.balance_of_powers.staff.posts import Objectives
from trenchline.games.balance_of_powers.staff.stakes import (
    MOST,
    Situation,
    apart,
    leads_with,
    ways_to,
)
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes

FROM_AFAR, GUNS_FROM_AFAR = 4, 9
"""How far corps and guns come for it, in steps."""
LED = 0.4
"""What a leader adds."""
TOWARDS = 0.12
"""How much it counts that prizes lie beyond."""
STEP = 0.03
"""What every step costs that somebody has to come."""
WORTH_COMING = 0.5
"""What a great attack must promise."""
STEADY = 1.0
"""How much better another must be than one that is being prepared."""
AT_ONCE = 2
"""So many are prepared at once."""
APART = 3
"""Two of them lie at least so far from each other."""


class Focus(NamedTuple):
    """A great attack that is being prepared."""

    origin: Hex
    target: Hex
    units: Units
    value: float


def prepared(
    sit: Situation, aims: Objectives, before: frozenset[tuple[Hex, Hex]] = frozenset()
) -> list[Focus]:
    """The great attacks that promise most; those for which corps have come together *before* are
    not given up for little."""
    state, side = sit.state, sit.side
    free = state.on_map(side) & ALL_CORPS & ~FLOTILLAS & ~state.aboard & ~bit_set(sit.marching)
    found: list[Focus] = []
    for _ in range(AT_ONCE):
        best: Focus | None = None
        for target in members((state.corps[sit.enemy] | _walls(sit)) & sit.ground):
            origins = step(1 << target, MARCHABLE) & state.held[side] & ~state.enemy_land(side)
            beyond = max((aims.draw(goal, target) for goal in sit.prizes), default=0.0)
            for origin in members(origins):
                if any(apart(origin, other.origin) < APART for other in found):
                    continue
                one = _ideal(sit, origin, target, free)
                if one is None:
                    continue
                value = one.value + TOWARDS * beyond
                if (origin, target) in before:
                    value += STEADY
                one = one._replace(value=value)
                if best is None or one.value > best.value:
                    best = one
        if best is None or best.value < WORTH_COMING:
            break
        found.append(best)
        free &= ~best.units
    return found


def _walls(sit: Situation) -> Hexes:
    """The enemy's fortresses that are worth a siege."""
    forts = sit.state.forts[sit.enemy]
    return bit_set(h for h in sit.prizes if forts >> h & 1)


def _ideal(sit: Situation, origin: Hex, target: Hex, free: Units) -> Focus | None:
    """The best force that could come together in a place, and what its attack would bring."""
    state = sit.state
    room = min(MOST, limit(state, origin), limit(state, target))
    steps = ways_to(origin, sit.ground | 1 << origin)
    guns = [u for u in members(free & SIEGE) if steps[state.where[u]] <= GUNS_FROM_AFAR]
    guns = sorted(guns, key=lambda u: (steps[state.where[u]], u))[: max(0, room - 3)]
    corps = [u for u in members(free & HOLDERS) if steps[state.where[u]] <= FROM_AFAR]
    corps.sort(key=lambda u: (-leads_with(state, u), steps[state.where[u]], u))
    chosen = corps[:1]
    # One good corps leads; for the others it matters most that they are near.
    rest = sorted(corps[1:], key=lambda u: (steps[state.where[u]], -leads_with(state, u), u))
    chosen += rest[: room - len(guns) - 1]
    if not chosen:
        return None
    value = sit.rough(target, len(chosen) + len(guns), leads_with(state, chosen[0]), len(guns))
    leaders = members(state.on_map(sit.side) & ARMY_LEADERS)
    if any(steps[state.where[u]] <= FROM_AFAR for u in leaders):
        value += LED
    units = bit_set([*chosen, *guns])
    way = sum(steps[state.where[u]] for u in members(units))
    return Focus(origin, target, units, value - STEP * way)
