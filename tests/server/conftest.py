"""A local server and one with accounts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.place import Browser, serving, settings


@pytest.fixture(scope="module")
def local_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server for local play is found."""
    with serving(settings(tmp_path_factory.mktemp("local"), local=True)) as address:
        yield address


@pytest.fixture(scope="module")
def served_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a server with accounts keeps its data."""
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="module")
def served_address(served_folder: Path) -> Iterator[str]:
    """Where a server with accounts is found."""
    with serving(settings(served_folder)) as address:
        yield address


@pytest.fixture
def local(local_address: str) -> Iterator[Browser]:
    """A browser at the local server."""
    with Browser(local_address) as browser:
        yield browser


@pytest.fixture
def stranger(served_address: str) -> Iterator[Browser]:
    """A browser that is not signed in."""
    with Browser(served_address) as browser:
        yield browser


@pytest.fixture(scope="module")
def alice(served_address: str) -> Iterator[Browser]:
    """Somebody with an account."""
    with Browser(served_address) as browser:
        yield browser.register("Alice")


@pytest.fixture(scope="module")
def bob(served_address: str) -> Iterator[Browser]:
    """Somebody else."""
    with Browser(served_address) as browser:
        yield browser.register("Bob")
