"""Examples in the rulebook: what the rules say to each, and small boards that show them."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi import Path as InPath

from trenchline.server.errors import not_found
from trenchline.server.examples import board_of, examples
from trenchline.server.house import house
from trenchline.server.openapi import answers, answers_file
from trenchline.server.packing import lasting
from trenchline.server.routes.games import GameName
from trenchline.server.wire.game_answers import ExampleAnswer

router = APIRouter(prefix="/api/games", tags=["games"])

ExampleName = Annotated[str, InPath(pattern=r"^[a-z0-9_]{1,60}$")]


@lru_cache(maxsize=32)
def _text(shelf: str, game: str) -> bytes:
    return msgspec.json.encode([*examples(shelf, game).values()])


@router.get("/{game}/examples", responses=answers(list[ExampleAnswer]), response_class=Response)
def examples_of(game: GameName, request: Request) -> Response:
    """The examples of the rulebook: positions, and what the rules say to them."""
    home = house(request)
    home.referee.game(game)
    return lasting(request, _text(home.settings.shelf, game), "application/json")


@router.get(
    "/{game}/examples/{name}.svg",
    responses=answers_file("image/svg+xml"),
    response_class=Response,
)
def example_board(game: GameName, name: ExampleName, request: Request) -> Response:
    """The small board of an example."""
    home = house(request)
    home.referee.game(game)
    body = board_of(home.settings.shelf, game, name)
    if body is None:
        raise not_found("example of this name")
    return lasting(request, body, "image/svg+xml")
