"""The battle in hand, and steps that are cut short."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import pytest

from trenchline.kernel.battles import Affair, BattleState, resume, unwind
from trenchline.kernel.position import position, starts
from trenchline.kernel.steps import Duty

Loose = TypeVar("Loose")


@dataclass(frozen=True, slots=True)
class Fight(Affair):
    """A fight over a hill."""

    hill: int
    losses: int = 0


@position
class Hills(BattleState[Fight]):
    """Hills that are fought for."""

    held: int = 0


class First(Duty[Hills]):
    """A step."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Last(Duty[Hills]):
    """Another step."""

    hill: int = 0


def test_the_last_battle_is_the_one_in_hand() -> None:
    state = Hills()
    state.battles += [Fight(1), Fight(2)]
    state.battle = replace(state.battle, losses=3)
    assert state.battles == [Fight(1), Fight(2, 3)]


def test_copies_fight_on_by_themselves() -> None:
    state = Hills()
    state.battles.append(Fight(1))
    twin = state.copy()
    twin.battle = Fight(1, 2)
    assert state.battle == Fight(1)
    assert state != twin


def test_unwinding_leaves_the_step_of_its_kind_and_all_below() -> None:
    state = Hills()
    state.stack += [First(), Last(), First(), First()]
    unwind(state, Last)
    assert [type(step) for step in state.stack] == [First, Last]
    unwind(state, Last)
    assert len(state.stack) == 2


def test_only_the_step_that_waits_is_taken_up() -> None:
    state = Hills()
    state.stack += [First(), Last(5)]
    assert resume(state, Last).hill == 5
    with pytest.raises(AssertionError, match="waits, not a Last"):
        resume(state, Last)


def test_a_state_may_not_hold_just_anything() -> None:
    with pytest.raises(TypeError, match="not flat"):

        @position
        class Bag(Generic[Loose]):
            things: list[Loose] = starts([])
