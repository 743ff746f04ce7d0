"""Positions that somebody makes up, or takes from a match."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from trenchline.server.errors import not_found
from trenchline.server.house import client, house
from trenchline.server.openapi import answers
from trenchline.server.routes.games import GameName, ScenarioName
from trenchline.server.routes.matches import MatchId, SideQuery, VersionQuery
from trenchline.server.wire import answer
from trenchline.server.wire.requests import NewPosition
from trenchline.server.wire.table_answers import NotationAnswer, PositionAnswer

router = APIRouter(prefix="/api", tags=["positions"])


@router.post("/positions", responses=answers(PositionAnswer), response_class=Response)
async def look(new: NewPosition, request: Request) -> Response:
    """Look at a position: what is wrong with it, what stands where, what may be chosen."""
    home = house(request)
    home.spend("position", request)
    home.referee.game(new.game)
    person = await run_in_threadpool(home.person, request)
    # Whoever follows a link need not be anybody.
    person = person if person.id else replace(person, id=f"@{client(request)}")
    with home.surveyors.bringing(person):
        return answer(await home.surveyors.look(person, new))


@router.get("/games/{game}/start", responses=answers(NotationAnswer), response_class=Response)
def start(game: GameName, request: Request, scenario: ScenarioName = None) -> Response:
    """The position that a scenario begins with, in the game's notation."""
    home = house(request)
    home.spend("look", request)
    found = home.referee.game(game)
    try:
        name, options = found.settled(scenario, {})
    except ValueError:
        raise not_found("scenario of this name") from None
    return answer(NotationAnswer(found.notation(found.new(name, options))))


@router.get("/matches/{match}/position", responses=answers(NotationAnswer), response_class=Response)
def position(
    match: MatchId, request: Request, side: SideQuery = None, version: VersionQuery = None
) -> Response:
    """The position of a match in the game's notation, as far as a side knows it; of a match that is
    over also after so many choices."""
    home = house(request)
    # A moment gone by is played again from one that is kept.
    home.spend("look" if version is None else "position", request)
    if version is not None:
        return answer(NotationAnswer(home.referee.moment(match, version)[1]))
    return answer(NotationAnswer(home.referee.notation(match, home.person(request).id, side)))
