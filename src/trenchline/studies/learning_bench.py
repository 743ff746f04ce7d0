"""How fast somebody learns who plays through PettingZoo: steps a second, each of them observed.

It is the loop that every learner writes, ``env.last()`` and ``env.step()``, with a legal action
drawn at random. Each round plays other games, so that nothing is remembered from the round before.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import fmean
from time import process_time
from typing import Any, NamedTuple

from trenchline.kernel.game import AnyGame


class Steps(NamedTuple):
    """Observed steps a second."""

    best: float
    """Of the best round."""
    mean: float
    """Of all rounds."""


def environment_of() -> Callable[[AnyGame], Any] | None:
    """What makes an environment of a game, or None if PettingZoo is not installed."""
    try:
        from trenchline.players.pettingzoo import GameEnvironment
    except ImportError:
        return None
    return GameEnvironment


def bench_steps(game: AnyGame, rounds: int, steps: int) -> Steps | None:
    """The pace of several rounds of so many steps; None without PettingZoo."""
    make = environment_of()
    if make is None:
        return None
    env = make(game)
    times = [_timed(env, seed, steps) for seed in range(rounds)]
    return Steps(steps / min(times), steps / fmean(times))


def _timed(env: Any, seed: int, steps: int) -> float:
    """The seconds of the processor that a round takes."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    started = process_time()
    for _ in range(steps):
        seen, _, ended, cut_short, _ = env.last()
        if ended or cut_short:
            env.reset()
            seen = env.last()[0]
        # As truth values the mask is looked through twenty times as fast as as numbers.
        env.step(rng.choice(seen["action_mask"].view(bool).nonzero()[0]))
    return process_time() - started
