"""The processes in which computer players think, and whose turn it is in each.

A match is always thought about in the same process, which then need be told only what is new. In
each process people take turns: whoever has many matches waits for his own.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import get_context
from zlib import crc32

from trenchline.server.thinking import Job, prepare, ready, think
from trenchline.server.turns import Turns


@dataclass
class _Thinker:
    """One process, started when it is first needed."""

    turns: Turns = field(default_factory=lambda: Turns(places=1, each=1))
    pool: ProcessPoolExecutor | None = None


class Thinkers:
    """The processes of this worker."""

    def __init__(self, count: int) -> None:
        self._lock = threading.Lock()
        self._thinkers = [_Thinker() for _ in range(count)]

    def warm_up(self) -> None:
        """Have a process ready before the first player has to think."""
        self._pool(self._thinkers[0]).submit(ready)

    async def thought(
        self, job: Job, person: str, meanwhile: Callable[[], Awaitable[object]], every: float
    ) -> list[str]:
        """What a player chooses, however long it thinks; something is done meanwhile.

        The time is the person's who made the match.
        """
        thinker = self._thinkers[crc32(job.match.encode()) % len(self._thinkers)]
        task = asyncio.create_task(self._think(thinker, job, person))
        try:
            while not (await asyncio.wait({task}, timeout=every))[0]:
                await meanwhile()
            return task.result()
        finally:
            task.cancel()

    async def _think(self, thinker: _Thinker, job: Job, person: str) -> list[str]:
        async with thinker.turns.turn(person):
            pool = self._pool(thinker)
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, think, job)
            except BrokenProcessPool:
                # The process was killed, perhaps for want of memory; the next one starts afresh.
                self._drop(thinker, pool)
                raise

    def _pool(self, thinker: _Thinker) -> ProcessPoolExecutor:
        with self._lock:
            if thinker.pool is None:
                # A fresh process, not a copy of one that holds connections and threads.
                thinker.pool = ProcessPoolExecutor(1, get_context("spawn"), prepare)
            return thinker.pool

    def _drop(self, thinker: _Thinker, pool: ProcessPoolExecutor) -> None:
        with self._lock:
            if thinker.pool is pool:
                pool.shutdown(wait=False, cancel_futures=True)
                thinker.pool = None

    def stop(self) -> None:
        """End all processes, whatever they are at."""
        for thinker in self._thinkers:
            if thinker.pool is not None:
                for process in list(thinker.pool._processes.values()):
                    process.terminate()
                thinker.pool.shutdown(wait=True, cancel_futures=True)
