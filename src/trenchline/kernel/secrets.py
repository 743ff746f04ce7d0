"""Secrets: everything that a game hides, said in one place.

What a side may see stands in the game's view; here stands the rest: what it may read of the log,
whether odds are open, what cannot be unlearned, and how what is hidden is *dealt* anew. A position
that was dealt is a twin of the one given: it differs in nothing but what the side may not know, and
what was hidden in the one given has had no part in it. Whatever a side is told of a position, view,
prompt, choices, odds and refusals, it must be told the same of every twin.
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
    deal: Callable[[S, int, random.Random], S]
    """A copy of a position in which all that a side may not know is drawn at random from what it
    may suppose. The same random numbers deal the same to all positions that the side cannot tell
    apart."""
    open_odds: Callable[[S], bool] = lambda state: False
    """Whether everybody may know the odds of the attack just now."""
    reveals: Callable[[S, S, int], bool] = lambda before, after, side: False
    """Whether a choice told its side something that taking it back could not make it forget."""
    hides: Callable[[S, int], bool] = lambda state, side: True
    """Whether anything at all may be hidden from a side now; where nothing is, nothing is dealt."""
    hidden: Callable[[S, int], int] = lambda state, side: 0
    """The units of which a side does not know where they are, as a set."""
