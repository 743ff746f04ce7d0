"""What has changed at a table since a browser last saw it.

Most of a table stays as it was: of six hundred counters a click moves one. Whoever says what it has
(a version and the revision it had it at) is sent what is new, and puts the rest there itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from trenchline.kernel.view import View
from trenchline.server.wire.table_answers import ChangesAnswer, TableAnswer

Value = TypeVar("Value")

NEVER = ("id", "game", "title", "scenario", "options", "commitment")
"""What stays as it is for the whole match."""
WHOLE = ("tracks", "panels", "legends")
"""What is sent if anything in it is new."""
BY_NAME = ("overlays", "markers", "lines")
"""What is sent by those names that are new; those that are gone are null."""


def changes(table: TableAnswer, before: View, since: int) -> ChangesAnswer:
    """A table for somebody who has it as it was before."""
    new = msgspec.structs.asdict(table)
    for name in (*NEVER, "pieces"):
        del new[name]
    for name in WHOLE:
        if new[name] == getattr(before, name):
            del new[name]
    for name in BY_NAME:
        new[name] = _renewed(getattr(before, name), new[name])
        if not new[name]:
            del new[name]
    # How a verb is called never changes, only what it may be followed by.
    new["verbs"] = {verb: table.verbs[verb] for verb in table.choices}
    old = {piece.key: piece for piece in before.pieces}
    keys = [piece.key for piece in table.pieces]
    here = set(keys)
    as_expected = [key for key in old if key in here]
    as_expected += [key for key in keys if key not in old]
    return ChangesAnswer(
        since,
        new,
        [piece for piece in table.pieces if old.get(piece.key) != piece],
        [key for key in old if key not in here],
        msgspec.UNSET if keys == as_expected else keys,
    )


def _renewed(old: Mapping[str, Value], new: Mapping[str, Value]) -> dict[str, Value | None]:
    renewed: dict[str, Value | None] = {
        name: value for name, value in new.items() if old.get(name) != value
    }
    return renewed | {name: None for name in old if name not in new}
