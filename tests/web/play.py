"""Things people do at the table, for the tests of the page."""

from __future__ import annotations

import time

from playwright.sync_api import expect

from tests.web.browser import Json, Table, after, only_choice_of

HOT_SEAT = {"Allied": "me", "Central": "me"}
AGAINST_RANDOM = {"Allied": "computer:random", "Central": "me"}


def uncovered(table: Table) -> None:
    """Take the cover away, for good: both may look."""
    cover = table.page.locator(".cover")
    if cover.count():
        cover.locator("input").check()
        cover.get_by_role("button").click()
        expect(cover).to_have_count(0)


def declare(table: Table, target: str) -> Json:
    """Attack a hex with everything that can."""
    for patience in (10, 10, 60):
        # A click may miss a map that is just being moved into sight.
        table.click_hex(target)
        try:
            state = table.until(
                lambda t: t["focus"]["battle"] == "declare", f"attack on {target}", patience
            )
            break
        except AssertionError:
            if patience == 60:
                raise
    while "with" in state["choices"]:
        version = state["version"]
        table.click_unit(state["choices"]["with"][0])
        state = table.until(after(version), "another attacker")
    return state


def roll_until_the_defender_suffers(table: Table) -> Json:
    """Attack hex after hex until the defending unit must retreat or pay."""
    side = table.side
    for _ in range(6):
        state = table.state()
        target = next(
            hex_
            for hex_ in state["choices"]["attack"]
            if any(p["place"] == hex_ and p["side"] != side for p in state["pieces"])
        )
        declare(table, target)
        expect(table.page.locator(".battle .bars")).to_be_attached()
        table.press("roll")
        state = settled(table)
        if "retreat" in state["choices"] or "hold" in state["choices"]:
            return state
        # The attack failed, or its cost is asked first: go on by the API.
        while state["focus"]["battle"]:
            table.choose_over_api(only_choice_of(state, "pay", "done"), state["who"])
            state = settled(table)
    raise AssertionError("six attacks without a loss")


def settled(table: Table) -> Json:
    """The table once the server and the page agree, whoever decides at this screen."""
    expect(table.page.locator(".decision.busy")).to_have_count(0)
    who = table.state()["who"]
    mine = table.state()["seats"][who]["kind"] == "me"
    if mine and who != table.side:
        asked = table.page.locator(".decision.yours .who", has_text=who)
        expect(table.page.locator(".cover").or_(asked).first).to_be_attached()
        uncovered(table)
        table.side = who
    return table.until(lambda t: True)


def on_to(table: Table, phase: str, side: str) -> Json:
    """Play on over the API, passing wherever one may, until a side's phase begins."""
    for _ in range(600):
        state = table.state(side)
        if state["phase"] == phase and state["who"] == side and not state["focus"]["units"]:
            return state
        if state["seats"][state["who"]]["kind"] == "me":
            mine = table.state(state["who"])
            table.choose_over_api(only_choice_of(mine, "done", "stay", "hold"), state["who"])
        else:
            table.page.wait_for_timeout(100)
    raise AssertionError(f"{phase} never comes")


def act(table: Table, choice: str) -> Json:
    """Make a choice with the hands, wherever the page offers it, and wait for what comes of it."""
    state = table.state()
    verb, _, word = choice.partition(" ")
    takes = state["verbs"][verb]["takes"]
    stack = [p["key"] for p in state["pieces"] if p["place"] == place_of(state, word)]
    tray = table.page.locator(f'.decision [data-choice="{choice}"]')
    mode = table.page.locator(f'.mode[data-verb="{verb}"]')
    if mode.count() and mode.get_attribute("aria-pressed") != "true":
        mode.click()
    if takes == "hex":
        bring_near(table, f'.targets [data-hex="{word}"]')
        table.click_hex(word)
        if state["pieces"] and table.touch:
            tap_again(table, state["version"], word)
    elif takes == "unit" and not tray.count():
        bring_near(table, f'.counters [data-key="{stack[-1]}"] .card')
        table.click_in_stack(word, stack)
    else:
        table.press(choice)
    deadline = time.monotonic() + 30
    while table.state()["version"] == state["version"]:
        assert time.monotonic() < deadline, f"{choice} is not taken"
        table.page.wait_for_timeout(50)
    return settled(table)


def place_of(state: Json, key: str) -> str:
    """Where a unit is."""
    return next((str(p["place"]) for p in state["pieces"] if p["key"] == key), "")


def tap_again(table: Table, version: int, label: str) -> None:
    """The first tap looks ahead, or spreads a stack; the second is meant."""
    table.page.wait_for_timeout(300)
    if table.state()["version"] == version:
        table.click_hex(label)


def bring_near(table: Table, selector: str) -> None:
    """Zoom in from the whole map until something on it can be told from its neighbours."""

    def near() -> bool:
        box = table.page.locator(selector).bounding_box()
        return box is not None and box["width"] > 34

    if near() and table.is_clear(selector):
        return
    table.page.keyboard.press("0")
    for _ in range(8):
        x, y = table.middle(selector)
        if near():
            return
        table.zoom_in(x, y)
