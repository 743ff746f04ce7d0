"""The history of the turn: stepped through back and forth."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser import Table
from tests.web.conftest import Opener
from tests.web.play import HOT_SEAT, on_to, uncovered


def with_two_moves(opened: Opener, address: str, touch: bool) -> tuple[Table, int]:
    """At a table where two units have just moved, and the version before they did."""
    table = opened(address, touch)
    table.match = table.begin(HOT_SEAT)
    state = on_to(table, "Central movement", "Central")
    began = state["version"]
    while table.state("Central")["version"] < began + 4:
        state = table.state("Central")
        if state["focus"]["units"]:
            verb = next(v for v in ("move", "stay") if v in state["choices"])
            choice = f"{verb} {state['choices'][verb][0]}".strip()
        else:
            choice = f"unit {state['choices']['unit'][0]}"
        table.choose_over_api(choice, "Central")
    table.sit_down(table.match, "Central")
    uncovered(table)
    return table, began


@pytest.mark.parametrize("touch", [False, True])
def test_one_steps_through_the_turn(local: str, opened: Opener, touch: bool) -> None:
    table, began = with_two_moves(opened, local, touch)
    page = table.page
    page.locator("#tab-turn").tap() if touch else page.locator("#tab-turn").click()
    steps, gone = page.locator(".steps li:not(.gone) button"), page.locator(".steps .gone button")
    expect(page.locator(".steps [aria-current=step]")).to_have_count(1)
    there = steps.count()
    expect(gone).to_have_count(0)
    # To just after the first of the four choices, in one press.
    steps.nth(there - 4).click()
    table.until(lambda t: t["version"] == began + 1)
    expect(gone).to_have_count(3)
    expect(steps).to_have_count(there - 3)
    table.picture("phone-turn" if touch else "turn")
    if touch:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # Forth by one, by the rest, and back by one.
    page.locator("[data-step=forth]").click()
    table.until(lambda t: t["version"] == began + 2)
    expect(gone).to_have_count(2)
    gone.nth(1).click()
    table.until(lambda t: t["version"] == began + 4)
    expect(gone).to_have_count(0)
    expect(steps).to_have_count(there)
    page.locator("[data-step=back]").click()
    table.until(lambda t: t["version"] == began + 3)
    expect(gone).to_have_count(1)
    expect(page.locator(".decision.yours")).to_be_attached()
