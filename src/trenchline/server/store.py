"""Matches in the database: rows in, rows out. Nothing here knows the rules of a game."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    exists,
    func,
    insert,
    null,
    or_,
    select,
    update,
)

from trenchline.server.database import CHANNEL
from trenchline.server.schema import choices, matches, people, seats, undo_requests

log = logging.getLogger(__name__)

PLAYING, OVER, REPLAY, BROKEN = "playing", "over", "replay", "broken"


@dataclass(frozen=True)
class MatchRow:
    """A match as it stands."""

    id: str
    game: str
    scenario: str
    options: dict[str, str]
    rules: str
    seed: str | None
    commitment: str
    opening: list[int]
    replay: bool
    maker: str
    created: float
    status: str
    trouble: str | None
    revision: int
    version: int
    who: str
    turn: str
    phase: str
    changed: float
    thinker: str | None
    thinks_until: float
    way: str
    lots: dict[str, tuple[str, str | None]] | None
    """The players' lots by side, each a pledge and a number; None while the dice are not ready."""
    position: str | None = None
    """The position it began from, if that was not the scenario's own."""
    origin: str | None = None
    """The match it goes on from and the version, as ``match@version``, if it does."""


def seat_title(side: str, powers: Sequence[str] | None) -> str:
    """A seat as people call it.

    >>> seat_title("Allied", ["France", "Italy"])
    'Allied: France, Italy'
    """
    return side if powers is None else f"{side}: {', '.join(powers)}"


@dataclass(frozen=True)
class SeatRow:
    """Who sits where: a person, a computer player, or nobody yet."""

    match: str
    number: int
    side: str
    kind: str
    person: str | None
    level: str | None
    token: str | None
    label: str | None
    pledge: str | None
    lot: str | None
    powers: list[str] | None
    """The powers that it decides for, where several people share the side; else None."""
    name: str | None
    """What the person is called."""

    @property
    def title(self) -> str:
        """The seat as people call it: its side, and its powers if it has not all of them."""
        return seat_title(self.side, self.powers)


@dataclass(frozen=True)
class ChoiceRow:
    """One choice, or a take-back (``back_to``)."""

    match: str
    number: int
    side: str
    choice: str | None
    back_to: int | None
    dice: list[int]
    turn: str
    phase: str
    made: float


@dataclass(frozen=True)
class RequestRow:
    """A take-back that somebody asks for."""

    id: int
    match: str
    side: str
    back_to: int
    revision: int
    waiting: list[str]
    status: str
    made: float


# Statements that every choice needs are put together once.
_MATCH = select(matches).where(matches.c.id == bindparam("match_id"))
_LOCKED_MATCH = _MATCH.with_for_update()
_OPEN = and_(
    undo_requests.c.match == matches.c.id,
    undo_requests.c.status == "open",
    undo_requests.c.revision == matches.c.revision,
)
_EVERYTHING = (
    select(matches, undo_requests, seats, people.c.name)
    .select_from(matches)
    .outerjoin(undo_requests, _OPEN)
    .outerjoin(seats, seats.c.match == matches.c.id)
    .outerjoin(people, people.c.id == seats.c.person)
    .where(matches.c.id == bindparam("match_id"))
    .order_by(undo_requests.c.id.desc(), seats.c.number)
)
_SEATS = select(seats, people.c.name).outerjoin(people, people.c.id == seats.c.person)
_SEATS_OF_MATCH = _SEATS.where(seats.c.match == bindparam("match_id")).order_by(seats.c.number)
_CHOICES_SINCE = (
    select(choices)
    .where(choices.c.match == bindparam("match_id"), choices.c.number >= bindparam("since"))
    .order_by(choices.c.number)
)
_ADVANCE = (
    update(matches)
    .where(
        matches.c.id == bindparam("match_id"),
        matches.c.revision == bindparam("at_revision"),
        matches.c.status == bindparam("at_status"),
    )
    .values(
        {
            name: bindparam(f"new_{name}")
            for name in ("revision", "version", "who", "turn", "phase", "status", "changed")
        }
    )
)
_ADD_CHOICE = insert(choices)
# The same as one statement, for PostgreSQL: the match moves on, then the row is added and the
# workers are told, or nothing happens.
_MOVED = _ADVANCE.returning(matches.c.id).cte("moved")
_ADDED = (
    insert(choices)
    .from_select(
        [column.name for column in choices.c],
        select(_MOVED.c.id, *(bindparam(c.name, type_=c.type) for c in list(choices.c)[1:])),
    )
    .cte("added")
)
_ADVANCE_AT_ONCE = (
    select(func.pg_notify(CHANNEL, bindparam("notice"))).select_from(_MOVED).add_cte(_ADDED)
)


