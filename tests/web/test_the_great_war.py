"""The Great War at the table: a battle of ten decisions prepared on one panel, bombardments planned
together, losses proposed, retreats drawn as arrows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.browser import Json, Table
from tests.web.conftest import Opener
from tests.web.play import act, settled

GAME = "the_great_war"
SEATS = {"Entente": "me", "Central Powers": "me"}
GORIZIA = "4607"
ANSWERS = ("feed", "reserve", "commit", "leader", "propose", "withdraw", "fall_back", "pursue")
"""What a combat may ask for, in order of liking; else one is done, or does the first thing."""


def seated(opened: Opener, address: str, touch: bool = False) -> Table:
    """At a new match of Gorizia, playing the Entente, which attacks first."""
    table = opened(address, touch)
    table.sit_down(table.begin(SEATS, game=GAME, scenario="gorizia"), "Entente")
    settled(table)
    return table


def on_to_combat(table: Table) -> Json:
    """Pass to the bombardments of the Entente."""
    state = settled(table)
    while "bombard" not in state["choices"]:
        table.choose_over_api("done", state["who"])
        state = settled(table)
    return state


def lay_guns(table: Table, most: int) -> Json:
    """Bombard Gorizia with some guns."""
    state = act(table, f"bombard {GORIZIA}")
    for _ in range(most):
        if "with" not in state["choices"]:
            break
        state = act(table, f"with {state['choices']['with'][0]}")
    return state


def lit(panel: Locator) -> str:
    """The odds as they stand."""
    return panel.locator(".against").inner_text()


def test_bombardments_are_planned_together_changed_and_fired(local: str, opened: Opener) -> None:
    table = seated(opened, local)
    page, panel = table.page, table.page.locator(".panel.battle")
    state = on_to_combat(table)
    state = lay_guns(table, 2)
    # The odds of this bombardment, with every gun by its name.
    expect(panel.locator(".kicker")).to_have_text(re.compile("bombardment of", re.I))
    expect(panel.locator(".bars tr").first).to_be_visible()
    expect(panel.locator(".force .unitlink").first).to_be_visible()
    # It is laid aside as a plan, drawn as arrows, and told with what is to be expected of it.
    state = act(table, "plan")
    expect(page.locator(".plans .trail.fire").first).to_be_attached()
    expect(panel.locator(".make-up")).to_contain_text("to be expected")
    # The plan is taken in hand again, and a gun of it left out by a click in the panel.
    state = act(table, f"revise {GORIZIA}")
    gun = state["choices"]["without"][0]
    panel.locator(f'[data-pick="without {gun}"]').click()
    state = table.until(lambda t: gun in t["choices"].get("with", []), "the gun is left out")
    state = act(table, "plan")
    table.picture("great-war-plan")
    # All that is planned is fired at once; each bombardment has a line in the log.
    state = act(table, "fire_all")
    page.locator("#tab-log").click()
    expect(page.locator(".log li", has_text="bombard").first).to_be_visible()
    expect(page.locator(".log .die").first).to_be_visible()


@pytest.mark.slow
def test_a_battle_is_prepared_on_one_panel_and_fought_to_its_end(
    local: str, opened: Opener
) -> None:
    table = seated(opened, local)
    page, panel = table.page, table.page.locator(".panel.battle")
    state = on_to_combat(table)
    while "attack" not in state["choices"]:
        state = act(table, "done")
    state = act(table, f"attack {GORIZIA}")
    # Attackers are added in the panel, and the exact odds change with each.
    seen = []
    for _ in range(5):
        unit = state["choices"]["with"][0]
        panel.locator(f'[data-pick="with {unit}"]').click()
        state = table.until(
            lambda t, unit=unit: unit in t["choices"].get("without", []),  # type: ignore[misc]
            f"{unit} attacks",
        )
        expect(panel.locator(".make-up dd").first).to_contain_text("from")
        seen.append(lit(panel))
    assert len(set(seen)) > 2, seen
    # Who attacks, support, supply, reserves: all on the same panel, beside the odds.
    made = panel.locator(".make-up dt")
    for title in ("Attack", "Defence", "Support", "Combat supply", "Reserves"):
        expect(made.filter(has_text=re.compile(f"^{title}$"))).to_be_attached()
    expect(panel.locator(".chart.lit .lit").first).to_be_attached()
    table.picture("great-war-composed")
    # One is left out again.
    unit = state["choices"]["without"][0]
    panel.locator(f'[data-pick="without {unit}"]').click()
    state = table.until(lambda t: unit in t["choices"].get("with", []), "it is left out")
    state = act(table, "join")
    asked = []
    for _ in range(60):
        if not state["focus"]["battle"]:
            break
        verb = next((verb for verb in ANSWERS if verb in state["choices"]), None)
        verb = verb or ("done" if "done" in state["choices"] else next(iter(state["choices"])))
        asked.append(verb)
        if verb == "propose":
            # What is proposed is marked on the map and named in the panel; one click takes it.
            expect(page.locator(".counters .held").first).to_be_attached()
            expect(panel.locator(".make-up")).to_contain_text("Proposed")
            table.picture("great-war-losses")
        if verb == "fall_back":
            expect(page.locator(".plans .trail.retreat").first).to_be_attached()
            table.picture("great-war-retreat")
        state = act(table, f"{verb} {state['choices'][verb][0]}".strip())
    assert not state["focus"]["battle"], asked
    assert "propose" in asked or "feed" in asked, asked


def test_layers_show_headquarters_depots_supply_lines_and_rail_capacity(
    local: str, opened: Opener
) -> None:
    table = seated(opened, local)
    page = table.page
    page.locator("#tab-layers").click()
    layers = page.locator(".panel.layers")
    for title in ("Zone of influence of Army HQs", "Depots", "Supply line to an Army HQ"):
        group = layers.locator("fieldset", has=page.locator("legend", has_text=title))
        group.get_by_label("Entente").check()
        expect(page.locator(".tints .tint").last).to_be_attached()
    capacity = layers.locator("fieldset", has=page.locator("legend", has_text="Rail capacity"))
    expect(capacity.locator("small").first).to_contain_text(re.compile(r"\d+ of \d+ RE left"))
    capacity.locator("input").first.check()
    expect(page.locator(".tints .tint")).to_have_count(4)
    # Supply runs in lines, each side's with its own stroke.
    supply = layers.locator("fieldset", has=page.locator("legend", has_text="Supply lines"))
    for side in SEATS:
        supply.get_by_label(side).check()
    expect(page.locator(".strands .strand")).to_have_count(2)
    strokes = page.locator(".strands .strand path:not(.back)")
    drawn = {path.get_attribute("stroke-dasharray") for path in strokes.all()}
    assert len(drawn) == 2
    expect(page.locator(".tints .tint")).to_have_count(4)
    table.picture("great-war-layers")


def test_every_marker_has_a_sign(local: str, opened: Opener) -> None:
    table = seated(opened, local)
    state = table.state()
    expect(table.page.locator(".markers .depot")).to_have_count(len(state["markers"]["depot"]))
    expect(table.page.locator(".markers .letter")).to_have_count(0)
    expect(table.page.locator(".markers .trench")).to_have_count(len(state["markers"]["trench"]))


def test_on_a_phone_the_panel_of_a_battle_composes_it(local: str, opened: Opener) -> None:
    table = seated(opened, local, touch=True)
    page, panel = table.page, table.page.locator(".panel.battle")
    on_to_combat(table)
    table.choose_over_api(f"bombard {GORIZIA}")
    state = settled(table)
    page.locator("#tab-battle").click()
    gun = state["choices"]["with"][0]
    panel.locator(f'[data-pick="with {gun}"]').click()
    state = table.until(lambda t: gun in t["choices"].get("without", []), "the gun is laid")
    expect(panel.locator(".bars tr").first).to_be_attached()
    table.picture("great-war-phone")
    page.locator("#tab-battle").click()
    table.press("plan")
    table.until(lambda t: "fire_all" in t["choices"], "it is planned")
    expect(page.locator(".plans .trail.fire").first).to_be_attached()
