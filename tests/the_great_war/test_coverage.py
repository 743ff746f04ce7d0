"""Every rule of the rulebook is enforced somewhere and proved by some test."""

from __future__ import annotations

from tests.rulebooks import KeepsItsRulebook
from trenchline.games.the_great_war import GAME


class TestCoverage(KeepsItsRulebook):
    """The ground rules: sixteen chapters."""

    game = GAME
    chapters = range(1, 17)
