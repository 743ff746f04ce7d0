"""Chapters 5.1 and 13: when each counter of the order of battle comes, and to where.

What is listed under a month comes to the map in that month's muster; what is listed under a season
comes to the force pool before the month that the season opens [5.12].
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from trenchline.games.balance_of_powers.calendar import MONTHS, SEASONS, month_number
from trenchline.games.balance_of_powers.components import ALL_LEADERS, NAVAL, NEUTRAL, UNITS, US
from trenchline.games.balance_of_powers.scenarios import Scenario
from trenchline.games.balance_of_powers.state import AWAITED, CALENDAR, POOL, State

OPENS = {season: month for month, season in SEASONS.items()}
"""The month that each season opens."""


class Arrival(NamedTuple):
    """When a counter comes: a month, or the season before it."""

    unit: int
    month: int
    seasonal: bool
    american: int
    """The season after American entry with which it comes [13.0], 0 with the entry; or -1."""


def read_when(text: str, first: int) -> tuple[int, bool, int]:
    """A heading of the order of battle: month, whether it is a season, American season.

    >>> read_when("1914 September", 0), read_when("1915 Spring", 0), read_when("US season 3", 0)
    ((1, False, -1), (7, True, -1), (0, True, 3))
    """
    if text == "start":
        return first, False, -1
    if text == "US entry":
        return 0, False, 0
    if text.startswith("US season "):
        return 0, True, int(text.removeprefix("US season "))
    year, _, name = text.partition(" ")
    if name in OPENS:
        return month_number(f"{OPENS[name]} {year}"), True, -1
    return month_number(f"{name} {year}"), False, -1


@lru_cache(maxsize=16)
def timetable(scenario: Scenario) -> tuple[Arrival, ...]:
    """Every arrival of a scenario [R196]; ships only where the seas are played [6.451]."""
    ashore = scenario.settings.get("admiralty") == "optional"
    return tuple(
        Arrival(unit, *read_when(when, scenario.first))
        for when, units in scenario.forces.items()
        for unit in units
        if not (ashore and (UNITS[unit].kind in NAVAL or UNITS[unit].kind == "navy leader"))
    )


def season_after(month: int, number: int) -> int:
    """[13.0] The month opened by the season that is so many after a month.

    >>> season_after(month_number("April 1917"), 3) == month_number("December 1917")
    True
    """
    while number:
        month += 1
        number -= MONTHS[(month + MONTHS.index("August")) % len(MONTHS)] in SEASONS
    return month


def month_of(state: State, arrival: Arrival) -> int | None:
    """The month of an arrival; None while America, on whom it depends, is at peace."""
    if arrival.american < 0:
        return arrival.month
    entry = state.entered.get(US)
    return None if entry is None else season_after(entry, arrival.american)


def comes_later(state: State, unit: int) -> bool:
    """Whether the order of battle brings a counter in a month to come."""
    return any(
        arrival.unit == unit
        and (month := month_of(state, arrival)) is not None
        and month > state.month
        for arrival in timetable(state.scenario)
    )


def reinforcements(state: State, seasonal: bool) -> list[int]:
    """[5.12] [11.3.1] The counters of nations at war that come now."""
    return [
        arrival.unit
        for arrival in timetable(state.scenario)
        if arrival.seasonal == seasonal
        and state.where[arrival.unit] == AWAITED
        and state.side_of(arrival.unit) != NEUTRAL
        and month_of(state, arrival) == state.month
    ]


def accrued(state: State, nation: int, seasonal: bool) -> list[int]:
    """[5.13] [2.22.2] What a neutral has gathered until it enters the war."""
    return [
        arrival.unit
        for arrival in timetable(state.scenario)
        if arrival.seasonal == seasonal
        and UNITS[arrival.unit].nation == nation
        and state.where[arrival.unit] == AWAITED
        and (month := month_of(state, arrival)) is not None
        and month <= state.month
    ]


def add_to_pools(state: State, units: list[int]) -> None:
    """[5.11] Counters go to the force pool; leaders come to the map by the next muster [R97]."""
    for unit in units:
        if ALL_LEADERS >> unit & 1:
            state.where[unit] = CALENDAR
            state.due[unit] = state.month
        else:
            state.where[unit] = POOL
