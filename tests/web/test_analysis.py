"""What a finished match teaches, in the page: the analysis, playing on, the end, the general."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.server.place import serving, settings
from tests.web.axe import violations
from tests.web.browser import Json, Table
from tests.web.conftest import SHELF, Opener
from tests.web.test_sketch import stroke
from trenchline.games import load_game
from trenchline.kernel.lessons import load_lessons, play
from trenchline.kernel.record import read_record

RECORD = Path(__file__).parents[1] / "world_war_one" / "golden" / "draw.jsonl"
LONG = 240_000
"""Milliseconds that an analysis may take on a busy machine."""

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[str]:
    """A server whose analysts are quick."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("trenchline.server.analysts.WORK", 6.0)
        patch.setattr("trenchline.server.analysts.ADVICE_WORK", 0.3)
        folder = tmp_path_factory.mktemp("analysts")
        with serving(settings(folder, local=True, shelf=SHELF)) as address:
            yield address


def taken_in(table: Table) -> str:
    """The record, to be looked at."""
    answer = table.context.request.post(
        f"{table.address}/api/replays",
        data=RECORD.read_bytes(),
        headers={"Content-Type": "application/x-ndjson"},
    )
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def gone_on(table: Table, match: str, version: int, seats: dict[str, str]) -> Json:
    """A match from a moment of another, made over the API."""
    where = f"{table.address}/api/matches/{match}/play-on"
    answer = table.context.request.post(where, data={"version": version, "seats": seats})
    assert answer.ok, answer.text()
    begun: Json = answer.json()
    return begun


@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
def test_a_record_is_analysed_and_gone_on_with(opened: Opener, place: str, touch: bool) -> None:
    size = "phone" if touch else "desk"
    table = opened(place, touch=touch)
    page = table.page
    match = taken_in(table)
    table.sit_down(match, None)
    page.locator("[data-replay=analysis]").click()
    panel = page.locator(".analysis")
    expect(panel).to_be_visible(timeout=LONG)
    expect(panel.locator(".said")).to_contain_text("Nobody won")
    expect(panel.locator(".chart")).to_be_visible()
    expect(panel.locator(".turning")).to_have_count(5)
    expect(panel.locator(".turning").first.locator(".maps svg")).to_have_count(2)
    assert panel.locator(".greatest tr").count() > 2
    table.picture(f"analysis-{size}")
    assert violations(page) == []
    # Nothing of it is wider than the panel.
    wide = "e => e.scrollWidth - e.clientWidth"
    assert page.locator(".analysis-panel").evaluate(wide) <= 1

    # The film runs from the beginning to the end.
    film = panel.locator(".film")
    film.scroll_into_view_if_needed()
    expect(film.locator("output")).to_have_text("the beginning")
    film.locator("input").evaluate("e => { e.value = e.max; e.dispatchEvent(new Event('input')); }")
    expect(film.locator("output")).to_have_text("Winter 1918-19")
    table.picture(f"analysis-film-{size}")

    # A turning point leads to its moment.
    link = panel.locator(".turning .moment-link").first
    version = int(link.get_attribute("data-version") or 0)
    link.click()
    expect(page.locator(".replay .moment")).to_contain_text(f"{version} of ")

    # From there one plays on, against the computer.
    page.locator("[data-replay=on]").click()
    alone = page.locator("dialog").get_by_text("Nobody suggests anything")
    page.locator("dialog select[name=side]").select_option("")
    expect(alone).to_be_visible()
    expect(page.locator("dialog select[name=level]")).to_be_disabled()
    page.locator("dialog select[name=side]").select_option("Central")
    expect(alone).to_be_hidden()
    table.picture(f"play-on-{size}")
    page.locator("dialog button.primary").click()
    expect(page.locator(".heading .origin")).to_have_attribute("href", f"#/match/{match}")
    assert not table.complaints


@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
def test_the_end_of_a_match_is_told(opened: Opener, place: str, touch: bool) -> None:
    size = "phone" if touch else "desk"
    table = opened(place, touch=touch)
    page = table.page
    record = read_record(RECORD)
    match = taken_in(table)
    both = {"Allied": "me", "Central": "me"}
    begun = gone_on(table, match, record.closing.choices - 1, both)
    table.sit_down(begun["id"], begun["who"])
    expect(page.locator("#tab-analysis")).to_be_hidden()
    table.choose_over_api(record.lasting[-1][1].choice)
    end = page.locator(".the-end")
    expect(end).to_be_visible()
    expect(end).to_contain_text("the war")
    # It is worked out without being asked for.
    expect(page.locator(".analysis")).to_be_visible(timeout=LONG)
    table.picture(f"the-end-{size}")
    page.locator("[data-analysis=rematch]").click()
    page.wait_for_function("old => !location.hash.includes(old)", arg=begun["id"])
    expect(page.locator(".heading .origin")).to_be_visible()
    assert not table.complaints


@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
def test_the_general_suggests(opened: Opener, place: str, touch: bool) -> None:
    size = "phone" if touch else "desk"
    table = opened(place, touch=touch)
    page = table.page
    table.sit_down(table.begin({"Allied": "computer:cadet", "Central": "me"}), "Central")
    page.locator(".suggest").click()
    advice = page.locator("dialog.advice")
    expect(advice).to_be_visible(timeout=LONG)
    expect(advice.locator(".courses ol > li")).to_have_count(3)
    expect(advice.locator(".best")).to_contain_text("chance to win")
    table.picture(f"advice-{size}")
    assert violations(page) == []
    before = table.state()["version"]
    advice.locator("footer button").click()
    expect(advice).to_be_hidden()
    page.wait_for_function(
        "async ([address, before]) => (await (await fetch(address)).json()).version > before",
        arg=[f"{place}/api/matches/{table.match}?side=Central", before],
    )
    assert not table.complaints


