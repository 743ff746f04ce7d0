"""Watching the computer play: act by act in order, at one's own pace, or not at all."""

from __future__ import annotations

import json
import re
import time

from playwright.sync_api import Route, expect

from tests.web.browser import Json, Table, only_choice_of
from tests.web.conftest import Opener

SEATS = {"Allied": "computer:captain", "Central": "me"}
SETTINGS = "trenchline.settings"
ENOUGH = 12
"""Acts to watch."""

WATCH = """() => {
    window.watched = [];
    const look = () => {
        const bar = document.querySelector(".question.news");
        const version = Number(bar?.dataset.version || 0);
        if (!version || window.watched.at(-1)?.version === version) return;
        const told = [...document.querySelectorAll(".log li[data-version]")];
        window.watched.push({ version, told: Math.max(...told.map(li => li.dataset.version)) });
    };
    new MutationObserver(look).observe(document.body,
        { subtree: true, childList: true, attributes: true, attributeFilter: ["data-version"] });
}"""

SEE = """() => {
    window.seen = { declared: false, rolled: false };
    const all = (...selectors) => selectors.every(one => document.querySelector(one));
    const look = () => {
        const stage = document.querySelector(".battle .stages .now")?.textContent;
        seen.declared ||= stage === "Odds" && all(".trail.attack", ".battle .bars");
        seen.rolled ||= all(".flash.on .die", ".battle .rolled .die");
    };
    new MutationObserver(look).observe(document.body,
        { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
}"""
"""What was shown, however short it stood between two looks."""


def seated(opened: Opener, address: str, speed: float, game: str, touch: bool = False) -> Table:
    """At a new match against the computer, who shows what it does at this speed."""
    table = opened(address, touch=touch)
    kept = json.dumps({"speed": speed})
    table.page.add_init_script(f"localStorage.setItem('{SETTINGS}', '{kept}')")
    return table.sit_down(table.begin(SEATS, game=game), "Central")


def pass_on(table: Table) -> Json:
    """Pass, over the API, until the computer is to decide."""
    for _ in range(60):
        state = table.state()
        if state["who"] != table.side:
            return state
        table.choose_over_api(only_choice_of(state, "auto", "done", "hold"))
    raise AssertionError("the computer is never asked")


def answer(table: Table, seconds: float = 60) -> Json:
    """The table once the computer has done all that it may."""
    deadline = time.monotonic() + seconds
    while (state := table.state())["who"] != table.side:
        assert time.monotonic() < deadline, "the computer does not answer"
        time.sleep(0.05)
    return state


def told(table: Table) -> list[int]:
    """The versions at which the computer has done something that is told."""
    query = f"/api/matches/{table.match}/log?from=1&side={table.side}"
    entries = table.context.request.get(table.address + query).json()
    theirs = [entry for entry in entries if entry["side"] != table.side]
    return [entry["version"] for entry in theirs if entry["lines"] or entry["dice"]]


def test_the_steps_are_shown_one_after_the_other(local: str, opened: Opener) -> None:
    table = seated(opened, local, 8, "kaisers_war")
    page = table.page

    def slowly(route: Route) -> None:
        # By the time the log is fetched the computer has gone on.
        time.sleep(0.3)
        route.continue_()

    page.route("**/log?*", slowly)
    page.evaluate(WATCH)
    pass_on(table)
    while page.evaluate("window.watched.length") < ENOUGH:
        page.wait_for_timeout(100)
    # Before one goes to the end, which passes over what lies between.
    watched = page.evaluate("window.watched")
    page.keyboard.press("End")
    answer(table)
    theirs = told(table)
    shown = [act["version"] for act in watched if act["version"] >= theirs[0]]
    # Each once and in order, none passed over, and the log never tells more than the map shows.
    assert shown == theirs[: len(shown)]
    assert all(act["told"] <= act["version"] for act in watched)


