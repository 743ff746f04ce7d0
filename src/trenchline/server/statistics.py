"""Statistics of dice: how often each number fell, and how surprising that is."""

from __future__ import annotations

from math import erfc, exp, gamma, sqrt

from trenchline.server.wire.table_answers import DiceAnswer


def dice_statistics(sides: int, rolled: dict[str, list[int]]) -> DiceAnswer:
    """The dice of a match; those of the opening belong to nobody."""

    def counts(dice: list[int]) -> list[int]:
        return [dice.count(number) for number in range(1, sides + 1)]

    everything = [die for dice in rolled.values() for die in dice]
    total = counts(everything)
    expected = len(everything) / sides
    strayed = sum((n - expected) ** 2 / expected for n in total) if everything else 0.0
    by_side = {side: counts(dice) for side, dice in rolled.items() if side}
    chance = chance_of(strayed, sides - 1)
    return DiceAnswer(sides, len(everything), total, expected, strayed, chance, by_side)


def chance_of(chi_square: float, freedom: int) -> float:
    """How often honest dice stray as far as this or farther.

    >>> round(chance_of(11.07, 5), 3), round(chance_of(9.488, 4), 3), chance_of(0.0, 5)
    (0.05, 0.05, 1.0)
    """
    half = chi_square / 2
    # Two degrees of freedom more add one term each to the tail.
    start = 0.5 if freedom % 2 else 0.0
    tail = erfc(sqrt(half)) if freedom % 2 else 0.0
    power = start
    while power < freedom / 2:
        tail += half**power * exp(-half) / gamma(power + 1)
        power += 1
    return min(1.0, tail)
