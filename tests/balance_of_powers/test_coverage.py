"""Every rule of the rulebook is enforced somewhere and proved by some test."""

from __future__ import annotations

from tests.rulebooks import KeepsItsRulebook
from trenchline.games.balance_of_powers import GAME


class TestCoverage(KeepsItsRulebook):
    """Thirteen chapters."""

    game = GAME
    chapters = range(1, 14)
    rows_together = True
