"""Rate limits: how often one client may do what costs much, or could be used to guess.

Each worker counts for itself, in memory. Buckets fill steadily and hold a burst.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from trenchline.server.errors import Problem


@dataclass(frozen=True)
class Rate:
    """So many in a burst, and so many more each second."""

    burst: float
    a_second: float


RATES = {
    # Guessing passwords: ten, then one in ten seconds.
    "sign_in": Rate(10, 0.1),
    "register": Rate(5, 1 / 60),
    "join": Rate(20, 0.2),
    "begin": Rate(20, 1 / 30),
    "replay": Rate(10, 1 / 20),
    # What a page does while somebody plays; replays of the log fetch quickly.
    "act": Rate(60, 20),
    "look": Rate(200, 60),
}

LARGEST = 20_000
"""Clients remembered; the oldest are forgotten."""


class Limits:
    """The buckets of all clients."""

    def __init__(self, on: bool) -> None:
        self._on = on
        self._lock = threading.Lock()
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def spend(self, what: str, client: str) -> None:
        """Count one; raise when it is one too many."""
        if not self._on:
            return
        rate = RATES[what]
        now = time.monotonic()
        with self._lock:
            left, since = self._buckets.pop((what, client), (rate.burst, now))
            left = min(rate.burst, left + (now - since) * rate.a_second)
            allowed = left >= 1
            self._buckets[what, client] = (left - allowed, now)
            if len(self._buckets) > LARGEST:
                del self._buckets[next(iter(self._buckets))]
        if not allowed:
            raise Problem(429, "too_many", "Too many requests; wait a little and try again.")
