"""Rosters: counters as numbers, and sets of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from trenchline.kernel.rosters import Roster


@dataclass(frozen=True)
class Army:
    """A counter."""

    key: str
    nation: str
    side: int
    strength: int = 1


@dataclass(frozen=True, eq=False)
class Armies(Roster[Army]):
    """Some counters."""

    codes: ClassVar[tuple[str, ...]] = ("GE", "FR", "BR")

    counters: tuple[Army, ...]


ARMIES = Armies((Army("GE1", "GE", 0), Army("FR1", "FR", 1, 3), Army("GE2", "GE", 0, 3)))


def test_counters_are_found_by_key_side_and_nation() -> None:
    assert ARMIES.unit == {"GE1": 0, "FR1": 1, "GE2": 2}
    assert ARMIES.of_side == (0b101, 0b010)
    assert ARMIES.of_nation == {"GE": 0b101, "FR": 0b010, "BR": 0}


def test_counters_are_found_by_whatever_is_true_of_them() -> None:
    assert ARMIES.having(lambda army: army.strength == 3) == 0b110
    assert ARMIES.having(lambda army: army.strength > 3) == 0
