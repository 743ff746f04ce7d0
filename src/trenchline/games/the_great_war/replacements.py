"""Rule 16B: manpower and equipment, what units cost, and what comes back of the lost.

Points are counted in halves [16B1], manpower by nation and equipment by side [16B3b] [R127].
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from trenchline.games.the_great_war.calendar import Date, read_date
from trenchline.games.the_great_war.components import CODES, NATIONS, SIDES, UNIT_TYPES, Counter
from trenchline.games.the_great_war.state import ELIMINATED_ISOLATED, State
from trenchline.games.the_great_war.tables import REPLACEMENTS
from trenchline.games.the_great_war.theatre import Theatre

HALVES = 2
DEARER: int = REPLACEMENTS["isolated"]["factor"]
"""[16B3a] Units that were eliminated while isolated cost so many times as much."""
LEFT_OVER = ("cadre", "remnant")
MENDABLE = (*LEFT_OVER, "disabled")
"""What is made a full unit again [16B3d], or repaired [14C2]."""
REPAIR: dict[str, int] = REPLACEMENTS["repair"]
"""[14C2] Equipment points that repair a disabled tank unit, by its size."""
EIGHTHS = 8
"""Limits are counted in eighths of an RE, for some units count half [16B3f]."""
_SPECIAL = REPLACEMENTS["special"]
_ENGINEERS = ("construction", "railroad", "port", "combat engineer", "assault engineer")
ENGINEERS = (*_ENGINEERS, "flame", "siege engineer")

Cost = tuple[int, int]
"""Manpower and equipment, in halves of a point."""


# What units cost.


@lru_cache(maxsize=1024)
def _row(counter: Counter) -> dict[str, Any] | None:
    """[16B3a] The row of the costs chart for a counter; None for those who are not replaced."""
    size = counter.front.size
    if size not in ("division", "brigade", "regiment", "battalion"):
        return None
    if not counter.front.movement and counter.type.gun != "coast" and counter.back_is != "mobile":
        # [16C7] Units without movement are not replaced, but for coast guns; who has a mobile side
        # comes back by it.
        return None
    if counter.is_artillery:
        gun = "heavy" if counter.type.gun == "coast" else counter.type.gun
        names = [f"{gun} artillery {size}", f"{gun} artillery"]
    elif "transport" in counter.tags:
        names = ["transport"]
    else:
        cavalry = ["cavalry division"] if size == "division" and "cavalry" in counter.tags else []
        names = [*cavalry, size]
    for name in names:
        for row in REPLACEMENTS["costs"]["rows"]:
            if row["kinds"] == name and counter.front.attack >= row.get("least_attack", 0):
                found: dict[str, Any] = row
                return found
    return None


def cost_of_face(counter: Counter, back: bool) -> Cost | None:
    """[16B3a] The replacement strength of a counter's front, or of its cadre or remnant."""
    if counter.kind == "manpower point":
        return 2, 0
    row = _row(counter)
    if row is None:
        return None
    man, gear = row["full"]
    if back and counter.back_is in LEFT_OVER:
        man, gear = row.get("cadre", (man // HALVES, gear // HALVES))
    return man, gear


@lru_cache(maxsize=16)
def prices(theatre: Theatre) -> tuple[tuple[Cost | None, Cost | None], ...]:
    """[16B3a] The replacement strengths of both faces of every counter."""
    return tuple(
        (cost_of_face(counter, back=False), cost_of_face(counter, back=True))
        for counter in theatre.counters
    )


def cost_to_replace(state: State, unit: int) -> Cost | None:
    """[16B3a] [16B3c] What it costs to replace an eliminated unit, to its cadre or remnant if it
    has one; twice as much if it was eliminated while isolated."""
    cost = prices(state.theatre)[unit][1]
    if cost is None or state.kind.water_only >> unit & 1:
        # [R182] Boats are not replaced.
        return None
    factor = DEARER if state.where[unit] == ELIMINATED_ISOLATED else 1
    return cost[0] * factor, cost[1] * factor


def cost_to_rebuild(state: State, unit: int) -> Cost | None:
    """[16B3d] What it costs to make a cadre or remnant a full unit again."""
    counter = state.theatre.counters[unit]
    if counter.back_is == "disabled":
        # [14C2] A disabled tank unit costs equipment only.
        return 0, REPAIR.get(counter.front.size, 0) * HALVES
    if counter.back_is == "other":
        # [16B3e] The share of its strength by which it grows.
        whole = prices(state.theatre)[unit][0]
        assert counter.back is not None
        one, two = sum(counter.front[:2]), sum(counter.back[:2])
        more, most = abs(one - two), max(one, two)
        return None if whole is None else (-(-whole[0] * more // most), -(-whole[1] * more // most))
    full, left = prices(state.theatre)[unit]
    if full is None or left is None:
        return None
    return full[0] - left[0], full[1] - left[1]


def can_pay(state: State, unit: int, cost: Cost) -> bool:
    """[16B3b] Whether the points for a unit are there: manpower of its nation, any equipment."""
    counter = state.theatre.counters[unit]
    spoils = state.spoils.get(counter.nation, 0)
    there = state.manpower[CODES.index(counter.nation)], state.gear[counter.side] + spoils
    return there[0] >= cost[0] and there[1] >= cost[1]


def pay(state: State, unit: int, cost: Cost) -> None:
    """[16B3b] The points for a unit are spent."""
    counter = state.theatre.counters[unit]
    state.manpower[CODES.index(counter.nation)] -= cost[0]
    booty = min(cost[1], state.spoils.get(counter.nation, 0))
    if booty:
        state.spoils[counter.nation] -= booty
    state.gear[counter.side] -= cost[1] - booty


# Limits.


def categories(counter: Counter) -> tuple[str, ...]:
    """[16B3f] The limits that a unit counts against."""
    return _categories(counter.kind, counter.tags)


@lru_cache(maxsize=1024)
def _categories(kind: str, tags: frozenset[str]) -> tuple[str, ...]:
    found = []
    if UNIT_TYPES[kind].cm:
        found.append("cm")
    if UNIT_TYPES[kind].artillery:
        found.append("artillery")
    elif tags & set(ENGINEERS) or "gas" in tags:
        found.append("engineers")
    if "cavalry" in tags:
        found.append("cavalry")
    if tags & {"light", "mountain"}:
        found.append("light_mountain")
    return tuple(found)


def limit(state: State, nation: str, category: str) -> int:
    """[16B3f] How much of a category a nation may replace in a month, in eighths of an RE."""
    return _limit(state.date, nation, category)


@lru_cache(maxsize=1024)
def _limit(date: Date, nation: str, category: str) -> int:
    told = REPLACEMENTS["limits"][category]
    res = told.get(nation, told["all"])
    side = SIDES[NATIONS[nation].side]
    minor = NATIONS[nation].power == "minor"
    for row in told.get("later", ()):
        # The limits of minor powers never increase.
        if row["side"] == side and date >= read_date(row["from"]) and not minor:
            res = row["res"]
    for row in told.get("before", ()):
        if row["side"] == side and date < read_date(row["until"]):
            res = row["res"]
    factor = Fraction(REPLACEMENTS["limits"]["minor_factor"]) if minor else 1
    return int(res * EIGHTHS * factor)


def weight(state: State, unit: int, quarters: int) -> int:
    """[16B3f] How much a unit counts against its limits, in eighths of an RE."""
    counter = state.theatre.counters[unit]
    return _weight(counter.kind, counter.tags, quarters, state.where[unit] == ELIMINATED_ISOLATED)


@lru_cache(maxsize=4096)
def _weight(kind: str, tags: frozenset[str], quarters: int, stranded: bool) -> int:
    factor = _counting(kind, tags)
    return int(quarters * 2 * (factor * DEARER if stranded else factor))


@lru_cache(maxsize=1024)
def _counting(kind: str, tags: frozenset[str]) -> Fraction:
    factor = Fraction(1)
    type_ = UNIT_TYPES[kind]
    for name, told in REPLACEMENTS["counting"].items():
        if name != "source" and name in (type_.gun, *type_.tags):
            if type_.artillery and name != type_.gun:
                continue
            if name == "construction" and "combat engineer" in tags:
                continue
            factor = Fraction(told)
    return factor


def within_limits(state: State, unit: int, quarters: int) -> bool:
    """[16B3f] Whether a unit of so many quarters of an RE may still be replaced in this month."""
    counter = state.theatre.counters[unit]
    kinds = categories(counter)
    if not kinds:
        return True
    more = weight(state, unit, quarters)
    return all(
        state.replaced.get((counter.nation, category), 0) + more
        <= limit(state, counter.nation, category)
        for category in kinds
    )


def count_replaced(state: State, unit: int, quarters: int) -> None:
    """[16B3f] A unit counts against its limits."""
    counter = state.theatre.counters[unit]
    for category in categories(counter):
        key = counter.nation, category
        state.replaced[key] = state.replaced.get(key, 0) + weight(state, unit, quarters)


# Special replacements.


def note_loss(state: State, unit: int, to_cadre: bool) -> None:
    """[16B4a] What a unit that is lost, or reduced to a cadre or remnant, was worth; of isolated
    ones the equipment is looked at when the combat is over [16B4b]."""
    counter = state.theatre.counters[unit]
    cost = cost_of_face(counter, back=bool(state.reduced >> unit & 1))
    if to_cadre:
        cost = cost_to_rebuild(state, unit)
    if cost is not None and state.isolated >> unit & 1:
        # [16B4b]
        state.gear_stranded[counter.side] += cost[1]
        state.men_stranded[CODES.index(counter.nation)] += cost[0]
    elif cost is not None:
        state.men_lost[CODES.index(counter.nation)] += cost[0]
        state.gear_lost[counter.side] += cost[1]


def receive_special(state: State) -> None:
    """[16B4a] In every initial phase a share of what both sides have lost since the last comes
    back, rounded down to half points."""
    for number, code in enumerate(CODES):
        divisor = _SPECIAL.get(f"manpower_{code}", _SPECIAL["manpower"])
        state.manpower[number] += state.men_lost[number] // divisor
    for side in (0, 1):
        state.gear[side] += state.gear_lost[side] // _SPECIAL["equipment"]
    state.men_lost = [0] * len(CODES)
    state.gear_lost = [0, 0]
