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
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


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
    width = mask.bit_length()
    # Halve the window until a few members are left, then strip them one by one.
    while width > 64:
        half = width >> 1
        low = mask & ((1 << half) - 1)
        below = low.bit_count()
        if n < below:
            mask = low
        else:
            n -= below
            mask >>= half
            base += half
        width = mask.bit_length()
    for _ in range(n):
        mask &= mask - 1
    if not mask:
        raise IndexError("the set has no such member")
    return base + (mask & -mask).bit_length() - 1
