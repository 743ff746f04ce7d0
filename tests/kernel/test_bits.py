"""Sets of numbers in an int, against Python's own sets."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from trenchline.kernel.bits import bit_set, lowest, members, nth

numbers = st.sets(st.integers(0, 400), max_size=80)
"""Wide enough that ``nth`` halves its window several times."""


@given(numbers)
@settings(deadline=None)
def test_a_set_gives_back_its_members_in_rising_order(wanted: set[int]) -> None:
    assert list(members(bit_set(wanted))) == sorted(wanted)


@given(st.lists(st.integers(0, 50)))
@settings(deadline=None)
def test_a_number_given_twice_is_in_the_set_once(wanted: list[int]) -> None:
    assert bit_set(wanted).bit_count() == len(set(wanted))


def test_nothing_is_the_empty_set() -> None:
    assert bit_set([]) == 0
    assert list(members(0)) == []


@given(numbers.filter(bool))
@settings(deadline=None)
def test_lowest_is_the_smallest(wanted: set[int]) -> None:
    assert lowest(bit_set(wanted)) == min(wanted)


@given(numbers.filter(bool))
@example(set(range(200)))
@example({0, 63, 64, 65, 127, 128, 129, 400})
@example({399})
@settings(max_examples=200, deadline=None)
def test_nth_counts_from_the_smallest(wanted: set[int]) -> None:
    mask = bit_set(wanted)
    assert [nth(mask, n) for n in range(len(wanted))] == sorted(wanted)


@given(numbers, st.integers(0, 5))
@example(set(range(200)), 0)
@settings(deadline=None)
def test_nth_beyond_the_last_is_an_error(wanted: set[int], more: int) -> None:
    with pytest.raises(IndexError):
        nth(bit_set(wanted), len(wanted) + more)


@pytest.mark.parametrize("width", [1, 2, 63, 64, 65, 127, 128, 129, 1000])
def test_nth_of_a_full_set_of_any_width(width: int) -> None:
    full = (1 << width) - 1
    assert [nth(full, n) for n in range(width)] == list(range(width))


@pytest.mark.no_cover
@given(
    st.integers(1, 12_000).flatmap(
        lambda size: st.tuples(
            st.just(size), st.integers(0, 3_000), st.randoms(use_true_random=False)
        )
    )
)
def test_members_of_sets_of_every_size_and_density(
    drawn: tuple[int, int, random.Random],
) -> None:
    size, wanted, rng = drawn
    numbers = sorted(rng.sample(range(size), min(size, wanted)))
    assert list(members(bit_set(numbers))) == numbers
