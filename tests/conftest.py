"""Which tests may be tried a second time: those with real processes or a browser, no others.

A second try is counted and named at the end of the run.
"""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
WITH_PROCESSES = [HERE / "server", HERE / "web", HERE / "studies" / "test_cluster.py"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give tests with real processes a second try."""
    for item in items:
        if any(item.path.is_relative_to(place) for place in WITH_PROCESSES):
            item.add_marker(pytest.mark.flaky(reruns=1))
