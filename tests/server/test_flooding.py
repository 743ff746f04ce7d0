"""Floods of questions about what might be: whoever asks too often is sent away, and plays on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.server.place import Browser, Json, serving, settings
from tests.server.test_planning import BOTH, GAME, with_a_unit_in_hand
from tests.server.test_positions import POSITION
from trenchline.server.limits import RATES, Rate

FEW = 3
_addresses = count(1)


def _from_elsewhere() -> dict[str, str]:
    """An address from which nobody has asked before."""
    return {"X-Forwarded-For": f"203.0.113.{next(_addresses)}"}


@pytest.fixture(scope="module")
def eager(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Somebody at a server that has limits."""
    place: Path = tmp_path_factory.mktemp("limited")
    with serving(settings(place, limited=True)) as address, Browser(address) as browser:
        yield browser.register("Eager")


@pytest.fixture(scope="module")
def other(eager: Browser) -> Iterator[Browser]:
    """Somebody who sits at no table there."""
    with Browser(eager.address) as browser:
        yield browser.register("Other")


@pytest.fixture(scope="module")
def moving(eager: Browser) -> Json:
    """A table at which a unit is in hand."""
    usual = {name: RATES[name] for name in ("act", "look")}
    RATES.update(act=Rate(1_000, 100), look=Rate(1_000, 100))
    try:
        return with_a_unit_in_hand(eager, eager.begin(GAME, BOTH)["id"])
    finally:
        RATES.update(usual)


def _asked(table: Json) -> dict[str, tuple[str, str, Json]]:
    """Every question of planning: what it is counted as, where it is sent, and its body."""
    side, version = table["you"], table["version"]
    goal = f"move {table['choices']['move'][0]}"
    unit = table["focus"]["units"][0]
    match = f"/api/matches/{table['id']}"
    seen: Json = {"side": side, "choice": goal, "version": version}
    return {
        "preview": ("look", f"{match}/preview", seen),
        "preview of a party": ("look", f"{match}/preview", {**seen, "after": ["stay"]}),
        "preview after a plan": ("look", f"{match}/preview", {**seen, "planned": True}),
        "why": ("look", f"{match}/why", {"side": side, "choice": goal}),
        "group": ("look", f"{match}/group", {"side": side, "version": version, "units": [unit]}),
        "attacks": ("search", f"{match}/attacks", {"side": side, "version": version}),
        "plan": ("act", f"{match}/plan", {"side": side, "acts": []}),
        "long plans": ("order", f"{match}/plan", {"side": side, "acts": [["stay"]]}),
        "position": ("position", "/api/positions", {"game": GAME, "text": POSITION}),
        "begin": ("begin", "/api/matches", {"game": GAME, "seats": BOTH, "position": "turn"}),
    }


KINDS = (
    *("preview", "preview of a party", "preview after a plan", "why", "group", "attacks"),
    *("plan", "long plans", "position", "begin"),
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_flood_is_stopped(
    kind: str, eager: Browser, moving: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is refused costs nothing; the match stands where it stood."""
    what, path, body = _asked(moving)[kind]
    place = _from_elsewhere()
    monkeypatch.setitem(RATES, what, Rate(FEW, 0))

    def ask() -> Any:
        return eager.client.post(path, json=body, headers=place)

    first = [ask().status_code for _ in range(FEW)]
    assert 429 not in first
    refused = ask()
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many")
    assert refused.headers["retry-after"]
    monkeypatch.undo()
    assert eager.table(moving["id"], moving["you"]) == moving


def test_a_plan_of_many_acts_counts_as_many(
    eager: Browser, moving: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RATES, "order", Rate(FEW, 0))
    place = _from_elsewhere()
    path = f"/api/matches/{moving['id']}/plan"
    body = {"side": moving["you"], "acts": [["stay"]] * (FEW + 1)}
    assert eager.client.post(path, json=body, headers=place).status_code == 429


def test_a_plan_counts_again_whenever_the_match_has_gone_on(
    other: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Choosing and asking in turn had the whole plan tried each time for one look."""
    table = with_a_unit_in_hand(other, other.begin(GAME, BOTH)["id"])
    path, place = f"/api/matches/{table['id']}/plan", _from_elsewhere()

    def asked() -> int:
        told = other.client.get(path, params={"side": table["you"]}, headers=place)
        return told.status_code

    acts = {"side": table["you"], "acts": [["stay"]] * FEW}
    assert other.client.post(path, json=acts, headers=place).status_code == 200
    monkeypatch.setitem(RATES, "trial", Rate(0, 0))
    assert asked() == 200, "what has been tried is not tried again"
    other.choose(table, "stay")
    assert asked() == 429


@pytest.mark.parametrize("kind", KINDS)
def test_huge_bodies_are_not_read(kind: str, eager: Browser, moving: Json) -> None:
    _, path, body = _asked(moving)[kind]
    # The line is hung up on whoever sends so much; the next question must not take it.
    once = {"Connection": "close"}
    response = eager.client.post(path, json={**body, "more": "x" * 40_000}, headers=once)
    assert (response.status_code, response.json()["error"]["code"]) == (413, "too_large")


@pytest.mark.parametrize("kind", KINDS[:-2])
def test_of_matches_that_are_not_there_or_another_s(
    kind: str, eager: Browser, other: Browser, moving: Json
) -> None:
    """Whoever has no seat is told nothing, wherever he asks; nor is anybody of no match."""
    _, path, body = _asked(moving)[kind]
    with Browser(eager.address) as nobody:
        assert nobody.post(path, body, 401)["code"] == "sign_in"
    assert other.post(path, body, 403)["code"] == "not_your_seat"
    elsewhere = path.replace(moving["id"], "nosuchmatch1")
    assert other.post(elsewhere, body, 404)["code"] == "not_found"
    assert eager.post(path, {**body, "side": "Neutral"}, 400)["code"] == "malformed"
