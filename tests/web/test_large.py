"""A table of several thousand hexes on several painted maps, on a phone: what it weighs, and how
one gets from map to map."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.server.place import serving, settings
from tests.steppe import game as steppe
from tests.steppe.land import PIXELS, SHEETS
from tests.web.browser import PATIENCE, Json, Table, open_table
from tests.web.play import place_of
from tests.web.test_weight import begun, weighed
from trenchline.kernel.bits import lowest
from trenchline.kernel.floods import reach

LARGE = 1_500_000
"""What a phone has to fetch before the first move, at most."""

SLOWLY = 4 * PATIENCE
"""To draw so much for the first time, without a graphics card."""

PAINTED = """() => {
    const painted = [...document.querySelectorAll(".ground img[src]")];
    const drawn = document.querySelectorAll(".overlay > svg").length;
    return painted.every(one => one.complete) && (painted.length > 0) === (drawn > 0);
}"""
"""Whether the pictures that the page wants are here, and the drawings over them."""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server with large games is found."""
    folder = tmp_path_factory.mktemp("large")
    with serving(settings(folder, local=True, shelf="tests.steppe.shelf")) as address:
        yield address


def weight(table: Table, address: str) -> int:
    """The bytes of all that a browser fetches until somebody can move."""
    with weighed(table) as found:
        table.page.goto(address)
        expect(table.page.locator(".decision.yours")).to_be_visible(timeout=PATIENCE)
        expect(table.page.locator(".counters .counter").first).to_be_attached()
        table.page.wait_for_function(PAINTED, timeout=SLOWLY)
    return sum(found)


@pytest.mark.slow
def test_a_phone_opens_thousands_of_hexes_on_painted_maps(browser: Browser, large: str) -> None:
    assert steppe.BOARD.hexes.bit_count() == 4_800
    painted = sum(
        (steppe.FOLDER / "map" / name / "background.webp").stat().st_size for name in SHEETS
    )
    assert painted > 2 * LARGE, "the pictures as they were painted would be far too heavy"
    address, who = begun(browser, large, "steppe", "war", dict.fromkeys(steppe.SIDES, "me"))
    table = open_table(browser, large, touch=True)
    found = weight(table, f"{large}{address}?side={who}")
    print(f"steppe: {found:,} bytes")
    assert shown(table), "the map in sight is painted"
    expect(table.page.locator(".overlay > svg")).to_have_count(len(SHEETS))
    table.close()
    assert found < LARGE


def shown(table: Table) -> dict[str, int]:
    """The sheets whose pictures are there, and how many pixels wide."""
    images = """images => images.filter(one => one.complete && one.naturalWidth > 0)
        .map(one => [new URL(one.src).searchParams.get("sheet"), one.naturalWidth])"""
    return dict(table.page.locator(".ground img[src]").evaluate_all(images))


@pytest.mark.slow
def test_on_a_phone_one_goes_from_painted_map_to_painted_map(browser: Browser, large: str) -> None:
    """Each map comes with its picture, and a rider goes from one to the next."""
    table = open_table(browser, large, touch=True)
    table.sit_down(table.begin(dict.fromkeys(steppe.SIDES, "me"), game="steppe"), "Blue")
    buttons = table.page.locator(".mapswitch button")
    expect(buttons).to_have_text([f"The {name.title()}" for name in SHEETS])
    seen = set()
    for name in reversed(SHEETS):
        buttons.filter(has_text=name.title()).click(timeout=SLOWLY)
        table.page.wait_for_function(
            """name => [...document.querySelectorAll(".ground img[src]")].some(one =>
                one.src.includes(`sheet=${name}&`) && one.complete && one.naturalWidth > 0
                && one.getBoundingClientRect().left < innerWidth
                && one.getBoundingClientRect().right > 0
                && one.getBoundingClientRect().top < innerHeight
                && one.getBoundingClientRect().bottom > 0)""",
            arg=name,
            timeout=SLOWLY,
        )
        seen.add(table.page.locator(".world").evaluate("world => world.style.transform"))
    assert len(seen) == len(SHEETS)
    assert max(shown(table).values()) < PIXELS[0], "a level that a phone can show is enough"
    state = table.state()
    rider, goal = over_the_seam(state)
    table.choose_over_api(f"rider {rider}")
    table.choose_over_api(f"to {goal}")
    assert place_of(table.state(), rider) == goal
    table.close()


def over_the_seam(state: Json) -> tuple[str, str]:
    """A rider of the first map who can get to the second, and where."""
    for piece in state["pieces"]:
        if piece["side"] == "Blue" and piece["place"].startswith("W"):
            start = steppe.GRID.hex(piece["place"])
            near = reach(1 << start, steppe.POINTS, steppe.COSTS, steppe.EVERYWHERE)
            if goals := near.hexes & steppe.GRID.on("east"):
                return piece["key"], steppe.GRID.label(lowest(goals))
    raise AssertionError("nobody is near the seam")
