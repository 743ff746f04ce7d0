"""The golden games of World War I; ``tests.world_war_one.make_golden`` plays them anew."""

from __future__ import annotations

from tests.golden import KeepsItsGoldenGames
from tests.world_war_one.make_golden import FOLDER, wanted
from trenchline.games.world_war_one import GAME


class TestGolden(KeepsItsGoldenGames):
    """One for each way a game ends or turns."""

    game = GAME
    games = wanted()
    folder = FOLDER
