"""Random games of The Kaiser's War, all options at random, with every invariant checked."""

from __future__ import annotations

import pytest

from tests.fuzz import fuzz_apart
from trenchline.games.kaisers_war import GAME

BATCH = 10


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(6))
def test_random_games_keep_every_promise(batch: int) -> None:
    fuzz_apart(GAME.name, batch * BATCH, BATCH)
