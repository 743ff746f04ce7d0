"""A busy server for a long while: does its memory stay level? ``make soak SECONDS=3600``.

People play at random at a number of tables, look back and take back; computers play at others. As
a match ends the next one begins. The memory of the server and of its thinkers is noted all along.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import httpx

from tests.server.crowd import Crowd, Line, Seat
from tests.server.place import settings
from tests.server.process import ROOT, wait_until_up
from tests.server.test_durability import free_port
from trenchline.games import game_names, load_game
from trenchline.server.settings import to_environment

NOTED = 40
"""How often the memory is noted."""
GROWTH = 0.05
"""How much more the last quarter may need than the one before."""
WARM = 900.0
"""Seconds that it takes until everything that is kept has been kept once."""


@dataclass
class Soak:
    """What is going on, and what it costs."""

    address: str
    seconds: float
    games: list[str]
    choices: int = 0
    matches: int = 0
    noted: list[tuple[float, int, float, float]] = field(default_factory=list)

    @property
    def port(self) -> int:
        """Where the server listens."""
        return int(self.address.rpartition(":")[2])

    async def run(self, process: int, tables: int, spectacles: int) -> None:
        """Play until the time is up."""
        begun = time.monotonic()
        players = [asyncio.create_task(self._play(n)) for n in range(tables)]
        players += [asyncio.create_task(self._watch(n)) for n in range(spectacles)]
        try:
            while (so_far := time.monotonic() - begun) < self.seconds:
                self._note(so_far, process)
                await asyncio.wait(players, timeout=self.seconds / NOTED)
                for task in players:
                    if task.done():
                        task.result()
        finally:
            for task in players:
                task.cancel()
            await asyncio.gather(*players, return_exceptions=True)
        self._note(time.monotonic() - begun, process)

    def _note(self, so_far: float, process: int) -> None:
        thinkers = sum(memory(child) for child in children(process))
        self.noted.append((so_far, self.choices, memory(process), thinkers))
        print(
            f"{so_far:7.0f} s {self.choices:9,} choices {self.matches:5} matches"
            f" {memory(process):8.1f} MB server {thinkers:8.1f} MB thinkers",
            flush=True,
        )

    async def _play(self, number: int) -> None:
        """People at a table, one match after the other."""
        rng = random.Random(number)
        maker = Line(self.port)
        crowd = Crowd(self.address, number)
        body = {"name": f"Player {number}", "password": "correct horse"}
        await maker.ask("POST", "/api/register", body)
        while True:
            game = rng.choice(self.games)
            seats = await crowd.take_seats(maker, game)
            # It would be closed by the server while nothing is said on it.
            maker.close()
            self.matches += 1
            await self._to_the_end(crowd, seats, rng)
            for seat in seats:
                seat.line.close()

    async def _to_the_end(self, crowd: Crowd, seats: list[Seat], rng: random.Random) -> None:
        sides = {seat.side: seat for seat in seats}
        path = f"/api/matches/{seats[0].match}"
        _, shown = await seats[0].line.ask("GET", f"{path}/summary")
        who = shown["who"]
        while who:
            seat = sides[who]
            _, table = await seat.line.ask("GET", f"{path}?side={quote(who)}")
            before = table["revision"]
            table = await crowd.take_turn(seat, path, table, rng)
            self.choices += table["revision"] - before
            who = "" if table["over"] else table["who"]
            if rng.random() < 0.05:
                # Somebody looks back, at the log and at a position long ago.
                version = rng.randrange(table["version"] + 1)
                await seat.line.ask("GET", f"{path}/at/{version}?side={quote(seat.side)}")
                await seat.line.ask("GET", f"{path}/log?from={version}&side={quote(seat.side)}")

    async def _watch(self, number: int) -> None:
        """Somebody who lets computers play."""
        line = Line(self.port)
        body = {"name": f"Watcher {number}", "password": "correct horse"}
        await line.ask("POST", "/api/register", body)
        rng = random.Random(-number)
        while True:
            game = rng.choice(self.games)
            level = "computer:random"
            wish = {"game": game, "seats": dict.fromkeys(load_game(game).sides, level)}
            _, made = await line.ask("POST", "/api/matches", wish)
            self.matches += 1
            seen = 0
            while True:
                await asyncio.sleep(1.0)
                _, table = await line.ask("GET", f"/api/matches/{made['id']}")
                self.choices += table["version"] - seen
                seen = table["version"]
                if table["over"]:
                    break

    def verdict(self) -> str | None:
        """What is wrong, if the memory grew."""
        for name, column in (("server", 2), ("thinkers", 3)):
            quarter = len(self.noted) // 4
            before = [note[column] for note in self.noted[-2 * quarter : -quarter]]
            after = [note[column] for note in self.noted[-quarter:]]
            if min(after) > min(before) * (1 + GROWTH):
                grown = f"from {min(before):.1f} to {min(after):.1f} MB"
                return f"the memory of the {name} grew {grown} in the last quarter"
        return None


def memory(process: int) -> float:
    """What a process has in memory, in megabytes."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0.0
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024 if "VmRSS:" in status else 0.0


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return []
    return [int(word) for word in text.split()]


def main() -> None:
    """Run a server and keep it busy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--tables", type=int, default=6, help="tables of people")
    parser.add_argument("--spectacles", type=int, default=2, help="tables of computers")
    parser.add_argument("--game", action="append", choices=game_names())
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        to_environment(settings(Path(folder), shelf="trenchline.games"))
        port = free_port()
        words = [sys.executable, "-m", "tests.server.zygote", str(port), "1"]
        environment = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT}/src"}
        process = subprocess.Popen(words, env=environment, cwd=ROOT)
        try:
            address = f"http://127.0.0.1:{port}"
            wait_until_up(address)
            httpx.get(f"{address}/api/games", timeout=120)
            soak = Soak(address, chosen.seconds, chosen.game or game_names())
            asyncio.run(soak.run(process.pid, chosen.tables, chosen.spectacles))
        finally:
            process.terminate()
            process.wait(60)
    problem = soak.verdict()
    if chosen.seconds < WARM:
        print(f"soak: too short to judge ({problem or 'the memory stays level'})")
    elif problem:
        sys.exit(f"soak: {problem}")
    else:
        print("soak: the memory stays level")


if __name__ == "__main__":
    main()
