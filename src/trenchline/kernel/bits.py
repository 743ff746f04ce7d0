"""Sets of small numbers kept in one int: bit n is set when n belongs to the set.

Hexes, pieces, nations and amounts are all such numbers, so the same few functions serve
bitboards, lists of pieces and lists of legal choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def bit_set(numbers: Iterable[int]) -> int:
    """The set of ``numbers``.

    >>> bit_set([0, 3])
    9
    """
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def members(mask: int) -> Iterator[int]:
    """The numbers in ``mask``, rising.

    >>> list(members(0b1011))
    [0, 1, 3]
    """
    size = mask.bit_count()
    if size <= 1:
        # Half of all sets that anybody asks are so small.
        return iter((mask.bit_length() - 1,) if size else ())
    if size > FEW:
        return _many(mask)
    found = []
    while mask:
        # The highest is found without a look at the lower bits.
        number = mask.bit_length() - 1
        found.append(number)
        mask ^= 1 << number
    found.reverse()
    return iter(found)


def _many(mask: int) -> Iterator[int]:
    length = mask.bit_length()
    base = 0
    if length < mask.bit_count() * 16:
        # Dense: most bytes hold something.
        for byte in mask.to_bytes(length + 7 >> 3, "little"):
            for number in _IN_BYTE[byte]:
                yield base + number
            base += 8
    else:
        # Far apart: numbers of a machine word are stripped faster than long ones.
        for word in memoryview(mask.to_bytes(length + 63 >> 6 << 3, "little")).cast("Q"):
            while word:
                low = word & -word
                yield base + low.bit_length() - 1
                word ^= low
            base += 64


FEW = 16
"""So many members are found fastest by stripping them one by one."""
_IN_BYTE = tuple(tuple(n for n in range(8) if byte >> n & 1) for byte in range(256))


def lowest(mask: int) -> int:
    """The smallest number in a set that is not empty.

    >>> lowest(0b1010_0000)
    5
    """
    return (mask & -mask).bit_length() - 1


def nth(mask: int, n: int) -> int:
    """The n-th smallest number in ``mask``, counted from zero.

    >>> nth(0b1011, 2)
    3
    """
    base = 0
    # Halve the window until few members lie below the one that is wanted; strip these one by one.
    while n > 3 and (width := mask.bit_length()) > 64:
        half = width >> 1
        high = mask >> half
        low = mask ^ high << half
        below = low.bit_count()
        if n < below:
            mask = low
        else:
            n -= below
            mask = high
            base += half
    for _ in range(n):
        mask &= mask - 1
    if not mask:
        raise IndexError("the set has no such member")
    return base + (mask & -mask).bit_length() - 1
