"""A server on loopback, and browsers that go there."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from trenchline.server.app import make_app
from trenchline.server.command import OPTIONS
from trenchline.server.database import Database
from trenchline.server.settings import Settings, sqlite_url

SHELF = "tests.server.shelf"
Json = dict[str, Any]


def settings(folder: Path, **more: Any) -> Settings:
    """Settings for a server of the tests, on SQLite unless told otherwise."""
    given: dict[str, Any] = {"database": sqlite_url(folder, "test.sqlite"), "shelf": SHELF}
    return Settings(**given | {"limited": False} | more)


@contextmanager
def serving(chosen: Settings) -> Iterator[str]:
    """A server in a thread of this process; gives its address."""
    database = Database(chosen.database)
    database.migrate()
    database.close()
    options = OPTIONS | {"factory": False, "log_config": None}
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(make_app(chosen), **options))
        thread = threading.Thread(target=server.run, args=([bound],))
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive(), "the server did not start"
                time.sleep(0.01)
            yield f"http://127.0.0.1:{bound.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


class Browser:
    """Somebody at a browser: cookies, and what a page does."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.client = httpx.Client(base_url=address, timeout=30.0)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *ignored: object) -> None:
        self.client.close()

    def get(self, path: str, **query: Any) -> Any:
        """The answer to a question that must go well."""
        response = self.client.get(path, params=query)
        assert response.status_code == 200, response.text
        return response.json()

    def post(self, path: str, body: Any = None, expect: int = 200) -> Any:
        """The answer to an act; the error itself where one is expected."""
        response = self.client.post(path, json={} if body is None else body)
        assert response.status_code == expect, f"{response.status_code}: {response.text}"
        answer = response.json()
        return answer["error"] if expect >= 400 else answer

    def register(self, name: str, password: str = "correct horse") -> Browser:
        """A new account; on a server that outlives a test, the one of its first try."""
        account = {"name": name, "password": password}
        response = self.client.post("/api/register", json=account)
        if response.status_code == 409:
            self.post("/api/sign-in", account)
        else:
            assert response.status_code == 200, response.text
        return self

    def begin(self, game: str, seats: dict[str, str], **more: Any) -> Json:
        """A new match."""
        summary: Json = self.post(
            "/api/matches", {"game": game, "seats": seats, **more}, expect=201
        )
        return summary

    def table(self, match: str, side: str | None = None) -> Json:
        """The table."""
        table: Json = self.get(f"/api/matches/{match}", **{} if side is None else {"side": side})
        return table

    def choose(self, table: Json, choice: str, expect: int = 200, **more: Any) -> Json:
        """A choice made on seeing a table."""
        body = {"side": table["you"], "choice": choice, "version": table["version"], **more}
        answer: Json = self.post(f"/api/matches/{table['id']}/choices", body, expect)
        return answer

    def live(self, match: str, side: str | None = None) -> ClientConnection:
        """The websocket of a table."""
        query = "" if side is None else f"?side={side}"
        address = self.address.replace("http", "ws", 1)
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        headers = {"Cookie": cookies} if cookies else {}
        return connect(f"{address}/api/matches/{match}/live{query}", additional_headers=headers)


def any_choice(table: Json, rng: random.Random) -> str:
    """One of the choices of a table."""
    texts = [f"{verb} {word}".strip() for verb, words in table["choices"].items() for word in words]
    return rng.choice(texts)


def play_hot_seat(browser: Browser, match: str, rng: random.Random, limit: int = 10**6) -> Json:
    """Play both sides at random, to the end or so many choices."""
    who = browser.get(f"/api/matches/{match}/summary")["who"]
    table = browser.table(match, who or None)
    for _ in range(limit):
        if table["over"]:
            break
        if table["who"] != table["you"]:
            table = browser.table(match, table["who"])
        table = browser.choose(table, any_choice(table, rng))
    return table


def wait_for_end(browser: Browser, match: str, seconds: float = 60.0) -> Json:
    """The last table of a match that plays itself."""
    deadline = time.monotonic() + seconds
    while not (table := browser.table(match))["over"]:
        assert time.monotonic() < deadline, table
        time.sleep(0.02)
    return table
