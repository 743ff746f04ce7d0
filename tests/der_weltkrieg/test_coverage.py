"""Every rule of the rulebook is enforced somewhere and proved by some test."""

from __future__ import annotations

from tests.rulebooks import KeepsItsRulebook
from trenchline.games.der_weltkrieg import GAME


class TestCoverage(KeepsItsRulebook):
    """Fifty sections."""

    game = GAME
    chapters = range(1, 51)
