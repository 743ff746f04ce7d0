"""A match that was stopped can be taken up again."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import update
from typer.testing import CliRunner

from tests.kernel import pebbles
from tests.server import shelf
from tests.server.place import Browser, serving, settings
from trenchline.cli import app
from trenchline.server.database import Database
from trenchline.server.mend import NotMended, mend
from trenchline.server.schema import choices, matches
from trenchline.server.store import MatchRow

BOTH = {"Near": "me", "Far": "me"}


def take_up(url: str, match: str, back_to: int | None = None) -> MatchRow:
    """Mend a match of a database."""
    database = Database(url)
    try:
        return mend(database, shelf, match, back_to)
    finally:
        database.close()


def test_a_stopped_match_goes_on_once_the_program_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server need not be stopped for it, and the number of the trouble is enough."""
    chosen = settings(tmp_path, local=True)
    with serving(chosen) as address, Browser(address) as browser:
        match = browser.begin("brittle", BOTH)["id"]
        who = browser.table(match)["who"]
        table = browser.choose(browser.table(match, who), "heap a")
        found = re.search(r"trouble (\w+)", browser.choose(table, "take 2", 500)["message"])
        assert found
        with pytest.raises(NotMended, match="there is no match"):
            take_up(chosen.database, "nonesuch")
        assert take_up(chosen.database, match).status == "playing"
        with pytest.raises(NotMended, match="not stopped"):
            take_up(chosen.database, match)
        browser.choose(table, "take 2", 500)
        monkeypatch.setitem(shelf.OWN, "brittle", replace(shelf.BRITTLE, view=pebbles.view))
        assert browser.table(match)["status"] == "broken"
        database = Database(chosen.database)
        with database.reading() as connection:
            trouble = connection.execute(matches.select()).one().trouble
        database.close()
        take_up(chosen.database, trouble)
        # The match in memory has still the old code of the game; another process has not.
    with serving(chosen) as address, Browser(address) as browser:
        assert browser.choose(browser.table(match, who), "take 2")["version"] == 2


def test_rows_that_do_not_follow_are_left_behind(tmp_path: Path) -> None:
    chosen = settings(tmp_path, local=True)
    with serving(chosen) as address, Browser(address) as browser:
        match = browser.begin("pebbles", BOTH)["id"]
        for choice in ("heap c", "take 2", "challenge"):
            browser.choose(browser.table(match, browser.table(match)["who"]), choice)
    database = Database(chosen.database)
    with database.writing() as connection:
        wrong = update(choices).where(choices.c.match == match, choices.c.number == 2)
        connection.execute(wrong.values(dice=[7]))
    database.close()
    with serving(chosen) as address, Browser(address) as browser:
        assert browser.client.get(f"/api/matches/{match}").status_code == 500
        with pytest.raises(NotMended, match=r"still fails.*sound to version 2 \(--back-to 2\)"):
            take_up(chosen.database, match)
        with pytest.raises(NotMended, match="has 3 choices, not 4"):
            take_up(chosen.database, match, 4)
        after = take_up(chosen.database, match, 2)
        assert (after.version, after.revision, after.status) == (2, 4, "playing")
        table = browser.table(match, after.who)
        assert table["version"] == 2
        assert browser.choose(table, "allow")["revision"] == 5


def test_dice_that_were_taken_back_count_when_a_match_is_mended(tmp_path: Path) -> None:
    chosen = settings(tmp_path, local=True)
    with serving(chosen) as address, Browser(address) as browser:
        match = browser.begin("pebbles", BOTH, scenario="long")["id"]

        def play(*made: str) -> None:
            for choice in made:
                browser.choose(browser.table(match, browser.table(match)["who"]), choice)

        def stop() -> None:
            database = Database(chosen.database)
            with database.writing() as connection:
                connection.execute(update(matches).values(status="broken", trouble="beef"))
            database.close()

        play("heap c", "take 2", "challenge")
        browser.post(f"/api/matches/{match}/undo", {"side": "Near", "to": 1})
        play("take 3", "challenge", "stand", "heap a")
        log = browser.get(f"/api/matches/{match}/log")
        stop()
        assert take_up(chosen.database, match).version == 5
        assert browser.get(f"/api/matches/{match}/log") == log
        stop()
        assert take_up(chosen.database, match, 4).version == 4
        assert browser.get(f"/api/matches/{match}/log") == log[:5]
    with serving(chosen) as address, Browser(address) as browser:
        assert browser.get(f"/api/matches/{match}/log") == log[:5]


def test_the_command_says_what_it_did(tmp_path: Path) -> None:
    chosen = settings(tmp_path, local=True)
    with serving(chosen) as address, Browser(address) as browser:
        match = browser.begin("world_war_one", {"Allied": "me", "Central": "me"})["id"]
    database = Database(chosen.database)
    with database.writing() as connection:
        connection.execute(update(matches).values(status="broken", trouble="beef"))
    database.close()
    words = ["serve", "--database", chosen.database, "--mend"]
    done = CliRunner().invoke(app, [*words, "beef"])
    assert (done.exit_code, done.output) == (0, f"Match {match} goes on at version 0 (playing).\n")
    again = CliRunner().invoke(app, [*words, match])
    assert again.exit_code == 1
    assert "is not stopped" in again.output
