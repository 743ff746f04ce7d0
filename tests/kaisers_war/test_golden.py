"""The golden games of The Kaiser's War; ``tests.kaisers_war.make_golden`` plays them anew."""

from __future__ import annotations

import pytest

from tests.golden import KeepsItsGoldenGames, Wanted
from tests.kaisers_war.make_golden import FOLDER, wanted
from trenchline.games.kaisers_war import GAME

GAMES = wanted()


@pytest.fixture(params=GAMES, ids=[want.name for want in GAMES])
def want(request: pytest.FixtureRequest) -> Wanted:
    """Each golden game."""
    found: Wanted = request.param
    return found


class TestGolden(KeepsItsGoldenGames):
    """One for each way a game ends or turns."""

    game = GAME
    games = GAMES
    folder = FOLDER
