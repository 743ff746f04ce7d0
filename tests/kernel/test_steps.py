"""Choices: counting, listing, drawing and testing all mean the same set."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kernel.pebbles import pebbles
from trenchline.kernel.bits import bit_set
from trenchline.kernel.steps import (
    Choice,
    Decision,
    Duty,
    Kind,
    Refusal,
    Roll,
    count,
    is_legal,
    listed,
    pick,
)

numbers = st.sets(st.integers(0, 300), min_size=1, max_size=40)
menus = st.dictionaries(st.sampled_from(["unit", "hex", "nation", "done"]), numbers)


@given(menus)
@settings(max_examples=150, deadline=None)
def test_every_face_of_the_choices_agrees(menu: dict[str, set[int]]) -> None:
    choices = {verb: bit_set(wanted) for verb, wanted in menu.items()}
    expected = [(verb, n) for verb, wanted in menu.items() for n in sorted(wanted)]
    assert list(listed(choices)) == expected
    assert count(choices) == len(expected)
    assert [pick(choices, n) for n in range(len(expected))] == expected
    assert all(is_legal(choices, choice) for choice in expected)


@given(menus, st.sampled_from(["unit", "hex", "nation", "done", "jump"]), st.integers(-5, 310))
@settings(max_examples=150, deadline=None)
def test_a_choice_is_legal_if_and_only_if_it_is_listed(
    menu: dict[str, set[int]], verb: str, number: int
) -> None:
    choices = {word: bit_set(wanted) for word, wanted in menu.items()}
    choice: Choice = (verb, number)
    assert is_legal(choices, choice) == (choice in list(listed(choices)))


@given(menus, st.integers(0, 3))
@settings(deadline=None)
def test_nothing_is_drawn_beyond_the_last_choice(menu: dict[str, set[int]], more: int) -> None:
    choices = {verb: bit_set(wanted) for verb, wanted in menu.items()}
    with pytest.raises(IndexError):
        pick(choices, count(choices) + more)


def test_a_number_beyond_all_bounds_is_not_legal() -> None:
    assert not is_legal({"unit": 5}, ("unit", 10**30))
    assert not is_legal({"unit": 5}, ("unit", -1))
    assert not is_legal({"unit": 5}, ("hex", -1))


def test_a_refusal_reads_as_case_and_reason() -> None:
    assert (
        str(Refusal("6.12", "out of one zone into another")) == "6.12: out of one zone into another"
    )


def test_steps_know_what_they_wait_for() -> None:
    assert (Duty.kind, Decision.kind, Roll.kind) == (Kind.DUTY, Kind.DECISION, Kind.ROLL)
    assert Roll.sides == 6


def test_notes_are_written_only_when_somebody_reads_along() -> None:
    state = pebbles((1, 1, 1), 3)
    state.note("unheard")
    assert state.log is None
    state.log = []
    state.note("heard")
    assert [note.text for note in state.log] == ["heard"]
