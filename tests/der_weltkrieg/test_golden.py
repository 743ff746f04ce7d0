"""The golden games of Der Weltkrieg; ``tests.der_weltkrieg.make_golden`` plays them anew."""

from __future__ import annotations

from tests.der_weltkrieg.make_golden import FOLDER, wanted
from tests.golden import KeepsItsGoldenGames
from trenchline.games.der_weltkrieg import GAME


class TestGolden(KeepsItsGoldenGames):
    """One for each way a scenario ends or turns."""

    game = GAME
    games = wanted()
    folder = FOLDER
