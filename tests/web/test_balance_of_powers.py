"""Balance of Powers at the table: setting up, a fortnight and a season by mouse and by touch."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import expect

from tests.web.browser import Json, Table, only_choice_of
from tests.web.conftest import Opener
from tests.web.play import act, settled
from trenchline.games import load_game

GAME = "balance_of_powers"
SIDES = {"Central Powers": "me", "Entente Powers": "me"}
LEAVES = "before_the_leaves_fall"
SCENARIOS = [scenario.name for scenario in load_game(GAME).scenarios]


def seated(table: Table, scenario: str, **options: str) -> Json:
    """At the table of a new match, on the side that begins."""
    table.match = table.begin(SIDES, game=GAME, scenario=scenario, options=options)
    address = f"{table.address}/api/matches/{table.match}"
    table.side = str(table.context.request.get(address).json()["who"])
    table.page.goto(f"{table.address}/#/match/{table.match}?side={table.side}")
    expect(table.page.locator(".decision.yours [data-asked]")).to_be_attached()
    return table.until(lambda t: True)


def until(table: Table, phase: str, most: int = 120) -> Json:
    """Play on over the API until a phase comes, leaving undone what may be left undone."""
    who = str(table.state()["who"])
    for _ in range(most):
        state = table.state(who)
        if state["phase"] == phase:
            break
        table.choose_over_api(only_choice_of(state, "rest", "end", "none"), who)
        who = str(table.state(who)["who"])
    else:
        raise AssertionError(f"{phase} never comes")
    table.side = who
    table.page.goto("about:blank")
    table.page.goto(f"{table.address}/#/match/{table.match}?side={who}")
    return settled(table)


@pytest.mark.slow
@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
def test_11_3_a_side_sets_up_with_the_hands_and_has_the_rest_placed(
    local: str, opened: Opener, touch: bool
) -> None:
    table = opened(local, touch)
    state = seated(table, LEAVES)
    assert "57 units" in state["prompt"]
    assert all(name.startswith("Set-up: ") for name, hexes in state["overlays"].items() if hexes)
    state = act(table, "deploy FR-I-2")
    zone = state["choices"]["place"]
    state = act(table, f"place {zone[0]}")
    assert any(p["key"] == "FR-I-2" and p["place"] == zone[0] for p in state["pieces"])
    lines = [
        line for panel in state["panels"] if panel["title"] == "Set-up" for line in panel["lines"]
    ]
    assert any("1 of " in line for line in lines)
    table.picture(f"bop-set-up-{'phone' if touch else 'desk'}")
    state = act(table, "rest")
    assert state["who"] == "Central Powers"
    state = act(table, "rest")
    assert state["phase"] == "diplomacy"


@pytest.mark.slow
@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
def test_10_0_a_stack_attacks_and_the_table_tells_the_odds(
    local: str, opened: Opener, touch: bool
) -> None:
    table = opened(local, touch)
    seated(table, LEAVES, historical_set_up="on")
    until(table, "campaign")
    state = act(table, "stack 1123")
    assert {"march", "attack", "without"} <= set(state["choices"])
    state = act(table, "without GE-I-5RS")
    state = act(table, "attack 1124")
    assert state["focus"]["battle"] == "declare"
    if touch:
        table.page.locator("[role=tab]", has_text="Battle").click()
    expect(table.page.locator(".battle .bars").first).to_be_visible()
    titles = table.page.locator(".battle h4").all_inner_texts()
    assert {"The attacker loses", "The defender loses", "The defender gives ground"} <= set(titles)
    assert any(title.startswith("Demoralization") for title in titles)
    table.picture(f"bop-odds-{'phone' if touch else 'desk'}")
    if touch:
        table.page.locator("[role=tab]", has_text="Battle").click()
    state = act(table, "pay GE")
    while state["focus"]["battle"]:
        state = act(table, only_choice_of(state, "point", "none", "spare", "stand", "suffer"))
    assert state["phase"] == "campaign"


@pytest.mark.slow
@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
def test_5_0_a_season_is_a_row_of_small_decisions(local: str, opened: Opener, touch: bool) -> None:
    table = opened(local, touch)
    seated(table, "south_slavs", historical_set_up="on")
    state = until(table, "season")
    seen = []
    for _ in range(40):
        seen.append(state["phase"])
        if state["phase"] == "campaign":
            break
        wanted = ("procure",) if state["phase"] == "construction" else ("raze", "transfer", "to")
        choice = only_choice_of(state, *wanted, "end", "none")
        state = act(table, choice)
    assert {"season", "diplomacy", "construction", "campaign"} <= set(seen)
    table.picture(f"bop-season-{'phone' if touch else 'desk'}")


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_opens_on_its_own_map(local: str, opened: Opener, scenario: str) -> None:
    table = opened(local)
    seated(table, scenario, historical_set_up="on")
    expect(table.page.locator(".counters .counter").first).to_be_attached()
    # The whole war alone goes from map to map; all others see theirs at once.
    expect(table.page.locator(".mapswitch")).to_have_count(int(scenario == "great_war"))
    expect(table.page.locator(".boxes rect").first).to_be_attached()
    if scenario != "great_war":
        # Without a graphics card four maps take a minute to be drawn.
        table.picture(f"bop-{scenario}")


@pytest.mark.slow
def test_12_9_omit_africa_12_9_omit_ottoman_only_the_other_maps_lie_on_the_table(
    local: str, opened: Opener
) -> None:
    table = opened(local)
    omitted = {"without_africa": "on", "without_ottoman_map": "on"}
    state = seated(table, "great_war", historical_set_up="on", **omitted)
    assert state["sheets"] == ["north", "south"]
    switch = table.page.locator(".mapswitch button")
    expect(switch).to_have_text(["North Europe", "South Europe", "The Sea Chart"])
    expect(table.page.locator(".counters .counter").first).to_be_attached()
    boxes = table.page.locator(".boxes rect")
    # The Sea Chart lies below the two, and no box on another.
    sides = boxes.evaluate_all(
        "all => all.map(b => ['x', 'y', 'width'].map(n => +b.getAttribute(n)))"
    )
    assert len(sides) == 28
    for x, y, width in sides:
        assert not any(y == other[1] and x < other[0] < x + width for other in sides)
    table.page.get_by_role("button", name="Whole map").click()
    table.page.wait_for_timeout(2000)
    table.picture("bop-without-africa-and-the-ottomans")
    switch.filter(has_text="The Sea Chart").click()
    table.page.wait_for_timeout(1000)
    expect(boxes.first).to_be_in_viewport()
    table.picture("bop-sea-chart")


@pytest.mark.slow
@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
def test_2_62_a_tall_stack_is_counted_and_spread_large_enough_to_read(
    local: str, opened: Opener, touch: bool
) -> None:
    table = opened(local, touch)
    state = seated(table, "kaiserschlacht", historical_set_up="on")
    stack = [piece["key"] for piece in state["pieces"] if piece["place"] == "0719"]
    assert len(stack) > 6
    top = f'.counters [data-key="{stack[-1]}"]'
    expect(table.page.locator(f"{top} .tally")).to_have_text(str(len(stack)))
    x, y = table.middle(f"{top} .card")
    if touch:
        table.page.touchscreen.tap(x, y)
    else:
        table.page.mouse.move(x, y)
    expect(table.page.locator(".counters .fanned")).to_have_count(len(stack))
    expect(table.page.locator(".counters .tray")).to_be_attached()
    table.middle(f"{top} .card")
    boxes = [one.bounding_box() for one in table.page.locator(".fanned .card").all()]
    assert all(box is not None and box["width"] > 38 for box in boxes)
    table.picture(f"bop-stack-{'phone' if touch else 'desk'}")


@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
def test_7_45_a_fleet_sees_its_way_and_where_it_could_be_stopped(
    local: str, opened: Opener, touch: bool
) -> None:
    table = opened(local, touch)
    seated(table, "price_of_admiralty")
    state = until(table, "admiralty")
    ships = Counter(p["place"] for p in state["pieces"] if p["side"] == table.side)
    start = max(state["choices"]["fleet"], key=lambda place: ships[place])
    state = act(table, f"fleet {start}")
    table.page.keyboard.press("0")
    table.page.wait_for_timeout(500)
    goal, told = dangerous(table, state)
    if touch:
        table.click_hex(goal)
    else:
        table.page.mouse.move(*table.middle(f'.targets [data-hex="{goal}"]'))
    expect(table.page.locator(".preview .risk")).to_have_text(told["risk"])
    expect(table.page.locator(".preview-way .leg.sea")).to_have_count(1)
    costs = table.page.locator(".preview-way .cost text")
    expect(costs).to_have_text([leg["cost"] for leg in told["legs"]])
    risky = sum(leg.get("risk", False) for leg in told["legs"])
    expect(table.page.locator(".preview-way .cost.risk > path")).to_have_count(risky)
    table.picture(f"fleet-preview{'-phone' if touch else ''}")
    assert table.state()["version"] == state["version"]


def dangerous(table: Table, state: Json) -> tuple[str, Json]:
    """A hex in sight, and what is told of a way there on which the fleet could be stopped."""
    for goal in state["choices"]["steam"][::-3]:
        body = {"side": table.side, "choice": f"steam {goal}", "version": state["version"]}
        address = f"{table.address}/api/matches/{table.match}/preview"
        told: Json = table.context.request.post(address, data=body).json()
        if "stopped" in told.get("risk", "") and table.is_clear(f'.targets [data-hex="{goal}"]'):
            return goal, told
    raise AssertionError("nobody could stop the fleet anywhere")
