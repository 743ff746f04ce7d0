"""Where units do most good, and how they get there: on foot, in column, by rail."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.lines import headquarters_of
from trenchline.games.der_weltkrieg.march import March
from trenchline.games.der_weltkrieg.rail import reach
from trenchline.games.der_weltkrieg.stacking import has_room
from trenchline.games.der_weltkrieg.staff.stakes import Situation
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choice, Choices

GOOD_ODDS = 2.0
"""So many times the enemy's strength are worth bringing together."""
TOO_MANY = 1.5
"""A post is in danger where the enemy can bring so many times its strength."""
SHORT_LINE = 6
"""Supply lines are best no longer than this [19-9]."""
BEHIND = 6
"""Units with no enemy so near are reserves: trains and columns bring them up."""
WORTH_A_TRAIN = 3.0
"""What a train must gain."""
CUT_OFF = 6.0
"""What keeps units from places from which no way leads home."""
RAID = 8
"""A prize is guarded while an enemy is so near."""


def next_unit(sit: Situation, choices: Choices) -> Choice:
    """Those nearest to the goals first; artillery after its infantry, headquarters last."""
    theatre, state = sit.theatre, sit.state
    units = choices.get("unit", 0)
    if not units:
        return ("sail", lowest(choices["sail"])) if "sail" in choices else ("done", 0)
    for group in (theatre.infantry, theatre.cavalry, theatre.artillery, ~0):
        some = units & group
        if some:
            return "unit", min(members(some), key=lambda u: (sit.way(state.where[u]), u))
    return "done", 0


def march(sit: Situation, asking: March, choices: Choices) -> Choice:
    """The best post within reach; trains and columns for reserves."""
    unit = asking.party[0]
    here = asking.hex
    now = post(sit, unit, here)
    if asking.aboard:
        return _ride(sit, unit, now, choices)
    if _is_garrison(sit, unit, here):
        return "stay", 0
    if "repair" in choices:
        return "repair", min(members(choices["repair"]), key=lambda h: (sit.way(h), h))
    best, value = _best(sit, unit, choices.get("move", 0), now)
    reserve = sit.distance(here) > BEHIND
    if reserve and "entrain" in choices and not sit.state.railed >> unit & 1:
        ride, gain = _best(sit, unit, reach(sit.state, asking.journey(sit.state)).hexes, now)
        if ride is not None and gain > max(value, now) + WORTH_A_TRAIN:
            return "entrain", 0
    if reserve and "column" in choices and sit.theatre.counters[unit].nation != "AH":
        return "column", 0
    return ("move", best) if best is not None else ("stay", 0)


def _is_garrison(sit: Situation, unit: int, hex_: Hex) -> bool:
    """Whether a unit alone keeps a prize that an enemy could reach."""
    alone = sit.friends.get(hex_, 0) <= sit.state.strength[unit]
    line = sit.theatre.infantry | sit.theatre.cavalry
    return bool(line >> unit & 1) and alone and _keeps(sit, hex_)


def _keeps(sit: Situation, hex_: Hex) -> bool:
    held = sit.state.control[sit.side] >> hex_ & 1
    return bool(held) and sit.prize(hex_) > 0 and sit.distance(hex_) <= RAID


def _ride(sit: Situation, unit: int, now: float, choices: Choices) -> Choice:
    best, _ = _best(sit, unit, choices.get("ride", 0), now)
    if best is not None:
        return "ride", best
    return ("detrain", 0) if "detrain" in choices else ("stay", 0)


def _best(sit: Situation, unit: int, hexes: Hexes, now: float) -> tuple[Hex | None, float]:
    """The best of some hexes, if it is better than to stay."""
    best, value = None, now + 0.2
    for hex_ in members(hexes):
        if has_room(sit.state, hex_, sit.side, unit):
            worth = post(sit, unit, hex_)
            if worth > value:
                best, value = hex_, worth
    return best, value


def post(sit: Situation, unit: int, hex_: Hex) -> float:
    """What a unit is worth in a hex."""
    kind = sit.theatre.counters[unit].kind
    if sit.theatre.artillery >> unit & 1:
        return _battery(sit, unit, hex_)
    if kind == "headquarters":
        return _command(sit, unit, hex_)
    if kind in ("engineer", "replacement", "supply"):
        return _train(sit, hex_)
    return _line(sit, unit, hex_)


