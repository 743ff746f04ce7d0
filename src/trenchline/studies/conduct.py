"""Carrying out a plan: games are handed out in batches, and results kept as they come in."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace
from itertools import islice
from time import monotonic, perf_counter

from trenchline.games import load_game
from trenchline.studies.executors import Hands
from trenchline.studies.folder import Numbered, StudyFolder
from trenchline.studies.made_by import fingerprint
from trenchline.studies.simulation import Played, Study, play

BATCH_SECONDS = 1.0
"""About how long the games of a batch take together: longer than handing it out, short enough to
lose."""
LARGEST_BATCH = 64
SHORT_SECONDS = 5.0
"""Of games that take longer none waits for a hand: handing it out takes no time beside it."""
KEEP_SECONDS = 2.0
"""How long results may wait to be written."""


def play_batch(
    variant: Study, rules: str, wanted: str | None, seeds: list[int]
) -> tuple[list[Played], float]:
    """Play some games, wherever this is run; returns them and the seconds each took.

    ``wanted`` is the fingerprint of the code that must play them; None if any may.
    """
    game = load_game(variant.game)
    if game.version != rules:
        raise ValueError(
            f"a worker has rules {game.version} of {game.name}; these are rules {rules}"
        )
    code = fingerprint(variant.game)
    if wanted not in (None, code):
        raise ValueError(
            f"a worker has other code of {game.name} ({code}, not {wanted}): install the same"
            " Trenchline there, or say that results may be mixed (--allow-mixed)"
        )
    started = perf_counter()
    by = "+".join([code, *sorted({bot.fingerprint for bot in variant.bots})])
    played = [replace(play(variant, seed), code=by) for seed in seeds]
    return played, (perf_counter() - started) / len(seeds)


def conduct(
    folder: StudyFolder, hands: Hands, enough: Callable[[], bool] = lambda: False
) -> Generator[int, None, None]:
    """Play what is missing and keep it; tells each time how many games have come in.

    When it is enough for now, no game is begun any more, and those under way are played to the end.
    """
    plan = folder.plan
    variants = plan.variants(folder.path)
    wanted = None if plan.mixed or plan.made is None else plan.made.code
    done = set(folder.games().select("variant", "game").iter_rows())
    missing = [
        [plan.seed + n for n in range(plan.games) if (number, n) not in done]
        for number in range(len(variants))
    ]
    left = sum(map(len, missing))
    queues = [iter(seeds) for seeds in missing]
    pending: dict[Future[tuple[list[Played], float]], int] = {}
    # Nothing is handed out beforehand until it is known that games are short.
    kept_at, size, ahead = monotonic(), 1, 0
    waiting: list[Numbered] = []
    number = 0

    def hand_out() -> bool:
        nonlocal number, left
        while number < len(queues) and not enough():
            # Towards the end batches are small, so that everybody has work to the last.
            fair = max(1, left // (4 * hands.width))
            seeds = list(islice(queues[number], min(size, fair)))
            if seeds:
                left -= len(seeds)
                work = hands.executor.submit(
                    play_batch, variants[number], plan.rules, wanted, seeds
                )
                pending[work] = number
                return True
            number += 1
        return False

    try:
        while True:
            while len(pending) < hands.width + ahead and hand_out():
                pass
            if not pending:
                break
            finished, _ = wait(pending, return_when=FIRST_COMPLETED)
            came = 0
            for work in finished:
                of = pending.pop(work)
                played, seconds = work.result()
                waiting += [(of, game) for game in played]
                came += len(played)
                size = max(1, min(LARGEST_BATCH, int(BATCH_SECONDS / max(seconds, 1e-6))))
                ahead = hands.width if seconds < SHORT_SECONDS else 0
            if monotonic() - kept_at > KEEP_SECONDS:
                folder.append(waiting)
                waiting, kept_at = [], monotonic()
            yield came
    finally:
        for work in pending:
            work.cancel()
        folder.append(waiting)
