"""The rules panel is a book: chapters to open, and a search that takes questions."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.conftest import Opener
from tests.web.play import HOT_SEAT

both = pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])


@both
def test_chapters_and_questions(local: str, opened: Opener, touch: bool) -> None:
    table = opened(local, touch)
    table.sit_down(table.begin(HOT_SEAT), "Central")
    page, size = table.page, "phone" if touch else "desk"
    expect(page.locator(".decision.yours")).to_be_visible()
    page.locator("#tab-rules").click()
    chapter = page.locator('.chapter[data-chapter="8"]')
    expect(chapter).to_contain_text("Combat")
    # Closed, it is a table of contents.
    assert page.locator("#panel-rules .rule").count() == 0
    table.picture(f"rules-contents-{size}")
    chapter.locator("summary").click()
    expect(chapter.locator('[data-case="8.35"]')).to_contain_text("Winter bonus")
    # A small board shows the case, and what the rules say to it; it is drawn when it is seen.
    example = chapter.locator('[data-example="metz_in_winter"]')
    example.scroll_into_view_if_needed()
    assert example.locator("img").evaluate("async (one) => (await one.decode(), one.naturalWidth)")
    expect(example).to_contain_text("rough terrain 1 8.34")
    assert violations(page) == []
    table.picture(f"rules-chapter-{size}")
    # Other cases lead to it.
    chapter.locator('[data-case="8.34"] .to-example .case').click()
    expect(chapter.locator('[data-case="8.35"]')).to_have_class(re.compile("open"))
    refused = chapter.locator('[data-example="fort_and_army"] .no')
    expect(refused).to_contain_text("4 against 6: the differential is negative")
    page.get_by_role("searchbox").fill("How to win?")
    expect(page.locator("#panel-rules .rule").first).to_contain_text("Winning the game")
    expect(page.get_by_role("link", name="Read the guide")).to_be_visible()
    page.get_by_role("searchbox").fill("rail zeppelin")
    expect(page.locator("#panel-rules .empty")).to_contain_text("these have most of them")
    expect(page.locator("#panel-rules .rule").first).to_be_visible()
    page.get_by_role("searchbox").fill("zeppelin")
    expect(page.locator("#panel-rules .empty")).to_contain_text("No case has these words")
    assert violations(page) == []
    # A case in a summary opens the book where it stands.
    page.get_by_role("searchbox").fill("9.2")
    expect(page.locator("#panel-rules .rule").first).to_contain_text("Out of supply")
    page.get_by_role("searchbox").fill("")
    expect(page.locator('.chapter[data-chapter="R"]')).to_contain_text("Rulings")
