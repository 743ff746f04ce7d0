"""Taking back, doing again, and being asked before something is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser import Table, after, before, only_choice_of
from tests.web.conftest import Opener
from tests.web.play import AGAINST_RANDOM, declare


def test_a_computers_turn_is_not_taken_back_unasked(local: str, opened: Opener) -> None:
    table = opened(local)
    page = table.page
    table.sit_down(table.begin(AGAINST_RANDOM), "Central")
    dialog = page.get_by_role("dialog")
    back = page.get_by_role("button", name="Take back")
    again = page.get_by_role("button", name="Do again")
    # Escape takes nothing back, however often.
    declared = declare(table, "0408")["version"]
    for _ in range(3):
        page.keyboard.press("Escape")
    page.wait_for_timeout(400)
    assert table.state()["version"] == declared
    # What is free goes back unasked, and is done again in the same order.
    back.click()
    table.until(before(declared))
    back.click()
    table.until(before(declared - 1))
    expect(dialog).to_have_count(0)
    again.click()
    page.keyboard.press("Control+Shift+z") if table.until(after(declared - 2)) else None
    assert table.until(lambda t: t["version"] == declared)["focus"]["battle"] == "declare"
    expect(again).to_have_count(0)
    # Another choice, and there is nothing to do again.
    back.click()
    table.until(before(declared))
    expect(again).to_be_visible()
    while table.state()["version"] > 0:
        version = table.state()["version"]
        page.keyboard.press("Control+z")
        table.until(before(version))
    table.click_hex("0409")
    table.until(lambda t: t["focus"]["hexes"] == ["0409"])
    expect(again).to_have_count(0)
    # What was only taken in hand is put down.
    page.keyboard.press("Escape")
    table.until(lambda t: t["version"] == 0)
    # The computer has answered: that is asked about, with what is lost.
    table.press("done")
    state = table.until(lambda t: t["version"] > 1 and t["who"] == "Central", "an answer")
    back.click()
    expect(dialog).to_contain_text("the computer (Allied)")
    expect(dialog.locator(".lost-acts, .lost-turns").first).to_be_visible()
    table.picture("take-back")
    dialog.get_by_role("button", name="Leave it").click()
    assert table.state()["version"] == state["version"]
    back.click()
    dialog.get_by_role("button", name="Take back").click()
    table.until(lambda t: t["version"] == 0)


@pytest.mark.parametrize(
    ("game", "sides", "phase", "names"),
    [
        (
            "kaisers_war",
            ("Allied", "Central"),
            "Central movement",
            "German infantry army 1 (",
        ),
        ("der_weltkrieg", ("Central Powers", "Entente"), "Central Powers movement", "Division ("),
    ],
)
def test_the_end_of_a_phase_names_who_could_still_act(
    local: str, opened: Opener, game: str, sides: tuple[str, str], phase: str, names: str
) -> None:
    table: Table = opened(local)
    table.game = lambda: game  # type: ignore[method-assign]
    table.match = table.begin(dict.fromkeys(sides, "me"))
    side = phase.removesuffix(" movement")
    while (state := table.state(side))["phase"] != phase:
        mine = table.state(state["who"])
        table.choose_over_api(only_choice_of(mine, "auto", "done", "stay"), state["who"])
    table.sit_down(table.match, side)
    table.until(lambda t: True)
    table.page.locator('.decision [data-choice="done"]').click()
    dialog = table.page.locator("dialog.ending")
    expect(dialog).to_contain_text("could still move")
    expect(dialog).to_contain_text(names)
    table.picture(f"ending-{game}")
    dialog.get_by_role("button", name="Go on").click()
    assert table.state()["phase"] == phase
