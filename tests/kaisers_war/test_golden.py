"""The golden games of The Kaiser's War; ``tests.kaisers_war.make_golden`` plays them anew."""

from __future__ import annotations

from tests.golden import KeepsItsGoldenGames
from tests.kaisers_war.make_golden import FOLDER, wanted
from trenchline.games.kaisers_war import GAME


class TestGolden(KeepsItsGoldenGames):
    """One for each way a game ends or turns."""

    game = GAME
    games = wanted()
    folder = FOLDER
