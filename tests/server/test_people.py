"""Accounts, sessions, invitations, spectators, and limits."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import func, select
from websockets.exceptions import ConnectionClosed

from tests.server.place import Browser, serving, settings
from trenchline.server.database import Database
from trenchline.server.errors import Problem
from trenchline.server.host import GIVEN_UP
from trenchline.server.limits import HELD, RATES, Limits, Rate
from trenchline.server.people import COOKIE, SESSIONS_EACH
from trenchline.server.schema import people, sessions


def test_registering_signs_in_and_signing_out_forgets(stranger: Browser) -> None:
    assert stranger.get("/api/me") == {"kind": "nobody", "name": "", "local": False}
    response = stranger.client.post(
        "/api/register", json={"name": "Ferdinand", "password": "vive la 4e armee"}
    )
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert stranger.get("/api/me")["name"] == "Ferdinand"
    taken = stranger.client.cookies[COOKIE]
    stranger.post("/api/sign-out")
    assert stranger.get("/api/me")["kind"] == "nobody"
    stranger.client.cookies.set(COOKIE, taken)
    assert stranger.get("/api/me")["kind"] == "nobody"
    stranger.client.cookies.clear()
    stranger.post("/api/sign-in", {"name": "ferdinand ", "password": "vive la 4e armee"})
    assert stranger.get("/api/me")["kind"] == "account"


def test_the_cookie_is_secure_behind_https(stranger: Browser) -> None:
    response = stranger.client.post(
        "/api/register",
        json={"name": "Joseph", "password": "on ne passe pas"},
        headers={"X-Forwarded-Proto": "https"},
    )
    assert "Secure" in response.headers["set-cookie"]


@pytest.mark.parametrize(
    ("name", "password", "status"),
    [
        ("x", "long enough", 400),
        ("  x ", "long enough", 400),
        ("name\u0000null", "long enough", 400),
        ("Fred", "short", 400),
        ("\ud800\ud800", "long enough", 400),
        ("y" * 41, "long enough", 400),
        ("Fred", "z" * 201, 400),
    ],
)
def test_bad_names_and_passwords(stranger: Browser, name: str, password: str, status: int) -> None:
    response = stranger.client.post(
        "/api/register",
        content=f'{{"name": "{_escaped(name)}", "password": "{password}"}}'.encode(),
        headers={"Content-Type": "application/json"},
    )
    assert response.status_code == status, response.text


def _escaped(text: str) -> str:
    return "".join(c if " " <= c < "\u007f" else f"\\u{ord(c):04x}" for c in text)


def test_names_that_look_alike_are_taken(stranger: Browser) -> None:
    stranger.register("Erich von F")
    answer = stranger.post("/api/register", {"name": "ERICH  VON F", "password": "x" * 9}, 409)
    assert answer["code"] == "name_taken"


@pytest.mark.parametrize(
    "name",
    [
        *("Erich v0n F", "Er\u0456ch von F", "\u0395rich von F", "ErichVonF", "Erlch von F"),
        *("Erich \u03bdon F", "Erich vo\u0578 F"),
    ],
)
def test_names_that_look_like_anothers_are_taken(stranger: Browser, name: str) -> None:
    with suppress(AssertionError):
        stranger.register("Erich von F")
    answer = stranger.post("/api/register", {"name": name, "password": "x" * 9}, 409)
    assert answer["code"] == "name_taken"
    assert stranger.post("/api/sign-in", {"name": name, "password": "correct horse"}, 401)


@pytest.mark.parametrize(
    "name", ["Guest", "guest", "Gue\u0455t", "Computer (General)", "c0mputer", "Admin", "Me"]
)
def test_what_the_server_calls_somebody_is_nobodys_name(stranger: Browser, name: str) -> None:
    answer = stranger.post("/api/register", {"name": name, "password": "x" * 9}, 409)
    assert answer["code"] == "name_taken"


@pytest.mark.parametrize(
    "name",
    ["A\u3164B", "Ab\ufe0fc", "e\u0301\u0302\u0303\u0304e", "\u2800\u2800", "- -", "a\u202eb"],
)
def test_names_with_what_cannot_be_seen_are_refused(stranger: Browser, name: str) -> None:
    answer = stranger.post("/api/register", {"name": name, "password": "x" * 9}, 400)
    assert answer["code"] == "malformed"


@pytest.mark.parametrize("name", ["Ö. von Conrad", "Михаил", "Ἑλένη", "東郷平八郎", "O’Neill"])
def test_people_of_all_nations_have_names(stranger: Browser, name: str) -> None:
    assert stranger.register(name).get("/api/me")["name"] == name


def test_a_wrong_password_and_an_unknown_name_sound_the_same(stranger: Browser) -> None:
    stranger.register("Conrad")
    wrong = stranger.post("/api/sign-in", {"name": "Conrad", "password": "wrong one"}, 401)
    unknown = stranger.post("/api/sign-in", {"name": "Nobody", "password": "wrong one"}, 401)
    assert wrong == unknown


def test_a_clock_that_runs_ahead_for_a_while_signs_nobody_out(
    stranger: Browser, served_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever signed in meanwhile deleted the sessions of everybody else."""
    true = time.time
    stranger.register("Punctual")
    with monkeypatch.context() as ahead, Browser(served_address) as other:
        ahead.setattr("time.time", lambda: true() + 10 * 365 * 86_400)
        other.register("Early")
        assert stranger.get("/api/me")["kind"] == "nobody"
    assert stranger.get("/api/me")["name"] == "Punctual"


