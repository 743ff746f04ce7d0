"""What each unit is there for: the objectives of a campaign, and the forces they are given.

Objectives are the enemy's prizes and our own that he comes near, by what they are worth and what
it takes to win or keep them. The dearest for the effort is provided for first; whoever is left
joins the main effort. A plan shifts the weights: where the main effort lies, or how bold it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.der_weltkrieg.staff.stakes import Situation, prizes, turns_left
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex

PLANS = ("usual", "press", "stand", "north", "south")
"""The usual plan; to seek the decision or to keep what we have; the main effort in one half of the
map, which at Tannenberg means against one of the two Russian armies."""
TO_TAKE, TO_KEEP = 1.8, 0.6
"""The force that an objective takes, in shares of the enemy's strength around it."""
PATROL = 2.0
"""What is sent for a prize that nobody guards."""
WORTH_A_TRY = 0.6
"""The share of the wanted force without which an attack is not begun."""
RAID = 8
"""A prize is guarded while an enemy is so near."""
PACE = 4
"""Movement points that count on a turn's march."""
AHEAD = 1
"""By so much whoever keeps a place should be nearer to it than the enemy."""
FULL = 1.5
"""An objective that has so many times its force needs nobody else."""


@dataclass(frozen=True)
class Objective:
    """Something to take or to keep."""

    hex: Hex
    worth: float
    need: float
    ours: bool


def objectives(sit: Situation) -> list[Objective]:
    """What there is to take and to keep, as the plan weighs it."""
    control = sit.state.control[sit.side]
    shut, safe = sit.closed_to(sit.side), sit.closed_to(1 - sit.side)
    threats = _threats(sit)
    found = []
    for hex_ in prizes(sit.theatre):
        worth = sit.prize(hex_)
        ours = bool(control >> hex_ & 1)
        if not worth or (safe if ours else shut) >> hex_ & 1:
            continue
        if not ours:
            need = max(PATROL, TO_TAKE * sit.around(hex_, 1, 3))
        elif sit.distance(hex_) <= RAID:
            fort = sit.forts.get(hex_, 0)
            need = max(1.0, TO_KEEP * threats.get(hex_, 0) - fort)
        else:
            continue
        found.append(Objective(hex_, worth * _weight(sit, hex_, ours), need, ours))
    return found


def _threats(sit: Situation) -> dict[Hex, float]:
    """The enemy's strength that comes near our prizes: each of his stacks threatens one of them."""
    held = sit.state.control[sit.side] & ~sit.closed_to(1 - sit.side)
    ours = [hex_ for hex_ in prizes(sit.theatre) if held >> hex_ & 1 and sit.prize(hex_)]
    found: dict[Hex, float] = {}
    for enemy, points in sit.field.items():
        near = min(ours, key=lambda hex_: (sit.grid.distance(hex_, enemy), hex_), default=None)
        if near is not None:
            far = sit.grid.distance(near, enemy)
            share = 1.0 if far <= 3 else 0.5 if far <= 5 else 0.0
            found[near] = found.get(near, 0.0) + share * points
    return found


def _weight(sit: Situation, hex_: Hex, ours: bool) -> float:
    """What the plan makes of an objective. Who is behind must take, who is ahead must keep."""
    boldness = 1.5 - sit.outlook
    if sit.plan == "press":
        boldness += 0.5
    if sit.plan == "stand":
        boldness -= 0.8
    return max(0.2, 2 - boldness if ours else boldness) * _side_weight(sit, hex_)


def _side_weight(sit: Situation, hex_: Hex) -> float:
    """What the main effort makes of an objective."""
    if sit.plan in ("north", "south"):
        _, row = sit.grid.column_row(hex_)
        first, last = sit.grid.rows
        southern = 2 * row >= first + last - 1
        return 2.0 if southern == (sit.plan == "south") else 0.5
    return 1.0


def objective_of(sit: Situation, unit: int) -> Hex | None:
    """Where a unit is wanted, if there is anything but the enemy to seek."""
    if sit.orders is None:
        sit.orders = orders(sit)
    return sit.orders.get(unit)


def way_to_objective(sit: Situation, unit: int, hex_: Hex) -> int:
    """The cost of the way from a hex to the unit's objective; to the enemy where it has none. Who
    is nearer to what he keeps than the enemy is has arrived: places are best defended in front."""
    goal = objective_of(sit, unit)
    if goal is None:
        return sit.way_to_enemy(hex_)
    way = sit.way(hex_, goal)
    if sit.state.control[sit.side] >> goal & 1:
        return max(0, way - max(0, sit.way_to_enemy(goal) - AHEAD))
    return way


def orders(sit: Situation) -> dict[int, Hex]:
    """The objective of each unit of the line; none where there is nothing but the enemy to seek."""
    where, strength = sit.state.where, sit.state.strength
    line = sit.state.on_map(sit.side) & (sit.theatre.infantry | sit.theatre.cavalry)
    free = {unit for unit in members(line) if strength[unit]}
    reach = PACE * turns_left(sit.state)
    todo = objectives(sit)

    def nearest(goal: Objective, units: set[int]) -> list[tuple[int, int]]:
        ways = sorted((sit.way(where[unit], goal.hex), unit) for unit in units)
        picked, force = [], 0.0
        for way, unit in ways:
            if force >= goal.need or (way > reach and not goal.ours):
                break
            picked.append((way, unit))
            force += strength[unit]
        return picked

    def promise(goal: Objective) -> float:
        picked = nearest(goal, free)
        mean = sum(way for way, _ in picked) / len(picked) if picked else reach
        return goal.worth / (3 + mean) / (5 + goal.need)

    found: dict[int, Hex] = {}
    given: list[tuple[Objective, float]] = []
    for goal in sorted(todo, key=promise, reverse=True):
        picked = nearest(goal, free)
        force = sum(strength[unit] for _, unit in picked)
        if picked and (goal.ours or force >= WORTH_A_TRY * goal.need):
            for _, unit in picked:
                found[unit] = goal.hex
                free.discard(unit)
            given.append((goal, force))
    return found | _main_effort(sit, given, free)


def _main_effort(
    sit: Situation, given: list[tuple[Objective, float]], free: set[int]
) -> dict[int, Hex]:
    """Those who are left go where most is to be gained."""
    found: dict[int, Hex] = {}
    where = sit.state.where
    forces = {goal.hex: force for goal, force in given}

    def gain(goal: Objective, unit: int) -> float:
        crowded = 0.3 if forces[goal.hex] > FULL * goal.need else 1.0
        return crowded * goal.worth / (4 + sit.way(where[unit], goal.hex))

    for unit in sorted(free):
        if given:
            goal = max((goal for goal, _ in given), key=lambda goal: (gain(goal, unit), goal.hex))
            found[unit] = goal.hex
            forces[goal.hex] += sit.state.strength[unit]
    return found
