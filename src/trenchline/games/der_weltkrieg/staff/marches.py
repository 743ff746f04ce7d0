"""Where units of the line do most good, and how they get there: on foot, in column, by rail."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.march import March
from trenchline.games.der_weltkrieg.rail import reach
from trenchline.games.der_weltkrieg.stacking import has_room
from trenchline.games.der_weltkrieg.staff import battles, reasons, services
from trenchline.games.der_weltkrieg.staff.operations import RAID
from trenchline.games.der_weltkrieg.staff.posts import post
from trenchline.games.der_weltkrieg.staff.stakes import Situation
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.reasons import because, heard
from trenchline.kernel.steps import Choice, Choices

BEHIND = 6
"""Units with no enemy so near are reserves: trains and columns bring them up."""
WORTH_A_TRAIN = 3.0
"""What a train must gain."""
STIR = 0.2
"""Nobody marches for less."""
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
        if "sail" in choices:
            ship = lowest(choices["sail"])
            because(sit.state, ("sail", ship), 0.0, "{:unit} is left to move", ship)
            return "sail", ship
        because(sit.state, ("done", 0), 0.0, "everybody has moved")
        return "done", 0
    for group in (theatre.of_kind["supply"], sit.line_units, theatre.artillery, ~0):
        some = units & group
        if some:
            unit = min(members(some), key=lambda u: (_turn(sit, u), u))
            words = "{:unit} is next: columns first, then the line from the enemy backwards, guns"
            because(sit.state, ("unit", unit), 0.0, words + " after it, staffs last", unit)
            return "unit", unit
    return "done", 0


def _turn(sit: Situation, unit: int) -> int:
    return sit.way_to_enemy(sit.state.where[unit])


def march(sit: Situation, asking: March, choices: Choices) -> Choice:
    """The best post within reach; trains and columns for reserves."""
    unit = asking.party[0]
    here = asking.hex
    now = post(sit, unit, here)
    state = sit.state
    if asking.aboard:
        return _ride(sit, unit, here, now, choices)
    if _is_garrison(sit, unit, here):
        words = "{:unit} keeps {:hex}, which an enemy could reach"
        because(state, ("stay", 0), 0.0, words, unit, here)
        return "stay", 0
    if services.rests(sit, unit):
        because(state, ("stay", 0), 0.0, "{:unit} waits for what has come to it", unit)
        return "stay", 0
    if "repair" in choices:
        line = min(members(choices["repair"]), key=lambda h: (sit.way_to_enemy(h), h))
        because(state, ("repair", line), 0.0, "the railway is wanted nearest to the enemy")
        return "repair", line
    assault = battles.column_attack(sit, asking, choices)
    if assault is not None:
        return assault
    if len(asking.party) > 1:
        because(state, ("stay", 0), 0.0, "no attack is worth it any more")
        return "stay", 0
    best, value = _best(sit, unit, choices.get("move", 0), now)
    chosen: Choice = ("move", best) if best is not None else ("stay", 0)
    _explain(sit, unit, here, "move", choices, chosen)
    trains = ("supply", "replacement")
    reserve = sit.distance(here) > BEHIND or sit.theatre.counters[unit].kind in trains
    if reserve and "entrain" in choices and not state.railed >> unit & 1:
        ride, gain = _best(sit, unit, reach(state, asking.journey(state)).hexes, now)
        if ride is not None and gain > max(value, now) + WORTH_A_TRAIN:
            words = "{:unit} takes the train to {:hex}: it gains {:+.1f} there"
            because(state, ("entrain", 0), gain - now, words, unit, ride, gain - now)
            return "entrain", 0
    if reserve and "column" in choices and sit.theatre.counters[unit].nation != "AH":
        words = "{:unit} marches in column: it comes further so, and need not fight"
        because(state, ("column", 0), 0.0, words, unit)
        return "column", 0
    return chosen


def _explain(
    sit: Situation, unit: int, here: Hex, verb: str, choices: Choices, chosen: Choice
) -> None:
    """Say what the best posts have over where the unit is, or why it stays."""
    if heard():
        now = post(sit, unit, here)
        rated: list[tuple[float, Choice]] = [
            (post(sit, unit, hex_) - now, (verb, hex_))
            for hex_ in members(choices.get(verb, 0))
            if hex_ != here and has_room(sit.state, hex_, sit.side, unit)
        ]
        reasons.about_march(sit, unit, here, rated, chosen, STIR)


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


def _ride(sit: Situation, unit: int, here: Hex, now: float, choices: Choices) -> Choice:
    best, _ = _best(sit, unit, choices.get("ride", 0), now)
    chosen: Choice = ("detrain", 0) if "detrain" in choices else ("stay", 0)
    if best is not None:
        chosen = "ride", best
    else:
        because(sit.state, chosen, 0.0, "{:unit} has come where it was to go", unit)
    _explain(sit, unit, here, "ride", choices, chosen)
    return chosen


def _best(sit: Situation, unit: int, hexes: Hexes, now: float) -> tuple[Hex | None, float]:
    """The best of some hexes, if it is better than to stay."""
    best, value = None, now + STIR
    for hex_ in members(hexes):
        if has_room(sit.state, hex_, sit.side, unit):
            worth = post(sit, unit, hex_)
            if worth > value:
                best, value = hex_, worth
    return best, value
