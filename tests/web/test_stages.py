"""A phase in which one thing is asked after another is passed by one press."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.browser import after
from tests.web.conftest import Opener
from tests.web.play import uncovered

SEATS = {"Entente": "me", "Central Powers": "me"}


@pytest.mark.parametrize("touch", [False, True])
def test_whoever_wants_none_of_it_goes_on_to_the_next_phase(
    local: str, opened: Opener, touch: bool
) -> None:
    table = opened(local, touch)
    begin = {"game": "the_great_war", "scenario": "gorizia"}
    table.sit_down(table.begin(SEATS, **begin), "Entente")
    uncovered(table)
    page, pass_all = table.page, table.page.locator(".all-stages")
    state = table.until(lambda t: t["phase"] == "Entente initial")
    # That more is asked in this phase shows when the first thing is done.
    expect(pass_all).to_have_count(0)
    table.press("done")
    state = table.until(after(state["version"]))
    assert state["phase"] == "Entente initial"
    expect(pass_all).to_be_visible()
    table.picture("phone-stages" if touch else "stages")
    assert violations(page) == []
    pass_all.click()
    moving = table.until(lambda t: t["phase"] == "Entente movement")
    # It stops there: the movement itself is not ended.
    assert "unit" in moving["choices"]
    assert moving["version"] >= state["version"] + 2
    expect(pass_all).to_have_count(0)
    # The next time it is known.
    table.sit_down(table.begin(SEATS, **begin), "Entente")
    uncovered(table)
    table.until(lambda t: t["phase"] == "Entente initial")
    pass_all.click()
    table.until(lambda t: t["phase"] == "Entente movement")
