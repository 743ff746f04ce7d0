"""The golden games of The Great War; ``tests.the_great_war.make_golden`` plays them anew."""

from __future__ import annotations

from tests.golden import KeepsItsGoldenGames
from tests.the_great_war.make_golden import FOLDER, wanted
from trenchline.games.the_great_war import GAME


class TestGolden(KeepsItsGoldenGames):
    """One for each way a scenario ends or turns."""

    game = GAME
    games = wanted()
    folder = FOLDER
