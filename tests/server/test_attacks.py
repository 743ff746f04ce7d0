"""The best attacks over the wire: for whoever decides, within their time, and at nobody's cost."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from tests.server.place import Browser, Json
from trenchline.kernel import prospects as kernel
from trenchline.server import attacks as server

GAME = "world_war_one"
BOTH = {"Allied": "me", "Central": "me"}


def asked(browser: Browser, table: Json, expect: int = 200, **other: Any) -> Any:
    body = {"side": table["you"], "version": table["version"], **other}
    return browser.post(f"/api/matches/{table['id']}/attacks", body, expect)


def passing(browser: Browser, match: str, verb: str) -> Json:
    """Do nothing until a verb may be chosen."""
    while True:
        table = browser.table(match, browser.get(f"/api/matches/{match}/summary")["who"])
        if verb in table["choices"]:
            return table
        idle = next(v for v in ("done", "stay", *table["choices"]) if v in table["choices"])
        browser.choose(table, f"{idle} {table['choices'][idle][0]}".strip())


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machines that test are busy with other things."""
    monkeypatch.setattr(server, "SECONDS", 30.0)


@pytest.fixture
def attacking(alice: Browser) -> Json:
    """A table at which hexes may be attacked."""
    return passing(alice, alice.begin(GAME, BOTH)["id"], "attack")


def expected(odds: Json, role: str) -> float:
    return float(sum(r["probability"] * r["cost"].get(role, 0) for r in odds["results"]))


def test_every_target_has_an_attack_that_can_be_composed(alice: Browser, attacking: Json) -> None:
    assert attacking["attacks"] is True
    found = asked(alice, attacking)
    assert {one["place"] for one in found["prospects"]} == set(attacking["choices"]["attack"])
    assert found["unseen"] == []
    assert alice.table(attacking["id"], attacking["you"]) == attacking
    best = max(found["prospects"], key=lambda one: len(one["orders"]))
    body = {"side": attacking["you"], "orders": best["orders"], "version": attacking["version"]}
    answer = alice.post(f"/api/matches/{attacking['id']}/orders", body)
    assert answer["refused"] is None
    odds = answer["table"]["odds"]
    assert odds["column"] == best["column"]
    assert (expected(odds, "attacker"), expected(odds, "defender")) == pytest.approx(
        (best["attacker"], best["defender"])
    )
    # It is composed, not made: nothing has been rolled, and it can still be changed.
    assert "roll" in answer["table"]["choices"]
    assert answer["table"]["last"]["dice"] == []


def test_nobody_asks_for_another(alice: Browser, bob: Browser, attacking: Json) -> None:
    assert asked(bob, attacking, 403)["code"] == "not_your_seat"
    (other,) = set(BOTH) - {attacking["you"]}
    assert asked(alice, attacking, 409, side=other)["code"] == "not_your_turn"
    assert asked(alice, attacking, 400, side="Neutral")["code"] == "malformed"
    assert alice.table(attacking["id"], other)["attacks"] is False
    assert alice.table(attacking["id"])["attacks"] is False
    assert alice.get(f"/api/matches/{attacking['id']}/at/0", side=other)["attacks"] is False


def test_after_the_match_has_moved_on(alice: Browser, attacking: Json) -> None:
    later = attacking["version"] + 1
    assert asked(alice, attacking, 409, version=later)["code"] == "moved_on"
    assert asked(alice, attacking, 409, version=10**6)["code"] == "moved_on"


def test_where_nothing_can_be_attacked_there_is_nothing(alice: Browser) -> None:
    moving = passing(alice, alice.begin(GAME, BOTH)["id"], "unit")
    assert moving["attacks"] is False
    assert asked(alice, moving) == {"prospects": [], "unseen": []}


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"{", b"[]", b"{}", b'{"side": "Allied"}', b"[" * 20_000, b"\xff"),
        b'{"side": "Allied", "version": -1}',
        b'{"side": "Allied", "version": "1"}',
        b'{"side": "Allied", "version": 1e99}',
        json.dumps({"side": "Allied", "version": 0, "seconds": 60}).encode(),
        json.dumps({"side": "A" * 41, "version": 0}).encode(),
    ],
)
def test_malformed_bodies(alice: Browser, attacking: Json, body: bytes) -> None:
    kind = {"Content-Type": "application/json"}
    path = f"/api/matches/{attacking['id']}/attacks"
    assert alice.client.post(path, content=body, headers=kind).status_code == 400


