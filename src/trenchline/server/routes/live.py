"""The websocket: tells a table that something has changed, and who is there."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query, WebSocket
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocketDisconnect

from trenchline.server.errors import Problem, malformed
from trenchline.server.house import House, client, house
from trenchline.server.news import Listener
from trenchline.server.wire.live import NewSketch, ShownSketch, SketchAnswer

router = APIRouter()

CLOSED = 4000
"""Added to the status of the error for which a table is closed: 4403, 4404 ..."""


@router.websocket("/api/matches/{match}/live")
async def live(
    websocket: WebSocket,
    match: Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{8,24}$")],
    side: Annotated[str | None, Query(min_length=1, max_length=40)] = None,
) -> None:
    """News of a match until the browser leaves."""
    home = house(websocket)
    await websocket.accept()
    try:
        with home.limits.holding("table", client(websocket)):
            await _tell(home, websocket, match, side)
    except Problem as problem:
        await websocket.close(CLOSED + problem.status, problem.detail.code)


async def _tell(home: House, websocket: WebSocket, match: str, side: str | None) -> None:
    with home.hub.expecting(match):
        home.spend("look", websocket)
        person = await run_in_threadpool(home.person, websocket)
        bulletin, seats = await run_in_threadpool(home.referee.sit_down, match, person.id, side)
        listener = Listener(match, seats, side)
        home.hub.sit_down(listener, bulletin)
    gone = asyncio.create_task(_until_gone(home, websocket, listener))
    try:
        while True:
            news = asyncio.create_task(listener.news())
            await asyncio.wait({news, gone}, return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                news.cancel()
                gone.result()
                return
            changed, sketches = news.result()
            if changed:
                await websocket.send_text(msgspec.json.encode(home.hub.told(match)).decode())
            for sketch in sketches:
                shown = SketchAnswer(ShownSketch(sketch.by, sketch.marks))
                await websocket.send_text(msgspec.json.encode(shown).decode())
    except (WebSocketDisconnect, RuntimeError):
        return
    finally:
        gone.cancel()
        home.hub.get_up(listener)


async def _until_gone(home: House, websocket: WebSocket, listener: Listener) -> None:
    """A table has nothing to say but what is drawn on it for the others to see."""
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        if not listener.seats:
            # Those who look on draw for themselves alone.
            continue
        try:
            home.spend("sketch", websocket)
        except Problem:
            # Whoever draws faster than others can look is not heard.
            continue
        try:
            drawn = msgspec.json.decode(message.get("text") or "", type=NewSketch)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise malformed("This is not a sketch.") from None
        home.hub.sketch(listener, drawn.sketch, drawn.to == "side")
