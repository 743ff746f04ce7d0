"""Lots: every player adds a number of his own to the seed, pledged before anybody shows his."""

from __future__ import annotations

import random
import secrets
from pathlib import Path

import pytest

from tests.kernel.pebbles import GAME
from tests.server.place import Browser, Json, any_choice, play_hot_seat, serving, settings
from trenchline.kernel.dice import Lot, SeededDice, pledge
from trenchline.kernel.record import parse_record, verify

ALICES, BOBS = "a1" * 16, "b2" * 16


class Pledged:
    """Two people at a table, each with a pledge."""

    def __init__(self, alice: Browser, bob: Browser, game: str = "pebbles") -> None:
        wish = {"Near": "me", "Far": "open"}
        self.summary = alice.begin(game, wish, pledge=pledge(ALICES))
        self.match: str = self.summary["id"]
        self.alice, self.bob = alice, bob
        self.at = {"Near": alice, "Far": bob}

    def join(self) -> Json:
        """Bob sits down."""
        token = self.summary["seats"]["Far"]["invitation"]
        joined: Json = self.bob.post(f"/api/join/{token}", {"pledge": pledge(BOBS)})
        return joined

    def give(self, side: str, number: str | None, expect: int = 200) -> Json:
        """A side shows its number."""
        body = {"side": side, "number": number}
        answer: Json = self.at[side].post(f"/api/matches/{self.match}/lot", body, expect)
        return answer

    def play_on(self, rng: random.Random) -> Json:
        """Play to the end."""
        while not (table := self.alice.table(self.match))["over"]:
            browser = self.at[table["who"]]
            mine = browser.table(self.match, table["who"])
            browser.choose(mine, any_choice(mine, rng))
        return table


@pytest.fixture
def pledged(alice: Browser, bob: Browser) -> Pledged:
    return Pledged(alice, bob)


def test_both_add_to_the_seed_and_the_record_shows_it(pledged: Pledged) -> None:
    joined = pledged.join()
    assert joined["commitment"] == pledged.summary["commitment"]
    pledges = {"Near": pledge(ALICES), "Far": pledge(BOBS)}
    assert joined["pledges"] == pledges
    dice = pledged.alice.table(pledged.match)["dice"]
    assert dice == {"ready": False, "waits": ["Near", "Far"], "pledges": pledges, "lots": {}}
    dice = pledged.give("Far", BOBS)["dice"]
    assert (dice["ready"], dice["waits"], dice["lots"]) == (False, ["Near"], {"Far": BOBS})
    table = pledged.give("Near", ALICES)
    lots = {"Near": ALICES, "Far": BOBS}
    assert table["dice"] == {"ready": True, "waits": [], "pledges": pledges, "lots": lots}
    table = pledged.play_on(random.Random(1))
    record = parse_record(pledged.alice.client.get(f"/api/matches/{pledged.match}/record").content)
    assert (record.header.pledges, record.closing.lots) == (pledges, lots)
    match = verify(GAME, record)
    first = SeededDice(table["seed"], {"Near": Lot.of(ALICES), "Far": Lot.of(BOBS)}).roll(6, 0)
    assert match.opening[0] == (first,)


def test_no_number_is_shown_before_every_seat_is_taken(pledged: Pledged) -> None:
    assert pledged.give("Near", ALICES, 409)["code"] == "seat_open"
    assert pledged.alice.table(pledged.match)["dice"]["lots"] == {}


def test_only_the_number_that_was_pledged_is_taken_and_once(pledged: Pledged) -> None:
    pledged.join()
    assert pledged.give("Near", BOBS, 422)["code"] == "wrong_lot"
    pledged.at["Near"] = pledged.bob
    assert pledged.give("Near", BOBS, 403)["code"] == "not_your_seat"
    pledged.at["Near"] = pledged.alice
    pledged.give("Near", ALICES)
    # Who has shown his number does not withdraw it on seeing the others'.
    assert pledged.give("Near", None, 409)["code"] == "no_lot_wanted"
    pledged.give("Far", BOBS)
    assert pledged.give("Far", BOBS, 409)["code"] == "no_lot_wanted"


