"""Supply one can see: layers with their own patterns, and a unit's line on its card."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.browser import Table
from tests.web.conftest import Opener
from tests.web.play import HOT_SEAT, uncovered

SIDES = ("Allied", "Central")


def seated(opened: Opener, address: str, touch: bool) -> tuple[Table, list[Any]]:
    table = opened(address, touch)
    table.match = table.begin(HOT_SEAT)
    table.sit_down(table.match, "Central")
    uncovered(table)
    answer = table.context.request.get(
        f"{table.address}/api/matches/{table.match}/supply", params={"side": "Central"}
    )
    assert answer.ok, answer.text()
    return table, answer.json()


@pytest.mark.parametrize("touch", [False, True])
def test_supply_is_laid_over_the_map(local: str, opened: Opener, touch: bool) -> None:
    table, told = seated(opened, local, touch)
    page = table.page
    page.locator("#tab-layers").click()
    for n in range(len(SIDES)):
        page.locator(f'[data-layer="lines {n}"]').check()
    expect(page.locator(".supply-lines .strand")).to_have_count(2)
    springs = sum(len(one["sources"]) for one in told)
    expect(page.locator(".supply-lines .spring")).to_have_count(springs)
    # Lines of one side are whole, of the other broken; squares here, diamonds there.
    dashes = page.locator(".supply-lines .strand path:last-child")
    assert dashes.nth(0).get_attribute("stroke-dasharray") == "none"
    assert dashes.nth(1).get_attribute("stroke-dasharray") != "none"
    shapes = {page.locator(f'.spring[data-side="{n}"]').first.get_attribute("d") for n in (0, 1)}
    assert len(shapes) == 2
    page.locator('[data-layer="reach 1"]').check()
    expect(page.locator(".supply-reach .tint")).to_have_count(1)
    table.picture(f"supply{'_phone' if touch else ''}_panel")
    assert violations(page) == []
    if touch:
        page.locator("#tab-layers").click()
    table.picture(f"supply{'_phone' if touch else ''}")
    if touch:
        page.locator("#tab-layers").click()
    for name in ("lines 0", "lines 1", "reach 1"):
        page.locator(f'[data-layer="{name}"]').uncheck()
    expect(page.locator(".supply-lines .strand")).to_have_count(0)
    expect(page.locator(".supply-reach .tint")).to_have_count(0)


@pytest.mark.parametrize("touch", [False, True])
def test_the_card_tells_the_line_of_a_unit(local: str, opened: Opener, touch: bool) -> None:
    """Under the pointer, or as long as a finger has been held on its hex."""
    table, told = seated(opened, local, touch)
    page = table.page
    lines = next(one["lines"] for one in told if one["side"] == "Central")
    unit = next(
        key
        for key, line in lines.items()
        if len(line.get("way", ())) > 2 and table.is_clear(f'.counters [data-key="{key}"] .card')
    )
    x, y = table.middle(f'.counters [data-key="{unit}"] .card')
    if touch:
        finger = page.context.new_cdp_session(page)
        down = {"type": "touchStart", "touchPoints": [{"x": x, "y": y, "id": 0}]}
        finger.send("Input.dispatchTouchEvent", down)
    else:
        page.mouse.move(x, y)
    words = page.locator(f'.hexcard .supply-words[data-key="{unit}"]')
    expect(words).to_contain_text("in supply")
    expect(words).to_contain_text(lines[unit]["way"][-1])
    expect(page.locator(".supply-lines.pointed .strand")).to_have_count(1)
    table.picture("supply_phone_card" if touch else "supply_card")
    if touch:
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.keyboard.press("Escape")
    else:
        page.mouse.move(5, 5)
    expect(page.locator(".supply-lines.pointed .strand")).to_have_count(0)
