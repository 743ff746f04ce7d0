"""Words of a game explain themselves: under the pointer, by keyboard and by touch."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.web.axe import violations
from tests.web.browser import Table
from tests.web.conftest import Opener
from tests.web.play import HOT_SEAT


def seated(opened: Opener, address: str, touch: bool = False) -> tuple[Table, Locator]:
    """At a new match, and where words are explained."""
    table = opened(address, touch)
    table.sit_down(table.begin(HOT_SEAT), "Central")
    expect(table.page.locator(".decision.yours")).to_be_visible()
    return table, table.page.locator(".explanation")


def test_the_pointer_explains_a_word_of_the_prompt(local: str, opened: Opener) -> None:
    table, explanation = seated(opened, local)
    word = table.page.locator(".prompt .term")
    expect(word).to_have_text("attack phase")
    word.hover()
    expect(explanation).to_contain_text("One of six in a turn")
    assert violations(table.page) == []
    table.picture("glossary-desk")
    # One may follow the explanation with the pointer and open the rule it names.
    explanation.locator(".case").hover()
    expect(explanation).to_be_visible()
    explanation.locator(".case").click()
    expect(table.page.locator('#panel-rules .rule.open[data-case="8.12"]')).to_be_visible()
    expect(explanation).to_have_count(0)


def test_a_click_on_an_explained_word_opens_its_rule(local: str, opened: Opener) -> None:
    table, explanation = seated(opened, local)
    version = table.state()["version"]
    word = table.page.locator(".log .term", has_text="Superior").first
    word.hover()
    expect(explanation).to_contain_text("attacks first")
    word.click()
    expect(table.page.locator('#panel-rules .rule.open[data-case="4.0/3"]')).to_be_visible()
    # The line itself would have shown the board at its moment.
    assert table.page.locator(".log .shown").count() == 0
    assert table.state()["version"] == version


def test_the_keyboard_explains_and_puts_away(local: str, opened: Opener) -> None:
    table, explanation = seated(opened, local)
    word = table.page.locator(".prompt .term")
    table.page.keyboard.press("Tab")
    word.focus()
    expect(explanation).to_be_visible()
    expect(word).to_have_attribute("aria-describedby", "explanation")
    table.page.keyboard.press("Escape")
    expect(explanation).to_have_count(0)
    table.page.keyboard.press("Enter")
    expect(table.page.locator('#panel-rules .rule.open[data-case="8.12"]')).to_be_visible()


def test_a_tap_explains_on_a_phone(local: str, opened: Opener) -> None:
    table, explanation = seated(opened, local, touch=True)
    table.page.locator(".prompt .term").tap()
    expect(explanation).to_contain_text("One of six in a turn")
    assert violations(table.page) == []
    box, screen = explanation.bounding_box(), table.page.viewport_size
    assert box is not None
    assert screen is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= screen["width"]
    table.picture("glossary-phone")
    table.page.locator("#tab-charts").tap()
    expect(explanation).to_have_count(0)
    term = table.page.locator("#panel-charts .term").first
    term.tap()
    expect(explanation).to_be_visible()
    table.picture("glossary-phone-charts")


def test_a_line_marks_a_term_once_and_leaves_links_alone(local: str, opened: Opener) -> None:
    table, _ = seated(opened, local)
    page = table.page
    page.locator("#tab-rules").click()
    page.locator('.chapter[data-chapter="8"] summary').click()
    expect(page.locator("#panel-rules .rule .term").first).to_be_visible()
    twice = page.evaluate(
        """lines => [...document.querySelectorAll(lines)].filter(line => {
            const own = [...line.querySelectorAll(".term")].filter(w => w.closest(lines) === line);
            const words = own.map(word => word.dataset.term);
            return new Set(words).size < words.length;
        }).map(line => line.textContent)""",
        ".prompt, .act, .detail, .rule dd, .rule figcaption",
    )
    assert twice == []
    assert page.locator("a .term, button .term").count() == 0
