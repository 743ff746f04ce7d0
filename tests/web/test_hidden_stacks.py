"""A game with fog of war, stacks and two tables, played by hand: a whole turn of each side."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser import Json, Table
from tests.web.conftest import Opener
from tests.web.play import HOT_SEAT, act, place_of

GAME = "kaisers_war"
RESULTS = ("lose", "retreat_to", "pursue", "pursue_to", "done")
"""What a battle may ask for once the die has fallen, in order of liking."""
MOST_ATTACKS = 2
ATTACKERS = 2


def set_up(table: Table) -> Json:
    """A new match, both sides deployed at the press of a button."""
    match = table.begin(HOT_SEAT, game=GAME, options={"trenches": "on"})
    table.sit_down(match, "Allied")
    expect(table.page.locator(".decision .in-hand")).to_be_visible()
    table.picture("hidden-set-up")
    act(table, "auto")
    return act(table, "auto")


def points(state: Json, side: str) -> int:
    """A side's victory points."""
    return next(int(t["value"]) for t in state["tracks"] if t["name"] == f"{side} victory points")


def hidden_at(state: Json, place: str) -> int:
    """How many units in a hex are not known."""
    return sum(p["place"] == place and p["symbol"] == "unknown" for p in state["pieces"])


def mobilize(table: Table, state: Json) -> Json:
    """Spend points on a new unit, if there is one, and on trenches."""
    side, before = state["who"], points(state, state["who"])
    if "mobilize" in state["choices"]:
        state = act(table, f"mobilize {state['choices']['mobilize'][0]}")
        table.picture(f"hidden-{side}-placement")
        for verb in ("box", "place"):
            if verb in state["choices"]:
                state = act(table, f"{verb} {state['choices'][verb][0]}")
    while "arrive" in state["choices"]:
        state = act(table, f"arrive {state['choices']['arrive'][0]}")
        for verb in ("place", "box"):
            if verb in state["choices"]:
                state = act(table, f"{verb} {state['choices'][verb][0]}")
    state = act(table, f"entrench {state['choices']['entrench'][0]}")
    assert points(state, side) < before
    return act(table, "done")


def march(table: Table, state: Json) -> Json:
    """Move a unit out of a stack, and one out of a box if there is one."""
    side = state["who"]
    crowd = [p["place"] for p in state["pieces"]]
    on_map = [u for u in state["choices"]["unit"] if crowd.count(place_of(state, u)) > 1]
    in_box = [u for u in state["choices"]["unit"] if not place_of(state, u).isdigit()]
    for unit in (*on_map[:1], *in_box[:1]):
        state = act(table, f"unit {unit}")
        table.picture(f"hidden-{side}-march")
        start = place_of(state, unit)
        ways = [verb for verb in ("move", "sail", "rail") if verb in state["choices"]]
        if ways:
            state = act(table, f"{ways[0]} {state['choices'][ways[0]][-1]}")
            assert place_of(state, unit) != start
        if "stay" in state["choices"]:
            state = act(table, "stay")
    return act(table, "done")


def attack(table: Table, state: Json, target: str, seen: set[str]) -> Json:
    """Attack a hex: units, support, the table; then whatever the die asks for."""
    battle = table.page.locator(".battle")
    side, unknown = state["who"], hidden_at(state, target)
    state = act(table, f"attack {target}")
    for _ in range(ATTACKERS):
        if "with" in state["choices"]:
            state = act(table, f"with {state['choices']['with'][-1]}")
    if unknown:
        # His own sum is told, what shows of the enemy, and that something does not.
        expect(battle.locator(".force li.unseen")).to_contain_text(f"{unknown} hidden unit")
        expect(battle.locator(".force h3 b").last).to_contain_text("+ ?")
        expect(battle.locator(".bars")).to_have_count(0)
        table.picture(f"hidden-{side}-estimate")
        seen.add("estimate")
    if "join" in state["choices"]:
        state = act(table, "join")
    # Battle is joined: whoever lay hidden shows himself.
    assert hidden_at(state, target) == 0
    if unknown:
        seen.add("revealed")
    if "support" in state["choices"]:
        before = battle.locator(".force h3 b").first.inner_text()
        state = act(table, f"support {state['choices']['support'][0]}")
        assert int(battle.locator(".force h3 b").first.inner_text()) > int(before)
        seen.add("support")
    tables = battle.locator(".one-table")
    if "infiltrate" in state["choices"]:
        expect(tables).to_have_count(2)
        table.picture(f"hidden-{side}-tables")
        seen.add("two tables")
    roll = "infiltrate" if "infiltrate" in state["choices"] else "big_push"
    state = act(table, roll)
    expect(battle.locator(".rolled .die").first).to_be_attached()
    while state["focus"]["battle"]:
        table.picture(f"hidden-{side}-{state['focus']['battle']}")
        expect(battle.locator(".stages .now")).to_be_attached()
        verb = next(verb for verb in RESULTS if verb in state["choices"])
        seen.add(verb)
        state = act(table, f"{verb} {state['choices'][verb][0]}".strip())
    return state


def fight(table: Table, state: Json, seen: set[str]) -> Json:
    """Attack where most lies hidden, and once more if nobody has retreated."""
    for n in range(MOST_ATTACKS):
        targets = sorted(state["choices"].get("attack", []), key=lambda h: hidden_at(state, h))
        if not targets or (n and "retreat_to" in seen):
            break
        state = attack(table, state, targets[-1], seen)
    return act(table, "done")


def test_a_whole_turn_of_each_side_with_the_mouse(local: str, opened: Opener) -> None:
    table = opened(local)
    state = set_up(table)
    seen: set[str] = set()
    for side in ("Central", "Allied"):
        assert (state["who"], state["phase"]) == (side, f"{side} mobilization")
        table.picture(f"hidden-{side}-mobilization")
        state = mobilize(table, state)
        assert state["phase"] == f"{side} movement"
        state = march(table, state)
        assert state["phase"] == f"{side} first combat"
        state = fight(table, state, seen)
        assert state["phase"] == f"{side} second combat"
        state = act(table, "done")
    assert state["turn"].startswith("2:")
    # The dice are what they are, but somebody was surprised, and somebody helped or broke through.
    assert {"revealed", "estimate"} <= seen
    assert seen & {"support", "two tables"}
    table.page.locator("#tab-state").click()
    table.picture("hidden-state")


def test_a_battle_on_a_phone(local: str, opened: Opener) -> None:
    """By touch, 390 pixels wide: trenches, a march, an attack with its odds, the die."""
    table = opened(local, touch=True)
    page = table.page
    state = set_up(table)
    table.picture("hidden-phone-mobilization")
    state = act(table, "done")
    mover = next(u for u in state["choices"]["unit"] if place_of(state, u).startswith("08"))
    state = act(table, f"unit {mover}")
    table.picture("hidden-phone-march")
    state = act(table, "stay")
    state = act(table, "done")
    state = act(table, f"attack {state['choices']['attack'][0]}")
    state = act(table, f"with {state['choices']['with'][-1]}")
    if "join" in state["choices"]:
        state = act(table, "join")
    page.locator("#tab-battle").tap()
    expect(page.locator(".battle .bars").first).to_be_visible()
    table.picture("hidden-phone-odds")
    # Nothing sticks out to the side.
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#tab-battle").tap()
    act(table, "big_push")
    table.picture("hidden-phone-die")
    page.locator("#tab-log").tap()
    expect(page.locator(".log .die").first).to_be_visible()
