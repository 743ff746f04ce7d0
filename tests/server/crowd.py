"""A crowd of scripted players: they hear of their turn over websockets and choose over HTTP."""

from __future__ import annotations

import asyncio
import random
import ssl
from dataclasses import dataclass

import httpx
import msgspec
from websockets.asyncio.client import connect

from tests.server.place import Json, any_choice


@dataclass(frozen=True)
class Seat:
    """A guest at a table, known by a cookie."""

    match: str
    side: str
    cookies: dict[str, str]


class Crowd:
    """Players at many tables of one server."""

    def __init__(self, address: str, seed: int = 0) -> None:
        self.address = address
        self.choices = 0
        self._rng = random.Random(seed)
        # Making one for each client would take longer than the play.
        self._no_tls = ssl.create_default_context()

    def client(self, cookies: dict[str, str] | None = None) -> httpx.AsyncClient:
        """A browser."""
        return httpx.AsyncClient(
            base_url=self.address,
            cookies=cookies,
            timeout=120.0,
            verify=self._no_tls,
            trust_env=False,
        )

    async def take_seats(self, maker: httpx.AsyncClient, game: str, **more: str) -> list[Seat]:
        """A new match, and a guest at each of its seats."""
        games = (await maker.get("/api/games")).json()
        sides = next(found["sides"] for found in games if found["name"] == game)
        wish = {"game": game, "seats": dict.fromkeys(sides, "open"), **more}
        made = await maker.post("/api/matches", json=wish)
        assert made.status_code == 201, made.text
        seats = []
        for side, seat in made.json()["seats"].items():
            async with self.client() as guest:
                joined = await guest.post(f"/api/join/{seat['invitation']}", json={})
                assert joined.status_code == 200, joined.text
                seats.append(Seat(made.json()["id"], side, dict(guest.cookies)))
        return seats

    async def play(self, seat: Seat, limit: float = 600.0) -> None:
        """Play a seat at random to the end of its match."""
        rng = random.Random(self._rng.random())
        cookie = "; ".join(f"{name}={value}" for name, value in seat.cookies.items())
        path = f"/api/matches/{seat.match}"
        live = f"{self.address.replace('http', 'ws', 1)}{path}/live?side={seat.side}"
        async with (
            asyncio.timeout(limit),
            self.client(seat.cookies) as client,
            connect(live, additional_headers={"Cookie": cookie}, open_timeout=60) as news,
        ):
            while True:
                heard = msgspec.json.decode(await news.recv())
                if heard["status"] != "playing":
                    assert heard["status"] == "over", heard
                    return
                if heard["who"] == seat.side:
                    table = (await client.get(path, params={"side": seat.side})).json()
                    await self._turn(client, path, seat.side, table, rng)

    async def _turn(
        self, client: httpx.AsyncClient, path: str, side: str, table: Json, rng: random.Random
    ) -> None:
        """Choose as long as one is asked."""
        while table["who"] == side and not table["over"]:
            wish = {"side": side, "choice": any_choice(table, rng)}
            stands = {"version": table["version"], "revision": table["revision"]}
            answer = await client.post(f"{path}/choices", json=wish | stands)
            assert answer.status_code == 200, answer.text
            self.choices += 1
            table = answer.json()
