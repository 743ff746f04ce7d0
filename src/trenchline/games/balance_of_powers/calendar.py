"""Chapter 4: months counted from August 1914, seasons, and what the weather is [6.51]."""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import AFRICA, BOARD, GRID, SHEETS
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hexes

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
SEASONS = {"March": "Spring", "June": "Summer", "September": "Autumn", "December": "Winter"}
"""The month before which each seasonal turn comes."""
FIRST_YEAR, FIRST_MONTH = 1914, 7
"""Month 0 is August 1914."""
SUMMER_HEAT = 60
"""The first row of the Ottoman map that suffers from heat in summer, not from snow."""


def month_number(text: str) -> int:
    """The number of a month.

    >>> month_number("August 1914"), month_number("March 1915"), month_number("July 1914")
    (0, 7, -1)
    """
    name, _, year = text.partition(" ")
    if name not in MONTHS or not year.isdecimal():
        raise ValueError(f"{text!r} is no month; write 'August 1914'")
    return (int(year) - FIRST_YEAR) * 12 + MONTHS.index(name) - FIRST_MONTH


def year_of(month: int) -> int:
    """The year of a month.

    >>> year_of(0), year_of(4), year_of(5)
    (1914, 1914, 1915)
    """
    return FIRST_YEAR + (month + FIRST_MONTH) // 12


def name_of(month: int) -> str:
    """A month as people call it.

    >>> name_of(0), name_of(57)
    ('August 1914', 'May 1919')
    """
    return f"{MONTHS[(month + FIRST_MONTH) % 12]} {year_of(month)}"


def season_before(month: int) -> str | None:
    """The seasonal turn that comes before a month.

    >>> season_before(1), season_before(2), season_before(4)
    ('Autumn 1914', None, 'Winter 1914')
    """
    season = SEASONS.get(MONTHS[(month + FIRST_MONTH) % 12])
    return None if season is None else f"{season} {year_of(month)}"


_HOT: Hexes = bit_set(h for h in members(SHEETS["ottoman"]) if GRID.column_row(h)[1] >= SUMMER_HEAT)
_RAINY: Hexes = AFRICA
_SNOWY: Hexes = BOARD.hexes & ~AFRICA & ~_HOT


def bad_weather(month: int) -> Hexes:
    """[6.511] The hexes that suffer from rain, heat or snow in a month.

    >>> [
    ...     bool(bad_weather(month_number(f"{name} 1915")))
    ...     for name in ("January", "April", "October")
    ... ]
    [True, True, False]
    """
    name = MONTHS[(month + FIRST_MONTH) % 12]
    # Rain in Africa [6.511.1], heat [6.511.2], snow [6.511.3].
    if name in ("March", "April", "May"):
        return _RAINY
    if name in ("June", "July", "August"):
        return _HOT
    if name in ("November", "December", "January", "February"):
        return _SNOWY
    return 0
