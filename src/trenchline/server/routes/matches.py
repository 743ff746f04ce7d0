"""Matches: begin, look, choose, take back, and look back."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from trenchline.kernel.lessons import load_lessons
from trenchline.kernel.odds import Odds
from trenchline.kernel.preview import PreviewView
from trenchline.kernel.prospect_views import ProspectsView
from trenchline.kernel.supply import SideSupplyView
from trenchline.server.errors import not_found
from trenchline.server.guards import RECORD_TYPES
from trenchline.server.house import anybody, counted, somebody
from trenchline.server.openapi import answers, answers_file
from trenchline.server.statistics import dice_statistics
from trenchline.server.wire import answer
from trenchline.server.wire.requests import (
    GivenLot,
    Invite,
    NewAttacks,
    NewChoice,
    NewGroup,
    NewMatch,
    NewOrders,
    NewPlan,
    NewPreview,
    Redo,
    Undo,
    UndoAnswer,
    WhyNot,
)
from trenchline.server.wire.table_answers import (
    ChangesAnswer,
    DiceAnswer,
    GroupAnswer,
    LogAnswer,
    OrdersAnswer,
    PlanAnswer,
    SummaryAnswer,
    TableAnswer,
    WhyAnswer,
)

router = APIRouter(prefix="/api", tags=["matches"])

MatchId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{8,24}$")]
SideQuery = Annotated[str | None, Query(min_length=1, max_length=40)]
VersionQuery = Annotated[int | None, Query(ge=0, le=1_000_000)]
VersionPath = Annotated[int, Path(ge=0, le=1_000_000)]


@router.post(
    "/matches",
    responses=answers(SummaryAnswer, status=201),
    response_class=Response,
    status_code=201,
)
async def begin(new: NewMatch, request: Request) -> Response:
    """Begin a match, of a scenario, from a position, or a lesson."""
    home = counted(request, "begin")
    person = await run_in_threadpool(home.somebody, request)
    start, seed = None, None
    if new.lesson is not None:
        game = home.referee.game(new.game)
        lesson = load_lessons(game.folder, game.sides).get(new.lesson)
        if lesson is None:
            raise not_found("lesson of this game")
        seats = dict.fromkeys(game.sides, "me")
        of_lesson = {"position": lesson.position, "seats": seats, "options": {}, "pledge": None}
        new, seed = new.model_copy(update=of_lesson), lesson.seed
    if new.position is not None:
        home.referee.game(new.game)
        with home.surveyors.bringing(person):
            start = await home.surveyors.prove(person, new.game, new.position)
    return answer(await run_in_threadpool(home.host.begin, person, new, start, seed), 201)


@router.get("/matches", responses=answers(list[SummaryAnswer]), response_class=Response)
def matches(request: Request, all: Annotated[int, Query(ge=0, le=1)] = 0) -> Response:
    """My matches, or with ``all=1`` those that anybody may watch; the newest first."""
    home, person = anybody(request, "look")
    return answer(home.host.listed(person, bool(all)))


@router.get(
    "/matches/{match}", responses=answers(TableAnswer, ChangesAnswer), response_class=Response
)
def table(
    match: MatchId,
    request: Request,
    side: SideQuery = None,
    version: VersionQuery = None,
    revision: VersionQuery = None,
) -> Response:
    """The table as a side may see it, or without a side as those who look on do.

    Whoever has it as it was at a version and revision is sent what is new since.
    """
    home, person = anybody(request, "look")
    shown = home.referee.table(match, person.id, side, None, version, revision)
    return answer(shown)


@router.get("/matches/{match}/summary", responses=answers(SummaryAnswer), response_class=Response)
def summary(match: MatchId, request: Request) -> Response:
    """The match as the lobby lists it, with invitations for whoever made it."""
    home, person = anybody(request, "look")
    return answer(home.host.shown(match, person))


@router.post(
    "/matches/{match}/choices",
    responses=answers(TableAnswer, ChangesAnswer),
    response_class=Response,
)
def choose(match: MatchId, new: NewChoice, request: Request) -> Response:
    """Make a choice; answered once it is durable."""
    home, person = somebody(request, "act")
    return answer(home.referee.choose(match, person.id, new))


@router.post("/matches/{match}/orders", responses=answers(OrdersAnswer), response_class=Response)
def orders(match: MatchId, new: NewOrders, request: Request) -> Response:
    """Make several choices, one after the other, as far as they can be made."""
    home, person = somebody(request, "act")
    for _ in new.orders:
        home.spend("order", request)
    return answer(home.orders.carry_out(match, person.id, new))


@router.post("/matches/{match}/group", responses=answers(GroupAnswer), response_class=Response)
def group(match: MatchId, asked: NewGroup, request: Request) -> Response:
    """Where all units of a group can go, and what takes them in hand."""
    home, person = somebody(request, "look")
    asking = home.plans if asked.planned else home.orders
    return answer(asking.group(match, person.id, asked))


@router.get("/matches/{match}/plan", responses=answers(PlanAnswer), response_class=Response)
def plan(
    match: MatchId, request: Request, side: Annotated[str, Query(min_length=1, max_length=40)]
) -> Response:
    """The plan that one keeps for a side, and what would come of it now."""
    home, person = somebody(request, "look")
    return answer(home.plans.kept(match, person.id, side))


@router.post("/matches/{match}/plan", responses=answers(PlanAnswer), response_class=Response)
def keep_plan(match: MatchId, new: NewPlan, request: Request) -> Response:
    """Keep a plan in place of the one before; nobody else is told of it."""
    home, person = somebody(request, "act")
    for _ in new.acts:
        home.spend("order", request)
    return answer(home.plans.keep(match, person.id, new))


@router.post("/matches/{match}/why", responses=answers(WhyAnswer), response_class=Response)
def why(match: MatchId, asked: WhyNot, request: Request) -> Response:
    """Why a choice is not legal."""
    home, person = somebody(request, "look")
    if asked.planned:
        return answer(home.plans.why_not(match, person.id, asked))
    return answer(home.referee.why_not(match, person.id, asked.side, asked.choice))


@router.post(
    "/matches/{match}/preview", responses=answers(PreviewView | None), response_class=Response
)
def preview(match: MatchId, asked: NewPreview, request: Request) -> Response:
    """What a choice would bring: the way, what is left then, supply, and who stands there."""
    home, person = somebody(request, "look")
    asking = home.plans if asked.planned or asked.after else home.planning
    return answer(asking.preview(match, person.id, asked))


@router.post("/matches/{match}/attacks", responses=answers(ProspectsView), response_class=Response)
async def attacks(match: MatchId, asked: NewAttacks, request: Request) -> Response:
    """The best attack on every hex that can be attacked now, the best first."""
    home = counted(request, "search")
    person = await run_in_threadpool(home.somebody, request)
    return answer(await home.attacks.best(match, person.id, asked))


@router.get(
    "/matches/{match}/supply", responses=answers(list[SideSupplyView]), response_class=Response
)
def supply(
    match: MatchId, request: Request, side: SideQuery = None, version: VersionQuery = None
) -> Response:
    """Where supply comes from and reaches, the line of every unit, and where it would break."""
    home, person = anybody(request, "search")
    return answer(home.supplies.told(match, person.id, side, version))


@router.get("/matches/{match}/odds", responses=answers(Odds | None), response_class=Response)
def odds(match: MatchId, request: Request, side: SideQuery = None) -> Response:
    """The odds of the attack being declared, or null."""
    home, person = anybody(request, "look")
    return answer(home.referee.odds(match, person.id, side))


@router.post("/matches/{match}/invite", responses=answers(SummaryAnswer), response_class=Response)
def invite(match: MatchId, wanted: Invite, request: Request) -> Response:
    """A new invitation to a seat that is empty, for whoever made the match."""
    home, person = somebody(request, "act")
    return answer(home.host.invite_again(person, match, wanted.seat))


@router.post("/matches/{match}/undo", responses=answers(TableAnswer), response_class=Response)
def undo(match: MatchId, wanted: Undo, request: Request) -> Response:
    """Take back to a version; where that is not free, ask the others."""
    home, person = somebody(request, "act")
    return answer(home.take_backs.take_back(match, person.id, wanted.side, wanted.to, wanted.ask))


@router.post(
    "/matches/{match}/undo/answer", responses=answers(TableAnswer), response_class=Response
)
def answer_undo(match: MatchId, said: UndoAnswer, request: Request) -> Response:
    """Agree to a take-back or decline it; whoever asked may decline it too."""
    home, person = somebody(request, "act")
    return answer(home.take_backs.answer(match, person.id, said.side, said.accept))


@router.post("/matches/{match}/redo", responses=answers(TableAnswer), response_class=Response)
def redo(match: MatchId, wanted: Redo, request: Request) -> Response:
    """Make choices that were taken back again, to a version."""
    home, person = somebody(request, "act")
    return answer(home.take_backs.make_again(match, person.id, wanted.side, wanted.to))


@router.post("/matches/{match}/lot", responses=answers(TableAnswer), response_class=Response)
def lot(match: MatchId, given: GivenLot, request: Request) -> Response:
    """Show the number that one has pledged, once no seat is open; it is added to the seed."""
    home, person = somebody(request, "act")
    home.host.give_lot(person, match, given.side, given.number)
    return answer(home.referee.table(match, person.id, given.side))


@router.get("/matches/{match}/log", responses=answers(list[LogAnswer]), response_class=Response)
def log(
    match: MatchId,
    request: Request,
    since: Annotated[int, Query(alias="from", ge=0, le=1_000_000)] = 0,
    side: SideQuery = None,
) -> Response:
    """The log from a version on."""
    home, person = anybody(request, "look")
    return answer(home.referee.log(match, person.id, side, since))


@router.get(
    "/matches/{match}/at/{version}", responses=answers(TableAnswer), response_class=Response
)
def at(match: MatchId, version: VersionPath, request: Request, side: SideQuery = None) -> Response:
    """The table as it stood after so many choices."""
    home, person = anybody(request, "look")
    return answer(home.referee.table(match, person.id, side, version))


@router.get(
    "/matches/{match}/record",
    responses=answers_file("application/x-ndjson"),
    response_class=Response,
)
def record(match: MatchId, request: Request) -> Response:
    """The record as a file; with the seed once the game is over."""
    home = counted(request, "look")
    name, text = home.referee.record(match)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), 200, headers, "application/x-ndjson")


@router.get("/matches/{match}/dice", responses=answers(DiceAnswer), response_class=Response)
def dice(match: MatchId, request: Request) -> Response:
    """How the dice fell, against what was to be expected."""
    home = counted(request, "look")
    return answer(dice_statistics(*home.referee.dice(match)))


_RECORD_BODY = {
    "requestBody": {
        "required": True,
        "content": {kind: {"schema": {"type": "string"}} for kind in RECORD_TYPES[:1]},
    }
}


@router.post(
    "/replays",
    responses=answers(SummaryAnswer, status=201),
    response_class=Response,
    status_code=201,
    openapi_extra=_RECORD_BODY,
)
async def replays(request: Request) -> Response:
    """Take in a record (the file itself) to step through."""
    home = counted(request, "replay")
    person = await run_in_threadpool(home.somebody, request)
    with home.readers.bringing(person):
        read = await home.readers.read(person, await request.body())
    return answer(await run_in_threadpool(home.host.take_in, person, read), 201)
