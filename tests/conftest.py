"""In which order tests are handed out, which are tried a second time, which are not measured.

Tests with a browser wait more than they work, and browsers beside each other slow each other down:
one worker has all of them, begins with them, and keeps the servers and the browser it has started.
There is a worker more than there are processors, since that one waits. The others begin with what
needs processes of its own, then what is slow; tests of a file stay together, with what it keeps.

Only tests with real processes or a browser may be tried a second time, no others. A second try is
counted and named at the end of the run. A test that hangs takes its worker down after ten minutes,
for a browser that does not answer cannot be got out of otherwise; another worker goes on.

Counting the lines that run makes them several times slower. Whoever only needs the engine as
people have it, a browser at a server or a whole game beside many others, goes without:
``@pytest.mark.no_cover``.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

HERE = Path(__file__).parent
WITH_BROWSER = HERE / "web"
WITH_PROCESSES = [WITH_BROWSER, HERE / "server", HERE / "studies" / "test_cluster.py"]
"""In the order they are handed out in."""


class ByFile(LoadScopeScheduling):  # type: ignore[misc]  # xdist comes without types
    """Hands out files, and everything with a browser as one of them."""

    def __init__(self, config: pytest.Config, log: Producer) -> None:
        super().__init__(config, log)
        self.downs = Counter[str]()
        """How often a test has taken its worker down."""

    def _split_scope(self, nodeid: str) -> str:
        """What a test goes together with."""
        file = nodeid.partition("::")[0]
        browsers = WITH_BROWSER.relative_to(HERE.parent).as_posix()
        return browsers if file.startswith(f"{browsers}/") else file

    def remove_node(self, node: WorkerController) -> str | None:
        """Hand out again what a worker leaves behind; what took it down twice is not among it."""
        left: dict[str, dict[str, bool]] = self.assigned_work.pop(node)
        waiting = [(unit, test) for unit in left.values() for test in unit if not unit[test]]
        if not waiting:
            return None
        unit, down = waiting[0]
        self.downs[down] += 1
        unit[down] = self.downs[down] > 1
        self.workqueue.update(left)
        for other in self.assigned_work:
            self._reschedule(other)
        return down

    def mark_test_pending(self, item: str) -> None:
        """A test that took its worker down waits already, among what the worker left behind."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFile:
    """Hand tests out by file, in the order of collection."""
    config.option.loadscopereorder = False
    return ByFile(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """A worker for each processor we may use, and one that waits for browsers and servers."""
    ours = getattr(os, "sched_getaffinity", None)
    return (len(ours(0)) if ours else os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give tests with real processes a second try, and hand out first what takes long."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}

    def turn(item: pytest.Item) -> int:
        for n, place in enumerate(WITH_PROCESSES):
            if item.path.is_relative_to(place):
                return n
        return len(WITH_PROCESSES) + (item.path not in slow)

    for item in items:
        if turn(item) < len(WITH_PROCESSES):
            item.add_marker(pytest.mark.flaky(reruns=1))
        if item.path.is_relative_to(WITH_BROWSER):
            item.add_marker(pytest.mark.no_cover)
    items.sort(key=turn)
