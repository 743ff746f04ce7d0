"""Load: how fast a server answers choices while two hundred tables are open.

``python -m benchmarks.load`` plays the first real game on SQLite and on PostgreSQL, with two
websockets open at every table and a client that costs little, for it shares the machine. It asks
as the page does: for what is new since it last saw a table. First at a steady pace, a choice every
few seconds at each table; then as fast as eight players can go. An answer counts when the choice is
durable, told, and what is new is on the page. With ``--previews`` every player looks ahead at some
moves before he chooses one, wherever he can; the tables are played on before, to where units move.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from websockets.asyncio.client import connect

from tests.server.crowd import Line
from tests.server.place import any_choice, settings
from tests.server.postgresql import postgresql
from tests.server.process import workers
from tests.server.test_durability import free_port
from trenchline.games import game_names

FAR = 80
"""Choices after which nobody marches any more."""


class Table:
    """A match that one person plays for both sides."""

    def __init__(self, line: Line, match: str, rng: random.Random, previews: int = 0) -> None:
        self.line, self.match, self.rng = line, match, rng
        self.table: Any = None
        self.known: dict[str | None, Any] = {}
        """The table as each side saw it last."""
        self.previews = previews
        """How many moves are looked ahead at before each choice."""
        self.looked: list[float] = []
        """How many seconds each look took."""

    async def look(self, side: str | None) -> None:
        """See the table."""
        had = self.known.get(side)
        query = {"side": side} if side else {}
        if had is not None:
            query |= {"version": had["version"], "revision": had["revision"]}
        address = f"/api/matches/{self.match}?{urlencode(query)}"
        self.keep(side, *await self.line.ask("GET", address))

    def keep(self, side: str | None, status: int, told: Any) -> None:
        """Put what is new where it belongs; nobody looks at the pieces here."""
        assert status == 200, told
        self.table = {**self.known[side], **told["changes"]} if "since" in told else told
        self.known[side] = self.table

    async def march(self) -> None:
        """Play on to where a unit is in hand, if it is not far."""
        await self.look(None)
        for _ in range(FAR):
            if self.table["over"] or self.table["previews"]:
                return
            await self.choose(hurried=True)

    def hurried(self) -> dict[str, Any]:
        """The choices that take a unit in hand, or else end what is going on."""
        choices, verbs = self.table["choices"], self.table["verbs"]
        ends = {verb: words for verb, words in choices.items() if verbs[verb].get("ends")}
        units = {
            verb: words for verb, words in choices.items() if verbs[verb].get("means") == "pick"
        }
        return (ends and units) or ends or choices

    async def choose(self, hurried: bool = False) -> float | None:
        """Make a choice; gives the seconds until it was answered."""
        if self.table is None:
            await self.look(None)
        if self.table["over"]:
            return None
        if self.table["who"] != self.table["you"]:
            await self.look(self.table["who"])
        for _ in range(self.previews):
            await self.look_ahead()
        table = self.table
        wanted = self.hurried() if hurried else table["choices"]
        wish = {
            "side": table["you"],
            "choice": any_choice({"choices": wanted}, self.rng),
            "version": table["version"],
            "revision": table["revision"],
            "light": True,
        }
        started = time.perf_counter()
        answered = await self.line.ask("POST", f"/api/matches/{self.match}/choices", wish)
        taken = time.perf_counter() - started
        self.keep(table["you"], *answered)
        return taken

    async def look_ahead(self) -> None:
        """Ask what one of the moves would bring, if there are any."""
        table = self.table
        verbs = [verb for verb in table["previews"] if table["choices"].get(verb)]
        if not verbs:
            return
        verb = self.rng.choice(verbs)
        choice = f"{verb} {self.rng.choice(table['choices'][verb])}"
        wish = {"side": table["you"], "choice": choice, "version": table["version"]}
        started = time.perf_counter()
        status, told = await self.line.ask("POST", f"/api/matches/{self.match}/preview", wish)
        self.looked.append(time.perf_counter() - started)
        assert status == 200, told


async def measure(
    port: int, game: str, tables: int, every: float, seconds: float, previews: int
) -> dict[str, float]:
    """Open the tables and play."""
    rng = random.Random(0)
    maker = Line(port)
    await maker.ask("POST", "/api/register", {"name": "Load", "password": "many tables"})
    _, games = await maker.ask("GET", "/api/games")
    sides = next(found["sides"] for found in games if found["name"] == game)
    wish = {"game": game, "seats": dict.fromkeys(sides, "me")}
    made = []
    for _ in range(tables):
        status, match = await maker.ask("POST", "/api/matches", wish)
        assert status == 201, match
        made.append(Table(Line(port, maker.cookie), match["id"], rng, previews))

    heard = 0

    async def listen(match: str, side: str) -> None:
        nonlocal heard
        address = f"ws://127.0.0.1:{port}/api/matches/{match}/live?side={side}"
        headers = {"Cookie": maker.cookie}
        async with connect(
            address, additional_headers=headers, open_timeout=120, compression=None
        ) as news:
            async for _ in news:
                heard += 1

    listeners = [asyncio.create_task(listen(t.match, side)) for t in made for side in sides]
    while heard < len(listeners):
        await asyncio.sleep(0.1)
        for listener in listeners:
            if listener.done():
                listener.result()
    for begun in range(0, len(made), 8):
        here = made[begun : begun + 8]
        await asyncio.gather(*(t.march() if previews else t.look(None) for t in here))
    for table in made:
        table.looked.clear()

    steady = await _steadily(made, every, seconds)
    looked = [taken for table in made for taken in table.looked] or [0.0]
    fast, choices_a_second = await _fast(made, seconds)
    for listener in listeners:
        listener.cancel()
    await asyncio.gather(*listeners, return_exceptions=True)
    for line in (maker, *(table.line for table in made)):
        line.close()
    return {
        "steady choices/s": len(steady) / seconds,
        "p50": _quantile(steady, 0.50) * 1000,
        "p99": _quantile(steady, 0.99) * 1000,
        "previews": len(looked),
        "preview p50": _quantile(looked, 0.50) * 1000,
        "preview p99": _quantile(looked, 0.99) * 1000,
        "fast choices/s": choices_a_second,
        "fast p50": _quantile(fast, 0.50) * 1000,
        "fast p99": _quantile(fast, 0.99) * 1000,
    }


async def _steadily(tables: list[Table], every: float, seconds: float) -> list[float]:
    """Each table makes a choice every so many seconds, whether or not others are waited for."""
    latencies: list[float] = []
    end = time.perf_counter() + seconds

    async def sit(table: Table) -> None:
        # As if they had been at it for long: a common start would double the pace for a while.
        await asyncio.sleep(table.rng.expovariate(1 / every))
        while time.perf_counter() < end:
            taken = await table.choose()
            if taken is None:
                return
            latencies.append(taken)
            await asyncio.sleep(table.rng.expovariate(1 / every))

    await asyncio.gather(*(sit(table) for table in tables))
    return latencies


async def _fast(tables: list[Table], seconds: float) -> tuple[list[float], float]:
    """Eight players, each going round its tables without a pause."""
    latencies: list[float] = []
    began = time.perf_counter()

    async def rush(mine: list[Table]) -> None:
        while time.perf_counter() < began + seconds:
            for table in mine:
                taken = await table.choose()
                if taken is not None:
                    latencies.append(taken)
                if time.perf_counter() >= began + seconds:
                    return

    players = min(8, len(tables))
    await asyncio.gather(*(rush(tables[n::players]) for n in range(players)))
    return latencies, len(latencies) / (time.perf_counter() - began)


def _quantile(numbers: list[float], share: float) -> float:
    return sorted(numbers)[min(len(numbers) - 1, int(len(numbers) * share))]


@contextmanager
def server(kind: str) -> Iterator[int]:
    """A server on a fresh database; gives its port."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        port = free_port()
        more: dict[str, Any] = {"shelf": "trenchline.games"}
        if kind == "postgresql":
            more["database"] = stack.enter_context(postgresql())
        chosen = settings(folder, **more)
        stack.enter_context(workers(chosen, port, 2 if kind == "postgresql" else 1))
        yield port


def main() -> None:
    """Measure and print rows for ``RESULTS.md``."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between choices")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--on", choices=["sqlite", "postgresql", "both"], default="both")
    parser.add_argument("--game", choices=game_names(), default=game_names()[-1])
    parser.add_argument("--previews", type=int, default=0, help="looks ahead before each choice")
    chosen = parser.parse_args()
    for kind in ("sqlite", "postgresql") if chosen.on == "both" else (chosen.on,):
        with server(kind) as port:
            found = asyncio.run(
                measure(
                    port,
                    chosen.game,
                    chosen.tables,
                    chosen.every,
                    chosen.seconds,
                    chosen.previews,
                )
            )
        print(
            f"| {kind} | {chosen.tables} | {found['steady choices/s']:.0f} | {found['p50']:.0f} ms"
            f" | {found['p99']:.0f} ms | {found['fast choices/s']:.0f}"
            f" | {found['fast p50']:.0f} ms | {found['fast p99']:.0f} ms |",
            flush=True,
        )
        if chosen.previews:
            print(
                f"steadily {found['previews']:.0f} previews: p50 {found['preview p50']:.0f} ms,"
                f" p99 {found['preview p99']:.0f} ms",
                flush=True,
            )


if __name__ == "__main__":
    main()
