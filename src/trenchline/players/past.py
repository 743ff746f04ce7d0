"""What a player has chosen in which position, so that he does not go round in circles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from trenchline.kernel.steps import Choice


class Past:
    """The choices of one player since the last die."""

    def __init__(self) -> None:
        self._made: list[tuple[Any, Choice]] = []

    def fresh(self, state: Any, best_first: Iterable[Choice]) -> Choice:
        """The first choice that was not made in this very position before, or the first of all: who
        begins something and calls it off, over and over, comes to no end."""
        if self._made and self._made[-1][0].rolls != state.rolls:
            self._made = []
        ordered = list(best_first)
        choice = next((c for c in ordered if not self._was_made(state, c)), ordered[0])
        self._made.append((state.copy(), choice))
        return choice

    def _was_made(self, state: Any, choice: Choice) -> bool:
        return any(made == choice and then == state for then, made in self._made)
