"""Matching: who can be served when everybody needs a source of his own.

Units that each need one depot, depots that each serve so many: whether all can be supplied is no
flood, for what serves one does not serve another. Units are matched one after the other; a unit
that finds all its sources taken makes somebody else move over, if that helps (an augmenting path).
Who comes first is never left out for one who comes later.
"""

from __future__ import annotations

from functools import lru_cache

from trenchline.kernel.bits import lowest, members

NOBODY = -1


@lru_cache(maxsize=1024)
def match_up(wants: tuple[int, ...], serves: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The source of each unit, or ``NOBODY``: as many as possible, the first ones before others.

    ``wants`` has for each unit the set of sources that could serve it, ``serves`` how many units
    each source can serve; without it, one.

    >>> match_up((0b11, 0b01, 0b01))
    (1, 0, -1)
    >>> match_up((0b11, 0b01, 0b01), serves=(2, 1))
    (1, 0, 0)
    """
    held: dict[int, list[int]] = {}
    """The units at each source."""
    source_of = [NOBODY] * len(wants)
    for unit, wanted in enumerate(wants):
        _place(unit, wanted, wants, serves, held, source_of)
    return tuple(source_of)


def _place(
    unit: int,
    wanted: int,
    wants: tuple[int, ...],
    serves: tuple[int, ...],
    held: dict[int, list[int]],
    source_of: list[int],
) -> None:
    """Find a source for a unit, the others moving over by the shortest chain."""
    seen = wanted
    layer = dict.fromkeys(members(wanted), (unit, NOBODY))
    came = dict(layer)
    """For each source who would come to it, and from where."""
    while layer:
        following: dict[int, tuple[int, int]] = {}
        for source in layer:
            if len(held.get(source, ())) < (serves[source] if serves else 1):
                _move_over(source, came, held, source_of)
                return
            for other in held.get(source, ()):
                fresh = wants[other] & ~seen
                seen |= fresh
                following |= dict.fromkeys(members(fresh), (other, source))
        came |= following
        layer = following


def _move_over(
    source: int, came: dict[int, tuple[int, int]], held: dict[int, list[int]], source_of: list[int]
) -> None:
    """Everybody on the chain that ends in a source with room takes the next place."""
    while source != NOBODY:
        unit, before = came[source]
        held.setdefault(source, []).append(unit)
        source_of[unit] = source
        if before != NOBODY:
            held[before].remove(unit)
        source = before


def served(wants: tuple[int, ...], serves: tuple[int, ...] = ()) -> int:
    """The set of units that are served, as many as possible.

    >>> bin(served((0b01, 0b01, 0b10)))
    '0b101'
    """
    found = 0
    for unit, source in enumerate(match_up(wants, serves)):
        if source != NOBODY:
            found |= 1 << unit
    return found


def may_take(unit: int, wants: tuple[int, ...], serves: tuple[int, ...] = ()) -> int:
    """The sources that a unit may take without leaving more units unserved than need be.

    >>> bin(may_take(0, (0b11, 0b01)))
    '0b10'
    """
    best = served(wants, serves).bit_count()
    found = 0
    left = wants[unit]
    while left:
        source = lowest(left)
        left &= left - 1
        fixed = (*wants[:unit], 1 << source, *wants[unit + 1 :])
        # The one that has chosen comes first.
        order = (fixed[unit], *fixed[:unit], *fixed[unit + 1 :])
        result = match_up(order, serves)
        if result[0] == source and sum(s != NOBODY for s in result) == best:
            found |= 1 << source
    return found
