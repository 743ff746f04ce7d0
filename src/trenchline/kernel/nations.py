"""Nations: whose counters, ground and points there are."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Nation:
    """A nation, by the two letters that data and records write and by what people call it; a game
    adds what its rules ask of one."""

    code: str
    name: str
    adjective: str
    """What its units are called by: German, for Germany."""
