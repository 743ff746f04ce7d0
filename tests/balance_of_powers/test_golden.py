"""The golden games; ``tests.balance_of_powers.make_golden`` plays them anew."""

from __future__ import annotations

from tests.balance_of_powers.make_golden import FOLDER, wanted
from tests.golden import KeepsItsGoldenGames
from trenchline.games.balance_of_powers import GAME


class TestGolden(KeepsItsGoldenGames):
    """One for each way a scenario ends or turns."""

    game = GAME
    games = wanted()
    folder = FOLDER
