"""Nothing leaks: what a side receives is what its view and its log say, and nothing besides."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server import place, shelf
from tests.server.place import Browser, Json, any_choice, serving
from tests.server.test_undo import Pair
from trenchline.kernel.dice import RecordedDice
from trenchline.kernel.match import Match
from trenchline.kernel.view import LogView
from trenchline.server import store
from trenchline.server.database import Database

PUBLIC = {
    *("id", "game", "title", "scenario", "options", "commitment", "status", "version"),
    *("revision", "thinking", "who", "over", "outcome", "verbs"),
}
"""What everybody is told alike, seats aside."""


def plain(data: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(data))


class Shadow:
    """The same match outside of the server, where everything is known."""

    def __init__(self, game: str, opening: list[int]) -> None:
        self.game = shelf.load_game(game)
        self.dice = RecordedDice()
        self.dice.rolls.update(enumerate(opening))
        self.match = Match(self.game, self.dice)

    def take(self, choice: str, dice: list[int]) -> None:
        """Follow the match."""
        self.dice.rolls.update(enumerate(dice, start=self.match.state.rolls))
        self.match.take(self.game.parse_choice(choice))

    def check(self, table: Json, side: int | None) -> None:
        """A table says to a side what its view says, and no more."""
        view = plain(self.game.view(self.match.state, side))
        for part in ("turn", "phase", "prompt", "pieces", "tracks", "panels", "overlays", "focus"):
            assert table[part] == view[part], part
        decides = side is not None and self.match.who == side
        assert bool(table["choices"]) == decides
        if self.game.hides and not decides:
            assert table["odds"] is None

    def entry(self, version: int, side: int | None) -> Any:
        """What a side may read in the log of a version."""
        turned = self.match.history[version - 1]
        name, text = self.game.sides[turned.side], self.game.format_choice(turned.choice)
        told = self.game.tell(LogView(version, name, text, turned.dice, turned.log), side)
        return [told.choice, list(told.dice), [note.text for note in told.lines]]


def play_and_compare(pair: Pair, stranger: Browser, game: str, rng: random.Random) -> None:
    log = stranger.get(f"/api/matches/{pair.match}/log")
    shadow = Shadow(game, log[0]["dice"])
    viewers: list[tuple[str | None, Browser]] = [*pair.at.items(), (None, stranger)]
    while True:
        version = len(shadow.match.history)
        tables = {}
        for side, browser in viewers:
            number = None if side is None else shadow.game.sides.index(side)
            query = {} if side is None else {"side": side}
            tables[side] = browser.table(pair.match, side)
            shadow.check(tables[side], number)
            if version:
                expected = shadow.entry(version, number)
                last = browser.get(f"/api/matches/{pair.match}/log", **{"from": version}, **query)
                for entry in (tables[side]["last"], last[-1]):
                    texts = [line["text"] for line in entry["lines"]]
                    assert [entry["choice"], entry["dice"], texts] == expected
                then = browser.get(f"/api/matches/{pair.match}/at/{version}", **query)
                assert then["panels"] == tables[side]["panels"]
                assert then["odds"] == tables[side]["odds"]
        for key in PUBLIC - {"verbs"}:
            assert len({str(table[key]) for table in tables.values()}) == 1, key
        who = shadow.match.who
        if who is None:
            return
        side = shadow.game.sides[who]
        choice = any_choice(tables[side], rng)
        answer = pair.at[side].choose(tables[side], choice)
        shadow.take(choice, answer["last"]["dice"])
        shadow.check(answer, who)


@settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 2**16), game=st.sampled_from(["sealed", "pebbles"]))
def test_no_view_leaks(
    alice: Browser, bob: Browser, stranger: Browser, seed: int, game: str
) -> None:
    play_and_compare(Pair(alice, bob, game), stranger, game, random.Random(seed))


def test_a_secret_is_in_no_answer_to_anybody_else(
    alice: Browser, bob: Browser, stranger: Browser
) -> None:
    """The number 7 is written; no other browser's answers have a 7 in what could tell it."""
    pair = Pair(alice, bob, "sealed")
    answer = pair.at["North"].choose(pair.table("North"), "write 7")
    assert "North wrote 7" in str(answer["panels"])
    for browser, side in ((bob, "South"), (stranger, None)):
        query = {} if side is None else {"side": side}
        for path in ("", "/log", "/at/1", "/odds", "/dice"):
            answer = browser.get(f"/api/matches/{pair.match}{path}", **query)
            text = str(answer)
            assert "wrote 7" not in text
            assert "writes 7" not in text
            assert "write 7" not in text
            if isinstance(answer, dict) and side is None:
                assert answer.get("odds") is None
    for browser in (alice, bob, stranger):
        response = browser.client.get(f"/api/matches/{pair.match}/record")
        assert response.status_code == 403
    with stranger.live(pair.match) as live:
        assert "7" not in str({k: v for k, v in _news(live.recv()).items() if k != "presence"})


def _news(text: str | bytes) -> Json:
    news: Json = msgspec.json.decode(text)
    return news


def test_refusals_tell_only_the_one_who_decides(alice: Browser, bob: Browser) -> None:
    pair = Pair(alice, bob, "sealed")
    pair.choose("write 7")
    path = f"/api/matches/{pair.match}/why"
    answer = pair.at["North"].post(path, {"side": "North", "choice": "peek"})
    assert answer == {"legal": False, "case": "-", "reason": "it is South's decision"}


@pytest.mark.parametrize("side", ["North", "South"])
def test_the_record_is_shown_after_the_end(alice: Browser, bob: Browser, side: str) -> None:
    pair = Pair(alice, bob, "sealed")
    while not pair.at[side].table(pair.match)["over"]:
        pair.choose("write 5")
    assert pair.at[side].client.get(f"/api/matches/{pair.match}/record").status_code == 200


def test_a_broken_match_keeps_its_secrets(tmp_path: Path) -> None:
    """It was not being played any more, so its record was given to whoever asked."""
    chosen = place.settings(tmp_path, local=True)
    with serving(chosen) as address, Browser(address) as browser:
        match = browser.begin("sealed", {"North": "me", "South": "me"})["id"]
        browser.choose(browser.table(match, "North"), "write 7")
        database = Database(chosen.database)
        with database.writing() as connection:
            store.break_off(connection, match, "1234")
        database.close()
        assert browser.table(match)["status"] == "broken"
        response = browser.client.get(f"/api/matches/{match}/record")
        assert (response.status_code, response.json()["error"]["code"]) == (403, "hidden")
