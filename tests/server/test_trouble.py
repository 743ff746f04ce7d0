"""When a game's own code fails: the match is stopped and reported, the rest go on."""

from __future__ import annotations

import logging
import re
import time
from pathlib import Path

import pytest
from sqlalchemy import update

from tests.kernel.pebbles import GAME
from tests.server import shelf
from tests.server.place import Browser, serving, settings
from trenchline.kernel.steps import Decision
from trenchline.server.database import Database
from trenchline.server.schema import choices, matches

BOTH = {"Near": "me", "Far": "me"}


def test_a_match_whose_code_raises_is_stopped(
    local: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    match = local.begin("brittle", BOTH)["id"]
    sound = local.begin("pebbles", BOTH)["id"]
    who = local.table(match)["who"]
    local.choose(local.table(match, who), "heap a")
    table = local.table(match, who)
    with caplog.at_level(logging.ERROR):
        error = local.choose(table, "take 2", 500)
    found = re.search(r"trouble (\w+)", error["message"])
    assert error["code"] == "broken"
    assert found
    assert f"trouble {found[1]}" in caplog.text
    assert "nobody thought of that" in caplog.text
    after = local.table(match, who)
    assert (after["status"], after["version"], after["choices"]) == ("broken", 1, {})
    assert local.choose(table, "take 1", 409)["code"] == "broken"
    undo = local.post(f"/api/matches/{match}/undo", {"side": who, "to": 0}, 409)
    assert undo["code"] == "broken"
    local.choose(local.table(sound, local.table(sound)["who"]), "stand")
    assert {m["id"]: m["status"] for m in local.get("/api/matches")}[match] == "broken"


def test_a_refusal_that_raises_does_not_stop_the_match(
    local: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = local.begin("pebbles", BOTH)["id"]
    who = local.table(match)["who"]
    table = local.table(match, who)

    def fail(*ignored: object) -> None:
        raise RuntimeError("no reason")

    from tests.kernel import pebbles

    assert issubclass(pebbles.Point, Decision)
    monkeypatch.setattr(pebbles.Point, "why_not", fail)
    assert local.choose(table, "take 3", 422)["reason"] == "this is not among the choices"
    local.choose(table, "stand")


def test_rows_that_were_tampered_with_are_noticed(tmp_path: Path) -> None:
    chosen = settings(tmp_path, local=True)
    with serving(chosen) as address, Browser(address) as browser:
        match = browser.begin("pebbles", BOTH)["id"]
        for choice in ("heap c", "take 2", "challenge"):
            browser.choose(browser.table(match, browser.table(match)["who"]), choice)
        fine = browser.begin("pebbles", BOTH)["id"]
    database = Database(chosen.database)
    with database.writing() as connection:
        wrong = update(choices).where(choices.c.match == match, choices.c.number == 2)
        connection.execute(wrong.values(dice=[7]))
    database.close()
    with serving(chosen) as address, Browser(address) as browser:
        assert browser.client.get(f"/api/matches/{match}").status_code == 500
        assert browser.client.get(f"/api/matches/{match}").status_code == 409
        assert browser.table(fine)["status"] == "playing"


def test_a_match_under_older_rules_is_kept_but_not_played(tmp_path: Path) -> None:
    chosen = settings(tmp_path, local=True)
    with serving(chosen) as address, Browser(address) as browser:
        match = browser.begin("pebbles", BOTH)["id"]
    database = Database(chosen.database)
    with database.writing() as connection:
        connection.execute(update(matches).values(rules="0"))
    database.close()
    with serving(chosen) as address, Browser(address) as browser:
        response = browser.client.get(f"/api/matches/{match}")
        assert response.json()["error"]["code"] == "old_rules"
        assert browser.get("/api/matches")[0]["status"] == "playing"


def test_a_match_of_a_game_that_is_gone_is_listed_still(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = settings(tmp_path, local=True)
    with serving(chosen) as address, Browser(address) as browser:
        match = browser.begin("pebbles", BOTH)["id"]
        others = {name: game for name, game in shelf.OWN.items() if name != GAME.name}
        monkeypatch.setattr(shelf, "OWN", others)
        assert browser.get("/api/matches")[0]["title"] == "pebbles"
        assert browser.client.get(f"/api/matches/{match}").status_code == 404


def test_a_row_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    chosen = settings(tmp_path, local=True)
    with serving(chosen) as address, Browser(address) as browser:
        spoilt, *sound = (browser.begin("pebbles", BOTH)["id"] for _ in range(4))
        database = Database(chosen.database)
        with database.writing() as connection:
            connection.exec_driver_sql("UPDATE matches SET options = '{' WHERE id = ?", (spoilt,))
        database.close()
        assert [m["id"] for m in browser.get("/api/matches")] == sound[::-1]
        assert [m["id"] for m in browser.get("/api/matches", all=1)] == sound[::-1]
        assert browser.table(sound[0])["status"] == "playing"


def test_a_computer_player_that_fails_stops_its_match_only(tmp_path: Path) -> None:
    """Its process fails on a level that has gone since the match began."""
    from tests.server.place import wait_for_end
    from trenchline.server.schema import seats

    chosen = settings(tmp_path, local=True)
    with serving(chosen) as address, Browser(address) as browser:
        match = browser.begin("pebbles", BOTH)["id"]
    database = Database(chosen.database)
    with database.writing() as connection:
        connection.execute(update(seats).values(kind="computer", level="gone", person=None))
    database.close()
    with serving(chosen) as address, Browser(address) as browser:
        sound = browser.begin("pebbles", {"Near": "computer:random", "Far": "computer:random"})
        wait_for_end(browser, sound["id"])
        deadline = time.monotonic() + 60
        while (table := browser.table(match))["status"] != "broken":
            assert time.monotonic() < deadline, table
            time.sleep(0.02)
