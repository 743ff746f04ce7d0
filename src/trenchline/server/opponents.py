"""Computer players: they think in processes of their own and choose like anybody else.

Whoever makes it a computer player's turn looks after it: the worker claims the match in the
database for a while, has the player think, and makes its choices one by one, each durable and told
before the next. Matches that nobody looks after, because a worker died, are found by looking
around every few seconds, and when a server starts.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from starlette.concurrency import run_in_threadpool

from trenchline.server import store
from trenchline.server.errors import Problem
from trenchline.server.news import Bulletin
from trenchline.server.referee import Referee
from trenchline.server.settings import Settings
from trenchline.server.thinking import Job, prepare, ready, think

log = logging.getLogger(__name__)

CLAIMED_FOR = 30.0
"""Seconds for which a worker has a match's computer players to itself."""
LOOKED_AROUND_EVERY = 5.0
PATIENCE = 3
"""How often a player may fail before its match is stopped."""


class Opponents:
    """The computer players that this worker looks after."""

    def __init__(self, referee: Referee, settings: Settings) -> None:
        self._referee = referee
        self._database = referee.database
        self._settings = settings
        self._me = referee.hub.worker
        self._pool: ProcessPoolExecutor | None = None
        self._pool_lock = threading.Lock()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def follow(self, bulletin: Bulletin) -> None:
        """Look after a match if a computer player is to decide in it."""
        if bulletin.thinking:
            self._consider(bulletin.match)

    async def look_around(self) -> None:
        """Find matches that nobody looks after, as long as the server runs."""
        if self._database.is_sqlite:
            await run_in_threadpool(self._release_all)
        while True:
            try:
                for match in await run_in_threadpool(self._waiting):
                    self._consider(match)
            except Exception:
                log.exception("cannot look for matches that wait for a computer player")
            await asyncio.sleep(LOOKED_AROUND_EVERY)

    def warm_up(self) -> None:
        """Have a process ready before the first player has to think."""
        self._processes().submit(ready)

    async def stop(self) -> None:
        """Let go of everything."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._pool is not None:
            for process in list(self._pool._processes.values()):
                process.terminate()
            self._pool.shutdown(wait=True, cancel_futures=True)

    def _consider(self, match: str) -> None:
        if match in self._tasks:
            self._again.add(match)
            return
        task = asyncio.create_task(self._look_after(match))
        self._tasks[match] = task
        task.add_done_callback(lambda done: self._finished(match, done))

    def _finished(self, match: str, task: asyncio.Task[None]) -> None:
        del self._tasks[match]
        if not task.cancelled() and (error := task.exception()):
            log.error("match %s: the computer player's turn failed", match, exc_info=error)
        if match in self._again and not task.cancelled():
            self._again.discard(match)
            self._consider(match)

    async def _look_after(self, match: str) -> None:
        if not await run_in_threadpool(self._claim, match):
            return
        try:
            failures = 0
            while found := await run_in_threadpool(self._job, match):
                job, revision = found
                try:
                    await self._play(job, revision)
                    failures = 0
                except Problem as problem:
                    # Somebody took something back meanwhile, or the match is over or broken.
                    if problem.detail.code != "moved_on":
                        return
                except Exception as error:
                    failures += 1
                    if failures == PATIENCE:
                        with self._referee.guarding(match):
                            raise
                    log.warning("match %s: %s fails: %r", match, job.level, error)
                    await asyncio.sleep(0.2)
        finally:
            await run_in_threadpool(self._release, match)
        # Else a choice made elsewhere while we still had the match would wait for a look around.
        if await run_in_threadpool(self._job, match):
            self._again.add(match)

    async def _play(self, job: Job, revision: int) -> None:
        chosen = await self._thought(job)
        await run_in_threadpool(self._claim, job.match)
        for text in chosen:
            await run_in_threadpool(
                self._referee.choose_for_computer, job.match, job.side, text, revision
            )
            revision += 1
            await asyncio.sleep(self._settings.pace)

    async def _thought(self, job: Job) -> list[str]:
        """What a player chooses, however long it thinks; the match stays ours meanwhile."""
        loop = asyncio.get_running_loop()
        pool = self._processes()
        try:
            thought = loop.run_in_executor(pool, think, job)
            while not (await asyncio.wait({thought}, timeout=CLAIMED_FOR / 3))[0]:
                await run_in_threadpool(self._claim, job.match)
            return thought.result()
        except BrokenProcessPool:
            # Its process was killed, perhaps for want of memory; the next one starts afresh.
            self._drop(pool)
            raise

    def _processes(self) -> ProcessPoolExecutor:
        with self._pool_lock:
            if self._pool is None:
                # Fresh processes, not copies of one that holds connections and threads.
                context = get_context("spawn")
                self._pool = ProcessPoolExecutor(self._settings.thinkers, context, prepare)
            return self._pool

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        with self._pool_lock:
            if self._pool is pool:
                pool.shutdown(wait=False, cancel_futures=True)
                self._pool = None

    # In threads.

    def _job(self, match: str) -> tuple[Job, int] | None:
        """What a computer player has to decide in a match now, and the revision it is asked at."""
        try:
            with self._referee.seeing(match) as (seen, _):
                row, who = seen.row, seen.deciding()
                seat = next((s for s in seen.seats if s.side == who), None)
                if row.status != store.PLAYING or seat is None or seat.kind != "computer":
                    return None
                game = seen.game
                made = tuple((game.format_choice(t.choice), t.dice) for t in seen.match.history)
                job = Job(
                    match,
                    self._settings.shelf,
                    row.game,
                    row.scenario,
                    row.options,
                    tuple(row.opening),
                    made,
                    who,
                    seat.level or "",
                    secrets.token_hex(8),
                )
                return job, row.revision
        except Problem:
            return None

    def _claim(self, match: str) -> bool:
        with self._database.writing() as connection:
            return store.claim(connection, match, self._me, CLAIMED_FOR)

    def _release(self, match: str) -> None:
        with self._database.writing() as connection:
            store.release(connection, match, self._me)

    def _release_all(self) -> None:
        with self._database.writing() as connection:
            store.release_all(connection)

    def _waiting(self) -> list[str]:
        with self._database.reading() as connection:
            return store.waiting_for_computer(connection)
