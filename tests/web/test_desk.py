"""The table on a desk: mouse, keys and a wide screen."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.browser import NEW_MATCH, Table, after, before
from tests.web.conftest import Opener
from tests.web.play import (
    AGAINST_RANDOM,
    HOT_SEAT,
    declare,
    on_to,
    roll_until_the_defender_suffers,
    settled,
    uncovered,
)


def seated(opened: Opener, address: str, seats: dict[str, str], side: str = "Central") -> Table:
    """At a new match."""
    table = opened(address)
    return table.sit_down(table.begin(seats), side)


def test_a_match_is_begun_in_the_lobby(local: str, opened: Opener) -> None:
    table = opened(local)
    page = table.page
    page.goto(local)
    expect(page.get_by_role("heading", name="Games")).to_be_visible()
    page.locator(NEW_MATCH).click()
    page.locator("select[name=seat-Allied]").select_option("computer:cadet")
    page.locator("select[name=seat-Central]").select_option("me")
    table.picture("lobby")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".decision.yours .prompt")).to_contain_text("attack")
    expect(page).to_have_title(re.compile("Your decision"))
    page.get_by_role("link", name="Lobby").click()
    # Others have left matches of other games on the same server.
    mine = page.locator(".mine .my-turn").filter(has_text="World War I").first
    expect(mine).to_contain_text("Your turn")


def test_an_attack_from_odds_to_advance(local: str, opened: Opener) -> None:
    table = seated(opened, local, HOT_SEAT)
    page = table.page
    state = roll_until_the_defender_suffers(table)
    battle = page.locator(".battle")
    # The row and the column are lit, and the cell where they meet.
    expect(battle.locator("td.hit")).to_have_count(1)
    expect(battle.locator(".stages .now")).to_have_text("Losses")
    expect(battle.locator(".rolled .die").first).to_be_visible()
    table.picture("battle")
    if "retreat" in state["choices"]:
        table.press(f"retreat {state['choices']['retreat'][0]}")
        state = settled(table)
        while state["focus"]["battle"] == "retreat":
            verb = next(iter(state["choices"]))
            table.click_hex(state["choices"][verb][0])
            state = settled(table)
        expect(battle.locator(".rolled")).to_contain_text("retreats")
        assert state["focus"]["battle"] == "advance"
        expect(battle.locator(".stages .now")).to_have_text("Advance")
        table.click_unit(state["choices"]["advance"][0])
        state = settled(table)
        if "advance_to" in state["choices"]:
            table.click_hex(state["choices"]["advance_to"][0])
            settled(table)
        page.locator("#tab-log").click()
        expect(page.locator(".log")).to_contain_text("advances to")
    else:
        table.press("hold")
        settled(table)
        expect(page.locator(".log")).to_contain_text("pays")
    table.picture("after-battle")


def test_odds_are_shown_before_the_die(local: str, opened: Opener) -> None:
    table = seated(opened, local, AGAINST_RANDOM)
    state = declare(table, "0408")
    battle = table.page.locator(".battle")
    expect(battle.locator("h2")).to_contain_text("0408")
    expect(battle.locator(".force").first).to_contain_text("German")
    expect(battle.locator(".case").first).to_be_visible()
    expect(battle.locator("thead .lit")).to_have_count(1)
    shares = [float(share[:-1]) for share in battle.locator(".bars .share span").all_inner_texts()]
    assert abs(sum(shares) - 100) < 1
    # All bars share one scale: the whole width is certainty.
    width = "rod => [rod, rod.firstChild].map(part => part.getBoundingClientRect().width)"
    rods = battle.locator(".bars .rod").evaluate_all(f"rods => rods.map({width})")
    assert len({whole for whole, _ in rods}) == 1
    for share, (whole, part) in zip(shares, rods, strict=True):
        assert abs(100 * part / whole - share) < 0.5
    # So they do whatever stands beside them.
    battle.locator(".bars .share span").first.evaluate("share => share.textContent = '5%'")
    rods = battle.locator(".bars .rod").evaluate_all(f"rods => rods.map({width})")
    assert len({whole for whole, _ in rods}) == 1
    assert list(state["choices"]) == ["roll"]
    table.picture("odds")
    # Everything is still there after a reload.
    table.page.reload()
    expect(battle.locator("h2")).to_contain_text("0408")
    # Taking back, step by step, to before the attack.
    while (version := table.state()["version"]) > 0:
        table.page.keyboard.press("Control+z")
        table.until(before(version), "take back")
    expect(table.page.locator("#tab-battle")).to_be_hidden()
    assert table.state()["version"] == 0


def test_a_click_on_another_target_changes_ones_mind(local: str, opened: Opener) -> None:
    table = seated(opened, local, AGAINST_RANDOM)
    table.click_hex("0408")
    table.until(lambda t: t["focus"]["hexes"] == ["0408"])
    table.click_unit(
        next(p["key"] for p in table.state()["pieces"] if p["place"] == "0409"),
    )
    table.until(lambda t: t["focus"]["hexes"] == ["0409"])
    table.page.keyboard.press("Control+z")
    table.until(lambda t: t["version"] == 0)


def test_moving_by_rail_and_being_refused(local: str, opened: Opener) -> None:
    table = opened(local)
    page = table.page
    table.match = table.begin(HOT_SEAT)
    on_to(table, "Central movement", "Central")
    table.sit_down(table.match, "Central")
    uncovered(table)
    mover = next(unit for unit in table.state()["choices"]["unit"] if offers_rail(table, unit))
    start = place_of(table, mover)
    table.map_to(start)
    table.click_unit(mover)
    state = table.until(lambda t: t["focus"]["units"] == [mover])
    table.picture("targets")
    # An enemy's hex is refused with its case.
    enemy = next(p for p in state["pieces"] if p["side"] == "Allied" and in_sight(table, p["key"]))
    table.click_unit(enemy["key"])
    refusal = page.locator(".hexcard.refusal")
    expect(refusal).to_contain_text("5.21")
    expect(refusal).to_contain_text("enemy")
    table.picture("refused")
    refusal.get_by_role("button", name="5.21").click()
    expect(page.locator('.rule.open[data-case="5.21"]')).to_be_visible()
    page.keyboard.press("Escape")
    # By rail, hex by hex.
    page.locator(".mode[data-verb=rail]").click()
    there = state["choices"]["rail"][0]
    table.click_hex(there)
    table.until(lambda t: place_in(t, mover) == there)
    page.locator("#tab-log").click()
    expect(page.locator(".log")).to_contain_text(re.compile(f"by rail from .* to {there}"))
    table.press("stop")
    state = table.until(lambda t: not t["focus"]["units"])
    assert mover not in state["choices"]["unit"]
    # The next unit, by key.
    for _ in range(20):
        version = table.state()["version"]
        page.keyboard.press("n")
        # A unit that can do nothing stays where it is, and the page says so.
        if table.until(after(version))["focus"]["units"]:
            break
        expect(page.locator(".toast").last).to_contain_text("stays")
    page.keyboard.press("Escape")
    table.until(lambda t: not t["focus"]["units"])
    # Ending the phase with units that have not moved asks first, and calls them by their names.
    page.locator('.decision [data-choice="done"]').click()
    asked = page.get_by_role("dialog")
    expect(asked).to_contain_text("could still move")
    expect(asked).to_contain_text("German 4th (0507)")
    asked.get_by_role("button", name="Go on").click()
    assert table.state()["phase"] == "Central movement"


def offers_rail(table: Table, unit: str) -> bool:
    table.side = "Central"
    table.choose_over_api(f"unit {unit}")
    found = "rail" in table.state()["choices"]
    table.take_back_over_api()
    return found


def place_of(table: Table, key: str) -> str:
    return place_in(table.state(), key)


def place_in(state: dict[str, object], key: str) -> str:
    pieces: list[dict[str, str]] = state["pieces"]  # type: ignore[assignment]
    return next(piece["place"] for piece in pieces if piece["key"] == key)


def in_sight(table: Table, key: str) -> bool:
    return table.is_clear(f'.counters [data-key="{key}"] .card')


def wait_for_our_turn(table: Table, version: int) -> None:
    """Wait until the computer has answered, and what it did has been shown."""
    gone_on = after(version)
    table.until(lambda t: gone_on(t) and t["who"] == "Central", "an answer")


def test_a_whole_turn_against_the_computer(local: str, opened: Opener) -> None:
    table = seated(opened, local, AGAINST_RANDOM)
    page = table.page
    for _ in range(300):
        state = table.until(lambda t: t["who"] == "Central" and bool(t["choices"]), "our turn")
        if state["turn"].startswith("2:") and state["phase"] == "Central movement":
            break
        if "done" in state["choices"]:
            table.press("done")
        else:
            verb = next(iter(state["choices"]))
            table.choose_over_api(f"{verb} {state['choices'][verb][0]}".strip())
        wait_for_our_turn(table, state["version"])
    assert table.state()["turn"].startswith("2:")
    expect(page.locator(".log .turn")).to_have_count(2)
    table.picture("turn-two")


def test_replaying_a_match(local: str, opened: Opener) -> None:
    table = seated(opened, local, HOT_SEAT)
    page = table.page
    roll_until_the_defender_suffers(table)
    version = table.state()["version"]
    page.locator("#tab-log").click()
    page.locator(".log li[data-version]").first.click()
    expect(page.locator(".moment")).to_contain_text(f"0 of {version}")
    page.get_by_role("button", name="Forward (→)").click()
    expect(page.locator(".moment")).not_to_contain_text("· 0 of")
    page.get_by_role("button", name="Last (End)").click()
    expect(page.locator(".moment")).to_contain_text(f"{version} of {version}")
    page.keyboard.press("Home")
    expect(page.locator(".moment")).to_contain_text(f"0 of {version}")
    page.keyboard.press("Space")
    expect(page.locator(".moment")).to_contain_text(f"{version} of {version}")
    table.picture("replay")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".decision.yours")).to_be_visible()


def test_since_the_last_visit(local: str, opened: Opener) -> None:
    table = seated(opened, local, HOT_SEAT)
    table.until(lambda t: True)
    table.page.goto("about:blank")
    on_to(table, "Inferior side's second attacks", "Allied")
    table.sit_down(table.match, "Central")
    expect(table.page.locator(".flash")).to_contain_text("Since your last visit")


def test_a_record_is_saved_and_opened(local: str, opened: Opener) -> None:
    table = seated(opened, local, HOT_SEAT)
    page = table.page
    roll_until_the_defender_suffers(table)
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Download the record").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitem", name="Dice statistics").click()
    expect(page.get_by_role("dialog")).to_contain_text("so far")
    table.picture("dice")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Lobby").click()
    page.locator("input[type=file]").set_input_files(download.value.path())
    expect(page.locator(".replay .moment")).to_contain_text("0 of")


def test_layers_panels_and_keys(local: str, opened: Opener) -> None:
    table = seated(opened, local, AGAINST_RANDOM)
    page = table.page
    page.keyboard.press("l")
    page.get_by_label("Allied zones").check()
    expect(page.locator(".tint")).to_have_count(1)
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    expect(page.locator(".counters")).to_be_hidden()
    page.keyboard.press("c")
    page.keyboard.press("s")
    expect(page.locator(".phases .now")).to_have_text("Superior side's first attacks")
    page.keyboard.press("r")
    page.get_by_role("searchbox").fill("8.59")
    expect(page.locator(".rule").first).to_contain_text("8.59")
    page.get_by_role("searchbox").blur()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    table.picture("keys")
    page.keyboard.press("Escape")
    # The map by keyboard alone.
    page.locator(".map").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator("path.cursor")).to_have_attribute("d", re.compile("M"))


def test_hovering_tells_everything_of_a_hex(local: str, opened: Opener) -> None:
    table = seated(opened, local, AGAINST_RANDOM)
    x, y = table.middle('.targets [data-hex="0408"]')
    table.page.mouse.move(x, y)
    card = table.page.locator(".hexcard")
    expect(card).to_contain_text("Verdun")
    expect(card).to_contain_text("France")
    expect(card).to_contain_text("fort")


def test_stacks_fan_out(local: str, opened: Opener) -> None:
    table = seated(opened, local, AGAINST_RANDOM)
    heap = """async game => {
        const { Board } = await import("/js/board.js");
        const board = await (await fetch(`/api/games/${game}/board`)).json();
        const frame = document.createElement("div");
        frame.className = "map";
        frame.id = "stacks";
        frame.style.cssText = "position: fixed; inset: 0; z-index: 99";
        document.body.append(frame);
        const picked = [];
        const map = new Board(frame, board, { hex() {}, hover() {}, hold() {}, nothing() {},
            piece: key => picked.push(key) });
        const nation = Object.keys(board.nations)[0];
        map.stacks.show(["a", "b", "c", "d"].map(key => ({ key, name: key, nation, side: "",
            symbol: "cavalry", size: "XX", strengths: "3-4-5", place: board.hexes[40].label,
            marks: ["reduced", "out of supply"] })));
        await new Promise(done => setTimeout(done, 500));
        map.camera.seek([board.hexes[40]], 2);
        await new Promise(done => setTimeout(done, 1500));
        window.heap = { map, picked };
    }"""
    table.page.evaluate(heap, table.game())
    table.page.mouse.move(*table.middle('#stacks [data-key="d"] .card'))
    expect(table.page.locator("#stacks .fanned")).to_have_count(4)
    table.picture("stack")
    table.middle('#stacks [data-key="a"]')
    spread = [table.page.locator(f'#stacks [data-key="{key}"]').bounding_box() for key in "abcd"]
    assert len({(round(box["x"]), round(box["y"])) for box in spread if box}) == 4
    first = spread[0]
    assert first
    table.page.mouse.click(first["x"] + 20, first["y"] + 20)
    assert table.page.evaluate("window.heap.picked") == ["a"]
