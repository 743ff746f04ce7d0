"""The lobby while it is still being laid out: nobody looks at an empty page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.web.axe import violations
from tests.web.browser import NEW_MATCH
from tests.web.conftest import Opener
from tests.web.play import HOT_SEAT

both = pytest.mark.parametrize("touch", [False, True])


@both
def test_the_page_says_that_it_opens_before_any_script_has_run(
    local: str, opened: Opener, touch: bool
) -> None:
    table = opened(local, touch)
    table.page.route("**/js/**", lambda route: route.abort())
    table.page.goto(local)
    expect(table.page.get_by_role("heading", name="Trenchline")).to_be_visible()
    expect(table.page.get_by_text("Opening")).to_be_visible()
    assert violations(table.page) == []


@both
def test_matches_do_not_wait_for_games(local: str, opened: Opener, touch: bool) -> None:
    table = opened(local, touch)
    page, held = table.page, list[Route]()
    match = table.begin(HOT_SEAT)
    page.route("**/api/games", lambda route: held.append(route))
    page.goto(local)
    expect(page.locator(f'.mine a[href*="{match}"]')).to_be_visible()
    expect(page.get_by_text("The games are being laid out")).to_be_visible()
    assert violations(page) == []
    table.picture("phone-lobby-waits" if touch else "lobby-waits")
    held[0].continue_()
    expect(page.locator(NEW_MATCH)).to_be_visible()
    expect(page.get_by_text("The games are being laid out")).to_have_count(0)
