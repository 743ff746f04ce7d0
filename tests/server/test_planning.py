"""Looking ahead over the wire: for whoever decides, and for nobody else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.place import Browser, Json
from trenchline.kernel import preview as kernel
from trenchline.kernel.view import View
from trenchline.server import planning

GAME = "world_war_one"
BOTH = {"Allied": "me", "Central": "me"}


def ahead(browser: Browser, table: Json, choice: str, expect: int = 200, **other: Any) -> Any:
    """Ask for a preview on seeing a table."""
    body = {"side": table["you"], "choice": choice, "version": table["version"], **other}
    return browser.post(f"/api/matches/{table['id']}/preview", body, expect)


def with_a_unit_in_hand(browser: Browser, match: str) -> Json:
    """Pass until somebody moves, and take a unit up."""
    who = browser.get(f"/api/matches/{match}/summary")["who"]
    table = browser.table(match, who)
    while "unit" not in table["choices"]:
        verb = next(v for v in ("done", "stay", *table["choices"]) if v in table["choices"])
        browser.choose(table, f"{verb} {table['choices'][verb][0]}".strip())
        table = browser.table(match, browser.get(f"/api/matches/{match}/summary")["who"])
    return browser.choose(table, f"unit {table['choices']['unit'][0]}")


@pytest.fixture
def moving(alice: Browser) -> Json:
    """A table at which a unit is in hand."""
    return with_a_unit_in_hand(alice, alice.begin(GAME, BOTH)["id"])


def test_a_move_is_told_and_not_made(alice: Browser, moving: Json) -> None:
    assert "move" in moving["previews"]
    assert set(moving["previews"]) <= set(moving["choices"])
    goal = moving["choices"]["move"][-1]
    told = ahead(alice, moving, f"move {goal}")
    assert told["units"] == moving["focus"]["units"]
    assert told["legs"][-1]["place"] == goal
    assert told["left"].endswith("movement points")
    assert alice.table(moving["id"], moving["you"]) == moving


def test_after_a_take_back_one_looks_ahead_from_there(alice: Browser, moving: Json) -> None:
    """What was worked out for a moment is not told of another."""
    goal = moving["choices"]["move"][-1]
    told = ahead(alice, moving, f"move {goal}")
    moved = alice.choose(moving, f"move {goal}")
    back = alice.post(
        f"/api/matches/{moving['id']}/undo", {"side": moving["you"], "to": moved["version"] - 2}
    )
    (other, *_) = (u for u in back["choices"]["unit"] if u not in moving["focus"]["units"])
    again = alice.choose(back, f"unit {other}")
    assert again["version"] == moving["version"]
    there = ahead(alice, again, f"move {again['choices']['move'][0]}")
    assert there["units"] == [other] != told["units"]


def test_the_table_is_not_drawn_anew_for_every_look(
    alice: Browser, moving: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Enemies are told as whoever asks has just seen them; both come from what his side knows."""
    asked: list[tuple[tuple[Any, ...], View]] = []

    def spy(*given: Any, seen: View) -> kernel.PreviewView | None:
        asked.append((given, seen))
        game, board, state, side, choice = given
        return kernel.preview(game, board, state, side, choice, seen=seen)

    monkeypatch.setattr(planning, "preview", spy)
    for goal in moving["choices"]["move"][:2]:
        assert ahead(alice, moving, f"move {goal}")["legs"]
    (first, seen), (_, again) = asked
    game, _, position, side, _ = first
    assert again is seen
    assert seen == game.view(position, side)


def test_what_cannot_be_looked_ahead_at_is_null(alice: Browser, moving: Json) -> None:
    assert ahead(alice, moving, "stay") is None


def test_nobody_looks_ahead_for_another(alice: Browser, bob: Browser, moving: Json) -> None:
    goal = f"move {moving['choices']['move'][0]}"
    assert ahead(bob, moving, goal, 403)["code"] == "not_your_seat"
    (other,) = set(BOTH) - {moving["you"]}
    assert ahead(alice, moving, goal, 409, side=other)["code"] == "not_your_turn"


def test_the_side_that_waits_is_told_no_previews(alice: Browser, moving: Json) -> None:
    (other,) = set(BOTH) - {moving["you"]}
    assert alice.table(moving["id"], other)["previews"] == []
    assert alice.table(moving["id"])["previews"] == []
    assert alice.get(f"/api/matches/{moving['id']}/at/0", side=other)["previews"] == []


