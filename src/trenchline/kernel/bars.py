"""Bars: what a rule keeps somebody from choosing, said once for choices and refusals alike.

A bar has its case, its reason and the numbers it leaves open. What may be chosen is what all bars
leave open; why something may not is the first bar that shuts it out. So the two cannot part, and
each cause has a reason of its own.

Bars are for decisions, not for the inside of a flood: half a dozen cost a few microseconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from trenchline.kernel.steps import Refusal


class Bar(NamedTuple):
    """A case that shuts out every number but those it leaves open."""

    case: str
    reason: str
    open: int


def left_open(bars: Iterable[Bar], numbers: int) -> int:
    """What of ``numbers`` all bars leave open.

    >>> moved = Bar("6-3", "the unit has moved", 0b0111)
    >>> shaken = Bar("8-2", "the unit is disrupted", 0b1101)
    >>> bin(left_open([moved, shaken], 0b1111))
    '0b101'
    """
    for bar in bars:
        numbers &= bar.open
    return numbers


def first_bar(bars: Iterable[Bar], number: int) -> Refusal | None:
    """The refusal of the first bar that shuts a number out, or None where all leave it open.

    >>> str(first_bar([Bar("6-3", "the unit has moved", 0b0111)], 3))
    '6-3: the unit has moved'
    """
    for bar in bars:
        if number < 0 or not bar.open >> number & 1:
            return Refusal(bar.case, bar.reason)
    return None
