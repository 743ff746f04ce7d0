"""Several people: two browsers and an invitation, a spectator, and two players at one screen."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.web.browser import NEW_MATCH, Table, after, before
from tests.web.conftest import Opener
from tests.web.play import HOT_SEAT, declare


def sign_in(table: Table, name: str) -> None:
    """Register in the lobby."""
    page = table.page
    page.goto(table.address)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("a long enough secret")
    page.get_by_role("button", name="Register").click()
    expect(page.locator(".account")).to_contain_text(name)


def test_two_browsers_an_invitation_and_a_spectator(online: str, opened: Opener) -> None:
    host = opened(online)
    sign_in(host, "Harriet")
    host.page.locator(NEW_MATCH).click()
    host.page.locator("select[name=seat-Central]").select_option("me")
    host.page.locator("select[name=seat-Allied]").select_option("open")
    host.page.get_by_role("button", name="Begin").click()
    expect(host.page.locator(".decision.yours")).to_be_visible()
    host.match, host.side = host.page.url.split("/match/")[1].split("?")[0], "Central"
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_role("menuitem", name="Invitation").click()
    link = host.page.locator("input.share").input_value()
    host.picture("invitation")
    host.page.keyboard.press("Escape")

    guest = opened(online)
    guest.page.goto(link)
    expect(guest.page.locator(".decision .prompt")).to_contain_text("Waiting for Central")
    guest.match, guest.side = host.match, "Allied"
    assert not guest.state()["choices"]
    expect(host.page.locator(".seats")).not_to_contain_text("open seat")

    watcher = opened(online)
    watcher.sit_down(host.match, None)
    expect(watcher.page.locator(".decision")).to_contain_text("Watching")

    # What the host declares, the others see.
    declare(host, "0408")
    expect(guest.page.locator(".battle h2")).to_contain_text("0408")
    expect(watcher.page.locator(".battle h2")).to_contain_text("0408")
    watcher.picture("spectator")
    version = host.state()["version"]
    host.press("roll")
    host.until(after(version))
    expect(guest.page.locator(".battle .rolled .die").first).to_be_visible()

    # The die has fallen: taking back needs the guest's consent.
    host.page.get_by_role("button", name="Take back").click()
    asking = host.page.get_by_role("dialog")
    expect(asking).to_contain_text("must agree")
    asking.get_by_role("button", name="Ask to take back").click()
    consent = guest.page.get_by_role("dialog")
    expect(consent).to_contain_text("Central asks to take back")
    expect(consent.locator(".die").first).to_be_visible()
    expect(host.page.locator(".request")).to_contain_text("Waiting for Allied")
    guest.picture("consent")
    rolled = host.state()["version"]
    # A question put off waits in the bar; refused there, whoever asked hears of it.
    guest.page.keyboard.press("Escape")
    guest.page.locator(".request").get_by_role("button", name="Refuse").click()
    expect(host.page.locator(".toast").last).to_contain_text("No: Allied refused")
    expect(host.page.locator(".request")).to_have_count(0)
    assert host.state()["version"] == rolled
    # The question closes wherever it is open as soon as it is answered in one place.
    elsewhere = guest.context.new_page()
    elsewhere.goto(guest.page.url)
    host.page.get_by_role("button", name="Take back").click()
    host.page.get_by_role("dialog").get_by_role("button", name="Ask to take back").click()
    expect(elsewhere.locator("dialog.consent")).to_be_visible()
    consent.get_by_role("button", name="Agree").click()
    expect(host.page.locator(".toast").last).to_contain_text("Yes: Allied agreed")
    expect(elsewhere.locator("dialog.consent")).to_have_count(0)
    expect(consent).to_have_count(0)
    host.until(before(rolled))
    expect(host.page.locator(".decision.yours")).to_contain_text("Roll the die")


def test_a_spectator_cannot_choose(local: str, opened: Opener) -> None:
    table = opened(local)
    table.sit_down(table.begin({"Allied": "computer:random", "Central": "me"}), None)
    expect(table.page.locator(".decision")).to_contain_text("Watching")
    expect(table.page.locator(".targets .target")).to_have_count(0)
    expect(table.page.locator(".choosable")).to_have_count(0)


def test_hot_seat_covers_the_table(local: str, opened: Opener) -> None:
    table = opened(local)
    page = table.page
    table.sit_down(table.begin(HOT_SEAT), "Central")
    expect(page.locator(".decision.yours .who")).to_have_text("Central")
    table.press("done")
    cover = page.get_by_role("dialog", name="Hand over to Allied")
    expect(cover).to_be_visible()
    table.picture("hand-over")
    cover.get_by_role("button", name="I play Allied").click()
    expect(page.locator(".decision.yours .who")).to_have_text("Allied")
    table.side = "Allied"
    table.press("done")
    expect(page.get_by_role("dialog", name="Hand over to Central")).to_be_visible()


def test_the_line_mends_itself(local: str, opened: Opener) -> None:
    table = opened(local)
    table.sit_down(table.begin(HOT_SEAT), "Central")
    expect(table.page.locator(".condition.open")).to_be_visible()
    table.context.set_offline(True)
    table.page.evaluate("window.dispatchEvent(new Event('online'))")
    table.press("done")
    expect(table.page.locator(".toast.error")).to_contain_text("cannot be reached")
    table.context.set_offline(False)
    expect(table.page.locator(".condition.open")).to_be_visible()
    table.complaints.clear()


def test_two_tabs_making_the_same_choice(local: str, opened: Opener) -> None:
    table = opened(local)
    table.sit_down(table.begin(HOT_SEAT), "Central")
    expect(table.page.locator(".decision.yours")).to_be_visible()

    # The other tab is quicker, and this one has not heard of it yet.
    def overtake(route: Route) -> None:
        table.choose_over_api("done")
        route.continue_()

    table.page.route("**/choices", overtake)
    table.press("done")
    expect(table.page.locator(".toast")).to_contain_text("moved on")
    table.page.unroute("**/choices")
    expect(table.page.get_by_role("dialog", name="Hand over to Allied")).to_be_visible()


def test_two_friends_share_a_side_by_powers(online: str, opened: Opener) -> None:
    host = opened(online)
    sign_in(host, "Sharer")
    page = host.page
    page.locator(NEW_MATCH).click()
    page.locator("select[name=scenario]").select_option("free_deployment")
    page.locator("select[name=seat-Allied]").select_option("several")
    page.get_by_label("Allied: Russia").select_option("")
    host.picture("sharing")
    page.locator("select[name=seat-Central]").select_option("me")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".seats")).to_contain_text("Allied: Britain, Italy")
    host.match = page.url.split("/match/")[1].split("?")[0]
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitem", name="Invitation").click()
    link = page.locator("input.share").input_value()
    page.keyboard.press("Escape")

    guest = opened(online)
    guest.page.goto(link)
    expect(guest.page.locator(".seats")).to_contain_text("Allied: Britain, Italy")
    guest.page.locator(".seats").wait_for()
    expect(page.locator(".seats")).not_to_contain_text("open seat")
    guest.picture("shared")
