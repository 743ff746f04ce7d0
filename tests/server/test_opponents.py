"""Computer players survive what happens to their processes and to the workers that run them."""

from __future__ import annotations

import os
import pickle
import signal
import time
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from tests.server.place import Browser, serving, settings, wait_for_end
from trenchline.server import host, store
from trenchline.server.database import Database
from trenchline.server.opponents import SPECTACLES_EACH
from trenchline.server.thinkers import Thinkers
from trenchline.server.thinking import Job

BOTH = {"Near": "computer:random", "Far": "computer:random"}


def thinkers() -> list[int]:
    """The processes that this one has started for computer players."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            words = (folder / "cmdline").read_text()
        except (OSError, ValueError):
            continue
        if parent == os.getpid() and "spawn_main" in words:
            found.append(int(folder.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_a_player_goes_on_when_its_process_is_killed(tmp_path: Path) -> None:
    with serving(settings(tmp_path, local=True)) as address, Browser(address) as browser:
        seats = {"Allied": "computer:random", "Central": "computer:random"}
        match = browser.begin("world_war_one", seats)["id"]
        deadline = time.monotonic() + 60
        while browser.table(match)["version"] < 20:
            assert time.monotonic() < deadline
        killed = thinkers()
        assert killed
        for number in killed:
            os.kill(number, signal.SIGKILL)
        version = browser.table(match)["version"]
        while (table := browser.table(match))["version"] < version + 200 and not table["over"]:
            assert table["status"] == "playing"
            assert time.monotonic() < deadline


def test_matches_that_wait_for_the_computer_are_resumed_at_the_start(tmp_path: Path) -> None:
    chosen = settings(tmp_path, local=True, pace=0.05)
    with serving(chosen) as address, Browser(address) as browser:
        match = browser.begin("pebbles", BOTH, scenario="long")["id"]
        while browser.table(match)["version"] < 3:
            time.sleep(0.01)
    with serving(settings(tmp_path, local=True)) as address, Browser(address) as browser:
        assert wait_for_end(browser, match)["status"] == "over"


def test_one_worker_at_a_time_has_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = settings(tmp_path, local=True)
    with serving(chosen) as address, Browser(address) as browser:
        match = browser.begin("pebbles", {"Near": "me", "Far": "me"})["id"]
    database = Database(chosen.database)
    now = 1000.0
    monkeypatch.setattr("time.time", lambda: now)
    with database.writing() as connection:
        assert store.claim(connection, match, "first", 30)
        assert not store.claim(connection, match, "second", 30)
        assert store.claim(connection, match, "first", 30)
        now += 31
        assert store.claim(connection, match, "second", 30)
        assert not store.claim(connection, match, "first", 30)
        store.release(connection, match, "first")
        assert not store.claim(connection, match, "first", 30)
        store.release(connection, match, "second")
        assert store.claim(connection, match, "first", 30)
        # A clock that ran ahead is set right again.
        now -= 86_400
        assert store.claim(connection, match, "second", 30)
        assert not store.claim(connection, match, "first", 30)
    database.close()


def test_matches_between_computers_are_played_a_few_at_a_time(tmp_path: Path) -> None:
    """Whoever begins many waits for his own; somebody else's is played at once."""
    with serving(settings(tmp_path)) as address, Browser(address) as many, Browser(address) as one:
        many.register("Many")
        one.register("One")
        seats = {"Allied": "computer:random", "Central": "computer:random"}
        begun = [many.begin("world_war_one", seats)["id"] for _ in range(6)]
        wait_for_end(one, one.begin("pebbles", BOTH)["id"])
        tables = [many.table(match) for match in begun]
        playing = [table for table in tables if table["version"] and not table["over"]]
        assert len(playing) <= SPECTACLES_EACH
        assert any(not table["version"] for table in tables)


def test_one_person_may_not_begin_matches_between_computers_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "SPECTACLES", 3)
    with serving(settings(tmp_path, pace=60.0)) as address, Browser(address) as browser:
        browser.register("Many")
        for _ in range(3):
            browser.begin("pebbles", BOTH)
        body = {"game": "pebbles", "seats": BOTH}
        assert browser.post("/api/matches", body, 429)["code"] == "too_many"
        browser.begin("pebbles", {"Near": "me", "Far": "computer:random"})


def test_a_computers_move_is_told_as_little_late_in_a_match_as_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What its process is sent, in bytes."""
    sent: list[tuple[int, int]] = []
    thought = Thinkers.thought

    async def weighed(self: Thinkers, job: Job, *more: Any) -> list[str]:
        sent.append((job.since + len(job.made), len(pickle.dumps(job))))
        return await thought(self, job, *more)

    monkeypatch.setattr(Thinkers, "thought", weighed)
    with serving(settings(tmp_path, local=True)) as address, Browser(address) as browser:
        seats = {"Allied": "computer:random", "Central": "computer:random"}
        match = browser.begin("world_war_one", seats)["id"]
        deadline = time.monotonic() + 180
        while not sent or sent[-1][0] < 600:
            assert time.monotonic() < deadline, sent[-1:]
            time.sleep(0.1)
        assert browser.table(match)["status"] == "playing"
    early = [size for made, size in sent if made < 100]
    late = [size for made, size in sent if made >= 500]
    assert len(late) > 5
    assert fmean(late) < 1.5 * fmean(early)
