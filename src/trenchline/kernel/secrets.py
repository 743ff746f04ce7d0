"""Secrets: everything that a game hides, said in one place.

What a side may see stands in the game's view; here stands the rest: what it may read of the log,
whether odds are open, what cannot be unlearned, and what a *twin* of a position is: one that
differs in nothing but what the side may not know. Twins prove the rest. Whatever a side is told of
a position, view, prompt, choices, odds and refusals, it must be told the same of every twin.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from trenchline.kernel.steps import State
from trenchline.kernel.view import LogView

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Secrets(Generic[S]):
    """What a game hides, and from whom."""

    tell: Callable[[LogView, int | None], LogView]
    """What a side (or a spectator) may read of a choice in the log."""
    twin: Callable[[S, int, random.Random], S]
    """A copy of a position in which something is otherwise that a side may not know."""
    open_odds: Callable[[S], bool] = lambda state: False
    """Whether everybody may know the odds of the attack just now."""
    reveals: Callable[[S, S, int], bool] = lambda before, after, side: False
    """Whether a choice told its side something that taking it back could not make it forget."""
