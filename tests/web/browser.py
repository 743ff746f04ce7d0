"""A real browser at the table: Debian's Chromium, driven by Playwright, and hands for the map."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

Json = dict[str, Any]

PICTURES = Path(__file__).parents[2] / "build" / "web"
"""Where the tests leave what they saw."""
LOOKED_AT = bool(os.environ.get("PICTURES"))
"""Whether anybody looks at it: ``PICTURES=1 make test``. Painting takes a quarter of the time."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is what the second is without a window: it starts and paints faster."""
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PATIENCE = 60_000
"""Milliseconds to wait for the page on a busy machine."""


def chromium_path() -> str | None:
    """Where Chromium is, without a window if possible; installed with apt-get where we may."""
    if found := next(filter(None, map(shutil.which, BROWSERS)), None):
        return found
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        for command in (["update"], *(["install", "-y", name] for name in BROWSERS[:2])):
            subprocess.run(["apt-get", *command], check=False, capture_output=True)
            if found := next(filter(None, map(shutil.which, BROWSERS)), None):
                return found
    return None


@contextmanager
def chromium(path: str) -> Iterator[Browser]:
    """A browser without a window."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


GAME = "world_war_one"
NEW_MATCH = f"[data-new={GAME}]"
"""Where a new match of it is begun in the lobby."""


class Table:
    """Somebody looking at a match in a browser."""

    def __init__(self, context: BrowserContext, address: str, touch: bool = False) -> None:
        self.context = context
        self.address = address
        self.touch = touch
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)
        self.match = ""
        self.side: str | None = None

    def _hear(self, message: Any) -> None:
        # What the server refuses is the page's daily bread; everything else is a fault.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.complaints.append(message.text)

    # Going places.

    def sit_down(self, match: str, side: str | None) -> Table:
        """Open a match as a side, or look on."""
        self.match, self.side = match, side
        seat = "" if side is None else f"?side={side}"
        self.page.goto(f"{self.address}/#/match/{match}{seat}")
        expect(self.page.locator(".map .world")).to_be_visible()
        expect(self.page.locator(".counters .counter").first).to_be_attached()
        return self

    def begin(self, seats: dict[str, str], **more: Any) -> str:
        """A new match, made over the API."""
        wish = {"game": self.game(), "seats": seats, **more}
        answer = self.context.request.post(f"{self.address}/api/matches", data=wish)
        assert answer.ok, answer.text()
        return str(answer.json()["id"])

    def game(self) -> str:
        """The game that is played here."""
        games: list[Json] = self.context.request.get(f"{self.address}/api/games").json()
        assert GAME in [game["name"] for game in games]
        return GAME

    def state(self, side: str | None = None) -> Json:
        """The table as the server tells it."""
        seat = side or self.side
        query = f"?side={seat}" if seat else ""
        answer = self.context.request.get(f"{self.address}/api/matches/{self.match}{query}")
        assert answer.ok, answer.text()
        state: Json = answer.json()
        return state

    def choose_over_api(self, choice: str, side: str | None = None) -> None:
        """Make a choice without the page."""
        seat = side or self.side
        body = {"side": seat, "choice": choice, "version": self.state(seat)["version"]}
        answer = self.context.request.post(
            f"{self.address}/api/matches/{self.match}/choices", data=body
        )
        assert answer.ok, answer.text()

    # Hands.

    def press_point(self, x: float, y: float) -> None:
        """Click or tap somewhere."""
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def middle(self, selector: str) -> tuple[float, float]:
        """The middle of something on the map once it stands still and nothing covers it."""
        self.page.wait_for_selector(selector, state="attached")
        look = """async selector => {
            const box = () => document.querySelector(selector)?.getBoundingClientRect();
            for (let n = 0, calm = 0, last = box(); n < 90; n++) {
                await new Promise(done => setTimeout(done, 80));
                const now = box();
                const still = now && last && Math.hypot(now.x - last.x, now.y - last.y) < 0.5;
                calm = still && !document.querySelector(".moving") ? calm + 1 : 0;
                if (calm >= 4) {
                    const [x, y] = [now.x + now.width / 2, now.y + now.height / 2];
                    const map = document.querySelector(selector).closest(".map");
                    const frame = map.getBoundingClientRect();
                    const top = document.elementFromPoint(x, y);
                    return [x, y, top?.closest(".map") !== null && x > frame.left && y > frame.top
                        && x < frame.right && y < frame.bottom];
                }
                last = now;
            }
            return null;
        }"""
        found = self.page.evaluate(look, selector)
        assert found, f"{selector} does not come to rest"
        x, y, clear = found
        assert clear, f"{selector} is out of sight or covered"
        return x, y

    def click_hex(self, label: str) -> None:
        """Click on a highlighted hex."""
        self.press_point(*self.middle(f'.targets [data-hex="{label}"]'))

    def click_unit(self, key: str) -> None:
        """Click on a counter on the map."""
        self.press_point(*self.middle(f'.counters [data-key="{key}"] .card'))

    def click_in_stack(self, key: str, stack: list[str]) -> None:
        """Spread a stack, if it is one, and click on one of its counters."""
        spread = self.page.locator(f'.counters [data-key="{key}"].fanned')
        if len(stack) > 1 and not spread.count():
            x, y = self.middle(f'.counters [data-key="{stack[-1]}"] .card')
            if self.touch:
                self.page.touchscreen.tap(x, y)
            else:
                self.page.mouse.move(x, y)
            expect(spread).to_be_attached()
        self.click_unit(key)

    def zoom_in(self, x: float, y: float) -> None:
        """Come nearer to a point of the map."""
        if self.touch:
            self._pinch(x, y)
        else:
            self.page.mouse.move(x, y)
            self.page.mouse.wheel(0, -240)
        self.page.wait_for_timeout(250)

    def _pinch(self, x: float, y: float) -> None:
        """Two fingers go apart."""
        session = self.context.new_cdp_session(self.page)
        for kind, apart in (("touchStart", 40), ("touchMove", 48), ("touchMove", 60)):
            fingers = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()

    def press(self, choice: str) -> None:
        """Press the button of a choice, and end a phase even if somebody could still act."""
        self.page.locator(f'.decision [data-choice="{choice}"]').click()
        if choice == "done":
            self.end_all_the_same()

    def end_all_the_same(self) -> None:
        """Say so if the table asks whether the phase is to end."""
        sure = self.page.locator("dialog.ending").get_by_role("button", name="End the phase")
        if sure.count():
            sure.click()

    def is_clear(self, selector: str) -> bool:
        """Whether something on the map is in sight with nothing over it."""
        try:
            self.middle(selector)
        except AssertionError:
            return False
        return True

    def map_to(self, label: str) -> None:
        """Bring a hex into sight, as a link to it does."""
        self.page.locator(".map").focus()
        self.page.keyboard.press("0")
        self.page.wait_for_timeout(500)
        x, y = self.middle(f'.counters [data-key="{self.at(label)}"] .card')
        self.page.mouse.move(x, y)
        for _ in range(4):
            self.page.mouse.wheel(0, -120)
        self.page.wait_for_timeout(400)

    def at(self, label: str) -> str:
        """The unit in a hex."""
        return next(str(p["key"]) for p in self.state()["pieces"] if p["place"] == label)

    def take_back_over_api(self) -> None:
        """Take the last choice back without the page."""
        body = {"side": self.side, "to": self.state()["version"] - 1}
        answer = self.context.request.post(
            f"{self.address}/api/matches/{self.match}/undo", data=body
        )
        assert answer.ok, answer.text()

    # Waiting.

    def until(self, ready: Callable[[Json], bool], what: str = "", seconds: float = 60) -> Json:
        """Wait until the server's table is as wished, and the page shows it."""
        deadline = time.monotonic() + seconds
        while True:
            state = self.state()
            if ready(state):
                break
            assert time.monotonic() < deadline, f"{what or 'the table'}: {state['prompt']}"
            time.sleep(0.1)
        self.shows(state)
        return state

    def shows(self, state: Json) -> None:
        """Wait until the page is done showing what happened and asks what the server asks."""
        skip = self.page.locator("[data-skip]")
        deadline = time.monotonic() + 60
        asked = "document.querySelector('.decision [data-asked]')?.dataset.asked"
        while time.monotonic() < deadline:
            if skip.count():
                self.page.evaluate("document.querySelector('[data-skip]')?.click()")
            if state["over"] or self.page.evaluate(asked) == state["prompt"]:
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"the page does not ask {state['prompt']!r}")

    def picture(self, name: str) -> None:
        """Keep what is on the screen, if anybody looks."""
        if LOOKED_AT:
            self.keep_picture(name)

    def keep_picture(self, name: str) -> None:
        """Keep what is on the screen once nothing moves any more."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.wait_for_timeout(450)
        self.page.screenshot(path=PICTURES / f"{name}.png", timeout=4 * PATIENCE)

    def close(self) -> None:
        """Leave; the page must not have complained."""
        self.context.close()
        assert not self.complaints, self.complaints


def open_table(browser: Browser, address: str, touch: bool = False) -> Table:
    """A fresh browser, with nobody signed in."""
    size = PHONE if touch else DESK
    context = browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        has_touch=touch,
        is_mobile=touch,
        device_scale_factor=2 if touch else 1,
    )
    return Table(context, address, touch)


def after(version: int) -> Callable[[Json], bool]:
    """Whether a table has gone on from a version."""
    return lambda state: state["version"] > version


def before(version: int) -> Callable[[Json], bool]:
    """Whether a table has gone back from a version."""
    return lambda state: state["version"] < version


def only_choice_of(state: Json, *verbs: str) -> str:
    """The first choice on offer, of these verbs in order of liking, else any."""
    for verb in (*verbs, *state["choices"]):
        if verb in state["choices"]:
            return f"{verb} {state['choices'][verb][0]}".strip()
    raise AssertionError(f"nothing to choose: {state['prompt']}")
