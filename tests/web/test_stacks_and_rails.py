"""A game with stacks of divisions and railways, played by hand: a turn of each scenario."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser import Json, Table
from tests.web.conftest import Opener
from tests.web.play import act, place_of

GAME = "der_weltkrieg"
SEATS = {"Central Powers": "me", "Entente": "me"}


def seated(opened: Opener, address: str, scenario: str) -> Table:
    """At a new match, playing the Central Powers."""
    table = opened(address)
    return table.sit_down(table.begin(SEATS, game=GAME, scenario=scenario), "Central Powers")


RESULTS = ("retreat", "lose", "retreat_to", "terrain", "stand", "advance", "done")
"""What a combat may ask for, in order of liking."""


def test_a_march_a_rail_move_and_an_attack_with_its_odds(local: str, opened: Opener) -> None:
    table = seated(opened, local, "tannenberg")
    page = table.page
    # A division marches over the frontier, in the light of the hexes it can reach.
    state = act(table, "unit DE1")
    assert state["focus"]["units"] == ["DE1"]
    expect(page.locator(".decision .prompt")).to_contain_text("1st Infantry Division may march")
    # What the question names is told with it, and leads there.
    expect(page.locator(".decision .prompt .unitlink")).to_have_text("1st Infantry Division")
    table.picture("rails-march")
    # Where it cannot go, the page says why, by the case.
    table.click_unit(next(p["key"] for p in state["pieces"] if p["place"] == "2105"))
    refusal = page.locator(".hexcard.refusal")
    expect(refusal.locator(".case")).to_be_visible()
    table.picture("rails-refused")
    page.keyboard.press("Escape")
    state = act(table, "move 2005")
    state = act(table, "stay")
    assert place_of(state, "DE1") == "2005"
    # Another leaves a stack, takes the train and gets off.
    state = act(table, "unit DE35")
    state = act(table, "entrain")
    table.picture("rails-ride")
    state = act(table, "ride 1010")
    # The train is seen to go along the line, not as the crow flies.
    way = page.locator(".trail.march .line").first.get_attribute("d") or ""
    assert way.count("L") > 2
    table.picture("rails-along-the-line")
    state = act(table, "detrain")
    state = act(table, "stay")
    assert place_of(state, "DE35") == "1010"
    page.locator("#tab-state").click()
    expect(page.locator(".panel.state")).to_contain_text("Germany: 1 of 8")
    table.picture("rails-state")
    # The attack: odds before the dice, a headquarters that pays, both dice, losses.
    state = act(table, "done")
    assert state["phase"] == "Central Powers combat"
    state = act(table, "attack 2105")
    state = act(table, "with DE1")
    battle = page.locator(".battle")
    expect(battle.locator(".bars").first).to_be_attached()
    # All pairs of both dice, what each of them brings, and units by their names.
    expect(battle.locator(".pairs").first.locator("td")).to_have_count(36)
    expect(battle.locator(".force").first).to_contain_text("1st Infantry Division")
    table.picture("rails-odds")
    state = act(table, "join")
    if "supply" in state["choices"]:
        state = act(table, "supply DE1")
        state = act(table, "done") if "done" in state["choices"] else state
    asked = []
    while state["focus"]["battle"]:
        verb = next(verb for verb in RESULTS if verb in state["choices"])
        asked.append(verb)
        table.picture(f"rails-{verb}")
        state = act(table, f"{verb} {state['choices'][verb][0]}".strip())
    assert asked
    page.locator("#tab-log").click()
    expect(page.locator(".log .die").first).to_be_visible()
    table.picture("rails-after")


def test_trenches_are_drawn_and_a_stack_of_nine_spreads(local: str, opened: Opener) -> None:
    table = seated(opened, local, "gorlice")
    page = table.page
    state = table.state()
    expect(page.locator(".markers .trench")).to_have_count(len(state["markers"]["trench"]))
    crowd: dict[str, list[str]] = {}
    for piece in state["pieces"]:
        crowd.setdefault(piece["place"], []).append(piece["key"])
    stack = max((keys for place, keys in crowd.items() if place.isdigit()), key=len)
    mine = next(key for key in state["choices"]["unit"] if key in stack)
    state = act(table, f"unit {mine}")
    assert state["focus"]["units"] == [mine]
    table.picture("rails-stack")
    # However near it comes and wherever its hex lies, all of it is in sight when it is spread.
    for _ in range(4):
        table.zoom_in(*table.middle(f'.counters [data-key="{mine}"] .card'))
    page.mouse.move(5, 5)
    page.locator(".map").focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
        page.wait_for_timeout(400)
    page.mouse.move(*table.middle(f'.counters [data-key="{stack[-1]}"] .card'))
    spread = page.locator(".counters .fanned .card")
    expect(spread).to_have_count(len(stack))
    table.picture("rails-stack-near")
    frame = page.locator(".map").bounding_box()
    assert frame is not None
    for box in (card.bounding_box() for card in spread.all()):
        assert box is not None
        assert frame["x"] <= box["x"] <= frame["x"] + frame["width"] - box["width"]
        assert frame["y"] <= box["y"] <= frame["y"] + frame["height"] - box["height"]


MARCHERS = 2
"""How many units go together in the one march of a side."""
ATTACKERS = 3
ANSWERS = ("pay_all", "retreat", "lose", "retreat_to", "terrain", "advance", "place", "eliminate")
"""What is answered wherever it is asked, in order of liking; then whatever ends the question."""
ENDS = ("join", "stay", "stand", "done")


def march(table: Table, state: Json) -> Json:
    """Lead a stack out of a crowded hex as far as it goes."""
    crowd = [p["place"] for p in state["pieces"] if p["symbol"] != "fort"]
    units = state["choices"]["unit"]
    unit = max(units, key=lambda key: crowd.count(place_of(state, key)))
    state = act(table, f"unit {unit}")
    for _ in range(MARCHERS - 1):
        if "with" in state["choices"]:
            state = act(table, f"with {state['choices']['with'][0]}")
    if "move" in state["choices"]:
        party = state["focus"]["units"]
        state = act(table, f"move {state['choices']['move'][0]}")
        assert len({place_of(state, key) for key in party}) == 1
    return act(table, "stay") if "stay" in state["choices"] else state


def attack(table: Table, state: Json) -> Json:
    """Attack where most can join in, and see it through."""
    battle = table.page.locator(".battle")
    state = act(table, f"attack {state['choices']['attack'][0]}")
    for _ in range(ATTACKERS):
        if "with" in state["choices"]:
            state = act(table, f"with {state['choices']['with'][-1]}")
    expect(table.page.locator(".trail.attack").first).to_be_attached()
    expect(battle.locator(".pairs td").first).to_be_attached()
    table.picture(f"turn-{state['scenario']}-{state['who']}-odds")
    state = act(table, "join")
    while state["focus"]["battle"]:
        verb = next(verb for verb in (*ANSWERS, *ENDS) if verb in state["choices"])
        state = act(table, f"{verb} {state['choices'][verb][0]}".strip())
    return state


def turn(table: Table, state: Json) -> set[str]:
    """Play a whole turn of both sides, each with a march and an attack; the phases it had."""
    began, done, phases = state["turn"], set[str](), set[str]()
    while state["turn"] == began:
        phase = state["phase"]
        phases.add(phase)
        key = f"{phase} {'unit' if 'unit' in state['choices'] else 'attack'}"
        if "unit" in state["choices"] and key not in done:
            done.add(key)
            state = march(table, state)
        elif "attack" in state["choices"] and key not in done:
            done.add(key)
            state = attack(table, state)
        else:
            verb = next(verb for verb in (*ENDS, *ANSWERS) if verb in state["choices"])
            state = act(table, f"{verb} {state['choices'][verb][0]}".strip())
    return phases


@pytest.mark.parametrize("scenario", ["limanowa", "gorlice"])
def test_a_whole_turn_of_both_sides(local: str, opened: Opener, scenario: str) -> None:
    table = seated(opened, local, scenario)
    page = table.page
    phases = turn(table, table.state())
    assert {f"{side} {phase}" for side in SEATS for phase in ("movement", "combat")} <= phases
    page.locator("#tab-log").click()
    # Units are called by their names, and what they did can be read.
    expect(page.locator(".log .unitlink").first).to_be_attached()
    expect(page.locator(".log .die").first).to_be_attached()
    page.locator("#tab-state").click()
    expect(page.locator(".state .lines .now")).to_contain_text("victory")
    table.picture(f"turn-{scenario}-state")
