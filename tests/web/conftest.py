"""A server that plays by itself, one with accounts, and a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Error

from tests.server.place import serving, settings
from tests.web.browser import LOOKED_AT, Table, chromium, chromium_path, open_table

SHELF = "trenchline.games"
"""The games people play, not the toys of the server's tests."""

Opener = Callable[..., Table]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    path = chromium_path()
    if path is None:
        pytest.fail("Chromium is missing: apt-get install chromium-headless-shell, and try again")
    with chromium(path) as found:
        yield found


@pytest.fixture(scope="session")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server for local play is found."""
    folder = tmp_path_factory.mktemp("local")
    with serving(settings(folder, local=True, shelf=SHELF)) as address:
        yield address


@pytest.fixture(scope="session")
def online(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server with accounts is found."""
    folder = tmp_path_factory.mktemp("online")
    with serving(settings(folder, shelf=SHELF)) as address:
        yield address


@pytest.fixture
def opened(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Opener]:
    """Opens browsers at an address, and closes them."""
    tables: list[Table] = []

    def open_at(address: str, touch: bool = False) -> Table:
        tables.append(open_table(browser, address, touch))
        return tables[-1]

    failures = request.session.testsfailed
    yield open_at
    for n, table in enumerate(tables):
        if LOOKED_AT or request.session.testsfailed > failures:
            with suppress(Error):
                table.keep_picture(f"last-{request.node.name}-{n}")
        table.close()
