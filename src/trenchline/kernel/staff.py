"""What a game's staff offers to computer players: how it decides and weighs.

A game writes ``staff.py`` and hands a ``Staff`` to its ``Game``; the players ``greedy``, ``staff``
and ``search`` do the rest. A staff is handed a position that agrees with what its side knows
(``Knowledge.position``): what the enemy hides is not in it, and never the dice.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from trenchline.kernel.steps import Choice, Choices, State

GameState = TypeVar("GameState", bound=State)


def turn_of(state: Any) -> int:
    """The number of the turn, for states that count their turns."""
    turn: int = state.turn
    return turn


def next_turn(state: Any) -> int:
    """The number of the turn after this one."""
    return turn_of(state) + 1


@dataclass(frozen=True)
class Staff(Generic[GameState]):
    """How the computer thinks about one game."""

    choose: Callable[[GameState, Choices, random.Random, str], Choice]
    """The staff's decision, following a plan."""
    weigh: Callable[[GameState, int], float]
    """How the position stands for a side, by the victory conditions: the chance to win, 0 to 1."""
    plans: tuple[str, ...] = ("usual",)
    """Ways to conduct a turn, the usual one first. Search tries them out against each other."""
    rivals: Callable[[GameState, Choices, random.Random, str], Sequence[Choice]] | None = None
    """The choices worth trying out against each other, the staff's own first. Where there are fewer
    than two, search trusts the staff."""
    favourites: Callable[[GameState, int], tuple[str, ...]] | None = None
    """The plans that search compares for a side, and first the one that has done best for it over
    whole games; without it all, the usual one first."""
    turn: Callable[[GameState], int] = turn_of
    """The turn, for which search has a budget."""
    stage: Callable[[GameState], int] = turn_of
    """How far the war has gone on, in steps fine enough to stop a playout at."""
    until: Callable[[GameState], int] = next_turn
    """The stage up to which search plays on when it tries something out in a position."""
    phase: Callable[[GameState], Any] | None = None
    """The phase for which whoever decides should make a plan; None where he merely answers the
    enemy and keeps the plan he has. Without it every phase of the view is one."""
