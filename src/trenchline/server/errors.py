"""What goes wrong, said so that a page can show it: ``{"error": {"code", "message", ...}}``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DataError
from starlette.exceptions import HTTPException

from trenchline.kernel.steps import Refusal


class ErrorDetail(msgspec.Struct, omit_defaults=True):
    """What went wrong: a word for programs, a sentence for people, and the case if there is one."""

    code: str
    message: str
    case: str | None = None
    reason: str | None = None
    dice: list[int] | None = None
    """The dice that a take-back would lose."""


class ErrorAnswer(msgspec.Struct):
    """Every error."""

    error: ErrorDetail


class Problem(Exception):
    """A request that is refused; nothing has changed."""

    def __init__(self, status: int, code: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.detail = ErrorDetail(code, message, **more)

    def response(self) -> Response:
        """The answer that tells of it."""
        headers = {"Retry-After": "5"} if self.status in (429, 503) else None
        body = msgspec.json.encode(ErrorAnswer(self.detail))
        return Response(body, self.status, headers, "application/json")


def malformed(message: str) -> Problem:
    """What was sent cannot be read."""
    return Problem(400, "malformed", message)


def not_found(what: str) -> Problem:
    """There is no such thing."""
    return Problem(404, "not_found", f"There is no {what}.")


def not_legal(refusal: Refusal) -> Problem:
    """The rules forbid it."""
    message = f"Not allowed by {refusal.case}: {refusal.reason}."
    if refusal.case == "-":
        message = f"Not allowed: {refusal.reason}."
    return Problem(422, "not_legal", message, case=refusal.case, reason=refusal.reason)


def not_your_turn(who: str) -> Problem:
    """Another side decides."""
    return Problem(409, "not_your_turn", f"It is {who}'s decision.")


def moved_on() -> Problem:
    """Somebody was quicker."""
    return Problem(409, "moved_on", "The match has moved on; look at the table again.")


WORDS = {
    404: ("not_found", "There is nothing here."),
    405: ("method", "This cannot be done here."),
}


def answer_errors(app: FastAPI, not_found_page: Callable[[Request], Response | None]) -> None:
    """Give every error of an app the same form."""

    async def problem(request: Request, error: Exception) -> Response:
        assert isinstance(error, Problem)
        return error.response()

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return malformed(f"{where}: {first['msg']}").response()

    async def other(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if isinstance(error.__cause__, Problem):
            # Met while the body was being read.
            return error.__cause__.response()
        if error.status_code == 404 and (page := not_found_page(request)):
            return page
        code, message = WORDS.get(error.status_code, ("refused", str(error.detail)))
        response = Problem(error.status_code, code, message).response()
        response.headers.update(error.headers or {})
        return response

    async def unkept(request: Request, error: Exception) -> Response:
        # A database says so where the form of a request has let something through.
        return malformed("Something is too long, or has signs that cannot be kept.").response()

    async def unforeseen(request: Request, error: Exception) -> Response:
        # The error itself goes to the log, with everything it says.
        message = "Something went wrong in the program; nothing has changed."
        return Problem(500, "internal", message).response()

    handlers: dict[type[Exception], Callable[[Request, Exception], Awaitable[Response]]] = {
        Problem: problem,
        RequestValidationError: invalid,
        HTTPException: other,
        DataError: unkept,
        Exception: unforeseen,
    }
    for kind, handler in handlers.items():
        app.add_exception_handler(kind, handler)
