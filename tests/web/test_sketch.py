"""Sketching on the map: with the other button or the tool, for oneself or for the others."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.browser import GAME, Table
from tests.web.conftest import Opener
from tests.web.play import HOT_SEAT, uncovered


def hex_point(table: Table, label: str) -> tuple[float, float]:
    """Where a hex is on the screen."""
    board = table.context.request.get(f"{table.address}/api/games/{GAME}/board").json()
    spot = next(hex_ for hex_ in board["hexes"] if hex_["label"] == label)
    box = table.page.locator(".map .play").bounding_box()
    assert box is not None
    scale = box["width"] / board["width"]
    return box["x"] + spot["x"] * scale, box["y"] + spot["y"] * scale


def stroke(table: Table, start: str, end: str) -> None:
    """Press the other button on a hex, and let it go on another."""
    mouse = table.page.mouse
    mouse.move(*hex_point(table, start))
    mouse.down(button="right")
    mouse.move(*hex_point(table, end), steps=4)
    mouse.up(button="right")


def at_rest(table: Table) -> None:
    table.page.wait_for_timeout(900)


def test_the_other_button_draws(local: str, opened: Opener) -> None:
    table = opened(local)
    table.sit_down(table.begin(HOT_SEAT), "Central")
    uncovered(table)
    at_rest(table)
    page = table.page
    version = table.state()["version"]
    stroke(table, "0409", "0608")
    expect(page.locator('.sketch.arrow-line[data-mark="a0409>0608"]')).to_be_attached()
    stroke(table, "0508", "0508")
    expect(page.locator('.sketch.circle[data-mark="c0508"]')).to_be_attached()
    page.keyboard.down("Alt")
    stroke(table, "0405", "0409")
    page.keyboard.up("Alt")
    expect(page.locator(".sketch.measure .far text")).to_have_text("4")
    table.picture("sketch")
    assert violations(page) == []
    # Nothing was chosen and the map has not moved; once more takes a mark away.
    assert table.state()["version"] == version
    stroke(table, "0508", "0508")
    expect(page.locator(".sketch.circle")).to_have_count(0)
    page.locator("[data-sketch=clear]").click()
    expect(page.locator(".sketch")).to_have_count(0)
    expect(page.locator(".sketch-bar")).to_be_hidden()


def test_a_finger_draws_with_the_tool(local: str, opened: Opener) -> None:
    table = opened(local, touch=True)
    table.sit_down(table.begin(HOT_SEAT), "Central")
    uncovered(table)
    at_rest(table)
    page = table.page
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("menuitem", name="Sketch on the map").tap()
    expect(page.locator(".sketch-bar")).to_be_visible()
    page.locator("[data-sketch=measure]").tap()
    session = table.context.new_cdp_session(page)
    for kind, label in (("touchStart", "0409"), ("touchMove", "0508"), ("touchMove", "0608")):
        x, y = hex_point(table, label)
        touched = [{"x": x, "y": y, "id": 0}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".sketches:not(.growing) .sketch.measure")).to_have_count(1)
    table.picture("phone-sketch")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("[data-sketch=done]").tap()
    expect(page.locator(".map.sketching")).to_have_count(0)


@pytest.mark.parametrize("touch", [False, True])
def test_the_others_see_what_is_shown_and_nothing_else(
    online: str, opened: Opener, touch: bool
) -> None:
    mine, other = opened(online), opened(online, touch)
    request = mine.context.request
    body = {"name": f"Sketcher for {touch}", "password": "correct horse"}
    account = request.post(f"{online}/api/register", data=body)
    assert account.ok or request.post(f"{online}/api/sign-in", data=body).ok
    seats = {"Central": "me", "Allied": "open"}
    begun = request.post(f"{online}/api/matches", data={"game": GAME, "seats": seats}).json()
    token = begun["seats"]["Allied"]["invitation"]
    assert other.context.request.post(f"{online}/api/join/{token}", data={}).ok
    mine.sit_down(begun["id"], "Central")
    other.sit_down(begun["id"], "Allied")
    at_rest(mine)
    stroke(mine, "0409", "0608")
    expect(mine.page.locator(".sketch.mine")).to_have_count(1)
    other.page.wait_for_timeout(800)
    expect(other.page.locator(".sketch")).to_have_count(0)
    mine.page.locator("[data-sketch=audience]").select_option("all")
    expect(other.page.locator(".sketch.theirs")).to_have_count(1)
    expect(other.page.locator(".sketch.theirs .by")).to_have_text("Central")
    other.picture("phone-sketch-shown" if touch else "sketch-shown")
    # Whoever comes later sees it too, and it goes when it is no longer shown.
    other.page.reload()
    expect(other.page.locator(".sketch.theirs")).to_have_count(1)
    mine.page.locator("[data-sketch=audience]").select_option("me")
    expect(other.page.locator(".sketch")).to_have_count(0)
    expect(mine.page.locator(".sketch.mine")).to_have_count(1)
