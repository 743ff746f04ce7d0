"""A crowd of scripted players: they hear of their turn over websockets and choose over HTTP."""

from __future__ import annotations

import asyncio
import random
from contextlib import closing
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import connect

from tests.server.place import Json, any_choice

PATIENCE = 120
"""How often a player tries again when the server asks for it."""


class Line:
    """One connection to a server, kept open; it costs little, for there are many."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self._port = port
        self.cookie = cookie
        self._lock = asyncio.Lock()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The status and the answer to a request; asked again while the server says so."""
        for _ in range(PATIENCE):
            status, answer = await self._ask_once(method, path, body)
            if status != 503 or answer["error"]["code"] != "try_again":
                break
            await asyncio.sleep(1.0)
        return status, answer

    async def _ask_once(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        data = b"" if body is None else msgspec.json.encode(body)
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nCookie: {self.cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        async with self._lock:
            reader, answer = await self._send(head.encode() + data)
            first, *lines = answer.decode("latin-1").split("\r\n")
            fields = dict(line.split(": ", 1) for line in lines if ": " in line)
            if "set-cookie" in fields:
                self.cookie = fields["set-cookie"].partition(";")[0]
            text = await reader.readexactly(int(fields["content-length"]))
        return int(first.split(" ", 2)[1]), msgspec.json.decode(text) if text else None

    async def _send(self, request: bytes) -> tuple[asyncio.StreamReader, bytes]:
        """The head of the answer; a line that the server let go in a silence is dialled again."""
        while True:
            kept = self._streams is not None
            if self._streams is None:
                self._streams = await asyncio.open_connection("127.0.0.1", self._port)
            reader, writer = self._streams
            writer.write(request)
            try:
                return reader, await reader.readuntil(b"\r\n\r\n")
            except (asyncio.IncompleteReadError, ConnectionError):
                if not kept:
                    raise
                self.close()

    def close(self) -> None:
        """Hang up; asking again dials again."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


@dataclass(frozen=True)
class Seat:
    """A guest at a table, known by a cookie."""

    match: str
    side: str
    line: Line


class Crowd:
    """Players at many tables of one server."""

    def __init__(self, address: str, seed: int = 0) -> None:
        self._port = urlsplit(address).port or 80
        self._rng = random.Random(seed)

    async def take_seats(self, maker: Line, game: str, **more: str) -> list[Seat]:
        """A new match, and a guest at each of its seats."""
        _, games = await maker.ask("GET", "/api/games")
        sides = next(found["sides"] for found in games if found["name"] == game)
        wish = {"game": game, "seats": dict.fromkeys(sides, "open"), **more}
        status, made = await maker.ask("POST", "/api/matches", wish)
        assert status == 201, made
        seats = []
        for side, seat in made["seats"].items():
            guest = Line(self._port)
            status, joined = await guest.ask("POST", f"/api/join/{seat['invitation']}", {})
            assert status == 200, joined
            seats.append(Seat(made["id"], side, guest))
        return seats

    async def play(self, seat: Seat, limit: float = 600.0) -> None:
        """Play a seat at random to the end of its match."""
        rng = random.Random(self._rng.random())
        path = f"/api/matches/{seat.match}"
        live = f"ws://127.0.0.1:{self._port}{path}/live?side={seat.side}"
        headers = {"Cookie": seat.line.cookie}
        patient: dict[str, Any] = {"open_timeout": limit, "ping_interval": None}
        with closing(seat.line):
            async with (
                asyncio.timeout(limit),
                connect(live, additional_headers=headers, compression=None, **patient) as news,
            ):
                while True:
                    heard = msgspec.json.decode(await news.recv())
                    if heard["status"] != "playing":
                        assert heard["status"] == "over", heard
                        break
                    if heard["who"] == seat.side:
                        _, table = await seat.line.ask("GET", f"{path}?side={seat.side}")
                        await self.take_turn(seat, path, table, rng)

    async def take_turn(self, seat: Seat, path: str, table: Json, rng: random.Random) -> Json:
        """Choose as long as one is asked; gives the table then."""
        while table["who"] == seat.side and not table["over"]:
            wish = {"side": seat.side, "choice": any_choice(table, rng)}
            stands = {"version": table["version"], "revision": table["revision"]}
            status, table = await seat.line.ask("POST", f"{path}/choices", wish | stands)
            assert status == 200, table
        return table
