"""Before the first match: the guides, and what the lobby says of games and scenarios."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.conftest import Opener

both = pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])


@both
def test_a_guide_is_read_from_the_lobby(local: str, opened: Opener, touch: bool) -> None:
    table = opened(local, touch)
    page = table.page
    page.goto(local)
    card = page.locator(".game").filter(has_text="Der Weltkrieg")
    card.get_by_role("link", name="Guide").click()
    expect(page.get_by_role("heading", name="Der Weltkrieg: a guide")).to_be_visible()
    picture = page.locator("figure img").first
    picture.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('figure img').naturalWidth > 300")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert violations(page) == []
    table.picture(f"guide-{'phone' if touch else 'desk'}")
    page.get_by_role("link", name="How to win").click()
    expect(page.get_by_role("heading", name="How to win")).to_be_in_viewport()
    page.get_by_role("link", name="Trenchline").click()
    expect(page.get_by_role("heading", name="Games")).to_be_visible()


@both
def test_the_lobby_says_where_to_start(local: str, opened: Opener, touch: bool) -> None:
    table = opened(local, touch)
    page = table.page
    page.goto(local)
    # Only the easiest game is the one to begin with.
    expect(page.locator(".start")).to_have_count(1)
    expect(page.locator(".game", has=page.locator(".start"))).to_contain_text("World War I")
    # Each card tells what one learns by it; a form tells it of its scenario.
    expect(page.locator(".game .learns")).to_have_count(5)
    card = page.locator(".game", has=page.locator("[data-new=der_weltkrieg]"))
    expect(card.locator(".learns")).to_contain_text("What you learn: Supply points")
    page.locator("[data-new=der_weltkrieg]").click()
    expect(card.locator(".learns")).to_be_hidden()
    form = page.locator(".new-match form").first
    expect(form.locator("select[name=scenario]")).to_have_value("limanowa")
    expect(form).to_contain_text("30 minutes against the computer")
    expect(form).to_contain_text("What you learn: Supply points")
    form.locator("select[name=scenario]").select_option("gorlice")
    expect(form).to_contain_text("A prepared breakthrough")
    assert violations(page) == []
    form.scroll_into_view_if_needed()
    table.picture(f"lobby-audience-{'phone' if touch else 'desk'}")
