"""The Great War at the table: a battle of ten decisions prepared on one panel, bombardments planned
together, losses proposed, retreats drawn as arrows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.browser import PHONE, Json, Table, after
from tests.web.conftest import Opener
from tests.web.play import act, settled

GAME = "the_great_war"
SEATS = {"Entente": "me", "Central Powers": "me"}
GORIZIA, NEXT_TO_IT = "4607", "4507"
ABOVE_THE_SHEET = """key => {
    const unit = document.querySelector(`.counters [data-key="${key}"] .card`);
    const sheet = document.querySelector(".panels");
    return unit.getBoundingClientRect().bottom < sheet.getBoundingClientRect().top;
}"""
"""Whether a counter is not covered by the panel of a phone."""
ANSWERS = ("feed", "propose", "withdraw", "fall_back", "pursue")
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
    planned = panel.locator(".make-up dd", has_text="to be expected")
    expect(planned).to_have_count(1)
    # The plan is taken in hand again, and a gun of it left out by a click in the panel.
    state = act(table, f"revise {GORIZIA}")
    gun = state["choices"]["without"][0]
    state = pick(table, f"without {gun}")
    expect(panel.locator(f'[data-pick="with {gun}"]')).to_be_visible()
    state = act(table, "plan")
    # Another hex is laid beside it: who stands there is told, and both are drawn.
    state = act(table, f"bombard {NEXT_TO_IT}")
    expect(panel.locator(".make-up dt", has_text="Target")).to_be_visible()
    expect(panel.locator(".make-up dd", has_text="62nd")).to_be_visible()
    state = pick(table, f"with {gun}")
    state = act(table, "plan")
    expect(planned).to_have_count(2)
    assert {arrow["end"] for arrow in state["focus"]["arrows"]} == {GORIZIA, NEXT_TO_IT}
    expect(page.locator(".plans .trail.fire")).to_have_count(2)
    table.picture("great-war-plan")
    # All that is planned is fired at once; each bombardment has a line in the log.
    state = act(table, "fire_all")
    page.locator("#tab-log").click()
    for place in (GORIZIA, NEXT_TO_IT):
        expect(page.locator(".log li", has_text=f"bombard {place}").first).to_be_visible()
    expect(page.locator(".log .die")).to_have_count(2)


def on_to_the_attack(table: Table) -> Json:
    """Pass the bombardments and attack Gorizia, with nobody yet."""
    state = on_to_combat(table)
    while "attack" not in state["choices"]:
        table.choose_over_api("done", state["who"])
        state = settled(table)
    table.choose_over_api(f"attack {GORIZIA}", state["who"])
    return settled(table)


def pick(table: Table, choice: str) -> Json:
    """Press a button of the panel, with the mouse or a finger."""
    version = table.state()["version"]
    button = table.page.locator(f'.panel.battle [data-pick="{choice}"]')
    button.tap() if table.touch else button.click()
    table.until(after(version), choice)
    return settled(table)


def whole_hex(table: Table, place: str) -> Json:
    """Let everybody of a hex take part."""
    keys = {p["key"] for p in table.state()["pieces"] if p["place"] == place}
    button = table.page.locator(f'.panel.battle [data-all="{place}"]')
    button.tap() if table.touch else button.click()
    return table.until(
        lambda t: not keys & set(t["choices"].get("with", [])), f"all in {place} attack"
    )


def on_to_losses(table: Table) -> Json:
    """Attack Gorizia with all there is, well supplied, so that the defender loses and may go."""
    state = on_to_the_attack(table)
    while "with" in state["choices"]:
        table.choose_over_api(f"with {state['choices']['with'][0]}", state["who"])
        state = table.state()
    table.choose_over_api("join", state["who"])
    for _ in range(30):
        state = table.state(table.state()["who"])
        if "propose" in state["choices"]:
            break
        feed = state["choices"].get("feed", []) if state["who"] == "Entente" else []
        table.choose_over_api(f"feed {feed[0]}" if feed else "done", state["who"])
    return settled(table)


def test_a_battle_is_composed_on_one_panel_while_its_odds_change(
    local: str, opened: Opener
) -> None:
    table = seated(opened, local)
    panel = table.page.locator(".panel.battle")
    state = on_to_the_attack(table)
    # Everybody who could take part stands in one roster by hex; each press changes the exact odds.
    seen = []
    for key in ("IT11", "IT12", "IT24", "IT43"):
        state = pick(table, f"with {key}")
        expect(panel.locator(f'[data-pick="without {key}"]')).to_have_attribute(
            "aria-pressed", "true"
        )
        seen.append(lit(panel))
    assert len(set(seen)) > 2, seen
    roster = panel.locator(".pick-row h4").first
    expect(roster).to_have_text("4 of 18 take part")
    # All of a hex at once, and one left out again.
    whole_hex(table, "4608")
    expect(roster).to_have_text("12 of 18 take part")
    pick(table, "without IT11")
    expect(roster).to_have_text("11 of 18 take part")
    supplied = lit(panel)
    assert supplied not in seen
    expect(panel.locator(".standing")).to_have_text(supplied)
    # Who attacks, support, supply, reserves: all on the same panel, beside the odds.
    made = panel.locator(".make-up dt")
    for title in ("Attack", "Defence", "Support", "Artillery", "Combat supply", "Reserves"):
        expect(made.filter(has_text=re.compile(f"^{title}$"))).to_be_attached()
    expect(panel.locator(".chart.lit .lit").first).to_be_attached()
    table.picture("great-war-composed")
    # Without supply the attack is weaker; the panel tells what supply would make of it.
    state = act(table, "join")
    promise = panel.locator(".notes li", has_text="with everybody supplied who can be")
    expect(promise).to_contain_text(supplied)
    hungry = lit(panel)
    assert hungry != supplied
    table.picture("great-war-supply")
    pick(table, f"feed {state['choices']['feed'][0]}")
    expect(panel.locator(".against")).not_to_have_text(hungry)


@pytest.mark.slow
def test_losses_are_proposed_and_changed_and_a_retreat_is_an_arrow_to_be_confirmed(
    local: str, opened: Opener
) -> None:
    table = seated(opened, local)
    page, panel = table.page, table.page.locator(".panel.battle")
    state = on_to_losses(table)
    # What is proposed is marked on the map, in the panel, and named there.
    proposed = state["focus"]["units"]
    expect(page.locator(".counters .held")).to_have_count(len(proposed))
    expect(panel.locator(".make-up dd", has_text="Proposed")).to_be_visible()
    table.picture("great-war-losses")
    # Somebody else goes first; the proposal is for what is left to lose.
    other = next(key for key in state["choices"]["lose"] if key not in proposed[:1])
    before = state["prompt"]
    state = pick(table, f"lose {other}")
    assert state["prompt"] != before
    assert other not in state["focus"]["units"]
    if "propose" in state["choices"]:
        state = act(table, "propose")
    asked = []
    for _ in range(12):
        if state["focus"]["arrows"] or not state["focus"]["battle"]:
            break
        verb = next((verb for verb in ANSWERS if verb in state["choices"]), "done")
        asked.append(verb)
        state = act(table, verb)
    # The way out is drawn; nothing moves before it is confirmed.
    arrow = state["focus"]["arrows"][0]
    assert arrow["kind"] == "retreat", asked
    expect(page.locator(".plans .trail.retreat").first).to_be_attached()
    expect(panel.locator(".stages .now")).to_have_text("Retreat")
    gone = state["focus"]["units"]
    assert all(p["place"] == GORIZIA for p in state["pieces"] if p["key"] in gone)
    table.picture("great-war-retreat")
    state = act(table, "fall_back")
    assert all(p["place"] != GORIZIA for p in state["pieces"] if p["key"] in gone)
    # By one roll in three the attacker is asked as well, and stands.
    if "stand" in state["choices"]:
        state = act(table, "stand")
    # And all of a hex advance with one press, as far as there is room.
    expect(panel.locator(".stages .now")).to_have_text("Advance")
    table.picture("great-war-advance")
    place = panel.locator("[data-all]").first.get_attribute("data-all")
    panel.locator(f'[data-all="{place}"]').click()
    table.until(lambda t: any(p["place"] == GORIZIA for p in t["pieces"]), "somebody advances")


def test_what_is_not_to_be_done_by_mistake_is_chosen_first(local: str, opened: Opener) -> None:
    """In the first question units may be disbanded, in the movement phase points destroyed."""
    table = seated(opened, local)
    page, state = table.page, table.state()
    assert "disband" in state["choices"]
    expect(page.locator(".counters .choosable")).to_have_count(0)
    expect(page.get_by_role("button", name="Next unit")).to_have_count(0)
    table.click_unit("IT7")
    expect(page.locator(".hexcard.pinned .actions button", has_text="Disband")).to_be_visible()
    assert table.state()["version"] == state["version"]
    page.locator('.mode[data-verb="disband"]').click()
    expect(page.locator(".counters .choosable")).to_have_count(len(state["choices"]["disband"]))
    # Who leads is asked by name.
    table.choose_over_api("done")
    table.until(lambda t: "recall" in t["choices"])
    expect(page.locator('[data-choice="recall 0"]')).to_have_text("Cadorna")
    while "unit" not in state["choices"]:
        table.choose_over_api("done")
        state = settled(table)
    assert "destroy" in state["choices"]
    expect(page.locator(".targets .target")).to_have_count(0)
    expect(page.locator(".mode").first).to_contain_text("Move")


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
    # Every layer has a pattern of its own, those of supply among them.
    samples = layers.locator(".swatch > rect")
    fills = [one.get_attribute("fill") for one in samples.all()]
    assert len(fills) > 12
    assert len(set(fills)) == len(fills)
    looks = "one => one.getAttribute('patternTransform') + one.lastChild.getAttribute('d')"
    motifs = [one.evaluate(looks) for one in page.locator("pattern").all()]
    assert len(set(motifs)) == len(motifs)


def test_the_sides_are_told_apart_without_colour(local: str, opened: Opener) -> None:
    """Counters of the first side are square, of the second cut at two corners and pointed."""
    table = seated(opened, local)
    state = table.state()
    outlines: dict[str, set[str]] = {}
    for piece in state["pieces"]:
        card = table.page.locator(f'.counters [data-key="{piece["key"]}"] > .card')
        if card.count():
            outlines.setdefault(piece["side"], set()).add(card.evaluate("one => one.tagName"))
    assert outlines == {"Entente": {"rect"}, "Central Powers": {"path"}}
    pointed = table.page.locator(".counters .counter:has(> path.card) .symbol > .box")
    expect(pointed.first).to_be_attached()
    expect(table.page.locator(".counters .counter:has(> rect.card) .symbol > .box")).to_have_count(
        0
    )
    table.page.add_style_tag(content="html { filter: grayscale(1) }")
    table.picture("great-war-without-colour")


def test_every_marker_has_a_sign(local: str, opened: Opener) -> None:
    table = seated(opened, local)
    state = table.state()
    expect(table.page.locator(".markers .depot")).to_have_count(len(state["markers"]["depot"]))
    expect(table.page.locator(".markers .letter")).to_have_count(0)
    expect(table.page.locator(".markers .trench")).to_have_count(len(state["markers"]["trench"]))


def test_on_a_phone_bombardments_are_planned_by_touch(local: str, opened: Opener) -> None:
    table = seated(opened, local, touch=True)
    page, panel = table.page, table.page.locator(".panel.battle")
    on_to_combat(table)
    table.choose_over_api(f"bombard {GORIZIA}")
    state = settled(table)
    page.locator("#tab-battle").tap()
    gun = state["choices"]["with"][0]
    pick(table, f"with {gun}")
    expect(panel.locator(".bars tr").first).to_be_attached()
    # Those who are fired at, and the gun, stand above the sheet.
    enemy = next(p["key"] for p in state["pieces"] if p["place"] == GORIZIA)
    for key in (gun, enemy):
        page.wait_for_function(ABOVE_THE_SHEET, arg=key)
    table.picture("great-war-phone")
    page.locator("#tab-battle").tap()
    table.press("plan")
    table.until(lambda t: "fire_all" in t["choices"], "it is planned")
    expect(page.locator(".plans .trail.fire").first).to_be_attached()


@pytest.mark.slow
def test_on_a_phone_a_battle_is_fought_on_its_panel(local: str, opened: Opener) -> None:
    """Where the panel covers question and answers, they stand in it."""
    table = seated(opened, local, touch=True)
    page, panel = table.page, table.page.locator(".panel.battle")
    on_to_the_attack(table)
    page.locator("#tab-battle").tap()
    for place in ("4508", "4608"):
        whole_hex(table, place)
    table.picture("great-war-phone-composed")
    state = pick(table, "join")
    asked = []
    for _ in range(40):
        if not state["focus"]["battle"]:
            break
        expect(panel.locator(".asked")).to_be_visible()
        verb = next((verb for verb in ANSWERS if verb in state["choices"]), None)
        verb = verb or ("done" if "done" in state["choices"] else next(iter(state["choices"])))
        asked.append(verb)
        state = pick(table, f"{verb} {state['choices'][verb][0]}".strip())
    assert not state["focus"]["battle"], asked
    assert {"feed", "propose"} <= set(asked), asked
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.slow
def test_on_a_phone_a_unit_of_a_stack_moves_by_four_taps(local: str, opened: Opener) -> None:
    """One spreads the stack, one takes the unit, one looks ahead, one goes."""
    table = seated(opened, local, touch=True)
    state = table.state()
    while "unit" not in state["choices"]:
        table.choose_over_api("done")
        state = settled(table)
    stack = [p["key"] for p in state["pieces"] if p["place"] == "4508"]
    table.click_in_stack("IT45", stack)
    state = table.until(lambda t: t["focus"]["units"] == ["IT45"], "it is in hand")
    # All ways stand in one row, and the map keeps more than half of the screen.
    assert table.page.locator(".map").bounding_box()["height"] > PHONE["height"] / 2  # type: ignore[index]
    goal = state["choices"]["move"][0]
    table.picture("great-war-phone-move")
    table.click_hex(goal)
    expect(table.page.locator(".preview button")).to_be_visible()
    table.click_hex(goal)
    table.until(
        lambda t: any(p["key"] == "IT45" and p["place"] == goal for p in t["pieces"]), "it goes"
    )