def find_match(connection: Connection, match: str, lock: bool = False) -> MatchRow | None:
    """A match; locked, nobody else writes to it until the transaction ends."""
    row = connection.execute(_LOCKED_MATCH if lock else _MATCH, {"match_id": match}).first()
    return None if row is None else MatchRow(*row)


def find_seats(connection: Connection, match: str) -> list[SeatRow]:
    """The seats of a match in the order of its sides."""
    found = connection.execute(_SEATS_OF_MATCH, {"match_id": match})
    return [SeatRow(*row) for row in found]


def find_choices(connection: Connection, match: str, since: int = 0) -> list[ChoiceRow]:
    """The choices of a match from a number on."""
    found = connection.execute(_CHOICES_SINCE, {"match_id": match, "since": since})
    return [ChoiceRow(*row) for row in found]


def find_everything(
    connection: Connection, match: str
) -> tuple[MatchRow, RequestRow | None, list[SeatRow]] | None:
    """A match, the take-back that is asked for now, and the seats, all in one question."""
    rows = connection.execute(_EVERYTHING, {"match_id": match}).all()
    if not rows:
        return None
    asked, sitting = len(matches.c), len(matches.c) + len(undo_requests.c)
    first = rows[0]
    request = None if first[asked] is None else RequestRow(*first[asked:sitting])
    # There is at most one open request, so each row is a seat.
    found = [SeatRow(*row[sitting:]) for row in rows if row[sitting] is not None]
    return MatchRow(*first[:asked]), request, found


def find_open_seat(connection: Connection, token: str) -> SeatRow | None:
    """The seat that an invitation is for."""
    row = connection.execute(_SEATS.where(seats.c.token == token).with_for_update(of=seats)).first()
    return None if row is None else SeatRow(*row)


def list_matches(
    connection: Connection, person: str | None, limit: int = 200
) -> list[tuple[MatchRow, list[SeatRow]]]:
    """The matches a person sits at or made, or (for nobody) all that may be watched, newest first.

    Anybody may watch a match in which every seat is taken.
    """
    statement = select(matches.c.id)
    if person is None:
        waiting = select(seats.c.match).where(seats.c.kind == "open")
        statement = statement.where(
            matches.c.status.in_((PLAYING, OVER)), matches.c.id.not_in(waiting)
        )
    else:
        mine = select(seats.c.match).where(seats.c.person == person)
        statement = statement.where(or_(matches.c.maker == person, matches.c.id.in_(mine)))
    statement = statement.order_by(matches.c.changed.desc()).limit(limit)
    rows = _readable(connection, list(connection.execute(statement).scalars()))
    sitting: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
    wanted = _SEATS.where(seats.c.match.in_(sitting)).order_by(seats.c.match, seats.c.number)
    for seat in connection.execute(wanted):
        sitting[seat.match].append(SeatRow(*seat))
    return [(row, sitting[row.id]) for row in rows]


