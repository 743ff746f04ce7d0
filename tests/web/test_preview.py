"""Looking ahead: the way to a hex, its cost, and what waits there, before anybody is sent."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.web.browser import Json, Table, after
from tests.web.conftest import Opener
from tests.web.play import HOT_SEAT, on_to, uncovered


def moving(opened: Opener, address: str, touch: bool = False) -> tuple[Table, Json, str]:
    """At a table with a unit in hand that can go by rail, and a hex several hexes away."""
    table = opened(address, touch)
    table.match = table.begin(HOT_SEAT)
    state = on_to(table, "Central movement", "Central")
    for unit in state["choices"]["unit"]:
        table.choose_over_api(f"unit {unit}", "Central")
        state = table.state("Central")
        far = (goal for goal in state["choices"].get("move", ()) if by_rail(table, goal))
        if goal := next(far, None):
            table.sit_down(table.match, "Central")
            uncovered(table)
            return table, state, goal
        table.choose_over_api("stay", "Central")
    raise AssertionError("nobody goes by rail")


def ahead(table: Table, goal: str, verb: str = "move") -> Json:
    """What the server says of a move."""
    version = table.state("Central")["version"]
    body = {"side": "Central", "choice": f"{verb} {goal}", "version": version}
    answer = table.context.request.post(
        f"{table.address}/api/matches/{table.match}/preview", data=body
    )
    assert answer.ok, answer.text()
    found: Json = answer.json()
    return found


def by_rail(table: Table, goal: str) -> bool:
    legs = ahead(table, goal)["legs"]
    return 4 <= len(legs) <= 6 and {leg.get("by") for leg in legs} == {"rail", None}


def costs(table: Table) -> Locator:
    return table.page.locator(".preview-way .cost text")


def test_pointing_at_a_hex_shows_the_way_there(local: str, opened: Opener) -> None:
    table, state, goal = moving(opened, local)
    page = table.page
    told = ahead(table, goal)
    x, y = table.middle(f'.targets [data-hex="{goal}"]')
    page.mouse.move(x, y)
    expect(costs(table)).to_have_text([leg["cost"] for leg in told["legs"]])
    expect(page.locator(".preview-way .leg.rail")).not_to_have_count(0)
    expect(page.locator(".preview-way .leg.road")).not_to_have_count(0)
    expect(page.locator(".preview")).to_contain_text(f"{told['left']} left")
    expect(page.locator(".preview")).to_contain_text(told["supply"])
    table.picture("preview")
    # Nobody has gone anywhere; elsewhere there is nothing to see, and a click goes there.
    assert table.state()["version"] == state["version"]
    page.mouse.move(3, 3)
    expect(page.locator(".preview")).to_be_hidden()
    expect(page.locator(".preview-way .leg")).to_have_count(0)
    page.mouse.click(x, y)
    moved = table.until(after(state["version"]))
    unit = state["focus"]["units"][0]
    assert next(p["place"] for p in moved["pieces"] if p["key"] == unit) == goal
    expect(page.locator(".preview")).to_be_hidden()


def test_who_could_march_up_is_marked_apart_from_who_stands_there(
    local: str, opened: Opener
) -> None:
    table, state, _ = moving(opened, local)
    page, goals = table.page, state["choices"]["relieve"]
    told = ahead(table, goal := goals[0], "relieve")
    assert told["before"]
    assert told["coming"]
    place = {piece["key"]: piece["place"] for piece in state["pieces"]}
    page.keyboard.press("4")
    page.mouse.move(*table.middle(f'.targets [data-hex="{goal}"]'))
    rings = page.locator(".preview-way circle.threat")
    expect(rings).to_have_count(len({place[key] for key in told["coming"]}))
    lines = page.locator(".preview-way path.threat")
    expect(lines).to_have_count(len({place[key] for key in told["before"]}))
    expect(page.locator(".preview")).to_contain_text("could be attacked by")
    expect(page.locator(".preview")).to_contain_text("could march up: ")
    table.picture("preview-march-up")


def test_the_card_of_the_hex_leaves_the_words_and_the_way_in_sight(
    local: str, opened: Opener
) -> None:
    """It lay over what the preview says, and drew a line of supply beside the way."""
    table, state, _ = moving(opened, local)
    page, goal = table.page, state["choices"]["relieve"][0]
    page.keyboard.press("4")
    page.mouse.move(*table.middle(f'.targets [data-hex="{goal}"]'))
    expect(page.locator(".preview")).to_be_visible()
    expect(page.locator(".hexcard .supply-words").first).not_to_be_empty()
    words, card = page.locator(".preview").bounding_box(), page.locator(".hexcard").bounding_box()
    assert words
    assert card
    apart = card["y"] >= words["y"] + words["height"] or card["y"] + card["height"] <= words["y"]
    beside = card["x"] >= words["x"] + words["width"] or card["x"] + card["width"] <= words["x"]
    assert apart or beside
    expect(page.locator(".supply-lines.pointed > *")).to_have_count(0)
    expect(page.locator(".preview-way .leg")).not_to_have_count(0)


def test_the_cursor_of_the_keys_looks_ahead(local: str, opened: Opener) -> None:
    table, state, _ = moving(opened, local)
    page = table.page
    page.locator(".map").focus()
    for _ in range(40):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(250)
        if page.locator(".preview").is_visible():
            break
        page.keyboard.press("ArrowDown")
    expect(page.locator(".sr-only[aria-live=polite]")).to_contain_text("left")
    assert table.state()["version"] == state["version"]


def test_a_finger_looks_ahead_first(local: str, opened: Opener) -> None:
    table, state, goal = moving(opened, local, touch=True)
    page = table.page
    told = ahead(table, goal)
    table.click_hex(goal)
    expect(costs(table)).to_have_text([leg["cost"] for leg in told["legs"]])
    expect(page.locator(".preview")).to_contain_text("left")
    table.picture("phone-preview")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert table.state()["version"] == state["version"]
    # Another hex is looked at in its turn, and the second tap means it.
    other = next(
        hex_ for hex_ in state["choices"]["move"] if hex_ != goal and in_sight(table, hex_)
    )
    table.click_hex(other)
    expect(page.locator(".preview b")).to_contain_text(other)
    assert table.state()["version"] == state["version"]
    table.click_hex(other)
    moved = table.until(after(state["version"]))
    unit = state["focus"]["units"][0]
    assert next(p["place"] for p in moved["pieces"] if p["key"] == unit) == other


def test_the_button_under_a_preview_means_it_too(local: str, opened: Opener) -> None:
    table, state, goal = moving(opened, local, touch=True)
    table.click_hex(goal)
    table.page.locator(".preview button").tap()
    moved = table.until(after(state["version"]))
    unit = state["focus"]["units"][0]
    assert next(p["place"] for p in moved["pieces"] if p["key"] == unit) == goal


def in_sight(table: Table, label: str) -> bool:
    return table.is_clear(f'.targets [data-hex="{label}"]')
