"""The golden games of Der Weltkrieg; ``tests.der_weltkrieg.make_golden`` plays them anew."""

from __future__ import annotations

import pytest

from tests.der_weltkrieg.make_golden import FOLDER, wanted
from tests.golden import KeepsItsGoldenGames, Wanted
from trenchline.games.der_weltkrieg import GAME

GAMES = wanted()


@pytest.fixture(params=GAMES, ids=[want.name for want in GAMES])
def want(request: pytest.FixtureRequest) -> Wanted:
    """Each golden game."""
    found: Wanted = request.param
    return found


class TestGolden(KeepsItsGoldenGames):
    """One for each way a scenario ends or turns."""

    game = GAME
    games = GAMES
    folder = FOLDER
