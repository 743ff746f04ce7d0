"""Where units of the line do most good, and how they get there: on foot, in column, by rail."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.march import March
from trenchline.games.der_weltkrieg.rail import reach
from trenchline.games.der_weltkrieg.stacking import has_room
from trenchline.games.der_weltkrieg.staff import battles, services
from trenchline.games.der_weltkrieg.staff.operations import RAID
from trenchline.games.der_weltkrieg.staff.posts import post
from trenchline.games.der_weltkrieg.staff.stakes import Situation
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choice, Choices

BEHIND = 6
"""Units with no enemy so near are reserves: trains and columns bring them up."""
WORTH_A_TRAIN = 3.0
"""What a train must gain."""
HOPELESS = 4.0
"""A garrison does not wait for so many times its strength."""
WEAK, STRONG_NEAR = 3, 4
"""Weak units guard a prize from afar; strong ones only when the enemy is so near."""


def next_unit(sit: Situation, choices: Choices) -> Choice:
    """Supply sets out first, then those nearest to the enemy; artillery after its infantry,
    headquarters last."""
    theatre = sit.theatre
    sent = services.send(sit, choices)
    if sent is not None:
        return sent
    units = choices.get("unit", 0)
    if not units:
        return ("sail", lowest(choices["sail"])) if "sail" in choices else ("done", 0)
    for group in (theatre.of_kind["supply"], sit.line_units, theatre.artillery, ~0):
        some = units & group
        if some:
            return "unit", min(members(some), key=lambda u: (_turn(sit, u), u))
    return "done", 0


def _turn(sit: Situation, unit: int) -> int:
    return sit.way_to_enemy(sit.state.where[unit])


def march(sit: Situation, asking: March, choices: Choices) -> Choice:
    """The best post within reach; trains and columns for reserves."""
    unit = asking.party[0]
    here = asking.hex
    now = post(sit, unit, here)
    if asking.aboard:
        return _ride(sit, unit, now, choices)
    if _is_garrison(sit, unit, here) or services.rests(sit, unit):
        return "stay", 0
    if "repair" in choices:
        return "repair", min(members(choices["repair"]), key=lambda h: (sit.way_to_enemy(h), h))
    assault = battles.column_attack(sit, asking, choices)
    if assault is not None:
        return assault
    if len(asking.party) > 1:
        return "stay", 0
    best, value = _best(sit, unit, choices.get("move", 0), now)
    trains = ("supply", "replacement")
    reserve = sit.distance(here) > BEHIND or sit.theatre.counters[unit].kind in trains
    if reserve and "entrain" in choices and not sit.state.railed >> unit & 1:
        ride, gain = _best(sit, unit, reach(sit.state, asking.journey(sit.state)).hexes, now)
        if ride is not None and gain > max(value, now) + WORTH_A_TRAIN:
            return "entrain", 0
    if reserve and "column" in choices and sit.theatre.counters[unit].nation != "AH":
        return "column", 0
    return ("move", best) if best is not None else ("stay", 0)


def _is_garrison(sit: Situation, unit: int, hex_: Hex) -> bool:
    """Whether a unit alone keeps a prize that an enemy could reach."""
    if not sit.line_units >> unit & 1 or sit.closed_to(1 - sit.side) >> hex_ & 1:
        return False
    held = sit.state.control[sit.side] >> hex_ & 1
    others = sit.state.units(hex_, sit.side) & sit.line_units & ~(1 << unit)
    near = RAID if sit.state.strength[unit] <= WEAK else STRONG_NEAR
    if not held or others or not sit.prize(hex_) or sit.distance(hex_) > near:
        return False
    return sit.threat(hex_) <= HOPELESS * (sit.friends.get(hex_, 0))


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
