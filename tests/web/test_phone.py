"""The same table on a phone: 390 pixels wide, by touch alone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser import NEW_MATCH, after, before
from tests.web.conftest import Opener
from tests.web.play import (
    AGAINST_RANDOM,
    HOT_SEAT,
    on_to,
    roll_until_the_defender_suffers,
    settled,
    uncovered,
)


def test_beginning_a_match(local: str, opened: Opener) -> None:
    table = opened(local, touch=True)
    page = table.page
    page.goto(local)
    page.locator(NEW_MATCH).tap()
    page.locator("select[name=seat-Allied]").select_option("computer:cadet")
    page.locator("select[name=seat-Central]").select_option("me")
    table.picture("phone-lobby")
    page.get_by_role("button", name="Begin").tap()
    expect(page.locator(".decision.yours .prompt")).to_contain_text("attack")
    table.picture("phone-table")
    # Nothing sticks out to the side.
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_battle_by_touch(local: str, opened: Opener) -> None:
    table = opened(local, touch=True)
    page = table.page
    table.sit_down(table.begin(HOT_SEAT), "Central")
    state = roll_until_the_defender_suffers(table)
    page.locator("#tab-battle").tap()
    expect(page.locator(".battle .bars")).to_be_visible()
    expect(page.locator(".battle td.hit")).to_have_count(1)
    table.picture("phone-battle")
    page.locator("#tab-battle").tap()
    expect(page.locator(".battle .bars")).to_be_hidden()
    if "retreat" in state["choices"]:
        table.press(f"retreat {state['choices']['retreat'][0]}")
        state = settled(table)
        while state["focus"]["battle"] == "retreat":
            verb = next(iter(state["choices"]))
            table.click_hex(state["choices"][verb][0])
            state = settled(table)
        table.click_unit(state["choices"]["advance"][0])
        state = settled(table)
    else:
        table.press("hold")
        settled(table)
    page.locator("#tab-log").tap()
    expect(page.locator(".log .die").first).to_be_visible()
    table.picture("phone-log")


def test_moving_taking_back_and_being_refused(local: str, opened: Opener) -> None:
    table = opened(local, touch=True)
    page = table.page
    table.match = table.begin(HOT_SEAT)
    on_to(table, "Central movement", "Central")
    table.sit_down(table.match, "Central")
    uncovered(table)
    for _ in range(20):
        version = table.state()["version"]
        page.get_by_role("button", name="Next unit").tap()
        state = table.until(after(version))
        if "rail" in state["choices"]:
            break
        if state["focus"]["units"]:
            page.get_by_role("button", name="Take back").tap()
            table.until(before(state["version"]))
            stay = f"unit {state['focus']['units'][0]}"
            table.choose_over_api(stay)
            table.choose_over_api("stay")
            table.until(lambda t: not t["focus"]["units"])
    unit = state["focus"]["units"][0]
    table.picture("phone-targets")
    page.locator(".mode[data-verb=rail]").tap()
    there = state["choices"]["rail"][0]
    # The first tap looks ahead, the second goes there.
    table.click_hex(there)
    expect(page.locator(".preview button")).to_be_visible()
    assert table.state()["version"] == state["version"]
    table.click_hex(there)
    state = table.until(after(state["version"]))
    assert next(p["place"] for p in state["pieces"] if p["key"] == unit) == there
    page.get_by_role("button", name="Take back").tap()
    state = table.until(before(state["version"]))
    enemy = next(
        p["key"]
        for p in state["pieces"]
        if p["side"] == "Allied" and table.is_clear(f'.counters [data-key="{p["key"]}"] .card')
    )
    table.click_unit(enemy)
    expect(page.locator(".hexcard.refusal .case")).to_be_visible()
    table.picture("phone-refused")


def test_pinching_and_holding(local: str, opened: Opener) -> None:
    table = opened(local, touch=True)
    page = table.page
    table.sit_down(table.begin(AGAINST_RANDOM), "Central")
    x, y = table.middle('.targets [data-hex="0408"]')
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": a, "y": b, "id": n} for n, (a, b) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    # A long press tells what is known of the hex.
    fingers("touchStart", (x, y))
    expect(page.locator(".hexcard.pinned")).to_contain_text("Verdun")
    fingers("touchEnd")
    assert table.state()["version"] == 0
    # Two fingers apart zoom in.
    wide = page.locator('.targets [data-hex="0408"]').bounding_box()
    fingers("touchStart", (x - 30, y), (x + 30, y))
    for step in range(1, 8):
        fingers("touchMove", (x - 30 - 8 * step, y), (x + 30 + 8 * step, y))
    fingers("touchEnd")
    page.wait_for_timeout(400)
    wider = page.locator('.targets [data-hex="0408"]').bounding_box()
    assert wide
    assert wider
    assert wider["width"] > wide["width"] * 1.5


def test_replay_by_touch(local: str, opened: Opener) -> None:
    table = opened(local, touch=True)
    page = table.page
    table.sit_down(table.begin(HOT_SEAT), "Central")
    roll_until_the_defender_suffers(table)
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("menuitem", name="Replay from the start").tap()
    expect(page.locator(".moment")).to_contain_text("· 0 of")
    page.get_by_role("button", name="Forward (→)").tap()
    expect(page.locator(".moment")).not_to_contain_text("· 0 of")
    table.picture("phone-replay")
    page.locator('[data-replay="now"]').tap()
    expect(page.locator(".decision.yours")).to_be_visible()