def _readable(connection: Connection, wanted: list[str]) -> list[MatchRow]:
    """The matches of some numbers in their order; a row that cannot be read is left out."""
    try:
        found = connection.execute(select(matches).where(matches.c.id.in_(wanted)))
        rows = {row.id: MatchRow(*row) for row in found}
    except (ValueError, TypeError):
        rows = {}
        for match in wanted:
            try:
                row = find_match(connection, match)
            except (ValueError, TypeError):
                log.exception("match %s cannot be read", match)
                continue
            if row is not None:
                rows[match] = row
    return [rows[match] for match in wanted if match in rows]


def count_spectacles(connection: Connection, maker: str) -> int:
    """How many matches of a maker, not yet over, only computers play in."""
    peopled = exists().where(seats.c.match == matches.c.id, seats.c.kind != "computer")
    statement = select(func.count(matches.c.id)).where(
        matches.c.maker == maker, matches.c.status == PLAYING, ~peopled
    )
    return connection.execute(statement).scalar_one()


def add_match(
    connection: Connection,
    match: dict[str, Any],
    sitting: Iterable[dict[str, Any]],
    made: Iterable[dict[str, Any]] = (),
) -> None:
    """A new match with its seats, and the choices of an uploaded record."""
    connection.execute(insert(matches), match)
    if rows := list(sitting):
        connection.execute(insert(seats), rows)
    if rows := list(made):
        connection.execute(insert(choices), rows)


def advance(
    connection: Connection, row: MatchRow, after: MatchRow, made: ChoiceRow, notice: str
) -> bool:
    """Append a choice if the match is still where it was seen, and tell the other workers.

    This locks the row of the match; whoever comes second finds that it has moved on.
    """
    values: dict[str, Any] = {
        "match_id": row.id,
        "at_revision": row.revision,
        "at_status": row.status,
        "new_revision": after.revision,
        "new_version": after.version,
        "new_who": after.who,
        "new_turn": after.turn,
        "new_phase": after.phase,
        "new_status": after.status,
        "new_changed": after.changed,
    }
    if connection.dialect.name == "postgresql":
        values |= made.__dict__ | {"notice": notice}
        return connection.execute(_ADVANCE_AT_ONCE, values).first() is not None
    if connection.execute(_ADVANCE, values).rowcount != 1:
        return False
    connection.execute(_ADD_CHOICE, made.__dict__)
    return True


def break_off(connection: Connection, match: str, trouble: str) -> None:
    """Stop a match whose code has failed."""
    connection.execute(
        update(matches)
        .where(matches.c.id == match)
        .values(status=BROKEN, trouble=trouble, changed=time.time())
    )


def find_trouble(connection: Connection, trouble: str) -> MatchRow | None:
    """The match that was stopped with a number of trouble."""
    statement = select(matches).where(matches.c.status == BROKEN, matches.c.trouble == trouble)
    row = connection.execute(statement.with_for_update()).first()
    return None if row is None else MatchRow(*row)


def add_choice(connection: Connection, made: ChoiceRow) -> None:
    """Append a row to a match that nobody else can move."""
    connection.execute(_ADD_CHOICE, made.__dict__)


def take_up(connection: Connection, after: MatchRow) -> None:
    """A match that was stopped goes on as it stands."""
    moved = ("status", "trouble", "revision", "version", "who", "turn", "phase", "changed")
    connection.execute(
        update(matches)
        .where(matches.c.id == after.id)
        .values({name: getattr(after, name) for name in moved})
    )


def take_seat(connection: Connection, seat: SeatRow, person: str, pledge: str | None) -> None:
    """Bind a seat to a person; the invitation is spent."""
    connection.execute(
        update(seats)
        .where(seats.c.match == seat.match, seats.c.number == seat.number)
        .values(kind="person", person=person, token=None, pledge=pledge)
    )


