"""The web application: everything put together."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI

from trenchline.server.database import THREADS
from trenchline.server.errors import answer_errors
from trenchline.server.guards import Guards
from trenchline.server.house import House
from trenchline.server.memory import calm
from trenchline.server.openapi import document
from trenchline.server.packing import BRISK, SMALL, Packed
from trenchline.server.pages import Pages, not_found_page
from trenchline.server.processes import end_with_parent
from trenchline.server.routes import (
    analysis,
    examples,
    games,
    guides,
    live,
    matches,
    people,
    positions,
)
from trenchline.server.settings import Settings, from_environment


def make_app(settings: Settings) -> FastAPI:
    """A server with these settings; its database must be up to date."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = THREADS
        app.state.house = House(settings)
        async with app.state.house.open():
            yield

    app = FastAPI(
        title="Trenchline",
        summary="Board wargames at one table: see docs/table.md.",
        version=version("trenchline"),
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    # Those asked most often come first: each request looks through them in order.
    for part in (matches, live, games, positions, analysis, people, examples, guides):
        app.include_router(part.router)
    answer_errors(app, not_found_page)
    app.add_middleware(Packed, minimum_size=SMALL, compresslevel=BRISK)
    app.add_middleware(Guards, local=settings.local)
    app.router.default = Pages(Path(settings.web))
    app.openapi = lambda: document(app)  # type: ignore[method-assign]  # FastAPI's own way
    return app


def worker() -> FastAPI:
    """A server with the settings that the environment carries."""
    end_with_parent()
    # Many short tasks share one interpreter: whoever has a table to send should not wait long.
    sys.setswitchinterval(0.001)
    calm()
    return make_app(from_environment())
