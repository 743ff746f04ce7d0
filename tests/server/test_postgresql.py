"""On PostgreSQL: two workers, fifty matches at once, and every record verifies."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kernel.pebbles import GAME
from tests.kernel.test_match import at_random
from tests.server.crowd import Crowd, Line, Seat
from tests.server.place import Browser, Json, serving, settings, wait_for_end
from tests.server.postgresql import CannotRun, cluster, postgresql
from tests.server.process import workers
from tests.server.shelf import load_game
from tests.server.test_away import wait_until
from tests.server.test_database import assert_up_to_date
from tests.server.test_durability import free_port
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.match import Match
from trenchline.kernel.record import parse_record, record_text, verify
from trenchline.server.database import Database, OutOfDate

SMALL, REAL = 48, 2

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """An empty PostgreSQL."""
    try:
        with postgresql() as address:
            yield address
    except CannotRun as reason:
        pytest.fail(str(reason))


@pytest.fixture(scope="module")
def address(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Two workers on it."""
    empty = Database(database)
    with pytest.raises(OutOfDate, match="--migrate"):
        empty.check()
    empty.migrate()
    empty.check()
    assert_up_to_date(empty)
    empty.close()
    chosen = settings(tmp_path_factory.mktemp("pg"), database=database)
    with workers(chosen, free_port(), 2) as address:
        yield address


def check(browser: Browser, match: str) -> None:
    """The match is over and its record true."""
    response = browser.client.get(f"/api/matches/{match}/record")
    record = parse_record(response.content)
    played = verify(load_game(record.header.game), record)
    assert played.over


def test_fifty_matches_at_once(address: str) -> None:
    with Browser(address) as browser:
        browser.register("Maker")
        seats = asyncio.run(play_all(address, dict(browser.client.cookies)))
        matches = {seat.match for seat in seats}
        assert len(matches) == SMALL + REAL
        for match in matches:
            check(browser, match)


async def play_all(address: str, cookies: dict[str, str]) -> list[Seat]:
    """Begin all matches, then play them all at once."""
    crowd = Crowd(address)
    (cookie,) = (f"{name}={value}" for name, value in cookies.items())
    maker = Line(int(address.rpartition(":")[2]), cookie)
    seats: list[Seat] = []
    for game, count in (("pebbles", SMALL), ("world_war_one", REAL)):
        scenario = {"scenario": "long"} if game == "pebbles" else {}
        for _ in range(count):
            seats += await crowd.take_seats(maker, game, **scenario)
    maker.close()
    await asyncio.gather(*(crowd.play(seat) for seat in seats))
    return seats


def test_a_computer_player_plays_on_postgresql(address: str) -> None:
    with Browser(address) as browser:
        browser.register("Watcher")
        match = browser.begin("pebbles", {"Near": "computer:random", "Far": "computer:random"})
        wait_for_end(browser, match["id"])
        check(browser, match["id"])


def test_what_cannot_be_kept_is_refused(address: str) -> None:
    """PostgreSQL keeps no NUL and nothing overlong: whoever sends it hears so."""
    with Browser(address) as browser:
        browser.register("Sender")
        seats = {"Near": "me", "Far": "me"}
        match = browser.begin("pebbles", seats)["id"]
        path = f"/api/matches/{match}"
        table = browser.table(match, browser.table(match)["who"])
        finished = at_random(Match(GAME, SeededDice("pg"), "long"), random.Random(1))
        for name in ("a\x00b", "x" * 200):
            wishes: list[Json] = [
                {"game": name, "seats": seats},
                {"game": "pebbles", "scenario": name, "seats": seats},
                {"game": "pebbles", "options": {name: name}, "seats": seats},
                {"game": "pebbles", "seats": {name: "me", "Far": "me"}},
                {"game": "pebbles", "seats": seats | {"Near": name}},
                {"game": "pebbles", "seats": seats, "pledge": name},
            ]
            for body in wishes:
                assert browser.client.post("/api/matches", json=body).status_code in (400, 404)
            acts: list[tuple[str, Json]] = [
                ("choices", {"side": table["you"], "choice": name, "version": 0}),
                ("choices", {"side": name, "choice": "stand", "version": 0}),
                ("why", {"side": table["you"], "choice": name}),
                ("undo", {"side": name, "to": 0}),
                ("lot", {"side": name, "number": name}),
                ("invite", {"seat": name}),
            ]
            for act, body in acts:
                response = browser.client.post(f"{path}/{act}", json=body)
                assert response.status_code in (400, 403, 404), (act, response.text)
            for where in ("register", "sign-in"):
                body = {"name": name, "password": "a\x00" * 8}
                assert browser.client.post(f"/api/{where}", json=body).status_code == 400
            finished.players = (name, "Near")
            kind = {"Content-Type": "application/x-ndjson"}
            text = record_text(finished).encode()
            response = browser.client.post("/api/replays", content=text, headers=kind, timeout=120)
            assert response.status_code == 400, response.text
            response = browser.client.get(path, params={"side": name})
            assert response.status_code in (400, 403)
        assert browser.table(match, table["you"]) == table


def test_racing_choices_on_two_workers(address: str) -> None:
    """Whichever worker they reach, only one of several choices at one moment is taken."""
    with Browser(address) as browser:
        browser.register("Racer")
        for _ in range(5):
            match = browser.begin("pebbles", {"Near": "me", "Far": "me"}, scenario="long")["id"]
            table = browser.table(match, browser.table(match)["who"])
            codes: list[int] = []
            start = threading.Barrier(8)

            def tab() -> None:
                body = {"side": table["you"], "choice": "heap c", "version": 0}  # noqa: B023
                with Browser(address) as own:
                    own.client.cookies = browser.client.cookies
                    own.get("/api/me")
                    start.wait()  # noqa: B023
                    response = own.client.post(f"/api/matches/{match}/choices", json=body)  # noqa: B023
                    codes.append(response.status_code)  # noqa: B023

            tabs = [threading.Thread(target=tab) for _ in range(8)]
            for thread in tabs:
                thread.start()
            for thread in tabs:
                thread.join()
            assert sorted(codes) == [200] + [409] * 7
            assert browser.table(match)["revision"] == 1


def test_a_database_that_crashes_stops_no_match(tmp_path: Path) -> None:
    """It is away for a while and comes back: people were told to try again, the computer did."""
    seats = {"Allied": "computer:random", "Central": "computer:random"}
    with cluster() as away:
        chosen = settings(tmp_path, database=away.url)
        with serving(chosen) as address, Browser(address) as browser:
            browser.register("Patient")
            watched = browser.begin("world_war_one", seats)["id"]
            mine = browser.begin("pebbles", {"Near": "me", "Far": "me"}, scenario="long")["id"]
            table = browser.table(mine, browser.table(mine)["who"])
            wait_until(lambda: browser.table(watched)["version"] > 3, "it does not begin")
            away.stop()
            for _ in range(2):
                assert browser.choose(table, "heap a", 503)["code"] == "try_again"
            away.start()
            assert browser.choose(table, "heap a")["version"] == 1
            version = browser.table(watched)["version"]
            wait_until(lambda: browser.table(watched)["version"] > version, "it does not go on")
            assert browser.table(watched)["status"] != "broken"
