"""How much work it is for Chromium to pan and zoom the map of a match.

    python -m benchmarks.frames [--game balance_of_powers --scenario kaiserschlacht] [--phone]

The map is smooth while a movement of the hand costs the page's own thread less than the 16.7 ms of
a frame. That time is the processor's, so a machine that is busy with other things does not make it
worse. All processes of the browser are told besides; without a graphics card they paint with the
processor too. How long frames took by the clock is told last, and does depend on what else runs.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import CDPSession, Page

from tests.server.place import serving, settings
from tests.web.browser import PATIENCE, chromium, chromium_path, open_table

STEPS = 60
"""How many times the hand moves."""
COUNT = """() => {
    const seen = window.frames_seen = [];
    const count = now => {
        seen.push(now);
        if (window.frames_seen === seen) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
}"""
TICK = os.sysconf("SC_CLK_TCK")


class Work(NamedTuple):
    """What a movement of the hand costs, in milliseconds."""

    thread: float
    """The page's own thread."""
    browser: float
    """All processes of the browser."""
    frames: list[float]
    """How long each frame took by the clock, the shortest first."""


def processes(root: int) -> set[int]:
    """A process and all that it started."""
    found = {root}
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1])
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def spent(root: int) -> float:
    """Seconds of the processor that Chromium has used."""
    total = 0
    for process in processes(root):
        try:
            text = Path(f"/proc/{process}/stat").read_text()
        except OSError:
            continue
        if "chrom" in text.partition("(")[2].partition(")")[0]:
            fields = text.rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / TICK


def measured(page: Page, session: CDPSession, act: Callable[[], None]) -> Work:
    """What it costs to do something."""

    def thread() -> float:
        told = session.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in told if one["name"] == "TaskDuration"))

    page.evaluate(COUNT)
    before = thread(), spent(os.getpid())
    act()
    after = thread(), spent(os.getpid())
    seen: list[float] = page.evaluate("frames_seen")
    return Work(
        1000 * (after[0] - before[0]) / STEPS,
        1000 * (after[1] - before[1]) / STEPS,
        sorted(later - sooner for sooner, later in pairwise(seen)),
    )


def main() -> None:
    """Pan, zoom, and tell what it cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="balance_of_powers")
    parser.add_argument("--scenario", default="kaiserschlacht")
    parser.add_argument("--option", action="append", default=["historical_set_up"])
    parser.add_argument("--phone", action="store_true")
    wish = parser.parse_args()
    path = chromium_path()
    assert path is not None, "Chromium is missing"
    folder = Path(tempfile.mkdtemp())
    shelf = "trenchline.games"
    with serving(settings(folder, local=True, shelf=shelf)) as address, chromium(path) as browser:
        table = open_table(browser, address, wish.phone)
        seats = {"Central Powers": "me", "Entente Powers": "me"}
        options = dict.fromkeys(wish.option, "on")
        table.match = table.begin(seats, game=wish.game, scenario=wish.scenario, options=options)
        page = table.page
        page.goto(f"{address}/#/match/{table.match}?side=Central Powers")
        page.wait_for_selector(".counters .counter", state="attached", timeout=4 * PATIENCE)
        page.wait_for_timeout(5000)
        session = table.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        box = page.locator(".map").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

        def pan() -> None:
            page.mouse.move(x, y)
            page.mouse.down()
            for n in range(STEPS):
                page.mouse.move(x + 4 * (n % 30), y + 3 * (n % 30))
                page.wait_for_timeout(16)
            page.mouse.up()

        def zoom() -> None:
            page.mouse.move(x, y)
            for n in range(STEPS):
                page.mouse.wheel(0, -40 if n < STEPS // 2 else 40)
                page.wait_for_timeout(16)

        shown = page.locator(".counters .counter").count()
        print(f"{wish.game}, {wish.scenario}: {shown} counters on the map")
        # Once without looking: pictures are fetched and painted for the first time.
        for act in (pan, zoom):
            act()
            page.wait_for_timeout(4000)
        for name, act in (("pan", pan), ("zoom", zoom)):
            work = measured(page, session, act)
            middle, late = (work.frames[int(len(work.frames) * part)] for part in (0.5, 0.95))
            print(
                f"{name}: a movement costs {work.thread:.1f} ms of the page and "
                f"{work.browser:.1f} ms of the browser; frames of {middle:.1f} ms, "
                f"95 % within {late:.1f} ms"
            )
        table.close()


if __name__ == "__main__":
    main()
