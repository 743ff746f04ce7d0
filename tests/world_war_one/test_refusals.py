"""Each refusal has one cause, and says it."""

from __future__ import annotations

from tests.refusals import SaysWhyNot
from trenchline.games.world_war_one import GAME


class TestRefusals(SaysWhyNot):
    game = GAME
