"""Supply over the wire: as a side may know it, of any moment."""

from __future__ import annotations

import pytest

from tests.server.place import Browser, Json
from trenchline.server import supply as server

GAME = "world_war_one"
BOTH = {"Allied": "me", "Central": "me"}


@pytest.fixture
def match(alice: Browser) -> str:
    return str(alice.begin(GAME, BOTH)["id"])


def asked(browser: Browser, match: str, **query: object) -> list[Json]:
    found: list[Json] = browser.get(f"/api/matches/{match}/supply", **query)
    return found


def test_every_unit_has_its_line(alice: Browser, match: str) -> None:
    found = {one["side"]: one for one in asked(alice, match, side="Central")}
    assert set(found) == set(BOTH)
    table = alice.table(match, "Central")
    for name, one in found.items():
        mine = {p["key"]: p["place"] for p in table["pieces"] if p["side"] == name}
        assert {*one["lines"], *one["cut"]} <= set(mine)
        ways = {key: line["way"] for key, line in one["lines"].items() if "way" in line}
        assert ways
        assert all(way[0] == mine[key] and way[-1] in one["sources"] for key, way in ways.items())


def test_whoever_looks_on_sees_it_where_nothing_is_hidden(bob: Browser, match: str) -> None:
    assert len(asked(bob, match)) == 2
    response = bob.client.get(f"/api/matches/{match}/supply", params={"side": "Central"})
    assert response.status_code == 403


def test_whoever_looks_on_is_told_nothing_of_what_hides(alice: Browser, bob: Browser) -> None:
    match = alice.begin("kaisers_war", BOTH)["id"]
    assert asked(bob, match) == []
    assert len(asked(alice, match, side="Allied")) == 2


def test_of_any_moment(alice: Browser, match: str) -> None:
    before = asked(alice, match, side="Central")
    table = alice.table(match, "Central")
    verb = "done" if "done" in table["choices"] else next(iter(table["choices"]))
    alice.choose(table, f"{verb} {table['choices'][verb][0]}".strip())
    assert asked(alice, match, side="Central", version=table["version"]) == before


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"version": 10**6}, 404),
        ({"version": -1}, 400),
        ({"version": "x"}, 400),
        ({"side": ""}, 400),
        ({"side": "Nobody"}, 400),
        ({"side": "A" * 50}, 400),
    ],
)
def test_hostile_questions(
    alice: Browser, match: str, query: dict[str, object], status: int
) -> None:
    params = {name: str(value) for name, value in query.items()}
    response = alice.client.get(f"/api/matches/{match}/supply", params=params)
    assert response.status_code == status, response.text
    assert alice.client.get("/api/matches/nothing_here/supply").status_code == 404


def test_a_mistake_in_looking_does_not_stop_the_match(
    alice: Browser, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object) -> None:
        raise RuntimeError("nobody thought of that")

    monkeypatch.setattr(server, "shown", stumble)
    assert asked(alice, match, side="Allied") == []
    assert alice.table(match, "Allied")["status"] == "playing"
