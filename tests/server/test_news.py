"""News: nobody who sits down misses what is said while he looks."""

from __future__ import annotations

import asyncio
from pathlib import Path

from trenchline.server.database import Database
from trenchline.server.news import Bulletin, Hub, Listener

MATCH = "a-match-of-ours"


def bulletin(revision: int) -> Bulletin:
    """What is said when a match has come to a revision."""
    return Bulletin(MATCH, revision, revision, "Near", "playing", thinking=False, request=False)


async def sit_down_late(hub: Hub, expected: bool) -> int:
    """Look at a match, let it move on, then sit down; returns the revision one is told."""
    hub.start()
    listener = Listener(MATCH, ["Near"])
    if expected:
        with hub.expecting(MATCH):
            hub.published(bulletin(2))
            await asyncio.sleep(0)
            hub.sit_down(listener, bulletin(1))
    else:
        hub.published(bulletin(2))
        await asyncio.sleep(0)
        hub.sit_down(listener, bulletin(1))
    told = hub.told(MATCH).revision
    hub.get_up(listener)
    return told


def test_what_is_said_between_looking_and_sitting_down_is_heard_bug(tmp_path: Path) -> None:
    """Two players opened their tables while the first choices were made, and each waited for the
    other for ever: the news had come after the look and before there was anybody to tell."""
    database = Database(f"sqlite:///{tmp_path}/news.sqlite")
    assert asyncio.run(sit_down_late(Hub(database), expected=True)) == 2
    assert asyncio.run(sit_down_late(Hub(database), expected=False)) == 1
    database.close()


def test_nothing_is_kept_of_a_match_that_nobody_sits_at(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/news.sqlite")
    hub = Hub(database)
    asyncio.run(sit_down_late(hub, expected=True))
    assert not hub._latest
    assert not hub._expected
    database.close()


def _woken(table: Listener) -> bool:
    woken = table._changed.is_set()
    table._changed.clear()
    return woken


async def woken_by(hub: Hub, *sides: str | None) -> list[bool]:
    """Whether a table is woken as others sit down at it one after the other, and get up again."""
    hub.start()
    table = Listener(MATCH, ["Near"])
    hub.sit_down(table, bulletin(1))
    await table.news()
    woken = []
    listeners = [Listener(MATCH, [side] if side else []) for side in sides]
    for listener in listeners:
        hub.sit_down(listener, bulletin(1))
        await listener.news()
        woken.append(_woken(table))
    for listener in listeners:
        hub.get_up(listener)
        woken.append(_woken(table))
    hub.get_up(table)
    return woken


def test_those_who_look_on_wake_nobody(tmp_path: Path) -> None:
    """A hundred spectators each woke all the others: ten thousand messages for nothing."""
    database = Database(f"sqlite:///{tmp_path}/news.sqlite")
    assert not any(asyncio.run(woken_by(Hub(database), None, None, "Near")))
    assert asyncio.run(woken_by(Hub(database), "Far", "Far")) == [True, False, False, True]
    database.close()
