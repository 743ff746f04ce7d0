"""The websocket: news at once and whenever something changes, and who is there."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.server.place import Browser, any_choice
from tests.server.test_undo import Pair, other


def news(live: ClientConnection) -> Any:
    return msgspec.json.decode(live.recv(timeout=10))


def until(live: ClientConnection, **wanted: Any) -> Any:
    """Read until the news is what is wanted; several changes may come as one."""
    while True:
        heard = news(live)
        if all(heard[key] == value for key, value in wanted.items()):
            return heard


def test_news_of_choices_undos_requests_and_presence(
    alice: Browser, bob: Browser, stranger: Browser
) -> None:
    pair = Pair(alice, bob)
    match = pair.match
    with stranger.live(match) as watching:
        first = news(watching)
        assert set(first) == {
            *("version", "revision", "who", "status", "request", "presence", "thinking", "ready")
        }
        assert (first["version"], first["presence"]) == (0, [])
        with alice.live(match, "Near") as near:
            assert until(watching, presence=["Near"])["revision"] == 0
            with bob.live(match, "Far"):
                until(watching, presence=["Far", "Near"])
                assert alice.table(match)["seats"]["Far"]["online"]
                side = pair.choose("heap c")
                assert until(watching, version=1)["who"] == side
                pair.choose("take 2")
                assert until(watching, version=2)["who"] == other(side)
                pair.undo(side, 1)
                assert until(watching, version=1)["revision"] == 3
                pair.choose("take 2")
                pair.choose("allow")
                pair.undo(side, 0)
                assert until(near, request=True)["version"] == 3
                pair.answer(other(side), False)
                until(near, request=False)
            until(watching, presence=["Near"])
        until(watching, presence=[])


def test_joining_is_news(alice: Browser, bob: Browser) -> None:
    summary = alice.begin("pebbles", {"Near": "me", "Far": "open"})
    with alice.live(summary["id"], "Near") as live:
        until(live, presence=["Near"])
        bob.post(f"/api/join/{summary['seats']['Far']['invitation']}")
        assert news(live)["revision"] == 0
        assert alice.table(summary["id"])["seats"]["Far"]["kind"] == "person"


def test_a_computer_players_choices_come_one_by_one(alice: Browser) -> None:
    match = alice.begin("pebbles", {"Near": "me", "Far": "computer:random"}, scenario="long")["id"]
    rng = random.Random(8)
    with alice.live(match, "Near") as live:
        heard = news(live)
        while heard["status"] == "playing":
            table = alice.table(match, "Near")
            if table["who"] == "Near":
                alice.choose(table, any_choice(table, rng))
            heard = news(live)
    log = alice.get(f"/api/matches/{match}/log")
    assert [entry["version"] for entry in log] == list(range(heard["version"] + 1))


@pytest.mark.parametrize(
    ("match", "side", "code"), [("nonesuch-match", None, 4404), (None, "Near", 4403)]
)
def test_tables_that_may_not_be_opened_are_closed(
    alice: Browser, stranger: Browser, match: str | None, side: str | None, code: int
) -> None:
    match = match or alice.begin("pebbles", {"Near": "me", "Far": "me"})["id"]
    with stranger.live(match, side) as live:
        with pytest.raises(ConnectionClosed):
            live.recv(timeout=10)
        assert live.close_code == code


def test_another_site_cannot_open_a_table(alice: Browser) -> None:
    match = alice.begin("pebbles", {"Near": "me", "Far": "me"})["id"]
    address = f"{alice.address.replace('http', 'ws', 1)}/api/matches/{match}/live"
    evil = {"Origin": "http://evil.example"}
    with pytest.raises(InvalidStatus), connect(address, additional_headers=evil):
        pass


def test_what_a_table_says_is_not_listened_to(alice: Browser) -> None:
    match = alice.begin("pebbles", {"Near": "me", "Far": "me"})["id"]
    with alice.live(match) as live:
        news(live)
        live.send('{"choice": "stand"}')
        live.send(b"\x00\x01")
        live.ping().wait(5)
        assert alice.table(match)["version"] == 0
        live.send("x" * 5000)
        with pytest.raises(ConnectionClosed):
            live.recv(timeout=10)