def open_seat(connection: Connection, seat: SeatRow, token: str) -> None:
    """Nobody has a seat any more, nor what its number was; there is a new invitation to it."""
    connection.execute(
        update(seats)
        .where(seats.c.match == seat.match, seats.c.number == seat.number)
        .values(kind="open", person=None, token=token, pledge=None, lot=None)
    )


def is_guest(connection: Connection, person: str) -> bool:
    """Whether somebody has no account."""
    kind = connection.execute(select(people.c.kind).where(people.c.id == person)).scalar()
    return kind == "guest"


def has_chosen(connection: Connection, match: str, side: str) -> bool:
    """Whether a side has ever made a choice."""
    made = exists().where(choices.c.match == match, choices.c.side == side)
    return bool(connection.execute(select(made)).scalar())


def give_lot(connection: Connection, seat: SeatRow, lot: str) -> None:
    """Note the number that a person adds to the seed, at each seat where he has pledged it."""
    connection.execute(
        update(seats)
        .where(
            seats.c.match == seat.match,
            seats.c.person == seat.person,
            seats.c.pledge == seat.pledge,
        )
        .values(lot=lot)
    )


def set_match(connection: Connection, row: MatchRow, **values: Any) -> None:
    """Change a match that is locked."""
    connection.execute(update(matches).where(matches.c.id == row.id).values(values))


def add_request(
    connection: Connection, row: MatchRow, side: str, back_to: int, waiting: list[str]
) -> None:
    """Ask for a take-back; an earlier request is withdrawn."""
    close_requests(connection, row.id, "withdrawn")
    connection.execute(
        insert(undo_requests).values(
            match=row.id,
            side=side,
            back_to=back_to,
            revision=row.revision,
            waiting=waiting,
            status="open",
            made=time.time(),
        )
    )


def agree(connection: Connection, request: RequestRow, waiting: list[str]) -> None:
    """Fewer sides have yet to agree."""
    connection.execute(
        update(undo_requests).where(undo_requests.c.id == request.id).values(waiting=waiting)
    )


def close_requests(connection: Connection, match: str, status: str) -> None:
    """Nothing is asked for any more."""
    connection.execute(
        update(undo_requests)
        .where(undo_requests.c.match == match, undo_requests.c.status == "open")
        .values(status=status)
    )


# Who runs the computer players of a match.


LONGEST_CLAIM = 300.0
"""Seconds: a claim for longer was made when the clock ran ahead, and counts for nothing."""


def _unclaimed(now: float) -> ColumnElement[bool]:
    until = matches.c.thinks_until
    return or_(matches.c.thinker.is_(None), until < now, until > now + LONGEST_CLAIM)


def claim(connection: Connection, match: str, thinker: str, seconds: float) -> bool:
    """Take on the computer players of a match, or keep them; False if somebody else has them."""
    now = time.time()
    claimed = connection.execute(
        update(matches)
        .where(matches.c.id == match, or_(_unclaimed(now), matches.c.thinker == thinker))
        .values(thinker=thinker, thinks_until=now + seconds)
    )
    return claimed.rowcount == 1


def release(connection: Connection, match: str, thinker: str) -> None:
    """Let go of the computer players of a match."""
    connection.execute(
        update(matches)
        .where(matches.c.id == match, matches.c.thinker == thinker)
        .values(thinker=None, thinks_until=0.0)
    )


def release_all(connection: Connection) -> None:
    """Nobody runs any computer player: the only process has just started."""
    connection.execute(update(matches).values(thinker=None, thinks_until=0.0))


def waiting_for_computer(connection: Connection) -> list[str]:
    """The matches in which a computer player is to decide and nobody is at work on it."""
    statement = (
        select(matches.c.id)
        .join(seats, and_(seats.c.match == matches.c.id, seats.c.side == matches.c.who))
        .where(
            matches.c.status == PLAYING,
            seats.c.kind == "computer",
            matches.c.lots.is_not(null()),
            _unclaimed(time.time()),
        )
    )
    return list(connection.execute(statement).scalars())
