"""The page adds a number to the seed of every match one sits down at, without a word."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser import NEW_MATCH, Json, Table
from tests.web.conftest import Opener
from tests.web.test_people import sign_in
from trenchline.kernel.dice import pledge


def begin_in_the_lobby(table: Table, allied: str) -> None:
    """Begin a match as Central."""
    page = table.page
    page.locator(NEW_MATCH).click()
    page.locator("select[name=seat-Central]").select_option("me")
    page.locator("select[name=seat-Allied]").select_option(allied)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".decision.yours")).to_be_visible()
    table.match, table.side = page.url.split("/match/")[1].split("?")[0], "Central"


def invitation(table: Table) -> str:
    """The link for the open seat."""
    summary = table.context.request.get(f"{table.address}/api/matches/{table.match}/summary").json()
    return f"{table.address}/#/join/{summary['seats']['Allied']['invitation']}"


def ready(state: Json) -> bool:
    return bool(state["dice"]["ready"])


def test_alone_one_adds_a_number(local: str, opened: Opener) -> None:
    table = opened(local)
    table.page.goto(table.address)
    begin_in_the_lobby(table, "me")
    dice = table.until(ready, "dice that are ready")["dice"]
    assert dice["lots"]["Central"] == dice["lots"]["Allied"]
    assert dice["pledges"]["Central"] == pledge(dice["lots"]["Central"])
    assert len(dice["lots"]["Central"]) == 32
    table.page.get_by_role("button", name="Menu").click()
    table.page.get_by_role("menuitem", name="Dice statistics").click()
    expect(table.page.get_by_role("dialog")).to_contain_text(dice["lots"]["Central"])


def test_two_browsers_add_their_numbers_when_both_are_there(online: str, opened: Opener) -> None:
    host = opened(online)
    sign_in(host, "Lothar")
    begin_in_the_lobby(host, "open")
    dice = host.state()["dice"]
    assert (dice["ready"], dice["lots"], list(dice["pledges"])) == (False, {}, ["Central"])
    guest = opened(online)
    guest.page.goto(invitation(host))
    dice = host.until(ready, "dice that are ready")["dice"]
    assert set(dice["lots"]) == {"Allied", "Central"}
    assert dice["lots"]["Allied"] != dice["lots"]["Central"]


def test_who_has_lost_his_number_goes_on_without(online: str, opened: Opener) -> None:
    host = opened(online)
    sign_in(host, "Lotte")
    begin_in_the_lobby(host, "open")
    host.page.evaluate("localStorage.clear()")
    guest = opened(online)
    guest.page.goto(invitation(host))
    asked = host.page.locator("dialog.lot")
    expect(asked).to_contain_text("another browser")
    host.picture("lost-number")
    asked.get_by_role("button", name="Go on without it").click()
    dice = host.until(ready, "dice that are ready")["dice"]
    assert dice["lots"]["Central"] is None
    assert dice["lots"]["Allied"]


def test_a_seed_that_was_changed_is_noticed(online: str, opened: Opener) -> None:
    """The browser does not show its number to a server that has not kept its word."""
    host = opened(online)
    sign_in(host, "Lorenz")
    begin_in_the_lobby(host, "open")
    host.page.evaluate(
        """() => {
            const mine = Object.keys(localStorage).filter(k => k.startsWith("trenchline.lot."));
            for (const key of mine) {
                const lot = JSON.parse(localStorage[key]);
                localStorage[key] = JSON.stringify({...lot, commitment: "0".repeat(64)});
            }
        }"""
    )
    guest = opened(online)
    guest.page.goto(invitation(host))
    expect(host.page.locator(".toast.error")).to_contain_text("has changed the seed")
    assert host.state()["dice"]["waits"] == ["Central"]
