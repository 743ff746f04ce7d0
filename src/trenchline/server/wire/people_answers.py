"""What is told of whoever asks, and that something is done or being worked on."""

from __future__ import annotations

import msgspec


class WorkingAnswer(msgspec.Struct):
    """Something is being worked on: ask again."""

    working: bool = True


class MeAnswer(msgspec.Struct):
    """Who the browser is: local, account, guest or nobody."""

    kind: str
    name: str
    local: bool


class JoinedAnswer(msgspec.Struct):
    """The seat that an invitation gave."""

    match: str
    side: str
    seat: str
    commitment: str
    pledges: dict[str, str]


class DoneAnswer(msgspec.Struct):
    """It is done."""

    done: bool = True