def test_only_so_many_browsers_of_one_person_are_remembered(served_address: str) -> None:
    body = {"name": "Everywhere", "password": "correct horse"}
    with Browser(served_address) as first, Browser(served_address) as other:
        first.register(body["name"], body["password"])
        for _ in range(SESSIONS_EACH - 1):
            other.post("/api/sign-in", body)
        assert first.get("/api/me")["kind"] == "account"
        other.post("/api/sign-in", body)
        assert first.get("/api/me")["kind"] == "nobody"
        assert other.get("/api/me")["kind"] == "account"


def test_a_match_needs_somebody_to_begin_it(stranger: Browser) -> None:
    body = {"game": "pebbles", "seats": {"Near": "me", "Far": "open"}}
    assert stranger.post("/api/matches", body, 401)["code"] == "sign_in"
    assert stranger.get("/api/matches") == []


def test_an_invitation_is_shown_to_its_maker_and_works_once(
    alice: Browser, bob: Browser, stranger: Browser
) -> None:
    summary = alice.begin("pebbles", {"Near": "me", "Far": "open"})
    match, token = summary["id"], summary["seats"]["Far"]["invitation"]
    assert len(token) >= 32
    assert alice.table(match, "Near")["seats"]["Far"]["invitation"] == token
    assert "invitation" not in bob.table(match)["seats"]["Far"]
    assert match not in [m["id"] for m in stranger.get("/api/matches", all=1)]
    joined = bob.post(f"/api/join/{token}")
    assert (joined["match"], joined["side"], joined["pledges"]) == (match, "Far", {})
    assert bob.table(match, "Far")["seats"]["Far"]["kind"] == "me"
    assert alice.table(match)["seats"]["Far"]["kind"] == "person"
    assert stranger.post(f"/api/join/{token}", None, 404)["code"] == "no_invitation"
    assert stranger.get("/api/me")["kind"] == "nobody"
    assert bob.get("/api/matches")[0]["id"] == match
    assert match in [m["id"] for m in stranger.get("/api/matches", all=1)]


def test_a_guest_plays_with_the_invitation_alone(alice: Browser, stranger: Browser) -> None:
    summary = alice.begin("pebbles", {"Near": "open", "Far": "open"})
    match = summary["id"]
    stranger.post(f"/api/join/{summary['seats']['Near']['invitation']}")
    assert stranger.get("/api/me")["kind"] == "guest"
    stranger.post(f"/api/join/{summary['seats']['Far']['invitation']}")
    table = stranger.table(match, stranger.table(match)["who"])
    stranger.choose(table, "stand")
    assert alice.client.get(f"/api/matches/{match}", params={"side": "Near"}).status_code == 403


def test_a_refused_invitation_leaves_nobody_behind(tmp_path: Path) -> None:
    """Twenty bad invitations left twenty people."""
    chosen = settings(tmp_path)
    with serving(chosen) as address, Browser(address) as browser:
        for _ in range(20):
            browser.post("/api/join/" + "A" * 32, None, 404)
        assert not browser.client.cookies
    database = Database(chosen.database)
    with database.reading() as connection:
        assert connection.execute(select(func.count()).select_from(people)).scalar() == 0
        assert connection.execute(select(func.count()).select_from(sessions)).scalar() == 0
    database.close()