@pytest.mark.parametrize("other", ["open", "me"], ids=["friend", "hot-seat"])
def test_nobody_is_helped_against_people(opened: Opener, place: str, other: str) -> None:
    table = opened(place)
    table.sit_down(table.begin({"Allied": other, "Central": "me"}), "Central")
    expect(table.page.locator(".decision")).to_be_visible()
    expect(table.page.locator(".suggest")).to_have_count(0)


@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
def test_a_study_is_made_and_passed_on(
    opened: Opener, place: str, touch: bool, tmp_path: Path
) -> None:
    size = "phone" if touch else "desk"
    table = opened(place, touch=touch)
    page = table.page
    match = taken_in(table)
    table.sit_down(match, None)
    variation = gone_on(table, match, 2, {"Allied": "me", "Central": "me"})["id"]
    panel = page.locator("#panel-study")

    def pin(version: int, words: str) -> None:
        page.locator(".replay input[type=range]").evaluate(
            "(e, n) => { e.value = n; e.dispatchEvent(new Event('input')); }", version
        )
        expect(page.locator(".replay .moment")).to_contain_text(f"{version} of ")
        if panel.is_hidden():
            page.locator("#tab-study").click()
        expect(panel.locator("h3")).to_contain_text(f"After {version} of ")
        panel.locator("textarea").fill(words)

    pin(0, "Where does the <b>attack</b> go?")
    panel.locator("input").fill("Into Belgium")
    if not touch:
        page.wait_for_timeout(900)
        stroke(table, "0409", "0608")
        panel.locator("[data-study=marks]").click()
        expect(page.locator('.sketch.theirs[data-mark="a0409>0608"]')).to_be_attached()
    pin(2, "Another way.")
    panel.locator("[data-study=matches]").click()
    panel.locator("[data-study=variation]").click()
    expect(panel.locator(".pins .variation")).to_have_attribute("href", f"#/match/{variation}")
    table.picture(f"study-{size}")
    assert violations(page) == []

    # As a link, which somebody else opens.
    panel.locator("[data-study=link]").click()
    link = page.locator("dialog input.share").input_value()
    page.keyboard.press("Escape")
    reader = opened(place, touch=touch)
    reader.page.goto(link)
    read = reader.page.locator("#panel-study")
    expect(read.locator(".pins li")).to_have_count(2)
    expect(read.locator(".pins")).to_contain_text("Where does the <b>attack</b> go?")
    expect(read.locator("textarea")).to_have_value("Where does the <b>attack</b> go?")
    if not touch:
        arrow = reader.page.locator('.sketch.theirs[data-mark="a0409>0608"]')
        expect(arrow).to_be_attached()

    # As a file, which is opened like a record; its variation comes along.
    with page.expect_download() as saved:
        panel.locator("[data-study=file]").click()
    file = tmp_path / "belgium.study.json"
    saved.value.save_as(file)
    reader.page.goto(f"{place}/#/")
    reader.page.locator("input[type=file]").set_input_files(file)
    expect(read.locator(".pins li")).to_have_count(2)
    assert match not in reader.page.url
    along = read.locator(".pins .variation").get_attribute("href")
    assert along is not None
    assert variation not in along

    # As a lesson that can be played to its end.
    with page.expect_download() as saved:
        panel.locator("[data-study=lesson]").click()
    (tmp_path / "lessons").mkdir()
    saved.value.save_as(tmp_path / "lessons" / "belgium.toml")
    game = load_game("world_war_one")
    lesson = load_lessons(tmp_path, game.sides)["belgium"]
    assert lesson.title == "Into Belgium"
    assert len(play(game, lesson).history) == 3
    assert not table.complaints
    assert not reader.complaints


def test_a_study_from_elsewhere_brings_no_flood(opened: Opener, place: str, tmp_path: Path) -> None:
    """Each variation is a record that the server replays; marks and words go onto the page."""
    table = opened(place)
    page = table.page
    match = taken_in(table)
    sent: list[str] = []

    def answer(route: Route) -> None:
        sent.append(route.request.url)
        route.fulfill(status=201, json={"id": match})

    page.route("**/api/replays", answer)
    pin = {"words": "w" * 5000, "marks": ["a0409>0608", "<b>"], "variations": ["{}"] * 3 + [7]}
    pins = [{**pin, "at": 0}, *({**pin, "at": at, "words": "w"} for at in range(1, 400))]
    file = tmp_path / "flood.study.json"
    file.write_text(json.dumps({"study": 1, "title": "t" * 900, "record": "{}", "pins": pins}))
    page.goto(f"{place}/#/")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".toast")).to_contain_text("24 variations at most")
    panel = page.locator("#panel-study")
    expect(panel.locator(".pins li")).to_have_count(300)
    expect(panel.locator(".pins .variation")).to_have_count(24)
    assert len(sent) == 25
    assert len(panel.locator("input").input_value()) == 200
    assert len(panel.locator("textarea").input_value()) == 4000
    assert page.locator(".sketch.theirs").count() == 1
    assert not table.complaints
