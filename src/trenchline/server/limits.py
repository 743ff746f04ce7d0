"""Rate limits: how often one client may do what costs much, or could be used to guess.

Each worker counts for itself, in memory. Buckets fill steadily and hold a burst.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network

from trenchline.server.errors import Problem


@dataclass(frozen=True)
class Rate:
    """So many in a burst, and so many more each second."""

    burst: float
    a_second: float


RATES = {
    # Guessing one name's password from one address: ten, then one in ten seconds. Nobody can keep
    # another out by guessing, for he does so from elsewhere.
    "sign_in": Rate(10, 0.1),
    # Guessing passwords of many names.
    "sign_in_anybody": Rate(30, 0.5),
    "register": Rate(5, 1 / 60),
    "join": Rate(20, 0.2),
    "begin": Rate(20, 1 / 30),
    "replay": Rate(10, 1 / 20),
    # Looking at a position that is being made up: one for every click.
    "position": Rate(60, 4),
    # What a page does while somebody plays; replays of the log fetch quickly.
    "act": Rate(60, 20),
    # Choices that are sent together; each is an act of the match, but not a request.
    "order": Rate(300, 30),
    # Choices of a plan that are tried, again after each choice that is made.
    "trial": Rate(600, 60),
    "look": Rate(200, 60),
    # Sketches that are shown to others.
    "sketch": Rate(30, 4),
    # Twenty seconds of work, unless it was asked before; whoever waits asks every few seconds.
    "analysis": Rate(20, 0.5),
    # A few seconds of work.
    "advice": Rate(20, 0.25),
    # Each is up to a quarter of a second of search, unless it was asked before.
    "search": Rate(30, 4),
}

HELD = {"table": 60}
"""What one client may have open at once."""

LARGEST = 20_000
"""Clients remembered; the oldest are forgotten."""


def client_of(address: str) -> str:
    """Who is at an address; of the new kind of addresses everybody has a whole network.

    >>> client_of("192.0.2.7"), client_of("2001:db8:1:2:3:4:5:6"), client_of("testclient")
    ('192.0.2.7', '2001:db8:1:2::/64', 'testclient')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found) >> 64 << 64, 64)))


class Limits:
    """The buckets of all clients."""

    def __init__(self, on: bool) -> None:
        self._on = on
        self._lock = threading.Lock()
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self._held: Counter[tuple[str, str]] = Counter()

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

    @contextmanager
    def holding(self, what: str, client: str) -> Iterator[None]:
        """Count one as long as it is open; raise when it is one too many."""
        with self._lock:
            if self._on and self._held[what, client] >= HELD[what]:
                raise Problem(429, "too_many", "Too many are open; close one and try again.")
            self._held[what, client] += 1
        try:
            yield
        finally:
            with self._lock:
                self._held[what, client] -= 1
                if not self._held[what, client]:
                    del self._held[what, client]