def test_the_maker_invites_again_to_an_empty_seat(
    alice: Browser, bob: Browser, served_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = alice.begin("sealed", {"North": "me", "South": "open"})
    match, first = summary["id"], summary["seats"]["South"]["invitation"]
    path = f"/api/matches/{match}/invite"
    assert bob.post(path, {"seat": "South"}, 403)["code"] == "not_your_match"
    assert alice.post(path, {"seat": "East"}, 404)["code"] == "not_found"
    assert alice.post(path, {"seat": "North"}, 409)["code"] == "seat_taken"
    second = alice.post(path, {"seat": "South"})["seats"]["South"]["invitation"]
    bob.post(f"/api/join/{first}", None, 404)
    with Browser(served_address) as guest:
        guest.post(f"/api/join/{second}")
        with guest.live(match, "South") as live:
            live.recv(timeout=60)
            assert alice.post(path, {"seat": "South"}, 409)["code"] == "seat_taken"
            assert "vacant" not in alice.table(match)["seats"]["South"]
        # The guest's browser is gone, and with it who he was.
        deadline = time.monotonic() + 60
        while (response := alice.client.post(path, json={"seat": "South"})).status_code == 409:
            assert time.monotonic() < deadline
        third = response.json()["seats"]["South"]["invitation"]
        assert guest.client.get(f"/api/matches/{match}?side=South").status_code == 403
        guest.post(f"/api/join/{third}")
        alice.choose(alice.table(match, "North"), "write 7")
        guest.choose(guest.table(match, "South"), "write 5")
        # Who has played is waited for, but not for ever.
        assert alice.post(path, {"seat": "South"}, 409)["code"] == "seat_taken"
        true = time.time
        with monkeypatch.context() as later:
            later.setattr("time.time", lambda: true() + GIVEN_UP + 60)
            assert alice.table(match)["seats"]["South"]["vacant"]
            assert "vacant" not in bob.table(match)["seats"]["South"]
            fourth = alice.post(path, {"seat": "South"})["seats"]["South"]["invitation"]
        assert alice.post(f"/api/join/{fourth}", None, 409)["code"] == "other_side"
        assert bob.post(f"/api/join/{fourth}")["side"] == "South"
        assert alice.post(path, {"seat": "South"}, 409)["code"] == "seat_taken"


def test_invitations_that_nobody_wrote_are_refused(stranger: Browser) -> None:
    assert stranger.post("/api/join/" + "A" * 32, None, 404)["code"] == "no_invitation"
    assert stranger.post("/api/join/short", None, 400)["code"] == "malformed"


def test_those_who_look_on_may_look_only(alice: Browser, stranger: Browser) -> None:
    match = alice.begin("pebbles", {"Near": "me", "Far": "me"})["id"]
    table = stranger.table(match)
    assert (table["you"], table["choices"], table["can_undo_to"]) == (None, {}, None)
    who = table["who"]
    assert stranger.choose({**table, "you": who}, "stand", 401)["code"] == "sign_in"
    assert stranger.client.get(f"/api/matches/{match}", params={"side": who}).status_code == 403


def test_guessing_is_slowed_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "sign_in", Rate(2, 0))
    monkeypatch.setitem(RATES, "register", Rate(1, 0))
    with serving(settings(tmp_path, limited=True)) as address, Browser(address) as browser:
        body = {"name": "Haig", "password": "wrong wrong"}
        browser.post("/api/register", body)
        assert browser.post("/api/register", body, 429)["code"] == "too_many"
        answers = [browser.client.post("/api/sign-in", json=body) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[-1].headers["retry-after"]


def test_nobody_can_lock_another_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever guessed at a name kept its owner from signing in too."""
    monkeypatch.setitem(RATES, "sign_in", Rate(2, 0))
    monkeypatch.setitem(RATES, "sign_in_anybody", Rate(9, 0))
    with serving(settings(tmp_path, limited=True)) as address, Browser(address) as browser:
        browser.register("Haig", "my own password")

        def tried(name: str, password: str, place: str) -> int:
            body = {"name": name, "password": password}
            headers = {"X-Forwarded-For": place}
            return browser.client.post("/api/sign-in", json=body, headers=headers).status_code

        spellings = ("haig", " HAIG", "\uff28aig", "Haig ")
        guesses = [tried(name, "wrong wrong", "203.0.113.9") for name in spellings]
        assert guesses == [401, 401, 429, 429]
        assert tried("Haig", "my own password", "198.51.100.4") == 200
        guesses = [tried(f"Name {n}", "wrong wrong", "203.0.113.9") for n in range(9)]
        assert guesses == [401] * 5 + [429] * 4
        near = [tried("Haig", "wrong wrong", f"2001:db8::{n}") for n in range(3)]
        assert near == [401, 401, 429]


def test_one_client_opens_only_so_many_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(HELD, "table", 2)
    with serving(settings(tmp_path, limited=True)) as address, Browser(address) as browser:
        browser.register("Maker")
        match = browser.begin("pebbles", {"Near": "me", "Far": "me"})["id"]
        with browser.live(match) as first, browser.live(match) as second:
            first.recv(timeout=60)
            second.recv(timeout=60)
            with browser.live(match) as third, pytest.raises(ConnectionClosed) as closed:
                third.recv(timeout=60)
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 4429
            assert browser.table(match)["status"] == "playing"


def test_limits_allow_a_burst_and_fill_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    monkeypatch.setitem(RATES, "look", Rate(3, 0.5))
    limits = Limits(on=True)

    def allowed(client: str) -> int:
        count = 0
        with suppress(Problem):
            while True:
                limits.spend("look", client)
                count += 1
        return count

    assert (allowed("a"), allowed("b")) == (3, 3)
    now += 2
    assert (allowed("a"), allowed("a")) == (1, 0)
    now += 3600
    assert allowed("a") == 3
    limits = Limits(on=False)
    for _ in range(9):
        limits.spend("look", "a")
