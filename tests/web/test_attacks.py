"""Best odds at a glance: every hex that can be attacked says what it promises, and a list does."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.browser import Json, Table, after
from tests.web.conftest import Opener
from tests.web.play import HOT_SEAT, on_to, uncovered
from trenchline.server import attacks as server


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machines that test are busy with other things."""
    monkeypatch.setattr(server, "SECONDS", 30.0)


def attacking(opened: Opener, address: str, touch: bool = False) -> tuple[Table, list[Json]]:
    """At a table where hexes may be attacked, and what the server says of that."""
    table = opened(address, touch)
    table.match = table.begin(HOT_SEAT)
    table.sit_down(table.match, "Central")
    uncovered(table)
    state = table.until(lambda t: "attack" in t["choices"])
    return table, asked(table, state)["prospects"]


def asked(table: Table, state: Json) -> Any:
    answer = table.context.request.post(
        f"{table.address}/api/matches/{table.match}/attacks",
        data={"side": state["you"], "version": state["version"]},
    )
    assert answer.ok, answer.text()
    return answer.json()


def composed(table: Table, one: Json, version: int) -> None:
    """An attack is in hand as it was promised, with its means told, and nothing rolled."""
    state = table.until(after(version + len(one["orders"]) - 1), "the attack is composed")
    assert state["odds"]["column"] == one["column"]
    assert "roll" in state["choices"]
    assert state["last"]["dice"] == []
    mean = sum(r["probability"] * r["cost"].get("defender", 0) for r in state["odds"]["results"])
    if table.touch:
        table.page.locator("#tab-battle").tap()
    expect(table.page.locator(".battle .means")).to_contain_text(f"the defender {mean:.1f}")
    expect(table.page.locator(".best-attacks .best")).to_have_count(0)


def places(table: Table) -> list[str]:
    rows = table.page.locator(".best-list tbody tr")
    return [str(rows.nth(n).get_attribute("data-place")) for n in range(rows.count())]


def test_a_press_on_the_list_composes_the_attack(local: str, opened: Opener) -> None:
    table, told = attacking(opened, local)
    page, version = table.page, table.state()["version"]
    # It comes by itself, and so leaves the panel to what is read there.
    expect(page.locator("#tab-attacks")).to_be_visible()
    expect(page.locator("#panel-log")).to_be_visible()
    page.locator("#tab-attacks").click()
    expect(page.locator("#panel-attacks")).to_be_visible()
    expect(page.locator(".best-list tbody tr")).to_have_count(len(told))
    assert places(table) == [one["place"] for one in told]
    expect(page.locator(".best-attacks .best")).to_have_count(len({o["place"] for o in told}))
    for one in told:
        badge = page.locator(f'.best-attacks .best[data-place="{one["place"]}"]')
        expect(badge.locator(".column")).to_have_text(one["column"])
        expect(badge.locator(".losses")).to_contain_text(f"{one['defender']:.1f}")
    table.picture("attacks")
    assert violations(page) == []
    # Sorted otherwise, and back.
    page.locator('[data-order="defender"]').click()
    most = [one["place"] for one in sorted(told, key=lambda one: -one["defender"])]
    assert places(table) == most
    page.locator('[data-order="defender"]').click()
    assert places(table) == [one["place"] for one in told]
    # Off the map, and on again.
    page.locator(".attacks header input").uncheck()
    expect(page.locator(".best-attacks .best")).to_have_count(0)
    page.locator(".attacks header input").check()
    one = max(told, key=lambda one: len(one["orders"]))
    page.locator(f'.best-list [data-place="{one["place"]}"] .compose').click()
    composed(table, one, version)
    table.picture("attack_composed")


def test_a_press_on_the_map_composes_the_attack_and_it_can_be_taken_back(
    local: str, opened: Opener
) -> None:
    table, told = attacking(opened, local)
    version = table.state()["version"]
    one = max(told, key=lambda one: len(one["orders"]))
    table.page.locator(f'.best-attacks .best[data-place="{one["place"]}"]').click()
    composed(table, one, version)
    table.take_back_over_api()
    while table.state()["version"] > version:
        table.take_back_over_api()
    expect(table.page.locator(".best-attacks .best")).not_to_have_count(0)


def test_by_touch(local: str, opened: Opener) -> None:
    table, told = attacking(opened, local, touch=True)
    page, version = table.page, table.state()["version"]
    expect(page.locator(".best-attacks .best")).not_to_have_count(0)
    table.picture("attacks_phone_map")
    page.locator("#tab-attacks").tap()
    expect(page.locator(".best-list tbody tr")).to_have_count(len(told))
    table.picture("attacks_phone")
    assert violations(page) == []
    one = told[0]
    page.locator(f'.best-list [data-place="{one["place"]}"] .compose').tap()
    composed(table, one, version)


def test_where_nobody_attacks_there_is_no_list(local: str, opened: Opener) -> None:
    table = opened(local)
    table.match = table.begin(HOT_SEAT)
    on_to(table, "Central movement", "Central")
    table.sit_down(table.match, "Central")
    uncovered(table)
    expect(table.page.locator(".decision.yours")).to_be_visible()
    expect(table.page.locator("#tab-attacks")).to_be_hidden()
    expect(table.page.locator(".best-attacks .best")).to_have_count(0)
