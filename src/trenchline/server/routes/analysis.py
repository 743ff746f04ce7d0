"""What finished matches teach, playing on from them, and advice in running ones."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from trenchline.analysis.advice import Advice
from trenchline.analysis.findings import Analysis
from trenchline.server.house import counted
from trenchline.server.openapi import answers
from trenchline.server.routes.matches import MatchId
from trenchline.server.wire import answer
from trenchline.server.wire.people_answers import WorkingAnswer
from trenchline.server.wire.requests import NewAdvice, NewMatch, PlayOn
from trenchline.server.wire.table_answers import SummaryAnswer

router = APIRouter(prefix="/api", tags=["analysis"])


@router.post(
    "/matches/{match}/analysis",
    responses=answers(Analysis, WorkingAnswer),
    response_class=Response,
)
async def analysis(match: MatchId, request: Request) -> Response:
    """Chances, luck, turning points and mistakes of a match that is over; 202 as long as they are
    being worked out: ask again."""
    home = counted(request, "analysis")
    person = await run_in_threadpool(home.somebody, request)
    found = await home.analysts.analysis(match, person)
    if found is None:
        return answer(WorkingAnswer(), 202)
    return Response(found, 200, None, "application/json")


@router.post("/matches/{match}/advice", responses=answers(Advice), response_class=Response)
async def advice(match: MatchId, asked: NewAdvice, request: Request) -> Response:
    """What the general would choose, why, and the two best others; only against the computer, not
    at a hot seat."""
    home = counted(request, "advice")
    person = await run_in_threadpool(home.somebody, request)
    return answer(await home.advisers.advice(match, person, asked))


@router.post(
    "/matches/{match}/play-on",
    responses=answers(SummaryAnswer, status=201),
    response_class=Response,
    status_code=201,
)
async def play_on(match: MatchId, new: PlayOn, request: Request) -> Response:
    """Begin a match from a moment of one that is over, or of a record."""
    home = counted(request, "begin")
    person = await run_in_threadpool(home.somebody, request)
    game, text = await run_in_threadpool(home.referee.moment, match, new.version)
    with home.surveyors.bringing(person):
        start = await home.surveyors.prove(person, game, text)
    wanted = NewMatch(game=game, seats=new.seats)
    origin = f"{match}@{new.version}"
    begun = await run_in_threadpool(home.host.begin, person, wanted, start, None, origin)
    return answer(begun, 201)
