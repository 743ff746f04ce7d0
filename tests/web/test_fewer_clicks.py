"""Giving orders with few clicks: dragging, groups, the same way again, and the others stay."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.web.browser import Json, Table, after
from tests.web.conftest import Opener
from tests.web.play import HOT_SEAT, bring_near, on_to, place_of, uncovered

DW = {"Entente": "me", "Central Powers": "me"}


def ask(table: Table, what: str, **body: Any) -> Any:
    state = table.state()
    answer = table.context.request.post(
        f"{table.address}/api/matches/{table.match}/{what}",
        data={"side": table.side, "version": state["version"], **body},
    )
    assert answer.ok, answer.text()
    return answer.json()


def marching(opened: Opener, address: str, touch: bool = False) -> tuple[Table, Json]:
    """At a table where the Central Powers move, one unit a hex."""
    table = opened(address, touch)
    table.match = table.begin(HOT_SEAT)
    on_to(table, "Central movement", "Central")
    table.sit_down(table.match, "Central")
    uncovered(table)
    return table, table.until(lambda t: True)


def stacked(opened: Opener, address: str, touch: bool = False) -> tuple[Table, Json, list[str]]:
    """At a table where stacks march, and a stack that can."""
    table = opened(address, touch)
    table.match = table.begin(DW, game="der_weltkrieg")
    state: Json = {}
    for _ in range(60):
        who = table.state("Entente")["who"]
        state = table.state(who)
        if "unit" in state["choices"]:
            break
        verb = next(v for v in ("done", "stay", *state["choices"]) if v in state["choices"])
        table.choose_over_api(f"{verb} {state['choices'][verb][0]}".strip(), who)
    table.side = state["who"]
    stacks: dict[str, list[str]] = {}
    for unit in state["choices"]["unit"]:
        stacks.setdefault(place_of(state, unit), []).append(unit)
    for units in stacks.values():
        found = ask(table, "group", units=units)
        if len(units) > 1 and found["goals"].get("move"):
            table.sit_down(table.match, state["who"])
            uncovered(table)
            return table, table.until(lambda t: True), units
    raise AssertionError("no stack marches")


IN_SIGHT = """() => {
    const frame = document.querySelector(".map").getBoundingClientRect();
    return [...document.querySelectorAll(".targets [data-hex]")].filter(one => {
        const box = one.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return x > frame.left + 60 && x < frame.right - 60 && y > frame.top + 60
            && y < frame.bottom - 60 && document.elementFromPoint(x, y)?.closest(".target");
    }).map(one => one.dataset.hex);
}"""
"""The hexes to be chosen that nothing covers."""


def drag(table: Table, unit: str) -> str:
    """Carry a counter to a hex: only when it is taken up does the table know where it may go."""
    x, y = table.middle(f'.counters [data-key="{unit}"] .card')
    version = table.state()["version"]
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x + 9, y + 9, steps=3)
    expect(table.page.locator(".carried")).to_be_visible()
    table.until(after(version))
    table.page.wait_for_selector(".targets [data-hex]", state="attached")
    goal = str(table.page.evaluate(IN_SIGHT)[0])
    to_x, to_y = table.middle(f'.targets [data-hex="{goal}"]')
    table.page.mouse.move(to_x, to_y, steps=4)
    expect(table.page.locator(".preview")).to_be_visible()
    table.picture("drag")
    table.page.mouse.up()
    return goal


def finger(table: Table, *spots: tuple[float, float]) -> None:
    """A finger goes down, over some spots, and up again."""
    touch = table.page.context.new_cdp_session(table.page)
    for number, (x, y) in enumerate(spots):
        kind = "touchMove" if number else "touchStart"
        at = [{"x": x, "y": y, "id": 0}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()


def hold(table: Table, x: float, y: float, offers: str) -> None:
    """A finger stays where it is until the card of the hex offers something."""
    touch = table.page.context.new_cdp_session(table.page)
    at = [{"x": x, "y": y, "id": 0}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    expect(table.page.locator(f".hexcard {offers}").first).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()


def mover(table: Table, state: Json) -> str:
    """A unit in sight that can go somewhere."""
    return next(
        str(unit)
        for unit in state["choices"]["unit"]
        if table.is_clear(f'.counters [data-key="{unit}"] .card')
        and ask(table, "group", units=[unit])["goals"].get("move")
    )


def test_a_counter_is_dragged_to_its_hex(local: str, opened: Opener) -> None:
    table, state = marching(opened, local)
    unit = mover(table, state)
    goal = drag(table, unit)
    moved = table.until(lambda t: place_of(t, unit) == goal)
    assert moved["version"] == state["version"] + 2
    expect(table.page.locator(".carried")).to_be_hidden()
    # Dropped where it cannot go, it lies where it was, and one is told why.
    other = mover(table, moved)
    start = place_of(moved, other)
    x, y = table.middle(f'.counters [data-key="{other}"] .card')
    enemy = next(
        p["key"]
        for p in moved["pieces"]
        if p["side"] == "Allied" and table.is_clear(f'.counters [data-key="{p["key"]}"] .card')
    )
    to = table.middle(f'.counters [data-key="{enemy}"] .card')
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(*to, steps=6)
    table.page.mouse.up()
    expect(table.page.locator(".hexcard.refusal .case")).to_be_visible()
    back = table.until(lambda t: not t["focus"]["units"])
    assert place_of(back, other) == start
    assert back["version"] == moved["version"]
    # The ground is dragged as ever.
    world = table.page.locator(".world")
    before = world.evaluate("one => one.style.transform")
    table.page.mouse.move(80, 700)
    table.page.mouse.down()
    table.page.mouse.move(140, 640, steps=4)
    table.page.mouse.up()
    assert world.evaluate("one => one.style.transform") != before
    assert table.state()["version"] == moved["version"]


def test_a_whole_stack_goes_together(local: str, opened: Opener) -> None:
    table, state, units = stacked(opened, local)
    page = table.page
    here = place_of(state, units[0])
    stack = [p["key"] for p in state["pieces"] if p["place"] == here]
    bring_near(table, f'.counters [data-key="{stack[-1]}"] .card')
    page.mouse.move(*table.middle(f'.counters [data-key="{stack[-1]}"] .card'))
    expect(page.locator(f'.counters [data-key="{stack[0]}"].fanned')).to_be_attached()
    page.keyboard.press("a")
    expect(page.locator(".together b")).to_have_text(f"{len(units)} units")
    goal = ask(table, "group", units=units)["goals"]["move"][0]
    table.picture("together")
    page.keyboard.press("0")
    # The way of the group is shown before it goes.
    page.mouse.move(*table.middle(f'.targets [data-hex="{goal}"]'))
    expect(page.locator(".preview-way .leg")).not_to_have_count(0)
    expect(page.locator(".preview")).to_contain_text("left")
    table.picture("together-preview")
    assert table.state()["version"] == state["version"]
    table.click_hex(goal)
    moved = table.until(after(state["version"]))
    assert {place_of(moved, unit) for unit in units} == {goal}
    expect(page.locator(".together")).to_have_count(0)
    expect(page.locator(".preview-way .leg")).to_have_count(0)
    # What was shown was no news of others.
    expect(page.locator(".decision.yours")).to_be_visible()


def test_a_stack_is_taken_by_touch_and_sent(local: str, opened: Opener) -> None:
    table, state, units = stacked(opened, local, touch=True)
    page = table.page
    here = place_of(state, units[0])
    top = [p["key"] for p in state["pieces"] if p["place"] == here][-1]
    selector = f'.counters [data-key="{top}"] .card'
    bring_near(table, selector)
    x, y = table.middle(selector)
    hold(table, x, y, ".whole-stack")
    page.locator(".whole-stack").tap()
    expect(page.locator(".together b")).to_have_text(f"{len(units)} units")
    table.picture("phone-together")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    goals = ask(table, "group", units=units)["goals"]["move"]
    goal = next(one for one in goals if table.is_clear(f'.targets [data-hex="{one}"]'))
    # The first tap looks ahead, the second goes.
    table.click_hex(goal)
    expect(page.locator(".preview-way .leg")).not_to_have_count(0)
    expect(page.locator(".preview button")).to_be_visible()
    table.picture("phone-together-preview")
    assert table.state()["version"] == state["version"]
    table.click_hex(goal)
    moved = table.until(after(state["version"]))
    assert {place_of(moved, unit) for unit in units} == {goal}


def test_the_next_goes_the_same_way_and_the_others_stay(local: str, opened: Opener) -> None:
    table, state, units = stacked(opened, local)
    page = table.page
    goal = ask(table, "group", units=units)["goals"]["move"][0]
    first = units[-1]
    stack = [p["key"] for p in state["pieces"] if p["place"] == place_of(state, first)]
    bring_near(table, f'.counters [data-key="{stack[-1]}"] .card')
    table.click_in_stack(first, stack)
    state = table.until(lambda t: first in t["focus"]["units"])
    page.keyboard.press("0")
    table.click_hex(goal)
    put_down(table, table.until(lambda t: place_of(t, first) == goal))
    page.locator(".same-way").click()
    moved = table.until(lambda t: sum(place_of(t, unit) == goal for unit in units) == 2)
    table.picture("same-way")
    put_down(table, moved)
    # One click ends the phase, and nobody asks.
    page.locator(".others-stay").click()
    table.until(lambda t: "unit" not in t["choices"])
    assert not page.locator("dialog.ending").count()


def test_an_attack_with_everybody_takes_one_click(local: str, opened: Opener) -> None:
    table = opened(local)
    table.sit_down(table.begin(HOT_SEAT), "Central")
    state = table.until(lambda t: "attack" in t["choices"])
    x, y = table.middle('.targets [data-hex="0408"]')
    table.page.keyboard.down("Shift")
    table.page.mouse.click(x, y)
    table.page.keyboard.up("Shift")
    declared = table.until(lambda t: "with" not in t["choices"] and t["focus"]["battle"])
    assert declared["focus"]["hexes"] == ["0408"]
    assert len(declared["focus"]["units"]) > 1
    assert declared["version"] > state["version"] + 1
    expect(table.page.locator(".battle .bars").first).to_be_visible()
    table.picture("attack-with-all")


def test_by_touch_an_attack_with_everybody_takes_one_hold(local: str, opened: Opener) -> None:
    table = opened(local, touch=True)
    table.sit_down(table.begin(HOT_SEAT), "Central")
    state = table.until(lambda t: "attack" in t["choices"])
    bring_near(table, '.targets [data-hex="0408"]')
    hold(table, *table.middle('.targets [data-hex="0408"]'), ".with-all")
    table.page.locator(".hexcard .with-all").tap()
    declared = table.until(lambda t: "with" not in t["choices"] and t["focus"]["battle"])
    assert declared["focus"]["hexes"] == ["0408"]
    assert len(declared["focus"]["units"]) > 1
    assert declared["version"] > state["version"] + 1
    table.picture("phone-attack-with-all")


def test_by_touch_who_is_in_hand_is_dragged_and_the_next_follows(
    local: str, opened: Opener
) -> None:
    table, state, units = stacked(opened, local, touch=True)
    page, first = table.page, units[-1]
    stack = [p["key"] for p in state["pieces"] if p["place"] == place_of(state, first)]
    bring_near(table, f'.counters [data-key="{stack[-1]}"] .card')
    table.click_in_stack(first, stack)
    state = table.until(lambda t: first in t["focus"]["units"])
    goals = ask(table, "group", units=units)["goals"].get("move") or state["choices"]["move"]
    goal = next(one for one in goals if table.is_clear(f'.targets [data-hex="{one}"]'))
    start = table.middle(f'.counters [data-key="{first}"] .card')
    end = table.middle(f'.targets [data-hex="{goal}"]')
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    finger(table, start, middle, end, end)
    put_down(table, table.until(lambda t: place_of(t, first) == goal))
    page.locator(".same-way").tap()
    moved = table.until(lambda t: sum(place_of(t, unit) == goal for unit in units) == 2)
    table.picture("phone-same-way")
    put_down(table, moved)
    page.locator(".others-stay").tap()
    table.until(lambda t: "unit" not in t["choices"])


def put_down(table: Table, state: Json) -> None:
    """Whoever has points left stays where he is all the same."""
    if state["focus"]["units"]:
        table.page.locator('.decision [data-choice="stay"]').click()
        table.until(lambda t: not t["focus"]["units"])
