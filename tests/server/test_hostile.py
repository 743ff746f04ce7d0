"""Hostile clients: whatever they send, they get a clear error and nothing changes."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.server.place import Browser, Json

BOTH = {"Near": "me", "Far": "me"}


@pytest.fixture
def match(alice: Browser) -> Json:
    """A table that must not change."""
    match = alice.begin("pebbles", BOTH)["id"]
    return alice.table(match, alice.table(match)["who"])


def unchanged(browser: Browser, table: Json) -> None:
    assert browser.table(table["id"], table["you"]) == table


def test_for_another_seat(alice: Browser, bob: Browser, match: Json) -> None:
    for side in BOTH:
        error = bob.choose({**match, "you": side}, "stand", 403)
        assert error["code"] == "not_your_seat"
    unchanged(alice, match)


def test_out_of_turn(alice: Browser, match: Json) -> None:
    (other,) = set(BOTH) - {match["you"]}
    assert alice.choose({**match, "you": other}, "stand", 409)["code"] == "not_your_turn"
    unchanged(alice, match)


def test_not_offered(alice: Browser, match: Json) -> None:
    for choice, case in (("take 3", "2.2"), ("allow", "2.2"), ("challenge", "2.2")):
        error = alice.choose(match, choice, 422)
        assert (error["code"], error["case"]) == ("not_legal", case)
        assert error["reason"]
    unchanged(alice, match)


@pytest.mark.parametrize(
    "choice",
    [
        *("", " ", "fly", "take", "take x", "take -1", "take 99999999", "heap z", "stand 1"),
        *("heap a b", "stand\n", "stand\x00", "heap \ud800", "take " + "9" * 70, "a" * 81),
        *("take 1e3", "TAKE 1"),
    ],
)
def test_malformed_choices(alice: Browser, match: Json, choice: str) -> None:
    body = {"side": match["you"], "choice": choice, "version": 0}
    response = alice.client.post(
        f"/api/matches/{match['id']}/choices",
        content=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    assert response.status_code == 400
    assert response.json()["error"]["code"] == "malformed"
    unchanged(alice, match)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"stand"',
        b"{}",
        b'{"side": "Near", "choice": "stand"}',
        b'{"side": "Near", "choice": "stand", "version": "0"}',
        b'{"side": "Near", "choice": "stand", "version": -1}',
        b'{"side": "Near", "choice": "stand", "version": 1.5}',
        b'{"side": "Near", "choice": "stand", "version": true}',
        b'{"side": "Near", "choice": ["stand"], "version": 0}',
        b'{"side": "Middle", "choice": "stand", "version": 0}',
        b'{"side": "Near", "choice": "stand", "version": 0, "dice": [6]}',
        b'{"side": "Near", "choice": "stand", "version": 1e999}',
        b"\xff\xfe",
        b"[" * 20_000,
    ],
)
def test_malformed_bodies(alice: Browser, match: Json, body: bytes) -> None:
    response = alice.client.post(
        f"/api/matches/{match['id']}/choices",
        content=body,
        headers={"Content-Type": "application/json"},
    )
    assert response.status_code == 400, response.text
    assert response.json()["error"]["message"]
    unchanged(alice, match)


def test_oversized(alice: Browser, match: Json) -> None:
    path = f"/api/matches/{match['id']}/choices"
    kind = {"Content-Type": "application/json"}
    large = b'{"side": "' + b"x" * 40_000 + b'"}'
    response = alice.client.post(path, content=large, headers=kind)
    assert (response.status_code, response.json()["error"]["code"]) == (413, "too_large")
    # The same without saying so beforehand.
    response = alice.client.post(path, content=iter([large[:20_000], large[20_000:]]), headers=kind)
    assert response.status_code == 413
    record = alice.client.post(
        "/api/replays", content=b"x" * (9 << 20), headers={"Content-Type": "application/x-ndjson"}
    )
    assert record.status_code == 413
    unchanged(alice, match)


def test_replayed(alice: Browser, match: Json) -> None:
    after = alice.choose(match, "stand")
    for _ in range(3):
        assert alice.choose(match, "stand", 409)["code"] == "moved_on"
    unchanged(alice, alice.table(match["id"], match["you"]))
    assert alice.table(match["id"])["version"] == after["version"] == 1


@pytest.mark.parametrize("choices", [["stand"] * 8, ["heap a", "heap c", "stand", "heap b"] * 2])
def test_racing(alice: Browser, match: Json, choices: list[str]) -> None:
    """Two tabs, one choice: one is taken, the others hear that the match has moved on."""
    codes: list[int] = []
    start = threading.Barrier(len(choices))

    def tab(choice: str) -> None:
        body = {"side": match["you"], "choice": choice, "version": match["version"]}
        with httpx.Client(base_url=alice.address, cookies=alice.client.cookies) as client:
            start.wait()
            codes.append(client.post(f"/api/matches/{match['id']}/choices", json=body).status_code)

    tabs = [threading.Thread(target=tab, args=(choice,)) for choice in choices]
    for thread in tabs:
        thread.start()
    for thread in tabs:
        thread.join()
    assert sorted(codes) == [200] + [409] * (len(choices) - 1)
    assert alice.table(match["id"])["revision"] == 1


def test_from_another_site(alice: Browser, match: Json) -> None:
    body = {"side": match["you"], "choice": "stand", "version": 0}
    path = f"/api/matches/{match['id']}/choices"
    strange: list[dict[str, str]] = [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": alice.address.replace("127.0.0.1", "127.0.0.1.evil.example")},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ]
    for headers in strange:
        response = alice.client.post(path, json=body, headers=headers)
        assert (response.status_code, response.json()["error"]["code"]) == (403, "origin")
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        response = alice.client.post(
            path, content=json.dumps(body).encode(), headers={"Content-Type": kind}
        )
        assert response.status_code == 400
    unchanged(alice, match)
    ours = {"Origin": alice.address, "Sec-Fetch-Site": "same-origin"}
    assert alice.client.post(path, json=body, headers=ours).status_code == 200


def test_a_name_that_points_at_this_computer_is_not_answered(local: Browser) -> None:
    for host, status in (("evil.example", 403), ("localhost", 200), ("[::1]:99", 200), ("", 403)):
        response = local.client.get("/api/games", headers={"Host": host})
        assert response.status_code == status, host


@pytest.mark.parametrize(
    "spoil",
    [
        lambda body: body | {"game": "nonesuch"},
        lambda body: body | {"scenario": "nonesuch"},
        lambda body: body | {"options": {"nonesuch": "on"}},
        lambda body: body | {"options": {"most": "9"}},
        lambda body: body | {"options": {"most": 2}},
        lambda body: body | {"seats": {}},
        lambda body: body | {"seats": {"Near": "me"}},
        lambda body: body | {"seats": BOTH | {"Middle": "me"}},
        lambda body: body | {"seats": BOTH | {"Far": "you"}},
        lambda body: body | {"seats": BOTH | {"Far": "computer:"}},
        lambda body: body | {"seats": BOTH | {"Far": "computer:../../etc"}},
        lambda body: body | {"seed": "mine"},
    ],
)
def test_bad_new_matches(alice: Browser, spoil: Callable[[Any], Any]) -> None:
    before = alice.get("/api/matches")
    response = alice.client.post("/api/matches", json=spoil({"game": "pebbles", "seats": BOTH}))
    assert response.status_code in (400, 404)
    assert alice.get("/api/matches") == before


@pytest.mark.parametrize(
    "path",
    [
        "/api/matches/nonesuch-match",
        "/api/matches/x",
        "/api/matches/%00%00%00%00%00%00%00%00",
        "/api/matches/nonesuch-match/log",
        "/api/matches/nonesuch-match/record",
        "/api/games/..%2f..%2fsecret/board",
    ],
)
def test_what_does_not_exist(alice: Browser, path: str) -> None:
    response = alice.client.get(path)
    assert response.status_code in (400, 404)
    assert response.json()["error"]["code"] in ("not_found", "malformed")
