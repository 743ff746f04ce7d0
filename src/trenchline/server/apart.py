"""Work for strangers in a process apart: within a time limit, and one thing at a time of each.

What a stranger sends may be long and slow to read. Whoever sends it must not hold up those who
play, so it is read elsewhere; a process that takes too long is ended.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TypeVar

from trenchline.server.errors import Problem
from trenchline.server.people import Person
from trenchline.server.thinking import prepare
from trenchline.server.turns import Turns

Found = TypeVar("Found")


class TooSlow(Exception):
    """It was not done in time."""


class Apart:
    """A process of this worker, and who has something in it."""

    def __init__(self, busy: str) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._turns = Turns(places=1, each=1)
        self._busy: set[str] = set()
        self._message = busy
        """What somebody is told who comes again before he has been answered."""

    @contextmanager
    def bringing(self, person: Person) -> Iterator[None]:
        """While somebody has something in it, he may not bring another."""
        if person.id in self._busy:
            raise Problem(429, "too_many", self._message)
        self._busy.add(person.id)
        try:
            yield
        finally:
            self._busy.discard(person.id)

    async def run(
        self, person: Person, seconds: float, work: Callable[..., Found], *given: object
    ) -> Found:
        """What comes of some work, once it is somebody's turn."""
        async with self._turns.turn(person.id):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, get_context("spawn"), prepare)
            loop = asyncio.get_running_loop()
            working = loop.run_in_executor(self._pool, work, *given)
            try:
                async with asyncio.timeout(seconds):
                    return await working
            except (TimeoutError, BrokenProcessPool):
                self.stop()
                raise TooSlow from None

    def stop(self) -> None:
        """End the process, whatever it is at."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list(pool._processes.values()):
                process.kill()
            pool.shutdown(wait=True, cancel_futures=True)
