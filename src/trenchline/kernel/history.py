"""What happened in the war itself, to be read beside what happens in a game.

A game that has one keeps ``history.toml``: ``[ends]`` tells for each scenario how it ended, and
``[dates]`` when the events of its chronicle happened, by a date, or in words where a date would
mislead (``never``). Places are named without their numbers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from trenchline.kernel.data import DataError, File, read_toml

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


@dataclass(frozen=True)
class History:
    """How it was."""

    ends: Mapping[str, str] = field(default_factory=dict)
    """How each scenario ended."""
    dates: Mapping[str, str] = field(default_factory=dict)
    """When events happened, in words."""

    def when(self, event: str) -> str | None:
        """When something happened in the war; None if nobody has said.

        >>> History(dates={"Namur is taken": "23 August 1914"}).when("1019 Namur is taken")
        '23 August 1914'
        """
        return self.dates.get(without_number(event))


def without_number(event: str) -> str:
    """An event without the number of the hex it begins with, and the letters of its map.

    >>> without_number("AF8233 Duala is taken")
    'Duala is taken'
    """
    return re.sub(r"^[A-Z]{0,2}\d{4} ", "", event)


def load_history(file: File) -> History:
    """What a file tells."""
    told = read_toml(file)
    if unknown := sorted({*told} - {"source", "ends", "dates"}):
        raise DataError(file, None, f"{unknown[0]!r} is not understood")
    ends, dates = told.get("ends", {}), told.get("dates", {})
    for event, day in dates.items():
        if not isinstance(day, date | str):
            raise DataError(file, None, f"[dates]: {event!r} has no date, but {day!r}")
    return History(ends, {event: _said(day) for event, day in dates.items()})


def _said(day: date | str) -> str:
    return day if isinstance(day, str) else f"{day.day} {MONTHS[day.month - 1]} {day.year}"
