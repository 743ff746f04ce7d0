"""When garbage is collected: not while somebody waits for a table.

Positions and views have no cycles and go by themselves, but a full collection looks at them all:
with two hundred tables it finds nothing in a quarter of a second, in which nobody is answered. So
what stays for good is left out of it, it is not set off by tables being played, and what an
exception or a connection has left behind is collected by the clock.
"""

from __future__ import annotations

import asyncio
import gc

YOUNG, OLDER, OLD = 20_000, 50, 1_000_000
"""After how many new objects the young are looked through, after how many times the older ones, and
then the old ones: hardly ever."""

MINUTES = 20
"""Between two full collections."""

_settled: set[str] = set()


def settle(name: str) -> None:
    """Leave what has been loaded for a game to itself from now on."""
    if name not in _settled:
        _settled.add(name)
        gc.collect()
        gc.freeze()


def calm() -> None:
    """Have no full collection while tables are played."""
    gc.set_threshold(YOUNG, OLDER, OLD)


async def collect_now_and_then(minutes: float = MINUTES) -> None:
    """Collect what nobody refers to any more, by the clock."""
    while True:
        await asyncio.sleep(minutes * 60)
        gc.collect()
