"""The Game Calendar: game turns of half a month, and the dates at which rules change [4] [16B1]."""

from __future__ import annotations

from typing import Final, NamedTuple

from trenchline.games.the_great_war.tables import chart
from trenchline.kernel.data import DataError

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
HALVES = ("I", "II")
PRODUCTION = (1, 3, 5, 7, 9, 11)
"""[16B1] The months in whose first half points are produced."""


class Date(NamedTuple):
    """A game turn: dates compare as they follow each other."""

    year: int
    month: int
    half: int

    def __str__(self) -> str:
        return f"{MONTHS[self.month - 1]} {HALVES[self.half - 1]} {self.year % 100}"

    @property
    def number(self) -> int:
        """Turns since the first of the century."""
        return (self.year - 1900) * 24 + (self.month - 1) * 2 + self.half - 1

    def later(self, turns: int) -> Date:
        """The turn so many turns after this one.

        >>> str(read_date("Dec II 14").later(1))
        'Jan I 15'
        """
        year, rest = divmod(self.number + turns, 24)
        return Date(1900 + year, rest // 2 + 1, rest % 2 + 1)

    @property
    def is_production(self) -> bool:
        """[16B1] Whether the turn begins a production cycle.

        >>> read_date("Nov I 17").is_production, read_date("Oct I 17").is_production
        (True, False)
        """
        return self.half == 1 and self.month in PRODUCTION


def read_date(text: str) -> Date:
    """A turn as the rulebook writes it: ``Feb I 17``.

    >>> read_date("Feb I 17") < read_date("Feb II 17") < read_date("Jan I 18")
    True
    """
    try:
        month, half, year = text.split()
        date = Date(1900 + int(year), MONTHS.index(month) + 1, HALVES.index(half) + 1)
    except ValueError:
        raise ValueError(f"{text[:20]!r} is not a turn like 'Feb I 17'") from None
    if not 14 <= date.year - 1900 <= 19:
        raise ValueError(f"{text!r} lies outside the war")
    return date


def _dates() -> dict[str, dict[str, Date]]:
    file, tables = chart("dates")
    found = {}
    for rule, row in tables.items():
        try:
            found[rule] = {who: read_date(text) for who, text in row.items() if who != "source"}
        except ValueError as error:
            raise DataError(file, None, f"[{rule}]: {error}") from None
    return found


DATES: Final = _dates()
"""By rule, and by side or whoever it is, the first turn in which a rule is in force."""
