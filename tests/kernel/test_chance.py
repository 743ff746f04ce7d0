"""Exact chances, numbers and tables, held against counting."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import floor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trenchline.kernel.chance import combined, mean, then, throws, totals
from trenchline.kernel.data import DataError
from trenchline.kernel.exact import exact, ratio, read_exact, say, say_ratio
from trenchline.kernel.odds import Modifier, Odds, gather_totals
from trenchline.kernel.tables import Table, load_ratio_table

DICE = st.lists(st.integers(1, 8), min_size=1, max_size=4).map(tuple)


@given(DICE)
@settings(deadline=None, max_examples=40)
def test_totals_are_what_counting_every_throw_gives(dice: tuple[int, ...]) -> None:
    every = [sum(values) for values in product(*(range(1, sides + 1) for sides in dice))]
    counted = {total: Fraction(n, len(every)) for total, n in Counter(every).items()}
    assert totals(dice) == counted == throws(dice, sum)
    assert sum(totals(dice).values()) == 1
    assert list(totals(dice)) == sorted(counted)
    assert mean(totals(dice)) == Fraction(sum(every), len(every))


def test_three_dice_below_a_number() -> None:
    steps = throws((6, 6, 6), lambda v: 0 if sum(v) >= 6 else 4 - len(set(v)))
    counted = Counter(0 if sum(v) >= 6 else 4 - len(set(v)) for v in product(range(1, 7), repeat=3))
    assert steps == {n: Fraction(k, 216) for n, k in counted.items()}


def test_what_comes_after_hangs_on_what_came_first() -> None:
    end = then(totals((6,)), lambda n: totals((6,)) if n < 3 else {n: Fraction(1)})
    assert sum(end.values()) == 1
    assert end[6] == Fraction(1, 6) + Fraction(2, 6) * Fraction(1, 6)
    assert combined({1: Fraction(1)}, {2: Fraction(1)}) == {3: Fraction(1)}


@given(st.fractions(min_value=-50, max_value=50, max_denominator=12))
def test_numbers_read_back_as_they_are_written(number: Fraction) -> None:
    assert read_exact(say(number)) == number
    assert isinstance(exact(number), int) == (number.denominator == 1)


@given(st.fractions(min_value=0, max_value=12, max_denominator=12))
def test_ratios_read_back_as_they_are_written(odds: Fraction) -> None:
    assert ratio(say_ratio(odds)) == odds


@pytest.mark.parametrize("text", ["", "1/0", "1.5", "1 2", "--1", "3:2", "½"])
def test_text_that_is_no_number(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number"):
        read_exact(text)


@pytest.mark.parametrize("text", ["", "3", "3:0", "a:1", "1:2:3", "1/2"])
def test_text_that_is_no_ratio(text: str) -> None:
    with pytest.raises(ValueError, match="is not a ratio"):
        ratio(text)


FILE = Path("tables.toml")
COLUMNS = ["1:4", "1:2", "1:1", "3:2", "2:1", "3:1"]
CRT = load_ratio_table(FILE, COLUMNS, {str(n): [f"{n}/{c}" for c in COLUMNS] for n in range(-1, 8)})


@given(st.fractions(min_value=Fraction(1, 4), max_value=12, max_denominator=30))
def test_odds_fall_into_the_last_column_they_reach(odds: Fraction) -> None:
    column = CRT.column(odds)
    assert CRT.columns[column] <= odds
    assert column == len(COLUMNS) - 1 or odds < CRT.columns[column + 1]
    if odds >= 2:
        assert CRT.columns[column] == min(3, floor(odds))


def test_odds_are_never_rounded_before_the_table() -> None:
    attack = Modifier.of("3C", "two and a half", Fraction(5, 2))
    defence = Modifier("3C", "five thirds", 5, 3)
    odds = Odds("", (attack, attack), (defence,), "", ())
    assert (odds.attack_total, odds.defence_total) == (5, Fraction(5, 3))
    assert CRT.headings[CRT.column(Fraction(odds.attack_total) / odds.defence_total)] == "3:1"
    just_below = odds.attack_total / (odds.defence_total + Fraction(1, 1000))
    assert CRT.headings[CRT.column(just_below)] == "2:1"


def test_shifts_and_rolls_stop_at_the_ends_of_the_table() -> None:
    assert [CRT.shifted(2, by) for by in (-9, -1, 0, 2, 9)] == [0, 1, 2, 4, 5]
    assert [CRT.row(roll)[0] for roll in (-9, -1, 3, 7, 12)] == [
        *("-1/1:4", "-1/1:4", "3/1:4", "7/1:4", "7/1:4"),
    ]


@pytest.mark.parametrize(
    ("columns", "rows", "why"),
    [
        ([], {"1": []}, "no columns"),
        (["1:1", "1:2"], {"1": ["a", "b"]}, "should rise"),
        (["1"], {"1": ["a"]}, "is not a ratio"),
        (["1:1"], {"one": ["a"]}, "not the number of a roll"),
        (["1:1"], {"1": ["a", "b"]}, "2 cells for 1 columns"),
        (["1:1"], {"1": ["a"], "3": ["a"]}, "leave no roll out"),
        (["1:1"], {}, "leave no roll out"),
    ],
)
def test_a_ratio_table_that_cannot_be_read(
    columns: list[str], rows: dict[str, list[str]], why: str
) -> None:
    with pytest.raises(DataError, match=why):
        load_ratio_table(FILE, columns, rows)


def test_results_of_two_dice_are_weighed() -> None:
    results = gather_totals((6, 6), lambda n: ("hit" if n > 9 else "miss", ""))
    assert {r.result: r.probability for r in results} == {"miss": 30 / 36, "hit": 6 / 36}
    assert next(r.rolls for r in results if r.result == "hit") == (10, 11, 12)
    assert Table((0,), ("0",), {1: ("x",)}).column(Fraction(1, 2)) == 0
