"""Records from strangers, read in a process of their own.

A record may be long and its rules slow: whoever sends one must not hold up those who play. It is
replayed elsewhere, within a time limit, and one at a time of each person.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context

from trenchline.server.errors import Problem
from trenchline.server.intake import Intake, Refused, read_in
from trenchline.server.people import Person
from trenchline.server.thinking import prepare
from trenchline.server.turns import Turns

SECONDS = 60.0
"""How long the replay of a record may take."""


class Readers:
    """The process of this worker that reads records, and who has one in it."""

    def __init__(self, shelf: str) -> None:
        self._shelf = shelf
        self._pool: ProcessPoolExecutor | None = None
        self._turns = Turns(places=1, each=1)
        self._busy: set[str] = set()

    @contextmanager
    def bringing(self, person: Person) -> Iterator[None]:
        """While somebody brings a record, he may not bring another."""
        if person.id in self._busy:
            raise Problem(429, "too_many", "Your last record is still being read; wait for it.")
        self._busy.add(person.id)
        try:
            yield
        finally:
            self._busy.discard(person.id)

    async def read(self, person: Person, text: bytes) -> Intake:
        """What is to be kept of a record, once it is his turn."""
        async with self._turns.turn(person.id):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, get_context("spawn"), prepare)
            loop = asyncio.get_running_loop()
            reading = loop.run_in_executor(self._pool, read_in, self._shelf, person.id, text)
            try:
                async with asyncio.timeout(SECONDS):
                    found = await reading
            except (TimeoutError, BrokenProcessPool):
                self.stop()
                message = f"The record cannot be replayed within {SECONDS:.0f} seconds."
                raise Problem(422, "too_long", message) from None
        if isinstance(found, Refused):
            raise Problem(found.status, found.code, found.message)
        return found

    def stop(self) -> None:
        """End the process, whatever it is at."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list(pool._processes.values()):
                process.kill()
            pool.shutdown(wait=True, cancel_futures=True)