def _line(sit: Situation, unit: int, hex_: Hex) -> float:
    """Infantry and cavalry: towards the goals, together, fed, and not into the lion's mouth."""
    state, grid = sit.state, sit.grid
    points = state.strength[unit]
    others = sit.friends.get(hex_, 0) - (points if state.where[unit] == hex_ else 0)
    value = -float(sit.way(hex_))
    prize = sit.prize(hex_)
    if prize:
        held = state.control[sit.side] >> hex_ & 1
        if not held:
            value += 4 + prize / 5
        elif not others and sit.distance(hex_) <= 3:
            value += 3 + prize / 5
    threat = sit.threat(hex_)
    if threat > TOO_MANY * (others + points):
        value -= min(8.0, 2.0 * threat / (others + points))
    best = 0.0
    for shift in grid.shifts:
        there = hex_ + shift
        enemy = sit.enemies.get(there)
        if enemy and grid.distance(hex_, there) == 1:
            ours = (
                others
                + points
                + sum(sit.friends.get(there + s, 0) for s in grid.shifts if there + s != hex_)
            )
            if state.where[unit] >= 0 and grid.distance(state.where[unit], there) == 1:
                ours -= points if state.where[unit] != hex_ else 0
            ratio = ours / enemy
            if ratio >= GOOD_ODDS:
                best = max(best, min(ratio, 5.0) + sit.prize(there) / 5)
    value += best
    value += min(others, 20) * 0.05
    value -= max(0, sit.line(hex_) - SHORT_LINE) * 0.5
    if state.trenches >> hex_ & 1:
        value += 1.0
    if sit.is_cut_off(hex_):
        # [20-13] Pockets surrender.
        value -= CUT_OFF
    return value


def _battery(sit: Situation, unit: int, hex_: Hex) -> float:
    """Artillery: beside infantry that has enemies before it."""
    state = sit.state
    foot = state.units(hex_, sit.side) & (sit.theatre.infantry | sit.theatre.of_kind["fortress"])
    points = sum(state.strength[u] for u in members(foot))
    value = -0.5 * sit.way(hex_) - sit.distance(hex_)
    if not points:
        return value - (30.0 if sit.distance(hex_) <= 4 else 8.0)
    threat = sit.threat(hex_)
    if threat > TOO_MANY * points:
        value -= min(12.0, 3.0 * threat / points)
    return value + min(points, 20) * 0.2 - max(0, sit.line(hex_) - SHORT_LINE) * 0.5


def _command(sit: Situation, unit: int, hex_: Hex) -> float:
    """A headquarters: near the units it serves, out of the enemy's reach."""
    theatre, state = sit.theatre, sit.state
    mine = (
        state.on_map(sit.side) & theatre.infantry & theatre.of_nation[theatre.counters[unit].nation]
    )
    front = sorted(
        (sit.way(state.where[u]), sit.grid.distance(hex_, state.where[u])) for u in members(mine)
    )
    ahead = front[: max(6, len(front) // 2)]
    value = -sum(far for _, far in ahead) / (len(ahead) or 1)
    others = [state.where[hq] for hq in members(headquarters_of(state, sit.side) & ~(1 << unit))]
    if any(sit.grid.distance(hex_, other) <= 1 for other in others):
        value -= 1.5
    guard = sit.friends.get(hex_, 0)
    if sit.zone >> hex_ & 1:
        value -= 6.0
    elif not guard and sit.distance(hex_) <= 3:
        value -= 5.0
    if guard and sit.threat(hex_) > guard:
        value -= 5.0
    return value


def _train(sit: Situation, hex_: Hex) -> float:
    """Those without strength: with a headquarters, and never alone near the enemy."""
    state = sit.state
    posts = [state.where[hq] for hq in members(headquarters_of(state, sit.side))]
    value = -float(min((sit.grid.distance(hex_, p) for p in posts), default=0))
    if sit.zone >> hex_ & 1 or (sit.distance(hex_) <= 4 and not sit.friends.get(hex_, 0)):
        value -= 10.0
    return value
