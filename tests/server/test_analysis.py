"""Analyses of finished matches, playing on from them, and advice against the computer."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any, cast

import pytest

from tests.server.place import Browser, Json, serving, settings
from trenchline.games import load_game
from trenchline.kernel.record import read_record
from trenchline.kernel.record import replay as play_again
from trenchline.server.analysts import KEPT, Analysts, Moment
from trenchline.server.errors import Problem
from trenchline.server.limits import RATES, Rate
from trenchline.server.people import NOBODY, Person
from trenchline.server.referee import Referee

TESTS = Path(__file__).parents[1]
WORLD_WAR_ONE = TESTS / "world_war_one" / "golden" / "russia_collapses_only.jsonl"
MIDDLES = {
    "balance_of_powers": "leaves_drawn",
    "der_weltkrieg": "staffs_limanowa",
    "kaisers_war": "revolution_central_wins",
    "the_great_war": "liege_entente_decisive",
    "world_war_one": "russia_collapses_only",
}


def opened(browser: Browser, file: Path) -> Json:
    """A record, taken in to be looked at."""
    answer = browser.client.post(
        "/api/replays",
        content=file.read_bytes(),
        headers={"Content-Type": "application/x-ndjson"},
    )
    assert answer.status_code == 201, answer.text
    summary: Json = answer.json()
    return summary


def analysed(browser: Browser, match: str) -> Any:
    """The analysis, however long it takes."""
    end = time.monotonic() + 240
    while True:
        answer = browser.client.post(f"/api/matches/{match}/analysis", json={})
        assert answer.status_code in (200, 202), answer.text
        if answer.status_code == 200:
            return answer.json()
        assert time.monotonic() < end


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_record_is_analysed_and_the_analysis_kept(
    alice: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trenchline.server.analysts.WORK", 0.5)
    match = opened(alice, WORLD_WAR_ONE)["id"]
    found = analysed(alice, match)
    assert found["choices"] == read_record(WORLD_WAR_ONE).closing.choices
    assert found["curve"][-1]["version"] == found["choices"]
    assert found["summary"]
    # Nobody works on it again.
    monkeypatch.setattr("trenchline.server.analysts.work_out", None)
    assert analysed(bob, match) == found


def test_a_match_that_goes_on_is_not_analysed(alice: Browser) -> None:
    seats = {"Allied": "me", "Central": "me"}
    match = alice.begin("world_war_one", seats)["id"]
    assert alice.post(f"/api/matches/{match}/analysis", expect=409)["code"] == "not_over"
    body = {"version": 0, "seats": seats}
    assert alice.post(f"/api/matches/{match}/play-on", body, 409)["code"] == "not_over"


class Sleepers(Analysts):
    """They find something while nobody waits, or fail."""

    def __init__(self, fail: bool = False) -> None:
        super().__init__(cast(Referee, None), "trenchline.games")
        self.fail = fail

    def _moment(self, match: str) -> tuple[Moment, str]:
        return (match, 1), "world_war_one"

    async def _work(self, moment: Moment, name: str, person: Person) -> bytes:
        await asyncio.sleep(0.02)
        if self.fail:
            raise Problem(503, "try_again", "It was not done in time.")
        self._found[moment] = b"{}"
        return b"{}"


def test_what_is_found_while_nobody_waits_is_not_kept_twice_bug(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It stayed in memory for good: only whoever waited for it took it away."""
    monkeypatch.setattr("trenchline.server.analysts.PATIENCE", 0.001)

    async def asked() -> None:
        analysts = Sleepers()
        assert await analysts.analysis("m", NOBODY) is None
        await asyncio.sleep(0.1)
        assert analysts._working == {}
        assert await analysts.analysis("m", NOBODY) == b"{}"

    asyncio.run(asked())


def test_failures_that_nobody_asks_about_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trenchline.server.analysts.PATIENCE", 0.001)

    async def asked() -> None:
        analysts = Sleepers(fail=True)
        for number in range(KEPT + 9):
            assert await analysts.analysis(f"m{number}", NOBODY) is None
        await asyncio.sleep(0.1)
        assert len(analysts._working) == KEPT
        with pytest.raises(Problem, match="not done in time"):
            await analysts.analysis(f"m{KEPT + 8}", NOBODY)
        assert len(analysts._working) == KEPT - 1

    asyncio.run(asked())


