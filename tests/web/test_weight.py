"""What the page weighs: all that goes over the wire before anybody can make a move."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import PATIENCE, Table, open_table
from trenchline.games import game_names, load_game

LOBBY = 500_000
TABLE = 1_000_000
AGAIN = 100_000
"""What somebody who has been here before still has to fetch, at most."""


@contextmanager
def weighed(table: Table) -> Iterator[list[int]]:
    """Collects the bytes of every answer, as they go over the wire."""
    found: list[int] = []
    session = table.context.new_cdp_session(table.page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda e: found.append(int(e["encodedDataLength"])))
    yield found
    table.page.wait_for_load_state("networkidle")
    # A picture that comes nearer is fetched when the map has come to rest.
    table.page.wait_for_timeout(600)
    table.page.wait_for_load_state("networkidle")
    session.detach()


@pytest.mark.slow
@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
def test_the_lobby_and_every_table_are_light(browser: Browser, local: str, touch: bool) -> None:
    size = "phone" if touch else "desk"
    heavy = []

    def weigh(what: str, most: int, *, visit: Table | None = None, address: str = "/") -> Table:
        table = visit or open_table(browser, local, touch)
        with weighed(table) as found:
            table.page.goto("about:blank")
            table.page.goto(f"{local}{address}")
            ready = table.page.locator(".decision.yours, .cards img").first
            expect(ready).to_be_visible(timeout=PATIENCE)
        print(f"{what}, {size}: {sum(found):,} bytes in {len(found)} answers")
        if sum(found) > most:
            heavy.append(f"{what}: {sum(found):,} bytes")
        return table

    weigh("lobby", LOBBY).close()
    for name in game_names():
        game = load_game(name)
        for scenario in game.scenarios:
            seats = dict.fromkeys(game.sides, "me")
            address, who = begun(browser, local, name, scenario.name, seats)
            table = weigh(f"{name} {scenario.name}", TABLE, address=f"{address}?side={who}")
            if scenario == game.scenarios[0]:
                weigh(f"{name} again", AGAIN, visit=table, address=f"{address}?side={who}")
            table.close()
    assert not heavy, heavy


def begun(
    browser: Browser, local: str, game: str, scenario: str, seats: dict[str, str]
) -> tuple[str, str]:
    """A new match: where it is, and who begins."""
    context = browser.new_context()
    wish = {"game": game, "scenario": scenario, "seats": seats}
    match = context.request.post(f"{local}/api/matches", data=wish).json()
    context.close()
    return f"/#/match/{match['id']}", str(match["who"])
