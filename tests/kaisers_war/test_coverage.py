"""Every rule of the rulebook is enforced somewhere and proved by some test."""

from __future__ import annotations

from tests.rulebooks import KeepsItsRulebook
from trenchline.games.kaisers_war import GAME


class TestCoverage(KeepsItsRulebook):
    """Forty-three chapters."""

    game = GAME
    chapters = range(1, 44)
