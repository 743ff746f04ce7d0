"""Nothing that matters is covered, out of sight or too faint, at a desk and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser import Table, only_choice_of
from tests.web.conftest import Opener
from tests.web.play import act, place_of
from tests.web.sight import covered, faint
from trenchline.kernel.provenance import SAID

MOVEMENT = {
    "world_war_one": "Central movement",
    "kaisers_war": "Central movement",
    "der_weltkrieg": "Central Powers movement",
}


def at_movement(opened: Opener, address: str, game: str, touch: bool) -> Table:
    """Where the Central Powers may move."""
    table = opened(address, touch=touch)
    table.page.emulate_media(reduced_motion="reduce")
    table.game = lambda: game  # type: ignore[method-assign]
    games = table.context.request.get(f"{address}/api/games").json()
    sides = next(one["sides"] for one in games if one["name"] == game)
    table.match = table.begin(dict.fromkeys(sides, "me"))
    phase = MOVEMENT[game]
    table.side = phase.removesuffix(" movement")
    while (state := table.state())["phase"] != phase:
        mine = table.state(state["who"])
        table.choose_over_api(only_choice_of(mine, "auto", "done", "hold"), state["who"])
    table.sit_down(table.match, table.side)
    table.until(lambda t: True)
    table.page.wait_for_timeout(600)
    return table


@pytest.mark.slow
@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("game", MOVEMENT)
def test_all_is_in_sight_and_can_be_read(
    local: str, opened: Opener, game: str, touch: bool
) -> None:
    table = at_movement(opened, local, game, touch)
    page = table.page
    assert covered(table) == []
    # The log opens at its end, the charts fit, and all text stands out.
    for tab in ("charts", "state", "rules", "log"):
        page.locator(f"#tab-{tab}").click()
        expect(page.locator(f"#panel-{tab}")).to_be_visible()
        assert faint(table) == []
        if tab == "charts":
            wide = "charts => charts.filter(c => c.scrollWidth > c.clientWidth).length"
            assert page.locator(".charts .scroll").evaluate_all(wide) == 0
            sources = page.locator(".charts figcaption small").all_text_contents()
            assert sources
            assert set(sources) <= set(SAID.values())
            # Two results of one table of Der Weltkrieg are printed in its rulebook.
            expect(page.locator(".charts .origins")).to_have_count(int(game == "der_weltkrieg"))
    left = "log => log.scrollHeight - log.scrollTop - log.clientHeight"
    assert page.locator("#panel-log").evaluate(left) < 3
    if touch:
        page.locator("#tab-log").tap()
    # Near, some of those who can move are beyond the edge; a sign there leads to them.
    frame = page.locator(".map").bounding_box()
    assert frame
    for _ in range(3):
        table.zoom_in(frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2)
    sign = page.locator(".edge-sign")
    expect(sign.first).to_be_visible()
    page.wait_for_timeout(300)
    assert covered(table) == []
    table.picture(f"edges-{game}-{touch}")
    sign.first.click()
    page.wait_for_timeout(600)
    card = page.locator(".counters .choosable .card")
    seen = "cards => cards.map(c => c.getBoundingClientRect()).map(b => [b.x, b.y])"
    assert any(
        frame["x"] < x < frame["x"] + frame["width"]
        and frame["y"] < y < frame["y"] + frame["height"]
        for x, y in card.evaluate_all(seen)
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", MOVEMENT)
def test_cards_cover_nobody_and_the_panel_folds_away(local: str, opened: Opener, game: str) -> None:
    table = at_movement(opened, local, game, touch=False)
    page = table.page
    spots = page.locator(".counters .choosable .card").evaluate_all(
        "cards => cards.map(c => c.getBoundingClientRect()).map(b => [b.x + b.width / 2, b.y + 9])"
    )
    frame = page.locator(".map").bounding_box()
    assert frame
    inside = [
        (x, y)
        for x, y in spots
        if frame["x"] < x < frame["x"] + frame["width"] and frame["y"] < y < frame["height"]
    ]
    shown = 0
    for x, y in inside[:: max(1, len(inside) // 6)]:
        page.mouse.move(x, y)
        page.wait_for_timeout(900)
        shown += page.locator(".hexcard:visible").count()
        assert covered(table) == []
    assert shown
    table.picture(f"card-{game}")
    # A unit in hand lies on top of its stack.
    state = table.state()
    crowd = [p["place"] for p in state["pieces"]]
    lower = [
        p["key"]
        for n, p in enumerate(state["pieces"])
        if p["key"] in state["choices"]["unit"] and p["place"] in crowd[n + 1 :]
    ]
    for unit in lower[:1]:
        state = act(table, f"unit {unit}")
        page.mouse.move(2, 400)
        page.wait_for_timeout(400)
        top = "([x, y]) => document.elementFromPoint(x, y).closest('[data-key]').dataset.key"
        assert page.evaluate(top, table.middle(f'.counters [data-key="{unit}"] .card')) == unit
        assert crowd.count(place_of(state, unit)) > 1
    # The panel folds away, and comes back with what is asked of it.
    page.get_by_role("button", name="Fold the panel away").click()
    expect(page.locator(".panels")).to_be_hidden()
    width = "document.querySelector('.map').clientWidth"
    for _ in range(100):
        if page.evaluate(width) > frame["width"] + 300:
            break
        page.wait_for_timeout(100)
    assert page.evaluate(width) > frame["width"] + 300
    table.picture(f"folded-{game}")
    page.locator("#tab-rules").click()
    expect(page.locator(".rulebook")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(".rulebook input").blur()
    page.keyboard.press("f")
    expect(page.locator(".panels")).to_be_hidden()


def test_the_lobby_can_be_read(local: str, opened: Opener) -> None:
    table = opened(local)
    table.page.emulate_media(reduced_motion="reduce")
    table.page.goto(local)
    table.page.locator("[data-new]").first.click()
    table.page.get_by_text("Optional rules").click()
    assert faint(table) == []
