"""What a game remembers of itself: the numbers of each turn, the losses, and the great events.

A chronicle tells whoever studies many games where to look. All that it says is read from states;
the rules know nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from trenchline.kernel.steps import State

GameState = TypeVar("GameState", bound=State)


@dataclass(frozen=True)
class Chronicle(Generic[GameState]):
    """Where to look in a game's states."""

    turn: Callable[[GameState], int]
    """The game turn."""
    numbers: Callable[[GameState], Mapping[str, Sequence[float]]]
    """What is counted when a turn ends: names, each with a number for every side."""
    events: Callable[[GameState], Iterable[str]]
    """The great events that have happened: asked for as each turn ends, the first time counts."""
    places: Callable[[GameState], list[int]]
    """Where each unit is."""
    lost: tuple[int, ...]
    """The places of units that have been lost."""
    side_of: Callable[[GameState, int], int]
    """The side that commands a unit."""