def test_after_the_match_has_moved_on(alice: Browser, moving: Json) -> None:
    goal = f"move {moving['choices']['move'][0]}"
    assert ahead(alice, moving, goal, 409, version=0)["code"] == "moved_on"
    assert ahead(alice, moving, goal, 409, version=10**6)["code"] == "moved_on"


def test_what_is_not_legal_is_refused_with_its_case(alice: Browser, moving: Json) -> None:
    enemy = next(p for p in moving["pieces"] if p["side"] not in (moving["you"], "Neutral"))
    error = ahead(alice, moving, f"move {enemy['place']}", 422)
    assert error["code"] == "not_legal"
    assert error["case"]
    assert alice.table(moving["id"], moving["you"]) == moving


@pytest.mark.parametrize(
    "choice",
    ["", " ", "fly", "move", "move x", "move -1", "move 99999999", "move\n", "a" * 81, "stay 1"],
)
def test_malformed_choices(alice: Browser, moving: Json, choice: str) -> None:
    assert ahead(alice, moving, choice, 400)["code"] == "malformed"


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"{}", b'{"side": "Allied", "choice": "stay"}', b"[" * 20_000, b"\xff"],
)
def test_malformed_bodies(alice: Browser, moving: Json, body: bytes) -> None:
    kind = {"Content-Type": "application/json"}
    path = f"/api/matches/{moving['id']}/preview"
    response = alice.client.post(path, content=body, headers=kind)
    assert response.status_code == 400, response.text
    extra = {"side": "Allied", "choice": "stay", "version": 0, "dice": [6]}
    response = alice.client.post(path, content=json.dumps(extra).encode(), headers=kind)
    assert response.status_code == 400


def test_a_mistake_in_answering_does_not_stop_the_match(
    alice: Browser, moving: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object) -> None:
        raise RuntimeError("nobody thought of that")

    monkeypatch.setattr(kernel, "_supply", stumble)
    assert ahead(alice, moving, f"move {moving['choices']['move'][0]}") is None
    assert alice.table(moving["id"], moving["you"])["status"] == "playing"


def in_hand_later(alice: Browser, moving: Json) -> tuple[Json, str, str]:
    """A table at which nobody is in hand, a unit that could be, and where it could go."""
    unit = moving["focus"]["units"][0]
    goal = moving["choices"]["move"][-1]
    body = {"side": moving["you"], "to": moving["version"] - 1}
    return alice.post(f"/api/matches/{moving['id']}/undo", body), unit, goal


def test_a_party_need_not_be_in_hand_yet(alice: Browser, moving: Json) -> None:
    told = ahead(alice, moving, f"move {moving['choices']['move'][-1]}")
    before, unit, goal = in_hand_later(alice, moving)
    assert ahead(alice, before, f"move {goal}", after=[f"unit {unit}"]) == told
    assert ahead(alice, before, f"move {goal}", 422)["case"]
    assert alice.table(before["id"], before["you"]) == before


def test_a_party_that_cannot_be_taken_in_hand_is_refused(
    alice: Browser, bob: Browser, moving: Json
) -> None:
    before, unit, goal = in_hand_later(alice, moving)
    enemy = next(p for p in before["pieces"] if p["side"] not in (before["you"], "Neutral"))
    after = [f"unit {enemy['key']}"]
    assert ahead(alice, before, f"move {goal}", 422, after=after)["case"]
    away = f"move {enemy['place']}"
    assert ahead(alice, before, away, 422, after=[f"unit {unit}"])["case"]
    after = [f"unit {unit}"]
    assert ahead(bob, before, f"move {goal}", 403, after=after)["code"] == "not_your_seat"
    (other,) = set(BOTH) - {before["you"]}
    late = ahead(alice, before, f"move {goal}", 409, after=after, side=other)
    assert late["code"] == "not_your_turn"
    late = ahead(alice, before, f"move {goal}", 409, after=after, version=10**6)
    assert late["code"] == "moved_on"


@pytest.mark.parametrize(
    "after", [["fly"], ["unit"], ["unit x"], [""], "unit GE1", ["stay"] * 41, [1], ["a" * 81]]
)
def test_malformed_parties(alice: Browser, moving: Json, after: Any) -> None:
    before, _, goal = in_hand_later(alice, moving)
    assert ahead(alice, before, f"move {goal}", 400, after=after)["code"] == "malformed"
    assert alice.table(before["id"], before["you"]) == before
