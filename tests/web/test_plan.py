"""The plan of a turn: laid out on the map, changed, and carried out, for its owner alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.browser import Json, Table
from tests.web.conftest import Opener
from tests.web.play import HOT_SEAT, on_to, place_of, uncovered

both = pytest.mark.parametrize("touch", [False, True])


def planning(opened: Opener, address: str, touch: bool) -> tuple[Table, Json]:
    """At a table where a movement begins, and it is being planned."""
    table = opened(address, touch)
    table.match = table.begin(HOT_SEAT)
    state = on_to(table, "Central movement", "Central")
    table.sit_down(table.match, "Central")
    uncovered(table)
    open_plan(table)
    table.page.locator("[data-plan=toggle]").click()
    expect(table.page.locator(".plan-bar")).to_be_visible()
    return table, state


def open_plan(table: Table) -> None:
    if table.page.locator("#panel-plan").is_hidden():
        table.page.locator("#tab-plan").click()


def kept(table: Table, side: str = "Central") -> Json:
    """The plan as the server keeps it."""
    path = f"{table.address}/api/matches/{table.match}/plan?side={side}"
    told: Json = table.context.request.get(path).json()
    return told


def lay_out(table: Table, acts: list[list[str]]) -> None:
    """Keep a plan over the API, and look at it."""
    path = f"{table.address}/api/matches/{table.match}/plan"
    answer = table.context.request.post(path, data={"side": "Central", "acts": acts})
    assert answer.ok, answer.text()
    table.page.reload()
    uncovered(table)
    open_plan(table)


def moves(table: Table, many: int) -> list[list[str]]:
    """Moves of several units, each to a place of its own."""
    found: list[list[str]] = []
    goals: set[str] = set()
    state = table.state("Central")
    for unit in state["choices"]["unit"]:
        body = {"side": "Central", "units": [unit], "version": state["version"]}
        path = f"{table.address}/api/matches/{table.match}/group"
        told = table.context.request.post(path, data=body).json()
        free = [goal for goal in told["goals"].get("move", ()) if goal not in goals]
        if free:
            goals.add(free[-1])
            found.append([f"unit {unit}", f"move {free[-1]}"])
        if len(found) == many:
            return found
    raise AssertionError("nobody can move")


def take_another(table: Table, state: Json, unit: str) -> None:
    """Who was taken up and sent nowhere makes way for another, and is not in the plan any more."""
    other = next(
        u
        for u in state["choices"]["unit"]
        if u != unit and table.is_clear(f'.counters [data-key="{u}"] .card')
    )
    table.click_unit(other)
    expect(table.page.locator(f'.counters .held[data-key="{other}"]')).to_be_attached()
    assert [act["orders"] for act in kept(table)["acts"]] == [[f"unit {other}"]]


@both
def test_a_move_is_planned_on_the_map(local: str, opened: Opener, touch: bool) -> None:
    table, state = planning(opened, local, touch)
    page = table.page
    unit = next(
        u for u in state["choices"]["unit"] if table.is_clear(f'.counters [data-key="{u}"] .card')
    )
    table.click_unit(unit)
    expect(page.locator(".targets [data-hex]").first).to_be_attached()
    acts = kept(table)["acts"]
    assert [act["orders"] for act in acts] == [[f"unit {unit}"]]
    goal = next(
        g
        for g in kept(table)["table"]["choices"]["move"]
        if table.is_clear(f'.targets [data-hex="{g}"]')
    )
    table.click_hex(goal)
    if touch:
        page.locator(".preview button").tap()
    expect(page.locator(".plan-ways .trail.march")).to_have_count(1)
    assert [act["orders"] for act in kept(table)["acts"]] == [[f"unit {unit}", f"move {goal}"]]
    # Nothing is sent: at the table everybody stands where he stood.
    assert table.state("Central")["version"] == state["version"]
    assert place_of(table.state("Central"), unit) != goal
    table.picture("phone-plan-move" if touch else "plan-move")
    # Take it back, and it is out of the plan.
    page.keyboard.press("Control+z")
    expect(page.locator(".plan-ways .trail.march")).to_have_count(0)
    assert [act["orders"] for act in kept(table)["acts"]] == [[f"unit {unit}"]]
    if not touch:
        take_another(table, state, unit)
    page.locator("[data-plan=stop]").click()
    expect(page.locator(".plan-bar")).to_have_count(0)
    assert table.state("Central")["version"] == state["version"]


@both
def test_acts_are_changed_and_carried_out(local: str, opened: Opener, touch: bool) -> None:
    table, state = planning(opened, local, touch)
    page = table.page
    three = moves(table, 3)
    enemy = next(p for p in state["pieces"] if p["side"] == "Allied")
    lay_out(table, [*three, [three[0][0], f"move {enemy['place']}"]])
    listed = page.locator(".plan-acts li")
    expect(listed).to_have_count(4)
    expect(page.locator(".plan-ways .trail.march:not(.refused)")).to_have_count(3)
    # What cannot be done is told with its case.
    assert page.locator('.plan-acts [data-fate="illegal"] .why').inner_text().strip("✗ ")
    table.picture("phone-plan" if touch else "plan")
    if touch:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []
    # The third comes second.
    third = page.locator(".plan-acts .what > b").nth(2).inner_text()
    listed.nth(2).locator("[data-act=up]").click()
    expect(listed.nth(1)).to_contain_text(third)
    orders = [act["orders"] for act in kept(table)["acts"]]
    assert orders[:3] == [three[0], three[2], three[1]]
    # One order, then the rest that can be done.
    page.locator("[data-plan=next]").click()
    expect(listed).to_have_count(3)
    table.until(lambda t: place_of(t, three[0][0].split()[1]) == three[0][1].split()[1])
    page.locator("[data-plan=all]").click()
    expect(listed).to_have_count(1)
    moved = table.until(lambda t: place_of(t, three[1][0].split()[1]) == three[1][1].split()[1])
    assert place_of(moved, three[2][0].split()[1]) == three[2][1].split()[1]
    page.locator("[data-act=close]").click()
    expect(listed).to_have_count(0)
    assert kept(table)["acts"] == []


@both
def test_attacks_show_their_odds(local: str, opened: Opener, touch: bool) -> None:
    table, _ = planning(opened, local, touch)
    page = table.page
    two = moves(table, 2)
    lay_out(table, [*two, ["done"]])
    ready = kept(table)["table"]
    target = ready["choices"]["attack"][0]
    attack = [f"attack {target}"]
    lay_out(table, [*two, ["done"], attack])
    ready = kept(table)["table"]
    while "roll" not in ready["choices"]:
        attack.append(f"with {ready['choices']['with'][0]}")
        lay_out(table, [*two, ["done"], attack])
        ready = kept(table)["table"]
    lay_out(table, [*two, ["done"], [*attack, "roll"]])
    expect(page.locator('.plan-acts [data-fate="die"] .plan-odds span').first).to_be_visible()
    expect(page.locator(".plan-ways .trail.attack")).not_to_have_count(0)
    table.picture("phone-plan-attack" if touch else "plan-attack")


@both
def test_the_other_side_at_one_screen_does_not_see_it(
    local: str, opened: Opener, touch: bool
) -> None:
    table, _ = planning(opened, local, touch)
    page = table.page
    lay_out(table, moves(table, 1))
    expect(page.locator(".plan-ways .trail")).to_have_count(1)
    table.sit_down(table.match, "Allied")
    page.reload()
    expect(page.locator(".map .world")).to_be_visible()
    page.wait_for_timeout(500)
    assert page.evaluate("document.querySelector('.table').textContent").count("Carry out 1") == 0
    assert kept(table, "Allied")["acts"] == []
