"""A game with stacks of divisions and railways, played by hand: a march, a rail move, an attack."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser import Table
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
    table.picture("rails-march")
    state = act(table, "move 2005")
    state = act(table, "stay")
    assert place_of(state, "DE1") == "2005"
    # Another leaves a stack, takes the train and gets off.
    state = act(table, "unit DE35")
    state = act(table, "entrain")
    table.picture("rails-ride")
    state = act(table, "ride 1506")
    state = act(table, "detrain")
    state = act(table, "stay")
    assert place_of(state, "DE35") == "1506"
    page.locator("#tab-state").click()
    expect(page.locator(".panel.state")).to_contain_text("Germany: 1 of 8")
    table.picture("rails-state")
    # The attack: odds before the dice, a headquarters that pays, both dice, losses.
    state = act(table, "done")
    assert state["phase"] == "Central Powers combat"
    state = act(table, "attack 2105")
    state = act(table, "with DE1")
    battle = page.locator(".battle")
    expect(battle.locator(".bars")).to_be_attached()
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
