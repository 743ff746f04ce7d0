"""A table with two maps and a sea chart: moving between them, and pieces from one to the other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.server.place import serving, settings
from tests.web.conftest import Opener
from tests.web.play import act, place_of


@pytest.fixture(scope="module")
def straits(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server with Straits is found."""
    folder = tmp_path_factory.mktemp("straits")
    with serving(settings(folder, local=True, shelf="tests.straits.shelf")) as address:
        yield address


def test_the_table_moves_between_maps_and_ships_sail_over_the_chart(
    straits: str, opened: Opener
) -> None:
    table = opened(straits)
    table.sit_down(table.begin({"Ash": "me", "Birch": "me"}, game="straits"), "Ash")
    page = table.page
    buttons = page.locator(".mapswitch button")
    expect(buttons).to_have_text(["The Strand", "The Cape"])
    world = page.locator(".world")
    seen = {}
    for name in ("The Cape", "The Strand"):
        buttons.filter(has_text=name).click()
        expect(world).not_to_have_class("world moving")
        page.wait_for_timeout(600)
        seen[name] = world.evaluate("w => w.style.transform")
        table.picture(f"maps-{name.split()[1].lower()}")
    assert seen["The Cape"] != seen["The Strand"]
    # From a port of the one map into a box of the chart, by pointing at it.
    act(table, "ship A1")
    state = act(table, "to Bay")
    assert place_of(state, "A1") == "Bay"
    table.picture("maps-chart")
