"""Dice that fall as a test tells them to."""

from __future__ import annotations

from typing import Any

from trenchline.kernel.dice import Dice


class Loaded(Dice):
    """The next one of some numbers."""

    def __init__(self, *values: int) -> None:
        self.values = list(values)

    def roll(self, sides: int, *_: Any) -> int:
        """The next one."""
        return self.values.pop(0)
