"""Taking back: freely what is one's own, else by consent, and never behind a revealed secret."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.kernel.pebbles import GAME
from tests.server.place import Browser, Json, play_hot_seat, serving, settings, wait_for_end
from trenchline.kernel.record import parse_record, verify

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
    assert record.lines == []


def test_a_match_with_take_backs_is_rebuilt_and_verifies(tmp_path: Path) -> None:
    rng = random.Random(6)
    chosen = settings(tmp_path, local=True)
    with serving(chosen) as address, Browser(address) as browser:
        match = browser.begin("pebbles", {"Near": "me", "Far": "me"}, scenario="long")["id"]
        play_hot_seat(browser, match, rng, 20)
        for to in (17, 11, 3):
            browser.post(f"/api/matches/{match}/undo", {"side": "Far", "to": to})
            play_hot_seat(browser, match, rng, 4)
        before = browser.table(match), browser.get(f"/api/matches/{match}/log")
    with serving(chosen) as address, Browser(address) as browser:
        assert (browser.table(match), browser.get(f"/api/matches/{match}/log")) == before
        table = play_hot_seat(browser, match, rng)
        record = parse_record(browser.client.get(f"/api/matches/{match}/record").content)
        assert len(verify(GAME, record).history) == table["version"] < table["revision"]
