"""The battle in hand: where a combat takes many decisions of both sides, it lives in the state.

Its steps then need no fields of their own: each looks at ``state.battle`` and puts a changed one in
its place. Battles lie on a stack, because a retreat may lead into another combat, which is finished
first. Its steps are laid on the stack as it is joined; a rule that cuts it short unwinds them to
the one with which it goes on.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from trenchline.kernel.position import position, starts, unchanging
from trenchline.kernel.steps import State, Step

K = TypeVar("K", bound=Step[Any])


@unchanging
class Affair:
    """What is being fought: a frozen dataclass of the game."""

    __slots__ = ()


B = TypeVar("B", bound=Affair)


@position
class BattleState(State, Generic[B]):
    """A state with battles."""

    battles: list[B] = starts([])
    """The battle being fought, and under it those it interrupts."""

    @property
    def battle(self) -> B:
        """The battle being fought."""
        return self.battles[-1]

    @battle.setter
    def battle(self, battle: B) -> None:
        self.battles[-1] = battle


def unwind(state: State, kind: type[Step[Any]]) -> None:
    """Drop the steps above the next one of a kind: what was to come before it comes no more."""
    stack = state.stack
    while not isinstance(stack[-1], kind):
        stack.pop()


def resume(state: State, kind: type[K]) -> K:
    """Take up the step that waits on top of the stack, which is of a kind."""
    step = state.stack.pop()
    assert isinstance(step, kind), f"{step} waits, not a {kind.__name__}"
    return step
