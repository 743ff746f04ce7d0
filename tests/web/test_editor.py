"""The position editor: counters put where one likes, what is wrong told, and played on from."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Route, expect

from tests.web.axe import violations
from tests.web.browser import GAME, Table
from tests.web.conftest import Opener
from trenchline.games import game_names

both = pytest.mark.parametrize("touch", [False, True])
POSITION = """turn 3 phase Central attack 1
FR crp 12 1@0409 Lorraine@0408
GE crp 20 5@0508 6@0509
"""


def edit(opened: Opener, address: str, touch: bool, text: str = POSITION) -> Table:
    table = opened(address, touch)
    table.page.goto(f"{address}/#/editor/{GAME}?p={quote(text)}")
    expect(table.page.locator(".verdict")).to_contain_text("It can be played")
    return table


def text_of(table: Table) -> str:
    return table.page.locator("[data-edit=text]").input_value()


def hex_point(table: Table, label: str) -> tuple[float, float]:
    """Where a hex is on the screen."""
    board = table.context.request.get(f"{table.address}/api/games/{GAME}/board").json()
    spot = next(hex_ for hex_ in board["hexes"] if hex_["label"] == label)
    box = table.page.locator(".map .play").bounding_box()
    assert box is not None
    scale = box["width"] / board["width"]
    return box["x"] + spot["x"] * scale, box["y"] + spot["y"] * scale


def take(table: Table, key: str) -> None:
    """Take a counter of the map in hand."""
    table.click_unit(key)
    expect(table.page.locator(".in-the-hand")).to_contain_text("choose its hex")


@both
def test_counters_are_put_where_one_likes(local: str, opened: Opener, touch: bool) -> None:
    table = edit(opened, local, touch)
    page = table.page
    table.picture("phone-editor" if touch else "editor")
    assert violations(page) == []
    if touch:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # From one hex to another.
    take(table, "GE6")
    table.press_point(*hex_point(table, "0510"))
    expect(page.locator("[data-edit=text]")).to_have_value(_with("6@0510"))
    # From off the map.
    page.locator("[data-edit=nation]").select_option("GE")
    page.locator('.editor-side .pick[data-key="GE7"]').click()
    table.press_point(*hex_point(table, "0609"))
    expect(page.locator("[data-edit=text]")).to_have_value(_with("7@0609"))
    # Off the map again.
    take(table, "GE6")
    page.locator("[data-edit=remove]").click()
    expect(page.locator("[data-edit=text]")).not_to_have_value(_with("6@0510"))
    # And back.
    page.locator("[data-edit=back]").click()
    expect(page.locator("[data-edit=text]")).to_have_value(_with("6@0510"))
    # Two in one hex is against the rules of this game.
    take(table, "GE6")
    table.press_point(*hex_point(table, "0508"))
    expect(page.locator(".verdict.bad")).to_contain_text("two units in 0508")
    expect(page.locator("[data-edit=play]")).to_be_disabled()
    table.picture("phone-editor-wrong" if touch else "editor-wrong")
    page.locator("[data-edit=back]").click()
    expect(page.locator(".verdict")).to_contain_text("It can be played")


def _with(word: str) -> re.Pattern[str]:
    return re.compile(rf"(^|\s){re.escape(word)}(\s|$)")


@both
def test_turn_and_phase_odds_and_playing_on(local: str, opened: Opener, touch: bool) -> None:
    table = edit(opened, local, touch)
    page = table.page
    page.locator("[data-edit=odds]").click()
    table.press_point(*hex_point(table, "0508"))
    table.press_point(*hex_point(table, "0509"))
    table.press_point(*hex_point(table, "0408"))
    expect(page.locator(".plain-odds li").first).to_be_visible()
    table.picture("phone-editor-odds" if touch else "editor-odds")
    page.locator("[data-edit=phase]").select_option("Central movement")
    expect(page.locator(".may-choose")).to_contain_text("Move a unit")
    page.locator("[data-edit=turn]").fill("turn 77")
    page.locator("[data-edit=turn]").press("Enter")
    expect(page.locator(".verdict.bad")).to_contain_text("there is no turn 77")
    page.locator("[data-edit=turn]").fill("turn 4")
    page.locator("[data-edit=turn]").press("Enter")
    expect(page.locator(".verdict")).to_contain_text("It can be played")
    assert text_of(table).startswith("turn 4 phase Central movement")
    page.locator("[data-edit=side]").select_option("Central")
    page.locator("[data-edit=play]").click()
    expect(page.locator(".table .map .world")).to_be_visible()
    match = page.url.partition("/match/")[2].partition("?")[0]
    table.match, table.side = match, "Central"
    state = table.state()
    assert state["phase"] == "Central movement"
    assert state["seats"]["Allied"]["kind"] == "computer"
    assert {p["key"]: p["place"] for p in state["pieces"]}["GE5"] == "0508"


@both
def test_supply_is_asked_for_and_changes_with_the_position(
    local: str, opened: Opener, touch: bool
) -> None:
    table = edit(opened, local, touch)
    page = table.page
    expect(page.locator(".supply-lines .strand")).to_have_count(0)
    for name in ("lines 1", "reach 1"):
        page.locator(f'.editor-side [data-layer="{name}"]').check()
    expect(page.locator(".supply-lines .strand")).to_have_count(1)
    expect(page.locator(".supply-lines .spring").first).to_be_attached()
    expect(page.locator(".supply-reach .tint")).to_have_count(1)
    way = page.locator(".supply-lines .strand path").first
    before = way.get_attribute("d")
    table.picture("phone-editor-supply" if touch else "editor-supply")
    assert violations(page) == []
    take(table, "GE6")
    table.press_point(*hex_point(table, "0510"))
    expect(page.locator("[data-edit=text]")).to_have_value(_with("6@0510"))
    expect(way).not_to_have_attribute("d", before or "")
    for name in ("lines 1", "reach 1"):
        page.locator(f'.editor-side [data-layer="{name}"]').uncheck()
    expect(page.locator(".supply-lines .strand")).to_have_count(0)
    expect(page.locator(".supply-reach .tint")).to_have_count(0)


@both
def test_questions_wait_for_the_answer_to_the_last_bug(
    local: str, opened: Opener, touch: bool
) -> None:
    """Whoever ticked two boxes at once was told that his last position was still looked at."""
    table = edit(opened, local, touch)
    page, asked, slow = table.page, list[Route](), [True]

    def keep(route: Route) -> None:
        asked.append(route)
        if not slow:
            route.continue_()

    page.route("**/api/positions", keep)
    for name in ("lines 1", "reach 1"):
        page.locator(f'.editor-side [data-layer="{name}"]').check()
    page.wait_for_timeout(300)
    assert len(asked) == 1
    slow.clear()
    asked[0].continue_()
    expect(page.locator(".supply-lines .strand")).to_have_count(1)
    expect(page.locator(".supply-reach .tint")).to_have_count(1)


@both
def test_from_the_lobby_by_link_and_from_a_match(local: str, opened: Opener, touch: bool) -> None:
    table = opened(local, touch)
    page = table.page
    page.goto(local)
    page.locator(f'[data-editor="{GAME}"]').click()
    expect(page.locator(".verdict")).to_contain_text("It can be played")
    expect(page.locator(".counters .counter").first).to_be_attached()
    page.locator("[data-edit=share]").click()
    address = page.url
    assert "?p=" in address
    before = text_of(table)
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("[data-edit=text]")).to_have_value(before)
    # The keyboard puts counters too.
    page.locator(".map").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".editor [role=status].sr-only")).not_to_be_empty()
    # A text of one's own.
    page.locator("[data-edit=text]").fill("turn 3 phase tea")
    page.locator("[data-edit=apply]").click()
    expect(page.locator(".verdict.bad")).to_contain_text("Line 1")
    table.sit_down(table.begin({"Allied": "me", "Central": "me"}), "Central")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitem", name="Edit this position").click()
    expect(page.locator(".verdict")).to_contain_text("It can be played")


@both
@pytest.mark.parametrize("name", game_names())
def test_every_game_has_an_editor_that_anybody_can_use(
    local: str, opened: Opener, touch: bool, name: str
) -> None:
    table = opened(local, touch)
    page = table.page
    page.goto(f"{local}/#/editor/{name}")
    expect(page.locator(".verdict")).to_contain_text("It can be played")
    expect(page.locator(".editor .map")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= (390 if touch else 1440)
    table.picture(f"{'phone-' if touch else ''}editor-{name}")
