"""What a game remembers of itself: the numbers of each turn, the losses, and the great events, and
what tables of its games tell of units and land.

A chronicle tells whoever studies many games where to look. All that it says is read from states;
the rules know nothing of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from trenchline.kernel.hexes import Hexes
from trenchline.kernel.history import History
from trenchline.kernel.steps import State

GameState = TypeVar("GameState", bound=State)


def _turn(state: Any) -> int:
    number: int = state.turn
    return number


def _places(state: Any) -> list[int]:
    places: list[int] = state.where
    return places


@dataclass(frozen=True)
class Chronicle(Generic[GameState]):
    """Where to look in a game's states."""

    numbers: Callable[[GameState], Mapping[str, Sequence[float]]]
    """What is counted when a turn ends: names, each with a number for every side."""
    events: Callable[[GameState], Iterable[str]]
    """The great events that have happened: asked for as each turn ends, the first time counts."""
    lost: tuple[int, ...]
    """The places of units that have been lost."""
    turn: Callable[[GameState], int] = _turn
    """The game turn: what the state calls ``turn``, if nothing else is said."""
    places: Callable[[GameState], list[int]] = _places
    """Where each unit is: what the state calls ``where``, if nothing else is said."""
    units: Callable[[GameState], Mapping[str, Sequence[object]]] = lambda state: {}
    """What is to be told of units besides their places: names, each with something for every
    unit."""
    territory: Callable[[GameState], Sequence[Hexes]] | None = None
    """The hexes that each side holds, in a game that keeps account of them."""
    result: re.Pattern[str] | None = None
    """How the log tells the result of a battle (the first group), where the odds and the dice do
    not."""
    history: History = field(default_factory=History)
    """What happened in the war itself."""
    turn_name: Callable[[str, int], str] = lambda scenario, turn: f"turn {turn}"
    """What people call a turn of a scenario, by the number that ``turn`` gives it."""
