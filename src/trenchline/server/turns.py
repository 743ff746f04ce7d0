"""Taking turns: many people want something of which there is little.

Whoever asks waits in the line of his own person, and the lines are served one after the other: who
asks for a hundred things waits for ninety-nine of his own, the others hardly at all.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class Turns:
    """So many places, of which one person has at most so many at once. For one event loop."""

    def __init__(self, places: int, each: int) -> None:
        self._free = places
        self._each = each
        self._has: Counter[str] = Counter()
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def turn(self, person: str) -> AsyncIterator[None]:
        """A place for a person, when it is his turn."""
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(person, deque()).append(called)
        self._call()
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._leave(person)
            else:
                self._forget(person, called)
            raise
        try:
            yield
        finally:
            self._leave(person)

    def waiting(self, person: str) -> int:
        """How many of a person's wait for their turn."""
        return len(self._lines.get(person, ()))

    def _call(self) -> None:
        """Give free places to whoever is next; who has been served goes to the end."""
        for person in list(self._lines):
            if not self._free:
                return
            line = self._lines[person]
            while line and line[0].done():
                line.popleft()
            if line and self._has[person] < self._each:
                self._free -= 1
                self._has[person] += 1
                line.popleft().set_result(None)
                self._lines.move_to_end(person)
            if not line and not self._has[person]:
                del self._lines[person]

    def _leave(self, person: str) -> None:
        self._free += 1
        self._has[person] -= 1
        self._has = +self._has
        self._lines.move_to_end(person)
        self._call()

    def _forget(self, person: str, called: asyncio.Future[None]) -> None:
        with suppress(ValueError):
            self._lines.get(person, deque()).remove(called)
        self._call()
