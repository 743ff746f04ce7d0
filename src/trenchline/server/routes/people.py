"""Who somebody is: register, sign in, sign out, and take a seat by invitation."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from trenchline.server.house import client, house
from trenchline.server.names import handle_of
from trenchline.server.openapi import answers
from trenchline.server.people import (
    COOKIE,
    SESSION_SECONDS,
    Person,
    close_session,
    hash_password,
    open_session,
    recognise,
    register,
)
from trenchline.server.wire import answer
from trenchline.server.wire.people_answers import DoneAnswer, JoinedAnswer, MeAnswer
from trenchline.server.wire.requests import Credentials, Joining

router = APIRouter(prefix="/api", tags=["people"])

Token = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{16,64}$")]


def _me(person: Person, local: bool) -> Response:
    return answer(MeAnswer(person.kind, person.name, local))


def _remember(response: Response, request: Request, cookie: str) -> Response:
    response.set_cookie(
        COOKIE,
        cookie,
        max_age=SESSION_SECONDS,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return response


@router.get("/me", responses=answers(MeAnswer), response_class=Response)
def me(request: Request) -> Response:
    """Who this browser is."""
    home = house(request)
    return _me(home.person(request), home.settings.local)


@router.post("/register", responses=answers(MeAnswer), response_class=Response)
def register_account(new: Credentials, request: Request) -> Response:
    """Make an account and sign in."""
    home = house(request)
    home.spend("register", request)
    hashed = hash_password(new.password)
    with home.database.writing() as connection:
        person = register(connection, new.name, hashed)
        cookie = open_session(connection, person)
    return _remember(_me(person, home.settings.local), request, cookie)


@router.post("/sign-in", responses=answers(MeAnswer), response_class=Response)
def sign_in(given: Credentials, request: Request) -> Response:
    """Sign in with an account."""
    home = house(request)
    home.spend("sign_in_anybody", request)
    home.limits.spend("sign_in", f"{handle_of(given.name)} from {client(request)}")
    with home.database.reading() as connection:
        person = recognise(connection, given.name, given.password)
    with home.database.writing() as connection:
        cookie = open_session(connection, person)
    return _remember(_me(person, home.settings.local), request, cookie)


@router.post("/sign-out", responses=answers(DoneAnswer), response_class=Response)
def sign_out(request: Request) -> Response:
    """Forget this browser."""
    home = house(request)
    if cookie := request.cookies.get(COOKIE):
        with home.database.writing() as connection:
            close_session(connection, cookie)
    response = answer(DoneAnswer())
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return response


@router.post("/join/{token}", responses=answers(JoinedAnswer), response_class=Response)
def join(token: Token, request: Request, joining: Joining | None = None) -> Response:
    """Take the seat an invitation is for; who has no account plays as a guest of this browser."""
    home = house(request)
    home.spend("join", request)
    pledge = None if joining is None else joining.pledge
    person = home.person(request)
    joined, cookie = home.host.join(person, token, pledge)
    return answer(joined) if cookie is None else _remember(answer(joined), request, cookie)
