"""Taking back: freely what is one's own, else by consent, and never behind a revealed secret."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.kernel.pebbles import GAME
from tests.server.place import (
    Browser,
    Json,
    any_choice,
    play_hot_seat,
    serving,
    settings,
    wait_for_end,
)
from trenchline.kernel.record import Line, parse_record, verify
from trenchline.server.database import Database
from trenchline.server.settings import sqlite_url

NEAR_FAR = ("Near", "Far")


class Pair:
    """Two people at one table of pebbles."""

    def __init__(self, alice: Browser, bob: Browser, game: str = "pebbles") -> None:
        sides = {"pebbles": NEAR_FAR, "sealed": ("North", "South")}[game]
        summary = alice.begin(game, {sides[0]: "me", sides[1]: "open"})
        self.match: str = summary["id"]
        invitation = summary["seats"][sides[1]]["invitation"]
        bob.post(f"/api/join/{invitation}")
        self.at = {sides[0]: alice, sides[1]: bob}
        self.sides = sides

    def table(self, side: str | None = None) -> Json:
        """The table as a side sees it, or as the one who decides does."""
        if side is None:
            side = self.at[self.sides[0]].table(self.match)["who"]
        assert side is not None
        return self.at[side].table(self.match, side)

    def choose(self, choice: str) -> str:
        """Whoever decides makes a choice; gives the side."""
        table = self.table()
        self.at[table["you"]].choose(table, choice)
        side: str = table["you"]
        return side

    def undo(self, side: str, to: int, expect: int = 200, **more: bool) -> Json:
        """A side takes back."""
        body = {"side": side, "to": to, **more}
        answer: Json = self.at[side].post(f"/api/matches/{self.match}/undo", body, expect)
        return answer

    def redo(self, side: str, to: int, expect: int = 200) -> Json:
        """A side makes again what was taken back."""
        body = {"side": side, "to": to}
        answer: Json = self.at[side].post(f"/api/matches/{self.match}/redo", body, expect)
        return answer

    def answer(self, side: str, accept: bool, expect: int = 200) -> Json:
        """A side answers a take-back."""
        body = {"side": side, "accept": accept}
        answer: Json = self.at[side].post(f"/api/matches/{self.match}/undo/answer", body, expect)
        return answer


@pytest.fixture
def pair(alice: Browser, bob: Browser) -> Pair:
    return Pair(alice, bob)


def other(side: str) -> str:
    return NEAR_FAR[1 - NEAR_FAR.index(side)]


def test_own_choices_are_taken_back_freely(pair: Pair) -> None:
    side = pair.choose("heap c")
    assert pair.table(side)["can_undo_to"] == pair.table(side)["last_own"] == 0
    assert pair.table(other(side))["can_undo_to"] is None
    pair.choose("take 2")
    table = pair.undo(side, 1)
    assert (table["version"], table["revision"]) == (1, 3)
    assert table["choices"] == {"take": ["1", "2", "3"]}
    table = pair.undo(side, 0)
    assert (table["version"], table["revision"], table["can_undo_to"]) == (0, 4, None)
    pair.choose("heap a")
    assert pair.table(side)["last"]["choice"] == "heap a"


def test_a_choice_on_a_position_that_was_taken_back_is_refused(pair: Pair) -> None:
    """Two versions may bear one number; the revision tells them apart."""
    side = pair.choose("heap c")
    stale = pair.table(side)
    pair.undo(side, 0)
    pair.choose("heap a")
    browser = pair.at[side]
    assert browser.choose(stale, "take 1", 409, revision=stale["revision"])["code"] == "moved_on"
    fresh = pair.table(side)
    browser.choose(fresh, "take 1", revision=fresh["revision"])


def test_anothers_decision_goes_back_only_by_consent(pair: Pair) -> None:
    side = pair.choose("heap c")
    pair.choose("take 2")
    assert pair.choose("allow") == other(side)
    refused = pair.undo(side, 0, 409, ask=False)
    assert (refused["code"], refused["dice"]) == ("consent_needed", [])
    assert pair.table(side)["request"] is None
    asked = pair.undo(side, 1)
    assert asked["version"] == 3
    request = {"kind": "undo", "by": side, "to": 1, "dice": [], "waiting": [other(side)]}
    assert pair.table(other(side))["request"] == asked["request"] == request
    assert pair.answer(side, True, 409)["code"] == "not_your_turn"
    assert pair.answer(other(side), False)["request"] is None
    assert pair.table(side)["version"] == 3
    pair.undo(side, 1)
    assert pair.answer(other(side), True)["version"] == 1
    assert pair.answer(other(side), True, 409)["code"] == "nothing_asked"


def test_dice_go_back_only_by_consent_and_fall_the_same_again(pair: Pair) -> None:
    pair.choose("heap c")
    pair.choose("take 2")
    side = pair.choose("challenge")
    rolled = pair.table(side)["last"]["dice"]
    assert len(rolled) == 1
    assert pair.table(side)["can_undo_to"] is None
    assert pair.undo(side, 2, 409, ask=False)["dice"] == rolled
    assert pair.undo(side, 2)["request"]["dice"] == rolled
    assert pair.answer(other(side), True)["version"] == 2
    pair.choose("challenge")
    assert pair.table(side)["last"]["dice"] == rolled


def test_another_act_does_not_get_a_die_that_was_taken_back(alice: Browser, bob: Browser) -> None:
    """Whoever agrees to a take-back does not give away the die that both have seen."""
    same = 0
    for _ in range(12):
        pair = Pair(alice, bob)
        pair.choose("heap c")
        pair.choose("take 2")
        side = pair.choose("challenge")
        rolled = pair.table(side)["last"]["dice"]
        pair.undo(other(side), 1)
        assert pair.answer(side, True)["version"] == 1
        pair.choose("take 3")
        pair.choose("challenge")
        same += pair.table(side)["last"]["dice"] == rolled
    assert same < 10


# While a seat is open.


def test_a_game_that_begins_with_a_die_begins_when_all_are_there(
    alice: Browser, bob: Browser
) -> None:
    summary = alice.begin("pebbles", {"Near": "me", "Far": "open"})
    match = summary["id"]
    table = alice.table(match, "Near")
    assert (table["choices"], table["last"]["dice"], table["last"]["lines"]) == ({}, [], [])
    refused = alice.choose(table, "stand", 409)
    if table["who"] == "Near":
        assert refused["code"] == "dice_wait"
        assert refused["message"] == "No die is rolled until somebody plays Far."
    bob.post(f"/api/join/{summary['seats']['Far']['invitation']}")
    table = alice.table(match, "Near")
    assert table["dice"]["ready"]
    assert len(table["last"]["dice"]) == 1


class Vacant:
    """A match with an open seat, in which the maker decides first."""

    def __init__(self, alice: Browser) -> None:
        summary = alice.begin("daring", {"Near": "me", "Far": "open"})
        self.alice = alice
        self.match: str = summary["id"]
        self.invitation = summary["seats"]["Far"]["invitation"]

    def table(self) -> Json:
        """As the maker sees it."""
        return self.alice.table(self.match, "Near")


def test_nobody_tries_the_dice_before_the_other_sits_down(alice: Browser, bob: Browser) -> None:
    """The maker could roll alone, take everything back, and invite knowing the dice."""
    vacant = Vacant(alice)
    dice = {"ready": False, "waits": ["Far"], "pledges": {}, "lots": {}}
    assert vacant.table()["dice"] == dice
    table = alice.choose(vacant.table(), "stand")
    assert table["can_undo_to"] == 0
    assert alice.choose(table, "challenge", 409)["code"] == "dice_wait"
    # What draws no die is one's own.
    table = alice.post(f"/api/matches/{vacant.match}/undo", {"side": "Near", "to": 0})
    table = alice.choose(alice.choose(table, "stand"), "stand")
    assert alice.choose(table, "challenge", 409)["code"] == "dice_wait"
    assert vacant.table()["version"] == 2
    bob.post(f"/api/join/{vacant.invitation}")
    assert vacant.table()["dice"]["ready"]
    assert len(alice.choose(vacant.table(), "challenge")["last"]["dice"]) == 1


def test_computers_wait_for_the_dice_too(alice: Browser, bob: Browser) -> None:
    summary = alice.begin("pebbles", {"Near": "open", "Far": "computer:random"})
    match = summary["id"]
    assert not alice.table(match)["thinking"]
    bob.post(f"/api/join/{summary['seats']['Near']['invitation']}")
    while bob.table(match, "Near")["who"] != "Near":
        pass


def test_an_older_match_with_an_open_seat_keeps_its_dice(
    alice: Browser, bob: Browser, served_folder: Path
) -> None:
    """Before, the maker could roll and take back alone; no die goes back now."""
    vacant = Vacant(alice)
    make_older(served_folder, vacant.match)
    table = alice.choose(alice.choose(vacant.table(), "stand"), "challenge")
    assert table["can_undo_to"] is None
    for ask in (True, False):
        body = {"side": "Near", "to": 0, "ask": ask}
        refused = alice.post(f"/api/matches/{vacant.match}/undo", body, 409)
        assert (refused["code"], refused["dice"]) == ("seat_open", table["last"]["dice"])
    bob.post(f"/api/join/{vacant.invitation}", {"pledge": "0" * 64})
    assert vacant.table()["dice"] == {"ready": True, "waits": [], "pledges": {}, "lots": {}}


def make_older(folder: Path, match: str) -> None:
    """Make a match what it would have been before dice hung on acts."""
    database = Database(sqlite_url(folder, "test.sqlite"))
    with database.writing() as connection:
        change = text("UPDATE matches SET way = 'number', lots = '{}' WHERE id = :match")
        connection.execute(change, {"match": match})
    database.close()


# Making again.


def test_what_was_taken_back_can_be_made_again(pair: Pair) -> None:
    side = pair.choose("heap c")
    pair.choose("take 2")
    pair.choose("challenge")
    rolled = pair.table(side)["last"]["dice"]
    assert pair.table(side)["can_redo_to"] is None
    pair.undo(side, 0)
    pair.answer(other(side), True)
    assert pair.table(side)["can_redo_to"] == 2
    assert pair.table(other(side))["can_redo_to"] is None
    assert pair.redo(other(side), 1, 409)["code"] == "nothing_to_redo"
    assert pair.redo(side, 3, 409)["code"] == "nothing_to_redo"
    assert pair.redo(side, 0, 409)["code"] == "nothing_to_redo"
    table = pair.redo(side, 1)
    assert (table["version"], table["last"]["choice"]) == (1, "heap c")
    # Whoever chooses the same goes on along the same line.
    pair.choose("take 2")
    assert pair.table(other(side))["can_redo_to"] == 3
    assert pair.redo(other(side), 3)["last"]["dice"] == rolled
    assert pair.table(other(side))["can_redo_to"] is None


def test_another_choice_ends_what_can_be_made_again(pair: Pair) -> None:
    side = pair.choose("heap c")
    pair.choose("take 2")
    pair.undo(side, 1)
    pair.undo(side, 0)
    assert pair.table(side)["can_redo_to"] == 2
    pair.choose("heap a")
    assert pair.table(side)["can_redo_to"] is None


def test_a_computers_choices_are_made_again_as_they_were(local: Browser) -> None:
    match = local.begin("pebbles", {"Near": "me", "Far": "computer:random"}, scenario="long")["id"]
    rng = random.Random(4)
    for _ in range(6):
        while (table := local.table(match, "Near"))["who"] != "Near":
            assert not table["over"]
        local.choose(table, any_choice(table, rng))
    while (table := local.table(match, "Near"))["thinking"]:
        pass
    log = local.get(f"/api/matches/{match}/log")
    first = next(entry["version"] for entry in log if entry["side"] == "Near") - 1
    table = local.post(f"/api/matches/{match}/undo", {"side": "Near", "to": first})
    assert table["can_redo_to"] == len(log) - 1
    table = local.post(f"/api/matches/{match}/redo", {"side": "Near", "to": len(log) - 1})
    assert table["version"] == len(log) - 1
    assert local.get(f"/api/matches/{match}/log") == log


def test_a_request_lapses_when_somebody_chooses(pair: Pair) -> None:
    side = pair.choose("heap c")
    pair.choose("take 2")
    pair.choose("allow")
    pair.undo(side, 0)
    pair.choose("stand")
    assert pair.table(side)["request"] is None
    assert pair.answer(other(side), True, 409)["code"] == "nothing_asked"


def test_whoever_asked_may_withdraw(pair: Pair) -> None:
    side = pair.choose("heap c")
    pair.choose("take 2")
    pair.choose("allow")
    pair.undo(side, 0)
    assert pair.answer(side, False)["request"] is None
    assert pair.answer(other(side), True, 409)["code"] == "nothing_asked"


def test_what_a_peek_revealed_goes_back_only_by_consent(alice: Browser, bob: Browser) -> None:
    pair = Pair(alice, bob, "sealed")
    pair.choose("write 3")
    pair.choose("peek")
    assert pair.table("South")["can_undo_to"] is None
    assert pair.undo("South", 1, 409, ask=False)["code"] == "consent_needed"
    pair.choose("write 4")
    # The round is open: whoever wrote last could otherwise write again, knowing.
    assert pair.table("South")["can_undo_to"] is None


def test_nothing_is_taken_back_from_nothing_or_by_nobody(pair: Pair, stranger: Browser) -> None:
    side = pair.choose("heap c")
    assert pair.undo(side, 1, 409)["code"] == "nothing_to_undo"
    assert pair.undo(side, 7, 409)["code"] == "nothing_to_undo"
    body = {"side": side, "to": 0}
    assert stranger.post(f"/api/matches/{pair.match}/undo", body, 401)["code"] == "sign_in"
    stolen = {"side": side, "to": 0}
    wrong = pair.at[other(side)].post(f"/api/matches/{pair.match}/undo", stolen, 403)
    assert wrong["code"] == "not_your_seat"


def test_against_the_computer_and_alone_everything_goes_back(local: Browser) -> None:
    match = local.begin("pebbles", {"Near": "computer:random", "Far": "computer:random"})["id"]
    assert wait_for_end(local, match)["can_undo_to"] is None
    match = local.begin("pebbles", {"Near": "me", "Far": "me"})["id"]
    sequence = ["heap c", "take 2", "challenge", "stand"]
    for choice in sequence:
        table = local.table(match, local.table(match)["who"])
        local.choose(table, choice)
    table = local.table(match, "Near")
    assert (table["version"], table["can_undo_to"]) == (4, 0)
    table = local.post(f"/api/matches/{match}/undo", {"side": "Near", "to": 0})
    assert (table["version"], table["revision"]) == (0, 5)
    record = parse_record(local.client.get(f"/api/matches/{match}/record").content)
    # The die that was seen stands in it all the same.
    assert record.lasting == []
    assert [len(line.dice) for line in record.lines if isinstance(line, Line)] == [0, 0, 1]


def test_a_match_with_take_backs_is_rebuilt_and_verifies(tmp_path: Path) -> None:
    rng = random.Random(6)
    chosen = settings(tmp_path, local=True)
    with serving(chosen) as address, Browser(address) as browser:
        match = browser.begin("pebbles", {"Near": "me", "Far": "me"}, scenario="long")["id"]
        play_hot_seat(browser, match, rng, 20)
        for to in (17, 11, 3):
            browser.post(f"/api/matches/{match}/undo", {"side": "Far", "to": to})
            play_hot_seat(browser, match, rng, 4)
        browser.post(f"/api/matches/{match}/undo", {"side": "Far", "to": 1})
        before = browser.table(match, "Far"), browser.get(f"/api/matches/{match}/log")
        assert before[0]["can_redo_to"] == 7
    with serving(chosen) as address, Browser(address) as browser:
        assert (browser.table(match, "Far"), browser.get(f"/api/matches/{match}/log")) == before
        browser.post(f"/api/matches/{match}/redo", {"side": "Far", "to": 7})
        table = play_hot_seat(browser, match, rng)
        record = parse_record(browser.client.get(f"/api/matches/{match}/record").content)
        assert len(verify(GAME, record).history) == table["version"] < table["revision"]
        kind = {"Content-Type": "application/x-ndjson"}
        text = browser.client.get(f"/api/matches/{match}/record").content
        assert b'"back":' in text
        shown = browser.client.post("/api/replays", content=text, headers=kind).json()
        assert browser.client.get(f"/api/matches/{shown['id']}/record").content == text
        earlier = browser.get(f"/api/matches/{shown['id']}/at/5")
        assert earlier["tracks"] == browser.get(f"/api/matches/{match}/at/5")["tracks"]
