"""Every rule of the rulebook is enforced somewhere and proved by some test."""

from __future__ import annotations

from tests.rulebooks import KeepsItsRulebook
from trenchline.games.world_war_one import GAME
from trenchline.kernel.rulebook import Coverage


class TestCoverage(KeepsItsRulebook):
    """Fifteen chapters."""

    game = GAME
    chapters = range(1, 16)

    def test_the_catalogue_is_whole(self, covered: Coverage) -> None:
        numbers = list(covered.rulebook)
        assert len(numbers) == 239
        assert "9.18" not in numbers
        assert len(covered.rulebook.rulings) >= 69
