"""Studies on a Dask cluster: a scheduler and workers of their own, one of which is killed."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import refused, run
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.steps import Choice, listed
from trenchline.studies import conduct as conducting
from trenchline.studies.conduct import conduct
from trenchline.studies.executors import Alone, Hands, hands
from trenchline.studies.folder import GAMES, StudyFolder
from trenchline.studies.plan import make_plan
from trenchline.studies.simulation import Study, simulate

pytestmark = pytest.mark.slow

PLAN = make_plan("world_war_one", ("random", "random"), vary={"tank_army": ("off", "on")}, games=12)


class Cluster:
    """A scheduler and its workers, each a process, on loopback."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.stack = stack
        file = folder / "scheduler.json"
        self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", file)
        until = time.monotonic() + 120
        while (address := _address(file)) is None:
            assert time.monotonic() < until, "no scheduler"
            time.sleep(0.05)
        self.address = address

    def _start(self, what: str, *words: object) -> subprocess.Popen[bytes]:
        log = self.stack.enter_context((self.folder / f"{what}.log").open("ab"))
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", what, *map(str, words), "--no-dashboard"],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=log,
            stderr=log,
        )
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process

    def worker(self) -> subprocess.Popen[bytes]:
        words = ("--nthreads", 1, "--no-nanny", "--host", "127.0.0.1")
        return self._start("worker", self.address, *words)


def _address(file: Path) -> str | None:
    """Where the scheduler is, once it has written that down to the end."""
    import msgspec

    try:
        found: str = msgspec.json.decode(file.read_bytes())["address"]
    except (FileNotFoundError, msgspec.DecodeError):
        return None
    return found


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(tmp_path, stack)


def test_a_worker_dies_and_nothing_changes(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Many small batches, so that the worker dies in the middle of some.
    monkeypatch.setattr(conducting, "LARGEST_BATCH", 2)
    first, _second = cluster.worker(), cluster.worker()
    folder = StudyFolder(tmp_path / "cluster", PLAN)
    folder.prepare()
    with hands(cluster=cluster.address) as doing:
        until = time.monotonic() + 30
        while doing.width < 2 and time.monotonic() < until:
            with hands(cluster=cluster.address) as more:
                doing = Hands(doing.executor, more.width)
        assert doing.width == 2
        came = 0
        for number in conduct(folder, doing):
            came += number
            if came >= 6 and first.poll() is None:
                first.kill()
                first.wait()
    assert came == 24
    folder.finish()
    pool = StudyFolder(tmp_path / "here", PLAN)
    pool.prepare()
    list(conduct(pool, Hands(Alone(), 1)))
    pool.finish()
    assert (folder.path / GAMES).read_bytes() == (pool.path / GAMES).read_bytes()


def test_a_study_is_sent_to_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    cluster.worker()
    words = ("study", "world_war_one", "--games", 2, "--out", tmp_path / "s", "--json")
    ran = run(*words, "--cluster", cluster.address)
    assert ran.code == 0
    assert sum(rate["won"] for rate in ran.json["win_rates"]) == 2


BOT = """\
from trenchline.kernel.steps import listed

class Last:
    def choose(self, known, rng):
        return list(listed(known.choices))[-1]
"""


class First:
    """Takes the first thing that is offered."""

    def choose(self, known: Knowledge[Any], rng: random.Random) -> Choice:
        return next(iter(listed(known.choices)))


def test_somebodys_own_player_goes_along_to_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    """Its file lies where no worker looks; it is gone before the second study."""
    cluster.worker()
    bot = tmp_path / "mine" / "bot.py"
    bot.parent.mkdir()
    bot.write_text(BOT)
    words = ("study", "world_war_one", "--games", 2, "--players", f"{bot}:Last,random")
    here = run(*words, "--out", tmp_path / "here", "--json")
    there = run(*words, "--out", tmp_path / "there", "--json", "--cluster", cluster.address)
    assert (here.code, there.code) == (0, 0)
    assert here.json["win_rates"] == there.json["win_rates"]
    games = [(tmp_path / where / GAMES).read_bytes() for where in ("here", "there")]
    assert games[0] == games[1]
    arena = ("arena", "world_war_one", "--games", 1, "--players", f"{bot}:Last,random", "--json")
    assert run(*arena, "--cluster", cluster.address).code == 0


def test_a_class_goes_along_to_a_cluster(cluster: Cluster) -> None:
    """As from a notebook, with the cluster's own executor."""
    cluster.worker()
    study = Study("world_war_one", (First, "random"), games=2)  # type: ignore[arg-type]  # a class will do
    with hands(cluster=cluster.address) as doing:
        there = list(simulate(study, executor=doing.executor))
    assert there == list(simulate(study))
    assert all(game.crash is None for game in there)


def test_a_cluster_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trenchline.studies.executors.PATIENCE", 1)
    words = ("study", "world_war_one", "--games", 2, "--out", tmp_path / "s")
    told = refused(1, *words, "--cluster", "tcp://127.0.0.1:1")
    assert "127.0.0.1:1" in told
    told = refused(1, *words, "--cluster", "moon://base")
    assert "moon" in told


def test_a_cluster_without_workers(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trenchline.studies.executors.PATIENCE", 2)
    words = ("study", "world_war_one", "--games", 2, "--out", tmp_path / "s")
    told = refused(1, *words, "--cluster", cluster.address)
    assert "has no workers" in told