def test_moments_gone_by_are_asked_for_less_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each may mean to play some sixty choices again."""
    monkeypatch.setitem(RATES, "position", Rate(2, 0))
    place = settings(tmp_path, limited=True, shelf="trenchline.games")
    with serving(place) as address, Browser(address) as browser:
        browser.post("/api/register", {"name": "Foch", "password": "long enough"})
        match = opened(browser, WORLD_WAR_ONE)["id"]
        where = f"/api/matches/{match}/position"
        got = [browser.client.get(where, params={"version": n}).status_code for n in range(3)]
        assert got == [200, 200, 429]
        assert browser.client.get(where).status_code == 200


def test_strangers_ask_for_nothing_dear(stranger: Browser, alice: Browser) -> None:
    match = opened(alice, WORLD_WAR_ONE)["id"]
    assert stranger.post(f"/api/matches/{match}/analysis", expect=401)["code"] == "sign_in"


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("name", sorted(MIDDLES))
def test_one_plays_on_from_the_middle_of_a_phase(name: str, local: Browser) -> None:
    file = TESTS / name / "golden" / f"{MIDDLES[name]}.jsonl"
    record, game = read_record(file), load_game(name)
    version = record.closing.choices // 2
    there = play_again(game, record, version)
    match = opened(local, file)["id"]
    seats = {game.sides[0]: "me", game.sides[1]: "me"}
    body = {"version": version, "seats": seats}
    begun = local.post(f"/api/matches/{match}/play-on", body, 201)
    assert begun["origin"] == f"{match}@{version}"
    assert there.who is not None
    table = local.table(begun["id"], game.sides[there.who])
    assert table["origin"] == begun["origin"]
    assert table["version"] == 0
    offered = {f"{verb} {w}".strip() for verb, words in table["choices"].items() for w in words}
    assert game.format_choice(there_next(record, game, version)) in offered
    text = local.get(f"/api/matches/{begun['id']}/position", side=game.sides[there.who])["text"]
    assert game.parse(text).stack == there.state.stack
    table = local.choose(table, record.lasting[version][1].choice)
    assert table["version"] == 1


def there_next(record: Any, game: Any, version: int) -> Any:
    """The choice that was made there."""
    return game.parse_choice(record.lasting[version][1].choice)


def test_one_plays_on_against_the_computer_or_a_friend(alice: Browser) -> None:
    match = opened(alice, WORLD_WAR_ONE)["id"]
    where = f"/api/matches/{match}/play-on"
    seats = {"Allied": "me", "Central": "computer:cadet"}
    begun = alice.post(where, {"version": 4, "seats": seats}, 201)
    assert begun["seats"]["Central"]["kind"] == "computer"
    assert begun["from_position"]
    friends = alice.post(where, {"version": 4, "seats": {**seats, "Central": "open"}}, 201)
    assert friends["seats"]["Central"]["invitation"]
    assert alice.post(where, {"version": 99_999, "seats": seats}, 404)["code"] == "not_found"


@pytest.mark.slow
@pytest.mark.no_cover
def test_the_general_says_what_he_would_do_and_why(
    alice: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trenchline.server.analysts.ADVICE_WORK", 0.2)
    begun = alice.begin("world_war_one", {"Allied": "computer:cadet", "Central": "me"})
    table = alice.table(begun["id"], "Central")
    body = {"side": "Central", "version": table["version"]}
    told = alice.post(f"/api/matches/{begun['id']}/advice", body)
    offered = {f"{verb} {w}".strip() for verb, words in table["choices"].items() for w in words}
    choices = [course["choice"] for course in told["courses"]]
    assert len(choices) == len(set(choices)) == 3
    assert set(choices) <= offered
    assert all(course["reasons"] and 0 <= course["chance"] <= 1 for course in told["courses"])
    later = {**body, "version": table["version"] + 1}
    assert alice.post(f"/api/matches/{begun['id']}/advice", later, 409)["code"] == "moved_on"


def test_the_general_helps_nobody_in_a_match_between_people(alice: Browser, bob: Browser) -> None:
    begun = alice.begin("world_war_one", {"Allied": "open", "Central": "me"})
    body = {"side": "Central", "version": 0}
    where = f"/api/matches/{begun['id']}/advice"
    assert alice.post(where, body, 403)["code"] == "between_people"
    bob.post(f"/api/join/{begun['seats']['Allied']['invitation']}", {})
    assert alice.post(where, body, 403)["code"] == "between_people"
    assert bob.post(where, body, 403)["code"] == "not_your_seat"


def test_the_general_helps_nobody_at_a_hot_seat_bug(alice: Browser) -> None:
    """Whoever played both sides was helped, although another person may sit at the same screen."""
    begun = alice.begin("world_war_one", {"Allied": "me", "Central": "me"})
    body = {"side": "Central", "version": 0}
    told = alice.post(f"/api/matches/{begun['id']}/advice", body, 403)
    assert told["code"] == "between_people"
    assert "two people" in told["message"]


@pytest.mark.slow
@pytest.mark.no_cover
def test_the_general_helps_partners_against_the_computer(
    alice: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trenchline.server.analysts.ADVICE_WORK", 0.2)
    germany, austria = "Central: Germany", "Central: Austria-Hungary, Turkey"
    wanted = {"Allied": "computer:cadet", germany: "me", austria: "open"}
    begun = alice.begin("world_war_one", wanted)
    bob.post(f"/api/join/{begun['seats'][austria]['invitation']}", {})
    table = alice.table(begun["id"], "Central")
    body = {"side": "Central", "version": table["version"]}
    assert alice.post(f"/api/matches/{begun['id']}/advice", body)["courses"]
