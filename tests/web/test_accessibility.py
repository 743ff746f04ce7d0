"""Nothing on lobby or table violates WCAG 2.2 AA, as far as axe can tell, at desk or phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.browser import NEW_MATCH
from tests.web.conftest import Opener
from tests.web.play import HOT_SEAT, declare, on_to, uncovered

TABS = ("log", "turn", "plan", "state", "charts", "rules", "layers")
both = pytest.mark.parametrize("touch", [False, True])


@both
def test_the_lobby(local: str, opened: Opener, touch: bool) -> None:
    table = opened(local, touch)
    table.page.goto(local)
    expect(table.page.get_by_role("heading", name="Games")).to_be_visible()
    assert violations(table.page) == []
    table.page.locator(NEW_MATCH).click()
    expect(table.page.locator("select[name=seat-Allied]")).to_be_visible()
    assert violations(table.page) == []


@both
def test_the_table_and_its_panels(local: str, opened: Opener, touch: bool) -> None:
    table = opened(local, touch)
    table.sit_down(table.begin(HOT_SEAT), "Central")
    expect(table.page.locator(".decision.yours")).to_be_visible()
    assert violations(table.page) == []
    for name in TABS:
        if table.page.locator(f"#panel-{name}").is_hidden():
            table.page.locator(f"#tab-{name}").click()
        expect(table.page.locator(f"#panel-{name}")).to_be_visible()
        assert violations(table.page) == [], name


@both
def test_a_battle_before_the_die(local: str, opened: Opener, touch: bool) -> None:
    table = opened(local, touch)
    table.sit_down(table.begin(HOT_SEAT), "Central")
    declare(table, "0408")
    if touch:
        table.page.locator("#tab-battle").tap()
    expect(table.page.locator(".battle .bars")).to_be_visible()
    assert violations(table.page) == []


@both
def test_a_move_that_is_looked_ahead_at(local: str, opened: Opener, touch: bool) -> None:
    table = opened(local, touch)
    table.match = table.begin(HOT_SEAT)
    state = on_to(table, "Central movement", "Central")
    table.choose_over_api(f"unit {state['choices']['unit'][0]}", "Central")
    table.sit_down(table.match, "Central")
    uncovered(table)
    table.page.wait_for_selector(".targets [data-hex]", state="attached")
    goal = table.state()["choices"]["move"][0]
    if touch:
        table.click_hex(goal)
    else:
        table.page.mouse.move(*table.middle(f'.targets [data-hex="{goal}"]'))
    expect(table.page.locator(".preview")).to_be_visible()
    assert violations(table.page) == []