def test_an_attack_is_shown_with_its_arrows_its_odds_and_its_die(
    local: str, opened: Opener
) -> None:
    table = seated(opened, local, 1, "world_war_one")
    page = table.page
    page.evaluate(SEE)
    shown(table, "declared", "watch-declared")
    shown(table, "rolled", "watch-die")


def shown(table: Table, moment: str, picture: str) -> None:
    """Wait until a moment of an attack has been shown; the computer need not attack at once."""
    deadline = time.monotonic() + 240
    while not table.page.evaluate(f"window.seen.{moment}"):
        assert time.monotonic() < deadline, table.page.evaluate("window.seen")
        if table.page.locator(".decision.yours").is_visible():
            pass_on(table)
        table.page.wait_for_timeout(50)
    table.picture(picture)


def test_pausing_stepping_and_skipping_by_key(local: str, opened: Opener) -> None:
    table = seated(opened, local, 2, "kaisers_war")
    page = table.page
    pass_on(table)
    bar = page.locator(".question.news")
    expect(bar).to_have_attribute("data-version", re.compile(r"\d"))
    page.keyboard.press("Space")
    expect(bar.get_by_role("button", name="Go on")).to_be_visible()
    last = answer(table)["version"]
    first = bar.get_attribute("data-version")
    table.picture("watch-paused")
    page.wait_for_timeout(800)
    assert bar.get_attribute("data-version") == first
    # Step by step, each with where it went; the button keeps the focus. What it does before it
    # marches, mobilizing say, differs from match to match.
    forward = bar.get_by_role("button", name="Next")
    forward.focus()
    for _ in told(table)[:-2]:
        before = bar.get_attribute("data-version")
        page.keyboard.press("Enter")
        expect(bar).not_to_have_attribute("data-version", str(before))
        if page.locator(".trail.march").count():
            break
    expect(page.locator(".trail.march").first).to_be_attached()
    expect(forward).to_be_focused()
    table.picture("watch-step")
    page.keyboard.press(">")
    expect(bar.locator(".speed")).to_have_text("4×")
    page.keyboard.press("<")
    expect(bar.locator(".speed")).to_have_text("2×")
    # After a reload it goes on where it was.
    stood = int(str(bar.get_attribute("data-version")))
    page.reload()
    expect(bar).to_have_attribute("data-version", re.compile(r"\d"))
    page.keyboard.press("Space")
    assert stood <= int(str(bar.get_attribute("data-version"))) < told(table)[-1]
    page.keyboard.press("Escape")
    expect(page.locator(".decision.yours")).to_be_visible()
    assert table.state()["version"] == last
    page.reload()
    expect(page.locator(".decision.yours")).to_be_visible()
    expect(bar).to_have_count(0)


def test_a_sign_that_the_computer_thinks_and_coming_back_later(local: str, opened: Opener) -> None:
    table = opened(local, touch=True)
    page = table.page
    seats = {"Allied": "computer:general", "Central": "me"}
    table.sit_down(table.begin(seats, game="kaisers_war"), "Central")
    # The general sets his armies up first, which is no news to us [26.3].
    answer(table)
    # The sign may come and go between two looks.
    page.evaluate(
        """new MutationObserver(() => {
            window.thought ||= document.querySelector(".thinking .dots") !== null
        }).observe(document.body, {childList: true, subtree: true})"""
    )
    pass_on(table)
    for _ in range(600):
        # What was done over the API is news, too.
        page.evaluate("document.querySelector('[data-skip]')?.click()")
        if page.evaluate("window.thought === true"):
            break
        page.wait_for_timeout(50)
    assert page.evaluate("window.thought === true")
    table.picture("watch-thinking")
    # The page stays alive meanwhile, and one may leave.
    page.locator("#tab-state").tap()
    expect(page.locator(".panel.state")).to_be_visible()
    page.get_by_role("link", name="Lobby").tap()
    expect(page.get_by_role("heading", name="My matches")).to_be_visible()
    answer(table)
    page.go_back()
    expect(page.locator(".question.news")).to_be_visible()
    table.picture("watch-phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Skip").tap()
    expect(page.locator(".decision.yours")).to_be_visible()
