"""The guides to the games, as pages."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from fastapi import Path as InPath

from trenchline.server.errors import not_found
from trenchline.server.guide import guide_of, guide_page, picture
from trenchline.server.house import house
from trenchline.server.openapi import answers_file
from trenchline.server.packing import lasting
from trenchline.server.routes.games import GameName

router = APIRouter(prefix="/guide", tags=["games"])

PictureName = Annotated[str, InPath(pattern=r"^[a-z0-9_]{1,60}\.webp$")]


@router.get("/{game}", responses=answers_file("text/html"), response_class=Response)
def guide(game: GameName, request: Request) -> Response:
    """The guide to a game: what it is about, how to win, what beginners get wrong."""
    found = house(request).referee.game(game)
    address = guide_of(found)
    if not address:
        raise not_found("guide to this game")
    return lasting(request, guide_page(found.folder, address), "text/html; charset=utf-8")


@router.get("/{game}/{name}", responses=answers_file("image/webp"), response_class=Response)
def guide_picture(game: GameName, name: PictureName, request: Request) -> Response:
    """A picture of the guide."""
    body = picture(house(request).referee.game(game).folder, name)
    if body is None:
        raise not_found("picture of this guide")
    return lasting(request, body, "image/webp")
