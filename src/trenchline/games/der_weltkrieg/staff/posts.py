"""What a unit is worth in a hex: on the way to its objective, with its friends, fed, and not in
the lion's mouth."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.staff import services
from trenchline.games.der_weltkrieg.staff.operations import RAID, objective_of, way_to_objective
from trenchline.games.der_weltkrieg.staff.rings import caught, exits
from trenchline.games.der_weltkrieg.staff.stakes import Situation
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex

GOOD_ODDS = 2.0
"""So many times the enemy's strength are worth bringing together."""
TOO_MANY = 1.8
"""A post is in danger where the enemy can bring so many times its strength."""
SHORT_LINE = 4
"""Supply lines are best no longer than this [19-9]."""
CUT_OFF = 14.0
"""What keeps units from places from which no way leads home."""
FEW_EXITS = {0: 4.0, 1: 2.0, 2: 0.7}
"""What keeps units from places with few ways out."""
DETOUR, MOST_DETOUR = 0.4, 8.0
"""What each movement point costs by which the way home is longer than it should be."""
LONELY = 0.7
"""What each enemy around costs whom no friends are near."""
LINE, TRENCH = 1.5, 1.5
"""What it is worth to keep the line closed, and to stay in trenches."""
FIRM = 2.0
"""How much better strong places are held."""
PREY = 5.0
"""What it is worth to come up to a headquarters that stands alone."""
SUPPORT = 0.5
"""How much friends nearby count."""
RING = 0.6
"""What a point is worth that we cut off [20-13]."""


def post(sit: Situation, unit: int, hex_: Hex) -> float:
    """What a unit is worth in a hex."""
    value = 0.0
    for _, part in parts(sit, unit, hex_):
        value += part
    return value


def parts(sit: Situation, unit: int, hex_: Hex) -> list[tuple[str, float]]:
    """What its worth there is made of."""
    kind = sit.theatre.counters[unit].kind
    if sit.theatre.artillery >> unit & 1:
        return _battery(sit, unit, hex_)
    if kind == "headquarters":
        return services.command(sit, unit, hex_)
    if kind in ("engineer", "replacement", "supply"):
        return services.train(sit, unit, hex_)
    return _line(sit, unit, hex_)


def _line(sit: Situation, unit: int, hex_: Hex) -> list[tuple[str, float]]:
    """Infantry and cavalry."""
    state = sit.state
    points = state.strength[unit]
    others = sit.friends.get(hex_, 0) - (points if state.where[unit] == hex_ else 0)
    strength = others + points + SUPPORT * _supporters(sit, unit, hex_)
    return [
        ("goal", -float(way_to_objective(sit, unit, hex_))),
        ("keep", _possession(sit, unit, hex_, others)),
        ("danger", -_danger(sit, hex_, strength)),
        ("hold", _hold(sit, unit, hex_)),
        ("strike", _opportunity(sit, unit, hex_, others)),
        ("friends", min(others, 20) * 0.05),
        ("line", -max(0, sit.line(hex_) - SHORT_LINE) * 0.4),
        ("ring", RING * caught(sit, unit, hex_)),
    ]


def _possession(sit: Situation, unit: int, hex_: Hex, others: int) -> float:
    """To take a prize, or to keep one that nobody else keeps."""
    prize = sit.prize(hex_)
    if not prize or (sit.closed_to(1 - sit.side) >> hex_ & 1):
        return 0.0
    if not sit.state.control[sit.side] >> hex_ & 1:
        return 4 + prize / 4
    keepers = sit.state.units(hex_, sit.side) & sit.line_units & ~(1 << unit)
    near = RAID if objective_of(sit, unit) == hex_ else 3
    return 3 + prize / 5 if not keepers and sit.distance(hex_) <= near else 0.0


def _supporters(sit: Situation, unit: int, hex_: Hex) -> float:
    """The strength of friends who are near enough to come along or to help."""
    distance = sit.grid.distance
    here = sit.state.where[unit]
    total = 0.0
    for friend, points in sit.friends.items():
        if friend != hex_ and distance(friend, hex_) <= 2:
            total += points - (sit.state.strength[unit] if friend == here else 0)
    return total


