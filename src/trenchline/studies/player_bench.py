"""How fast players are: whole games of each against itself, by the processor's time."""

from __future__ import annotations

from itertools import count
from time import process_time

from trenchline.games import load_game
from trenchline.studies.bench import SEED, Pace
from trenchline.studies.simulation import Study, play


def bench_players(
    game: str, players: tuple[str, ...], scenario: str | None = None, seconds: float = 10.0
) -> dict[str, Pace]:
    """The pace of each player, who has so many seconds of whole games and at least one."""
    studies = {
        player: Study(game, (player,) * len(load_game(game).sides), scenario) for player in players
    }
    for study in studies.values():
        study.check()
    return {player: _pace(study, seconds) for player, study in studies.items()}


def _pace(study: Study, seconds: float) -> Pace:
    choices, started = 0, process_time()
    for games in count(1):
        played = play(study, SEED + games)
        if played.crash is not None:
            raise ValueError(f"the game with seed {played.seed} crashed: {played.crash}")
        choices += played.choices
        spent = process_time() - started
        if spent >= seconds:
            return Pace(choices / spent, games / spent)
    raise AssertionError("counting never ends")
