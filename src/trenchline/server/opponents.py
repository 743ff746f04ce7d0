"""Computer players: they think in processes of their own and choose like anybody else.

Whoever makes it a computer player's turn looks after it: the worker claims the match in the
database for a while, has the player think, and makes its choices one by one, each durable and told
before the next. Matches that nobody looks after, because a worker died, are found by looking
around every few seconds, and when a server starts.

People take turns. A match in which only computers play is looked after as a whole while a few
others are, those of one person mostly one after the other.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import AsyncExitStack, suppress

from starlette.concurrency import run_in_threadpool

from trenchline.server import store
from trenchline.server.away import Away
from trenchline.server.errors import Problem
from trenchline.server.news import Bulletin
from trenchline.server.referee import Referee
from trenchline.server.settings import Settings
from trenchline.server.show import is_thinking
from trenchline.server.thinkers import Thinkers
from trenchline.server.thinking import Forgotten, Job
from trenchline.server.turns import Turns

log = logging.getLogger(__name__)

CLAIMED_FOR = 30.0
"""Seconds for which a worker has a match's computer players to itself."""
LOOKED_AROUND_EVERY = 5.0
PATIENCE = 3
"""How often a player may fail before its match is stopped."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
"""Seconds between two tries while the database is away."""
SPECTACLES = 6
"""Matches between computers that a worker plays at once."""
SPECTACLES_EACH = 2
"""Of these, one person's."""


class Opponents:
    """The computer players that this worker looks after."""

    def __init__(self, referee: Referee, settings: Settings) -> None:
        self._referee = referee
        self._database = referee.database
        self._settings = settings
        self._me = referee.hub.worker
        self.thinkers = Thinkers(settings.thinkers)
        self._spectacles = Turns(SPECTACLES, SPECTACLES_EACH)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def follow(self, bulletin: Bulletin) -> None:
        """Look after a match if a computer player is to decide in it."""
        if bulletin.thinking:
            self._consider(bulletin.match)

    async def look_around(self) -> None:
        """Find matches that nobody looks after, as long as the server runs."""
        stale = self._database.is_sqlite
        while True:
            try:
                if stale:
                    await run_in_threadpool(self._release_all)
                    stale = False
                for match in await run_in_threadpool(self._waiting):
                    self._consider(match)
            except Away as trouble:
                log.warning("cannot look for matches that wait for a computer player: %s", trouble)
            except Exception:
                log.exception("cannot look for matches that wait for a computer player")
            await asyncio.sleep(LOOKED_AROUND_EVERY)

    async def stop(self) -> None:
        """Let go of everything."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinkers.stop()

    def _consider(self, match: str) -> None:
        if match in self._tasks:
            self._again.add(match)
            return
        task = asyncio.create_task(self._look_after(match))
        self._tasks[match] = task
        task.add_done_callback(lambda done: self._finished(match, done))

    def _finished(self, match: str, task: asyncio.Task[None]) -> None:
        del self._tasks[match]
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Away):
            log.warning("match %s: %s", match, error)
        elif error:
            log.error("match %s: the computer player's turn failed", match, exc_info=error)
        if match in self._again and not task.cancelled():
            self._again.discard(match)
            self._consider(match)

    async def _look_after(self, match: str) -> None:
        maker, alone = await run_in_threadpool(self._company, match)
        async with AsyncExitStack() as stack:
            if alone:
                await stack.enter_async_context(self._spectacles.turn(maker))
            had = await self._take_turns(match, maker)
        # Else a choice made elsewhere while we still had the match would wait for a look around.
        if had and await run_in_threadpool(self._waits, match):
            self._again.add(match)

    async def _take_turns(self, match: str, maker: str) -> bool:
        """Choose for the computer players of a match until a person decides or it is over.

        False if somebody else looks after it, or it cannot go on.
        """
        if not await run_in_threadpool(self._claim, match):
            return False
        try:
            failures, pause = 0, SHORTEST_PAUSE
            while True:
                try:
                    found = await run_in_threadpool(self._job, match)
                    if found is None:
                        break
                    await self._play(*found, maker)
                    failures, pause = 0, SHORTEST_PAUSE
                except (Away, MemoryError) as trouble:
                    log.warning("match %s: %s, in %.1f s again", match, trouble, pause)
                    await asyncio.sleep(pause)
                    pause = min(pause * 2, LONGEST_PAUSE)
                except Problem as problem:
                    # Somebody took something back meanwhile, or the match is over or broken.
                    if problem.detail.code != "moved_on":
                        return False
                except Forgotten:
                    continue
                except Exception as error:
                    failures += 1
                    if failures == PATIENCE:
                        await run_in_threadpool(self._stop_match, match, error)
                    log.warning("match %s: its computer player fails: %r", match, error)
                    await asyncio.sleep(0.2)
        finally:
            # A claim that cannot be given up now runs out by itself.
            with suppress(Away):
                await run_in_threadpool(self._release, match)
        return True

    async def _play(self, job: Job, revision: int, maker: str) -> None:
        chosen = await self._thought(job, maker)
        await run_in_threadpool(self._claim, job.match)
        for text in chosen:
            await run_in_threadpool(
                self._referee.choose_for_computer, job.match, job.side, text, revision
            )
            revision += 1
            await asyncio.sleep(self._settings.pace)

    async def _thought(self, job: Job, maker: str) -> list[str]:
        """What a player chooses; the match stays ours meanwhile."""

        async def keep() -> None:
            with suppress(Away):
                await run_in_threadpool(self._claim, job.match)

        try:
            return await self.thinkers.thought(job, maker, keep, CLAIMED_FOR / 3)
        except BaseException:
            # Nobody knows what the process has been told.
            self._referee.live.get(job.match).told = 0
            raise

    # In threads.

    def _job(self, match: str) -> tuple[Job, int] | None:
        """What a computer player has to decide in a match now, and the revision it is asked at."""
        try:
            with self._referee.seeing(match) as (seen, live):
                row, who = seen.row, seen.deciding()
                seat = next((s for s in seen.seats if s.side == who), None)
                if not is_thinking(row, seen.seats, who) or seat is None:
                    return None
                game = seen.game
                since, history = live.told, seen.match.history
                made = tuple((game.format_choice(t.choice), t.dice) for t in history[since:])
                job = Job(
                    match,
                    self._settings.shelf,
                    row.game,
                    row.scenario,
                    row.options,
                    tuple(row.opening),
                    since,
                    made,
                    who,
                    seat.level or "",
                    secrets.token_hex(8),
                    row.position,
                )
                live.told = len(history)
                return job, row.revision
        except Away:
            raise
        except Problem:
            return None

    def _stop_match(self, match: str, error: Exception) -> None:
        with self._referee.guarding(match):
            raise error

    def _company(self, match: str) -> tuple[str, bool]:
        """Who made a match, and whether only computers play in it."""
        with self._database.reading() as connection:
            row = store.find_match(connection, match)
            seats = store.find_seats(connection, match)
        return row.maker if row else "", all(seat.kind == "computer" for seat in seats)

    def _waits(self, match: str) -> bool:
        """Whether a computer player is to decide in a match."""
        with self._database.reading() as connection:
            row = store.find_match(connection, match)
            seats = store.find_seats(connection, match)
        return row is not None and is_thinking(row, seats, row.who)

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