def _hold(sit: Situation, unit: int, hex_: Hex) -> float:
    """To stay in the line where one is the last to hold it, in trenches above all."""
    state = sit.state
    if state.where[unit] != hex_ or sit.distance(hex_) > 2:
        return 0.0
    keepers = state.units(hex_, sit.side) & sit.line_units & ~(1 << unit)
    return (0.0 if keepers else LINE) + (TRENCH if state.trenches >> hex_ & 1 else 0.0)


def _danger(sit: Situation, hex_: Hex, strength: float) -> float:
    """To be overrun, or cut off [20-13]. Trenches and towns are not left under pressure [14-4]
    [22-8]."""
    threat = sit.threat(hex_)
    value = 0.0
    firm = (sit.state.trenches | sit.theatre.cities | sit.theatre.ports) >> hex_ & 1
    ratio = threat / strength / (FIRM if firm else 1.0)
    if ratio > TOO_MANY:
        value += min(6.0, ratio)
    if sit.is_cut_off(hex_):
        value += CUT_OFF
    elif hex_ not in sit.forts:
        value += _loneliness(sit, hex_) + min(MOST_DETOUR, DETOUR * sit.detour(hex_))
        if sit.zone >> hex_ & 1:
            value += FEW_EXITS.get(exits(sit, hex_), 0.0)
    return value


def _loneliness(sit: Situation, hex_: Hex) -> float:
    """What keeps a stack from going alone among many enemies, who would close a ring around it."""
    distance = sit.grid.distance
    theirs = sum(distance(hex_, enemy) <= 3 for enemy in sit.field)
    ours = sum(0 < distance(hex_, friend) <= 2 for friend in sit.friends)
    return min(3.0, LONELY * max(0, theirs - 2 * ours - 1))


def _opportunity(sit: Situation, unit: int, hex_: Hex, others: int) -> float:
    """To stand beside an enemy whom we can attack with good odds together."""
    state, grid = sit.state, sit.grid
    points = state.strength[unit]
    best = 0.0
    for shift in grid.shifts:
        there = hex_ + shift
        enemy = sit.enemies.get(there)
        if there < 0 or grid.distance(hex_, there) != 1:
            continue
        if not enemy:
            best = max(best, PREY * bool(sit.lone_staffs >> there & 1))
            continue
        ours = others + points
        ours += sum(sit.friends.get(there + s, 0) for s in grid.shifts if there + s != hex_)
        if state.where[unit] != hex_ and grid.distance(state.where[unit], there) == 1:
            ours -= points
        ratio = (ours + SUPPORT * _behind(sit, unit, there)) / enemy
        if ratio >= GOOD_ODDS:
            best = max(best, min(ratio, 5.0) + sit.prize(there) / 5)
    return best


def _behind(sit: Situation, unit: int, there: Hex) -> int:
    """The strength of those who can still come up to attack a hex: two hexes away, not moved."""
    state = sit.state
    idle = sit.ready
    return sum(
        sum(state.strength[u] for u in members(state.units(friend, sit.side) & idle & ~(1 << unit)))
        for friend in sit.friends
        if sit.grid.distance(friend, there) == 2
    )


def _battery(sit: Situation, unit: int, hex_: Hex) -> list[tuple[str, float]]:
    """Artillery: beside infantry that has enemies before it."""
    state = sit.state
    foot = state.units(hex_, sit.side) & (sit.theatre.infantry | sit.theatre.of_kind["fortress"])
    points = sum(state.strength[u] for u in members(foot))
    found = [("front", -0.5 * sit.way_to_enemy(hex_)), ("front", -float(sit.distance(hex_)))]
    if not points:
        return [*found, ("alone", -(30.0 if sit.distance(hex_) <= 4 else 8.0))]
    threat = sit.threat(hex_)
    if threat > TOO_MANY * points:
        found.append(("danger", -min(12.0, 3.0 * threat / points)))
    found.append(("friends", min(points, 20) * 0.2))
    found.append(("line", -max(0, sit.line(hex_) - SHORT_LINE) * 0.5))
    return found
