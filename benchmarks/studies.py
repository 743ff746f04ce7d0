"""How studies scale: games a second by who does the work, and what handing it out costs.

    python -m benchmarks.studies --games 200

Each way of working plays the same study into a folder of its own, in turns, and the best of some
rounds counts. What handing out costs is measured apart, with games that are already played: so
many batches come back with results that were made beforehand.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from trenchline.studies.conduct import conduct, play_batch
from trenchline.studies.executors import Hands, hands
from trenchline.studies.folder import StudyFolder
from trenchline.studies.plan import make_plan
from trenchline.studies.simulation import Played

ROUNDS = 2
TIMES = 20
SIZE = 16
"""Games in a batch, when batches are handed out for nothing."""


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    """A Dask scheduler and some workers of one thread each, on this machine."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        file = folder / "scheduler.json"

        def start(what: str, *words: str) -> None:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", what, *words, "--no-dashboard"],
                cwd=folder,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
                stderr=subprocess.DEVNULL,
            )
            stack.callback(process.wait)
            stack.callback(process.kill)

        here = ("--host", "127.0.0.1")
        start("scheduler", *here, "--port", "0", "--scheduler-file", str(file))
        while not file.exists():
            time.sleep(0.05)
        for _ in range(workers):
            start("worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny", *here)
        from distributed import Client

        with Client(scheduler_file=str(file), set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)
            yield str(client.scheduler.address)


def played(doing: Hands, games: int) -> float:
    """Games a second of a whole study."""
    plan = make_plan("world_war_one", ("random", "random"), games=games)
    with tempfile.TemporaryDirectory() as path:
        folder = StudyFolder(Path(path), plan)
        folder.prepare()
        started = time.perf_counter()
        came = sum(conduct(folder, doing))
        return came / (time.perf_counter() - started)


def given_back(results: list[Played]) -> list[Played]:
    """Nothing but the way there and back."""
    return results


def handed_out(doing: Hands, results: list[Played]) -> float:
    """Seconds a game for handing out batches, two for everyone who works, at the best of many."""
    best = 1.0
    batches = 2 * doing.width
    for _ in range(TIMES):
        started = time.perf_counter()
        for one in [doing.executor.submit(given_back, results) for _ in range(batches)]:
            one.result()
        best = min(best, (time.perf_counter() - started) / (batches * len(results)))
    return best


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    games = parser.parse_args().games
    plan = make_plan("world_war_one", ("random", "random"))
    results, _ = play_batch(plan.variants(None)[0], plan.rules, list(range(SIZE)))
    with cluster(2) as address:
        ways = {
            "1 process": partial(hands, 1),
            "2 processes": partial(hands, 2),
            "Dask, 2 workers": partial(hands, cluster=address),
        }
        best: dict[str, float] = {}
        costs: dict[str, float] = {}
        for _ in range(ROUNDS):
            for name, way in ways.items():
                with way() as doing:
                    # Processes load the game before the clock starts.
                    played(doing, 4 * doing.width)
                    best[name] = max(best.get(name, 0.0), played(doing, games))
                    costs[name] = min(costs.get(name, 1.0), handed_out(doing, results))
    load = os.getloadavg()[0]
    print(f"load {load:.1f}")
    for name in ways:
        print(f"{name:<16} {best[name]:7.1f} games/s, {1e3 * costs[name]:.2f} ms a game handed out")


if __name__ == "__main__":
    main()