def test_no_such_match(alice: Browser, attacking: Json) -> None:
    assert asked(alice, {**attacking, "id": "nothing_here"}, 404)["code"] == "not_found"


def test_what_there_is_no_time_for_is_named(
    alice: Browser, attacking: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "SECONDS", -1.0)
    found = asked(alice, attacking)
    assert found["prospects"] == []
    assert set(found["unseen"]) == set(attacking["choices"]["attack"])


def test_whoever_asks_again_has_more_time_once(
    alice: Browser, attacking: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine the first answer is cut short, and stayed so as long as nobody chose."""
    monkeypatch.setattr(server, "SECONDS", -1.0)
    monkeypatch.setattr(server, "THOROUGH", 60.0)
    assert asked(alice, attacking)["prospects"] == []
    second = asked(alice, attacking)
    assert second["unseen"] == []
    assert {one["place"] for one in second["prospects"]} == set(attacking["choices"]["attack"])
    monkeypatch.setattr(server, "THOROUGH", -1.0)
    assert asked(alice, attacking) == second


def test_a_thorough_search_is_the_last(
    alice: Browser, attacking: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "SECONDS", -1.0)
    monkeypatch.setattr(server, "THOROUGH", -1.0)
    assert asked(alice, attacking) == asked(alice, attacking)
    monkeypatch.setattr(server, "THOROUGH", 60.0)
    assert asked(alice, attacking)["prospects"] == []


def test_what_was_found_is_kept_until_something_is_chosen(
    alice: Browser, attacking: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = asked(alice, attacking)
    monkeypatch.setattr(server, "SECONDS", -1.0)
    assert asked(alice, attacking) == first
    target = first["prospects"][0]["place"]
    after = alice.choose(attacking, f"attack {target}")
    back = {"side": attacking["you"], "to": attacking["version"]}
    again = alice.post(f"/api/matches/{attacking['id']}/undo", back)
    assert after["attacks"] is False
    assert asked(alice, again)["prospects"] == []


def test_a_mistake_in_looking_does_not_stop_the_match(
    alice: Browser, attacking: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object) -> None:
        raise RuntimeError("nobody thought of that")

    monkeypatch.setattr(server, "prospects", stumble)
    assert asked(alice, attacking) == {"prospects": [], "unseen": []}
    assert alice.table(attacking["id"], attacking["you"])["status"] == "playing"


def test_the_table_goes_on_while_attacks_are_searched_for(
    alice: Browser, bob: Browser, attacking: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever searches holds up neither his own match nor another; others wait for their turn, and
    are sent away when it does not come."""
    begun, go_on = threading.Event(), threading.Event()
    search = kernel.prospects

    def slowly(*given: Any) -> Any:
        begun.set()
        assert go_on.wait(60)
        return search(*given)

    monkeypatch.setattr(server, "prospects", slowly)
    monkeypatch.setattr(server, "PATIENCE", 0.05)
    found: list[Any] = []
    asking = threading.Thread(target=lambda: found.append(asked(alice, attacking)))
    asking.start()
    try:
        assert begun.wait(60)
        elsewhere = passing(bob, bob.begin(GAME, BOTH)["id"], "attack")
        assert asked(bob, elsewhere, 503)["code"] == "try_again"
        with Browser(alice.address) as other:
            other.client.cookies = alice.client.cookies
            chosen = other.choose(attacking, f"attack {attacking['choices']['attack'][0]}")
        assert chosen["version"] == attacking["version"] + 1
    finally:
        go_on.set()
        asking.join()
    assert found[0]["prospects"] or found[0]["unseen"]


def test_a_shared_side_is_offered_its_own_powers_only(alice: Browser, bob: Browser) -> None:
    seats = {"Allied": "me", "Central: Germany": "me", "Central: Austria-Hungary, Turkey": "open"}
    match = alice.begin(GAME, seats)
    bob.post(f"/api/join/{match['seats']['Central: Austria-Hungary, Turkey']['invitation']}")
    theirs = passing(alice, match["id"], "attack")
    assert theirs["you"] == "Central"
    german, austrian = (
        {unit for one in asked(who, theirs)["prospects"] for unit in one["units"]}
        for who in (alice, bob)
    )
    assert {unit[:2] for unit in german} == {"GE"}
    assert {unit[:2] for unit in austrian} <= {"AH", "TU"}
