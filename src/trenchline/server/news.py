"""Telling everybody at a table that something has changed, and who is there.

Whoever changes a match publishes a bulletin. In one process it goes straight to the tables; on
PostgreSQL it goes with the transaction (NOTIFY) to every worker, this one too. A bulletin says
nothing that a side may not know.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

import msgspec
import psycopg
from sqlalchemy import Connection

from trenchline.server.database import CHANNEL, Database
from trenchline.server.wire.live import NewsAnswer

log = logging.getLogger(__name__)

ANNOUNCED_EVERY = 20.0
"""Seconds after which a worker says again who is at its tables."""
BELIEVED_FOR = 50.0
"""Seconds after which a worker that has not spoken is taken for gone."""


class Bulletin(msgspec.Struct, tag="match"):
    """A match has changed."""

    match: str
    version: int
    revision: int
    who: str
    status: str
    thinking: bool
    request: bool
    ready: bool = True
    """Whether dice can be rolled."""


class Attendance(msgspec.Struct, tag="presence"):
    """Which sides of a match are at the tables of a worker."""

    match: str
    worker: str
    sides: list[str]


class Sketch(msgspec.Struct, tag="sketch"):
    """What somebody draws on the map for others to see. It goes by and is kept nowhere."""

    match: str
    author: str
    """Which of all tables it was drawn at."""
    by: str
    side: str | None
    """The side that it is shown to; None for everybody at the table."""
    marks: list[str]


Message = Bulletin | Attendance | Sketch


def encoded(message: Message) -> str:
    """A message as it travels between workers."""
    return msgspec.json.encode(message).decode()


class Listener:
    """One open websocket: it is told the newest, and may skip what came between."""

    def __init__(self, match: str, seats: Collection[str] = (), side: str | None = None) -> None:
        self.match = match
        self.seats = seats
        """The seats of the person, at the side that the table is seen from."""
        self.side = side
        self.name = secrets.token_urlsafe(6)
        self.shows: Sketch | None = None
        """What this one has shown to others last."""
        self._changed = asyncio.Event()
        self._news = False
        self._sketches: dict[str, Sketch] = {}
        """What others have drawn and this one has not seen, the newest of each."""

    def wake(self) -> None:
        """There is something new."""
        self._news = True
        self._changed.set()

    def may_see(self, sketch: Sketch) -> bool:
        """Whether a sketch of somebody else is meant for this one."""
        ours = sketch.side is None or (bool(self.seats) and self.side == sketch.side)
        return ours and self.name != sketch.author

    def see(self, sketch: Sketch) -> None:
        """Somebody shows what he has drawn."""
        self._sketches[sketch.by] = sketch
        self._changed.set()

    async def news(self) -> tuple[bool, list[Sketch]]:
        """Wait for something new: whether the match has changed, and what others have drawn."""
        await self._changed.wait()
        self._changed.clear()
        found = self._news, list(self._sketches.values())
        self._news, self._sketches = False, {}
        return found


class Hub:
    """The tables of this process and what they have been told."""

    def __init__(self, database: Database) -> None:
        self.worker = secrets.token_urlsafe(9)
        self._database = database
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: dict[str, set[Listener]] = defaultdict(set)
        self._expected: Counter[str] = Counter()
        """Matches that somebody is about to sit down at."""
        self._latest: dict[str, Bulletin] = {}
        self._elsewhere: dict[str, dict[str, tuple[float, list[str]]]] = defaultdict(dict)
        self._known_present: dict[str, set[str]] = {}
        """The sides that the tables of a match were told are there."""
        self._announced: dict[str, set[str]] = {}
        """The sides that other workers were told are here."""
        self.followers: list[Callable[[Bulletin], None]] = []

    # From any thread.

    def publish(self, connection: Connection, bulletin: Bulletin) -> Callable[[], None]:
        """Send a bulletin with a transaction; call what this returns once it is committed."""
        self._database.notify(connection, encoded(bulletin))
        return lambda: self.published(bulletin)

    def published(self, bulletin: Bulletin) -> None:
        """A bulletin is durable and on its way to the other workers: now tell our own tables."""
        if self._loop is None or self._loop.is_closed():
            return
        if self._database.is_sqlite:
            self._loop.call_soon_threadsafe(self._receive, bulletin)
        for follow in self.followers:
            self._loop.call_soon_threadsafe(follow, bulletin)

    def present(self, match: str) -> set[str]:
        """The sides that are at a table."""
        here = {seat for one in list(self._listeners.get(match, ())) for seat in one.seats}
        horizon = time.monotonic() - BELIEVED_FOR
        for heard, sides in list(self._elsewhere.get(match, {}).values()):
            if heard > horizon:
                here.update(sides)
        return here

    # In the event loop.

    def start(self) -> None:
        """Begin to listen in the running loop."""
        self._loop = asyncio.get_running_loop()

    @contextmanager
    def expecting(self, match: str) -> Iterator[None]:
        """While somebody looks at a match to sit down at it, nothing said of it is missed."""
        self._expected[match] += 1
        try:
            yield
        finally:
            self._expected[match] -= 1
            if not self._expected[match]:
                del self._expected[match]
            self._forget(match)

    def sit_down(self, listener: Listener, bulletin: Bulletin) -> None:
        """Somebody opens a table; what has been said since he looked is newer."""
        known = self._latest.get(listener.match)
        if known is None or known.revision <= bulletin.revision:
            self._latest[listener.match] = bulletin
        for other in self._listeners[listener.match]:
            if other.shows is not None and other.shows.marks and listener.may_see(other.shows):
                listener.see(other.shows)
        self._listeners[listener.match].add(listener)
        listener.wake()
        self._tell_presence(listener.match)
        self._announce(listener.match)

    def get_up(self, listener: Listener) -> None:
        """Somebody leaves a table."""
        here = self._listeners[listener.match]
        here.discard(listener)
        self._wipe(listener)
        self._tell_presence(listener.match)
        self._announce(listener.match)
        if not here:
            del self._listeners[listener.match]
            self._known_present.pop(listener.match, None)
            self._announced.pop(listener.match, None)
        self._forget(listener.match)

    def _forget(self, match: str) -> None:
        if match not in self._listeners and match not in self._expected:
            self._latest.pop(match, None)

    def told(self, match: str) -> NewsAnswer:
        """What a table is told now."""
        latest = self._latest[match]
        return NewsAnswer(
            latest.version,
            latest.revision,
            latest.who,
            latest.status,
            latest.thinking,
            latest.request,
            latest.ready,
            sorted(self.present(match)),
        )

    def sketch(self, listener: Listener, marks: list[str], to_side: bool) -> None:
        """Show what somebody has drawn to the others at the table, or to those of his side."""
        side = listener.side if to_side else None
        if listener.shows is not None and listener.shows.side != side:
            self._wipe(listener)
        by = " and ".join(listener.seats)
        listener.shows = Sketch(listener.match, listener.name, by, side, marks)
        self._pass_on(listener.shows)

    def _wipe(self, listener: Listener) -> None:
        """Nobody sees any more what somebody has drawn."""
        shown, listener.shows = listener.shows, None
        if shown is not None and shown.marks:
            self._pass_on(msgspec.structs.replace(shown, marks=[]))

    def _pass_on(self, sketch: Sketch) -> None:
        if self._database.is_sqlite or self._loop is None:
            self._receive(sketch)
        else:
            self._loop.run_in_executor(None, self._send, sketch)

    def _receive(self, message: Message) -> None:
        if isinstance(message, Sketch):
            for listener in self._listeners.get(message.match, ()):
                if listener.may_see(message):
                    listener.see(message)
            return
        if isinstance(message, Attendance):
            if message.worker == self.worker:
                return
            self._elsewhere[message.match][message.worker] = (time.monotonic(), message.sides)
            if not message.sides:
                del self._elsewhere[message.match][message.worker]
                if not self._elsewhere[message.match]:
                    del self._elsewhere[message.match]
            self._tell_presence(message.match)
            return
        if message.match in self._listeners or message.match in self._expected:
            self._latest[message.match] = message
        self._wake(message.match)

    def _wake(self, match: str) -> None:
        for listener in self._listeners.get(match, ()):
            listener.wake()

    def _tell_presence(self, match: str) -> None:
        """Wake a table if the sides at it are others than it was told.

        Those who look on, and a second browser of a side, come and go unnoticed.
        """
        now = self.present(match)
        if match in self._listeners and now != self._known_present.get(match, set()):
            self._known_present[match] = now
            self._wake(match)

    def _announce(self, match: str, again: bool = False) -> None:
        """Say to the other workers who is at a table here, if that is new or they may forget."""
        sides = {seat for listener in self._listeners.get(match, ()) for seat in listener.seats}
        if self._database.is_sqlite or self._loop is None:
            return
        if again or sides != self._announced.get(match, set()):
            self._announced[match] = sides
            attendance = Attendance(match, self.worker, sorted(sides))
            self._loop.run_in_executor(None, self._send, attendance)

    def _send(self, message: Message) -> None:
        try:
            with self._database.writing() as connection:
                self._database.notify(connection, encoded(message))
        except Exception:
            log.exception("a message to the other workers is lost")

    async def listen(self) -> None:
        """Hear the other workers, as long as the server runs; for PostgreSQL only."""
        url = self._database.url.replace("postgresql+psycopg://", "postgresql://", 1)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(url, autocommit=True) as ear:
                    await ear.execute(f"LISTEN {CHANNEL}")
                    # What was said while nobody listened is lost: let everybody look again.
                    for match in list(self._listeners):
                        self._wake(match)
                    async for notice in ear.notifies():
                        self._receive(msgspec.json.decode(notice.payload, type=Message))
            except (psycopg.Error, OSError):
                log.exception("the database no longer tells what happens; trying again")
            await asyncio.sleep(1.0)

    async def keep_announcing(self) -> None:
        """Say again and again who is here, so that others can tell we live; PostgreSQL only."""
        while True:
            await asyncio.sleep(ANNOUNCED_EVERY)
            for match in list(self._listeners):
                # A worker that has not spoken for long takes its sides with it.
                self._tell_presence(match)
                self._announce(match, again=True)
