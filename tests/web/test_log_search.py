"""The log is searched by turn, side and place."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Opener
from tests.web.test_turn import with_two_moves


def test_the_log_leaves_what_has_all_the_words(local: str, opened: Opener) -> None:
    table, _ = with_two_moves(opened, local, False)
    page = table.page
    page.locator("#tab-log").click()
    search = page.get_by_label("Search the log")
    entries = page.locator(".log li[data-version]:not([hidden])")
    expect(entries.first).to_be_visible()
    everything = entries.count()
    search.fill("central")
    expect(entries.first).to_be_visible()
    assert entries.count() <= everything
    word = entries.last.inner_text().split()[-1]
    search.fill(f"central {word}")
    expect(entries.last).to_contain_text(word)
    search.fill("xyzzy")
    expect(entries).to_have_count(0)
    expect(page.get_by_text("Nothing in the log has all these words.")).to_be_visible()
    search.fill("")
    expect(entries).to_have_count(everything)
