"""What a game's staff offers to computer players: how it decides, weighs and imagines.

A game writes ``staff.py`` and hands a ``Staff`` to its ``Game``; the players ``greedy``, ``staff``
and ``search`` do the rest. A staff sees what its side may know and nothing else: it never reads
what the enemy hides, and never the dice.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from trenchline.kernel.steps import Choice, Choices, State

GameState = TypeVar("GameState", bound=State)


@dataclass(frozen=True)
class Staff(Generic[GameState]):
    """How the computer thinks about one game."""

    choose: Callable[[GameState, Choices, random.Random, str], Choice]
    """The staff's decision, following a plan."""
    weigh: Callable[[GameState, int], float]
    """How the position stands for a side, by the victory conditions: the chance to win, 0 to 1."""
    imagine: Callable[[GameState, int, random.Random], GameState]
    """A copy in which all that a side may not know is drawn at random from what it may suppose."""
    plans: tuple[str, ...] = ("usual",)
    """Ways to conduct a turn, the usual one first. Search tries them out against each other."""
