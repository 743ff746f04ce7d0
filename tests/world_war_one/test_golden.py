"""Golden games: whole recorded matches, one for each way a game ends or turns.

A record that no longer replays means that the rules have changed. If that was meant, raise
``GAME.rules`` and play the golden games anew with ``python -m tests.world_war_one.make_golden``.
"""

from __future__ import annotations

import pytest

from tests.world_war_one.make_golden import FOLDER, Wanted, wanted
from trenchline.games.world_war_one import GAME
from trenchline.kernel.record import read_record, record_text, verify

GAMES = wanted()


@pytest.mark.golden
@pytest.mark.parametrize("want", GAMES, ids=[want.name for want in GAMES])
def test_golden_game_replays_and_shows_what_it_is_kept_for(want: Wanted) -> None:
    path = FOLDER / f"{want.name}.jsonl"
    match = verify(GAME, read_record(path))
    assert match.over
    assert want.shows(match)
    assert record_text(match) == path.read_text(encoding="utf-8")


@pytest.mark.golden
def test_every_golden_record_is_wanted() -> None:
    kept = {path.stem for path in FOLDER.glob("*.jsonl")}
    assert kept == {want.name for want in GAMES}
