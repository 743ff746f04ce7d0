"""Dice: the same seed gives the same rolls, in any order, and all sides are equally likely."""

from __future__ import annotations

import random
from collections import Counter
from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trenchline.kernel.dice import PlannersDice, RecordedDice, SeededDice

CHI_SQUARE_5 = 20.52
CHI_SQUARE_35 = 66.62
"""What one fair die in a thousand exceeds, with 5 and with 35 degrees of freedom."""


def chi_square(counts: Counter[int], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


@given(st.text(max_size=20), st.lists(st.integers(0, 10_000), max_size=20))
@settings(deadline=None)
def test_a_roll_depends_on_its_seed_and_number_alone(seed: str, numbers: list[int]) -> None:
    rolls = {n: SeededDice(seed).roll(6, n) for n in sorted(numbers)}
    dice = SeededDice(seed)
    assert [dice.roll(6, n) for n in numbers] == [rolls[n] for n in numbers]


@given(st.text(max_size=20), st.integers(1, 1000), st.integers(0, 10_000))
@settings(deadline=None)
def test_a_roll_is_one_of_the_sides(seed: str, sides: int, number: int) -> None:
    assert 1 <= SeededDice(seed).roll(sides, number) <= sides


def test_anybody_can_check_a_roll_with_a_hash() -> None:
    digest = sha256(b"trench:7").digest()
    assert SeededDice("trench").roll(6, 7) == int.from_bytes(digest[:8], "big") % 6 + 1


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    dice = SeededDice("Tannenberg ö")
    assert dice.commitment == sha256("trenchline:Tannenberg ö".encode()).hexdigest()
    assert dice.commitment == SeededDice(dice.seed).commitment


def test_another_seed_has_another_commitment_and_other_rolls() -> None:
    seeds = [str(n) for n in range(200)]
    assert len({SeededDice(seed).commitment for seed in seeds}) == len(seeds)
    series = {tuple(SeededDice(seed).roll(6, n) for n in range(30)) for seed in seeds}
    assert len(series) == len(seeds)


@pytest.mark.parametrize("seed", ["Ypres", "Verdun", "Gallipoli", "Przemyśl", "1", ""])
def test_six_sides_are_equally_likely(seed: str) -> None:
    dice = SeededDice(seed)
    rolls = [dice.roll(6, n) - 1 for n in range(6000)]
    assert chi_square(Counter(rolls), 6) < CHI_SQUARE_5
    # No roll hangs on the one before.
    pairs = Counter(6 * a + b for a, b in pairwise(rolls))
    assert chi_square(pairs, 36) < CHI_SQUARE_35


def test_first_rolls_of_many_matches_are_equally_likely() -> None:
    first = Counter(SeededDice(f"match {n}").roll(6, 0) - 1 for n in range(6000))
    assert chi_square(first, 6) < CHI_SQUARE_5


def test_low_sides_are_not_favoured_however_many_there_are() -> None:
    """On a die of three quarters of 2**64 a plain remainder would favour the low third."""
    sides = 3 << 62
    dice = SeededDice("Jutland")
    rolls = [dice.roll(sides, n) for n in range(3000)]
    assert all(1 <= roll <= sides for roll in rolls)
    thirds = Counter((roll - 1) // (sides // 3) for roll in rolls)
    assert all(900 < thirds[third] < 1100 for third in range(3))


def test_planners_draw_their_own_dice() -> None:
    dice = PlannersDice(random.Random(1))
    rolls = Counter(dice.roll(6, 0) - 1 for _ in range(6000))
    assert set(rolls) == set(range(6))
    assert chi_square(rolls, 6) < CHI_SQUARE_5
    assert [PlannersDice(random.Random(2)).roll(20, 0) for _ in range(3)] == [20] * 3


def test_recorded_dice_give_what_the_record_has() -> None:
    dice = RecordedDice()
    dice.rolls.update({0: 6, 1: 1})
    assert [dice.roll(6, 1), dice.roll(6, 0), dice.roll(6, 1)] == [1, 6, 1]


def test_a_roll_that_is_not_in_the_record() -> None:
    dice = RecordedDice()
    dice.rolls[0] = 6
    with pytest.raises(ValueError, match=r"^roll 1 is not in the record$"):
        dice.roll(6, 1)


@pytest.mark.parametrize("value", [0, 7, -1])
def test_a_recorded_roll_that_the_die_does_not_have(value: int) -> None:
    dice = RecordedDice()
    dice.rolls[3] = value
    with pytest.raises(ValueError, match=rf"^roll 3 is {value} on a die of 6$"):
        dice.roll(6, 3)
