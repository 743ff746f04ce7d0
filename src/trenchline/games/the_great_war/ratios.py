"""The combat odds ratio [9A] [9B]: exact, rounded down in the defender's favour to a level, shifted
level by level, and only then cut to the columns of a table. Incremental odds [9L].

Levels are numbers on a ladder without ends [R71]: ... 1:5, 1:4, 1:3, 1:2, 1:1, 3:2, 2:1, 3:1 ...
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor

from trenchline.games.the_great_war.tables import MOBILE_COLUMNS, POSITIONAL_COLUMNS
from trenchline.kernel.exact import Exact

LEAST = 0
"""The level 1:4; below it an attack fails by itself [9B]."""
EVEN, THREE_TO_TWO, TWO_TO_ONE = 3, 4, 5
OVERWHELMING = 1000
"""The level against nobody who counts [9G1]."""
TENTHS = 10


def level(attack: Exact, defence: Exact) -> int:
    """[9A] The level of two strengths, rounded down.

    >>> say_level(level(34, 9)), say_level(level(3, 2)), say_level(level(1, 5))
    ('3:1', '3:2', '1:5')
    """
    if not defence:
        return OVERWHELMING
    if not attack:
        return -OVERWHELMING
    odds = Fraction(attack) / defence
    if odds >= 2:
        return floor(odds) + EVEN
    if odds >= 1:
        return THREE_TO_TWO if odds >= Fraction(3, 2) else EVEN
    return EVEN + 1 - ceil(1 / odds)


def _last(columns: Mapping[str, str], name: str) -> int:
    """The level of a column, as a table names it."""
    one, other = columns[name].split(":")
    return level(int(one), int(other))


MOST_MOBILE = _last(MOBILE_COLUMNS, "last")
MOST_INFANTRY = _last(MOBILE_COLUMNS, "last_infantry")
MOST_POSITIONAL = _last(POSITIONAL_COLUMNS, "last")
"""[9B] [14H1] The last columns of the tables [R70]."""


def say_level(at: int) -> str:
    """A level as people call it.

    >>> [say_level(n) for n in (-1, 0, 3, 4, 5, 12)]
    ['1:5', '1:4', '1:1', '3:2', '2:1', '9:1']
    """
    if at <= EVEN:
        return f"1:{EVEN + 1 - at}"
    return "3:2" if at == THREE_TO_TWO else f"{at - EVEN}:1"


def tenths(attack: Exact, defence: Exact) -> int:
    """[9L] The tenths of a ratio of 2:1 or more, to the nearest tenth: a ten-sided die of so
    much or less rounds up. A half of a tenth rounds up [R73].

    >>> tenths(48, 20), tenths(296, 100), tenths(3, 2)
    (4, 0, 0)
    """
    return _to_tenth(attack, defence)[1]


def _to_tenth(attack: Exact, defence: Exact) -> tuple[int, int]:
    if not defence or Fraction(attack) / defence < 2:
        return 0, 0
    return divmod(floor(Fraction(attack) / defence * TENTHS + Fraction(1, 2)), TENTHS)


def rounded(attack: Exact, defence: Exact, up: bool) -> int:
    """[9L] The level of a ratio that a ten-sided die has rounded.

    >>> say_level(rounded(48, 20, True)), say_level(rounded(48, 20, False))
    ('3:1', '2:1')
    """
    whole, _ = _to_tenth(attack, defence)
    return whole + EVEN + up if whole else level(attack, defence)


def fatigue_shift(attackers: int, defenders: int) -> int:
    """[6B4] Levels by which the most tired unit or headquarters of each side shifts the ratio.

    >>> fatigue_shift(1, 3), fatigue_shift(3, 3)
    (1, 0)
    """
    return -(-defenders // 2) - -(-attackers // 2)


def column(at: int, most: int) -> int | None:
    """[9B.7] The column of a table, counted from 1:4, or None below it, where the attack fails.

    >>> column(12, MOST_MOBILE), column(-1, MOST_MOBILE)
    (9, None)
    """
    return None if at < LEAST else min(at, most)