@pytest.mark.parametrize("number", ["", "x" * 32, "a1" * 15, "a1" * 33, 7, ["a1" * 16]])
def test_what_is_no_number_is_refused(pledged: Pledged, number: object) -> None:
    pledged.join()
    body = {"side": "Near", "number": number}
    refused = pledged.alice.post(f"/api/matches/{pledged.match}/lot", body, 400)
    assert refused["code"] == "malformed"


def test_no_die_is_rolled_before_the_numbers_are_there(alice: Browser, bob: Browser) -> None:
    pledged = Pledged(alice, bob, "daring")
    pledged.join()
    table = alice.choose(alice.table(pledged.match, "Near"), "stand")
    refused = alice.choose(table, "challenge", 409)
    assert refused["message"] == (
        "No die is rolled until the browser of Near and Far has added to the seed."
    )
    pledged.give("Near", ALICES)
    pledged.give("Far", BOBS)
    table = alice.table(pledged.match, "Near")
    assert table["version"] == 1
    rolled = alice.choose(table, "challenge")["last"]["dice"]
    assert len(rolled) == 1


def test_a_number_that_is_lost_is_left_out_and_the_record_tells(pledged: Pledged) -> None:
    pledged.join()
    pledged.give("Far", BOBS)
    dice = pledged.give("Near", None)["dice"]
    assert (dice["ready"], dice["lots"]) == (True, {"Near": None, "Far": BOBS})
    pledged.play_on(random.Random(2))
    record = parse_record(pledged.alice.client.get(f"/api/matches/{pledged.match}/record").content)
    assert record.closing.lots == {"Near": None, "Far": BOBS}
    assert record.header.pledges["Near"] == pledge(ALICES)
    verify(GAME, record)


def test_the_dice_being_ready_is_news(pledged: Pledged) -> None:
    pledged.join()
    with pledged.alice.live(pledged.match, "Near") as live:
        assert '"ready":false' in str(live.recv(timeout=10))
        pledged.give("Near", ALICES)
        pledged.give("Far", BOBS)
        while '"ready":true' not in str(live.recv(timeout=10)):
            pass


def test_alone_and_against_the_computer_one_adds_to_the_seed_too(tmp_path: Path) -> None:
    chosen = settings(tmp_path, local=True)
    number = secrets.token_hex(16)
    finished = []
    with serving(chosen) as address, Browser(address) as browser:
        for far in ("me", "computer:random"):
            seats = {"Near": "me", "Far": far}
            summary = browser.begin("pebbles", seats, pledge=pledge(number))
            match = summary["id"]
            assert not summary["dice"]["ready"]
            assert not browser.table(match)["thinking"]
            body = {"side": "Near", "number": number}
            assert browser.post(f"/api/matches/{match}/lot", body)["dice"]["ready"]
            if far == "me":
                play_hot_seat(browser, match, random.Random(3))
            else:
                rng = random.Random(4)
                while not (table := browser.table(match, "Near"))["over"]:
                    if table["who"] == "Near":
                        browser.choose(table, any_choice(table, rng))
            finished.append((match, browser.client.get(f"/api/matches/{match}/record").content))
    # The same after a restart.
    with serving(chosen) as address, Browser(address) as browser:
        for match, text in finished:
            assert browser.client.get(f"/api/matches/{match}/record").content == text
            record = parse_record(text)
            assert record.closing.lots["Near"] == number
            verify(GAME, record)


def test_who_pledges_nothing_adds_nothing(alice: Browser, bob: Browser) -> None:
    summary = alice.begin("pebbles", {"Near": "me", "Far": "open"})
    bob.post(f"/api/join/{summary['seats']['Far']['invitation']}", {"pledge": pledge(BOBS)})
    match = summary["id"]
    dice = bob.post(f"/api/matches/{match}/lot", {"side": "Far", "number": BOBS})["dice"]
    assert dice["ready"]
    assert dice["lots"] == {"Far": BOBS}
