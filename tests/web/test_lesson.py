"""The first lesson, on the real table: right clicks go on, wrong ones are coached."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.browser import Table
from tests.web.conftest import Opener

both = pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])


def begun(opened: Opener, address: str, touch: bool) -> Table:
    """At the first lesson, from the lobby."""
    table = opened(address, touch)
    table.page.goto(address)
    table.page.locator("[data-lesson='1_first_battle']").click()
    expect(table.page.locator(".lesson-words")).to_contain_text("Summer 1915")
    table.match = table.page.url.split("/match/")[1].split("?")[0]
    table.side = "Central"
    return table


def to(table: Table, label: str) -> None:
    """Choose a hex; a finger looks ahead first, where one can."""
    table.click_hex(label)
    if table.touch and "move" in table.state()["choices"]:
        table.click_hex(label)


@both
def test_the_first_battle_is_learnt(local: str, opened: Opener, touch: bool) -> None:
    table = begun(opened, local, touch)
    page, size = table.page, "phone" if touch else "desk"
    words, hint = page.locator(".lesson-words"), page.locator(".lesson-hint")
    expect(page.locator(".cover")).to_have_count(0)
    following = page.locator(".lesson-buttons").get_by_role("button", name="Next")
    # Nothing is done before it has been read.
    page.locator('.decision [data-choice="done"]').click()
    expect(hint).to_contain_text("press Next")
    assert violations(page) == []
    following.click()
    expect(words).to_contain_text("waits at Frankfurt")
    table.picture(f"lesson-{size}")
    # The other army, and the end of the phase: neither happens.
    table.click_unit("GE4")
    expect(hint).to_contain_text("First the 5th Army")
    page.locator('.decision [data-choice="done"]').click()
    assert table.state()["version"] == 0
    # What the rules do not allow gets their own reason and case, then what to do instead.
    table.click_unit("FR3")
    expect(hint.locator(".reason")).to_contain_text("Only the phasing player's units move")
    expect(hint.locator(".case")).to_have_text("5.11")
    expect(hint).to_contain_text("First the 5th Army")
    expect(page.locator(".hexcard.refusal")).to_have_count(0)
    # What is meant stays in its ring however long one reads.
    page.wait_for_timeout(1500)
    expect(page.locator(".pointed-out .ring")).to_have_count(1)
    table.picture(f"lesson-refused-{size}")
    table.click_unit("GE5")
    expect(words).to_contain_text("The lit hexes")
    to(table, "0509")
    expect(hint).to_contain_text("send it to 0508")
    to(table, "0508")
    expect(words).to_contain_text("zone of control")
    following.click()
    expect(words).to_contain_text("Is it fed?")
    following.click()
    table.press("done")
    expect(words).to_contain_text("Superior side")
    following.click()
    table.click_hex("0407")
    expect(words).to_contain_text("Who attacks?")
    table.click_unit("GE4")
    expect(words).to_contain_text("other one")
    page.locator('.decision [data-choice="roll"]').click()
    expect(hint).to_contain_text("Both should attack")
    table.click_unit("GE5")
    expect(words).to_contain_text("differential of +5")
    following.click()
    table.press("roll")
    expect(words).to_contain_text("A two")
    following.click()
    expect(words).to_contain_text("those who attacked may follow")
    table.picture(f"lesson-advance-{size}")
    skip = page.locator("[data-skip]")
    if skip.count():
        skip.click()
    table.click_unit("GE4")
    expect(words).to_contain_text("Go to 0407")
    table.click_hex("0407")
    expect(words).to_contain_text("The 5th could chase")
    table.press("done")
    expect(words).to_contain_text("That was your first round")
    following.click()
    expect(words).to_contain_text("Your second round")
    table.press("done")
    expect(words).to_contain_text("every nation is paid")
    following.click()
    expect(words).to_contain_text("An army costs five points")
    table.press("done")
    following.click()
    expect(words).to_contain_text("End your turn")
    table.press("done")
    expect(words).to_contain_text("Longwy-Briey is yours")
    expect(page.locator(".pointed-out .ring")).to_have_count(0)
    assert violations(page) == []
    table.picture(f"lesson-done-{size}")
    page.get_by_role("button", name="Play on").click()
    expect(page.locator(".lesson")).to_have_count(0)
    # It is ticked off in the staff college, and the lobby offers the next.
    page.goto(f"{local}/#/college")
    course = page.locator("#course-world_war_one")
    expect(course.locator("button.known")).to_have_count(1)
    expect(course.get_by_role("img", name="learnt", exact=True)).to_be_visible()
    assert violations(page) == []
    table.picture(f"college-{size}")
    page.get_by_role("link", name="To the lobby").click()
    expect(page.locator("[data-lesson='1_first_battle']")).to_have_count(0)


@both
def test_an_adviser_speaks_up_once(local: str, opened: Opener, touch: bool) -> None:
    table = opened(local, touch)
    page, size = table.page, "phone" if touch else "desk"
    page.goto(f"{local}/#/college/der_weltkrieg")
    page.locator("[data-guided='der_weltkrieg']").click()
    words = page.locator(".lesson-words")
    expect(words).to_contain_text("Four turns")
    page.get_by_role("button", name="Let us begin").click()
    expect(words).to_contain_text("Each hexside has its price")
    table.picture(f"guided-{size}")
    assert violations(page) == []
    page.get_by_role("button", name="I see").click()
    expect(page.locator(".lesson")).to_be_hidden()
    page.reload()
    done = page.locator('.decision [data-choice="done"]')
    expect(done).to_be_visible()
    expect(page.locator(".lesson")).to_be_hidden()
    done.click()
    page.get_by_role("button", name="End the phase").click()
    expect(words).to_contain_text("three times his strength")
    page.get_by_role("button", name="No more advice").click()
    expect(page.locator(".lesson")).to_have_count(0)


def test_a_step_back_is_a_step_back_in_the_lesson_and_it_is_kept(
    local: str, opened: Opener
) -> None:
    table = begun(opened, local, touch=False)
    page = table.page
    words = page.locator(".lesson-words")
    page.locator(".lesson-buttons").get_by_role("button", name="Next").click()
    table.click_unit("GE5")
    expect(words).to_contain_text("The lit hexes")
    page.reload()
    expect(words).to_contain_text("The lit hexes")
    page.keyboard.press("Control+z")
    expect(words).not_to_contain_text("The lit hexes")
