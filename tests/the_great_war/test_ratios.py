"""The combat odds ratio [9A6] [9B] [9L] and what tired units make of it [6B4]."""

from __future__ import annotations

from fractions import Fraction

import pytest

from trenchline.games.the_great_war import ratios
from trenchline.games.the_great_war.ratios import column, fatigue_shift, level, say_level


def test_9a6_34_against_9_is_3_to_1() -> None:
    assert say_level(level(34, 9)) == "3:1"


@pytest.mark.parametrize(
    ("attack", "defence", "said"),
    [
        (1, 1, "1:1"),
        (Fraction(299, 2), 100, "1:1"),
        (3, 2, "3:2"),
        (199, 100, "3:2"),
        (2, 1, "2:1"),
        (99, 100, "1:2"),
        (50, 100, "1:2"),
        (1, 3, "1:3"),
        (1, 4, "1:4"),
        (24, 100, "1:5"),
    ],
)
def test_9a6_odds_are_rounded_down_in_favour_of_the_defender(
    attack: Fraction, defence: int, said: str
) -> None:
    assert say_level(level(attack, defence)) == said


def test_9a6_fatigue_and_gas_shift_3_to_1_to_5_to_1() -> None:
    assert say_level(level(3, 1) + fatigue_shift(0, 6) - 1) == "5:1"


def test_6b4_one_level_down_from_5_to_1_and_up_from_3_to_2() -> None:
    assert say_level(level(5, 1) + fatigue_shift(1, 0)) == "4:1"
    assert say_level(level(3, 2) + fatigue_shift(0, 2)) == "2:1"


def test_6b4_the_most_tired_unit_of_each_side_counts() -> None:
    assert say_level(level(8, 1) + fatigue_shift(max(1, 0, 0), max(1, 3))) == "9:1"
    assert say_level(level(8, 1) + fatigue_shift(3, 3)) == "8:1"


def test_9b_7_odds_beyond_the_table_use_its_last_usable_column() -> None:
    assert column(level(9, 1), ratios.MOST_MOBILE) == level(6, 1)
    assert column(level(9, 1), ratios.MOST_INFANTRY) == level(9, 1)
    assert column(level(20, 1), ratios.MOST_POSITIONAL) == level(6, 1)


def test_9b_7_r71_the_ladder_goes_on_below_1_to_4_and_shifts_come_before_the_ends() -> None:
    assert column(level(24, 100), ratios.MOST_MOBILE) is None
    assert column(level(24, 100) + 1, ratios.MOST_MOBILE) == ratios.LEAST
    assert column(level(1, 4) - 1, ratios.MOST_MOBILE) is None
    assert column(level(8, 1) - 3, ratios.MOST_MOBILE) == level(5, 1)


def test_9g1_nobody_holds_against_an_attack_with_nothing() -> None:
    assert level(1, 0) > ratios.MOST_INFANTRY
    assert column(level(0, 5), ratios.MOST_MOBILE) is None


def test_9l_48_against_20_is_rounded_up_by_4_and_down_by_5() -> None:
    assert ratios.tenths(48, 20) == 4
    assert say_level(ratios.rounded(48, 20, up=True)) == "3:1"
    assert say_level(ratios.rounded(48, 20, up=False)) == "2:1"


def test_9l_r73_the_nearest_tenth_may_be_the_next_whole_number() -> None:
    assert ratios.tenths(396, 100) == 0
    assert say_level(ratios.rounded(396, 100, up=False)) == "4:1"
    assert ratios.tenths(225, 100) == 3


def test_9l_incremental_odds_begin_at_2_to_1() -> None:
    assert ratios.tenths(19, 10) == 0
    assert say_level(ratios.rounded(19, 10, up=False)) == "3:2"
