"""In which order tests are handed out, which are tried a second time, which are not measured.

Tests with real processes or a browser wait more than they work. One worker begins with them, and
keeps the servers and the browser it has started; the others begin with what is slow. So nothing
long is left for the end, when workers that are done take over what others have not begun
(`--dist worksteal`). There is a worker more than there are processors: one of them waits.

Only tests with real processes or a browser may be tried a second time, no others. A second try is
counted and named at the end of the run.

Counting the lines that run makes them several times slower. Whoever only needs the engine as
people have it, a browser at a server or a whole game beside many others, goes without:
``@pytest.mark.no_cover``.
"""

from __future__ import annotations

import os
from itertools import chain, islice
from pathlib import Path
from typing import TypeVar

import pytest

HERE = Path(__file__).parent
WITH_BROWSER = HERE / "web"
WITH_PROCESSES = [WITH_BROWSER, HERE / "server", HERE / "studies" / "test_cluster.py"]
"""In the order they are handed out in."""

Test = TypeVar("Test")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """A worker for each processor we may use, and one that waits for browsers and servers."""
    ours = getattr(os, "sched_getaffinity", None)
    return (len(ours(0)) if ours else os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give tests with real processes a second try, and hand out first what takes long."""
    waiting: list[list[pytest.Item]] = [[] for _ in WITH_PROCESSES]
    slow: list[pytest.Item] = []
    quick: list[pytest.Item] = []
    for item in items:
        for place, there in zip(WITH_PROCESSES, waiting, strict=True):
            if item.path.is_relative_to(place):
                item.add_marker(pytest.mark.flaky(reruns=1))
                there.append(item)
                break
        else:
            (slow if item.get_closest_marker("slow") else quick).append(item)
        if item.path.is_relative_to(WITH_BROWSER):
            item.add_marker(pytest.mark.no_cover)
    workers: int = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1:
        items[:] = dealt([item for there in waiting for item in there], slow, quick, workers)


def dealt(waiting: list[Test], slow: list[Test], quick: list[Test], workers: int) -> list[Test]:
    """All tests, the share of one worker after that of another, each with its longest first.

    >>> dealt(["web"], ["s1", "s2", "s3"], ["q1", "q2", "q3", "q4", "q5"], workers=3)
    ['web', 'q1', 'q2', 's1', 's3', 'q3', 's2', 'q4', 'q5']
    """
    hands = [waiting, *(slow[n :: workers - 1] for n in range(workers - 1))]
    share = -(-(len(waiting) + len(slow) + len(quick)) // workers)
    left = iter(quick)
    for hand in hands:
        hand.extend(islice(left, max(share - len(hand), 0)))
    return [*chain(*hands), *left]
