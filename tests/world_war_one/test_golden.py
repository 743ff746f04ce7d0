"""The golden games of World War I; ``tests.world_war_one.make_golden`` plays them anew."""

from __future__ import annotations

import pytest

from tests.golden import KeepsItsGoldenGames, Wanted
from tests.world_war_one.make_golden import FOLDER, wanted
from trenchline.games.world_war_one import GAME

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
