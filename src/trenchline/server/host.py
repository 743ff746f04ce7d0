"""The host: begins matches, takes in records to look at, and shows people to their seats."""

from __future__ import annotations

import secrets
import time
from typing import Any

from sqlalchemy import Connection

from trenchline.kernel.dice import Dice, NumberedDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.match import Match
from trenchline.kernel.record import Record, RecordError, parse_record, replay, verify
from trenchline.players import PLAYERS, levels
from trenchline.server import store
from trenchline.server.errors import Problem, malformed, not_found
from trenchline.server.people import Person
from trenchline.server.referee import Referee
from trenchline.server.show import summary
from trenchline.server.store import OVER, PLAYING, REPLAY, MatchRow, SeatRow
from trenchline.server.wire import JoinedAnswer, NewMatch, SummaryAnswer

COMPUTER = "computer:"
SPECTACLES = 12
"""Matches between computers that one person may have going; more would only wait."""


class Host:
    """Everything about a match before and around its choices."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._database = referee.database

    def begin(self, person: Person, new: NewMatch) -> SummaryAnswer:
        """A new match. Its dice are settled now and committed to; nobody has seen them."""
        game = self._referee.game(new.game)
        seats = _seats(game, person, new.seats)
        dice = NumberedDice(secrets.token_hex(16))
        try:
            scenario, options = game.settled(new.scenario, new.options)
        except ValueError as error:
            raise malformed(str(error)) from None
        match = Match(game, dice, scenario, options)
        row = _row(game, match, dice, person) | {"scenario": scenario, "options": options}
        row |= {"seed": dice.seed, "commitment": dice.commitment}
        for seat in seats:
            seat["match"] = row["id"]
        with self._database.writing() as connection:
            if all(seat["kind"] == "computer" for seat in seats):
                _spare_the_computer(connection, person)
            store.add_match(connection, row, seats)
            found = MatchRow(**row)
            sitting = store.find_seats(connection, found.id)
            tell = self._referee.publish(connection, found, sitting)
        tell()
        return self._summary(found, sitting, person)

    def take_in(self, person: Person, text: bytes) -> SummaryAnswer:
        """A record to step through. It must be true to the rules, and to its seed if it has one."""
        try:
            record = parse_record(text)
            game = self._referee.game(record.header.game)
            match = (replay if record.closing.seed is None else verify)(game, record)
        except RecordError as error:
            raise malformed(f"This is not a record that can be shown: {error}") from None
        row = _row(game, match, match.dice, person)
        row |= {"scenario": match.scenario, "options": match.options}
        row |= {"seed": record.closing.seed, "commitment": record.header.commitment[:64]}
        row |= {"status": REPLAY, "replay": True, "revision": len(match.history)}
        labels = [*record.header.players, *[""] * len(game.sides)]
        seats = [
            _seat(number, side, "person", label=labels[number][:80]) | {"match": row["id"]}
            for number, side in enumerate(game.sides)
        ]
        with self._database.writing() as connection:
            store.add_match(connection, row, seats, _made(game, match, record, row))
            sitting = store.find_seats(connection, row["id"])
        return self._summary(MatchRow(**row), sitting, person)

    def join(self, person: Person, token: str) -> JoinedAnswer:
        """Take the seat that an invitation is for."""
        with self._database.writing() as connection:
            seat = store.find_open_seat(connection, token)
            if seat is None:
                raise Problem(404, "no_invitation", "The invitation is not known or has been used.")
            store.take_seat(connection, seat, person.id)
            row = store.find_match(connection, seat.match, lock=True)
            assert row is not None
            sitting = store.find_seats(connection, seat.match)
            tell = self._referee.publish(connection, row, sitting)
        tell()
        return JoinedAnswer(seat.match, seat.side)

    def listed(self, person: Person, everybodys: bool) -> list[SummaryAnswer]:
        """The matches of a person, or all that may be watched."""
        if not everybodys and not person.id:
            return []
        with self._database.reading() as connection:
            found = store.list_matches(connection, None if everybodys else person.id)
        return [self._summary(row, seats, person) for row, seats in found]

    def shown(self, match: str, person: Person) -> SummaryAnswer:
        """One match for the lobby."""
        with self._database.reading() as connection:
            row = store.find_match(connection, match)
            if row is None:
                raise not_found("match of this number")
            seats = store.find_seats(connection, match)
        return self._summary(row, seats, person)

    def _summary(self, row: MatchRow, seats: list[SeatRow], person: Person) -> SummaryAnswer:
        try:
            title = self._referee.game(row.game).title
        except Problem:
            title = row.game
        return summary(title, row, seats, person.id, self._referee.hub.present(row.id))


def _spare_the_computer(connection: Connection, person: Person) -> None:
    going = store.count_spectacles(connection, person.id)
    if person.kind != "local" and going >= SPECTACLES:
        message = f"{going} of your matches between computers are still going; wait for one to end."
        raise Problem(429, "too_many", message)


def _row(game: AnyGame, match: Match, dice: Dice, person: Person) -> dict[str, Any]:
    view = game.view(match.state, None)
    now = time.time()
    return {
        "id": secrets.token_urlsafe(12),
        "game": game.name,
        "rules": game.version,
        "opening": list(match.opening[0]),
        "replay": False,
        "maker": person.id,
        "created": now,
        "status": OVER if match.over else PLAYING,
        "trouble": None,
        "revision": 0,
        "version": len(match.history),
        "who": "" if match.who is None else game.sides[match.who],
        "turn": view.turn,
        "phase": view.phase,
        "changed": now,
        "thinker": None,
        "thinks_until": 0.0,
    }


def _made(game: AnyGame, match: Match, record: Record, row: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a record's choices."""
    rows = []
    for number, (_, line) in enumerate(record.lasting):
        view = game.view(match.position(number + 1), None)
        rows.append(
            {
                "match": row["id"],
                "number": number,
                "side": line.side,
                "choice": line.choice,
                "back_to": None,
                "dice": line.dice,
                "turn": view.turn,
                "phase": view.phase,
                "made": row["created"],
            }
        )
    return rows


def _seats(game: AnyGame, person: Person, wanted: dict[str, str]) -> list[dict[str, Any]]:
    if set(wanted) != set(game.sides):
        raise malformed(f"seats: there must be one for each of {', '.join(game.sides)}.")
    seats = []
    for number, side in enumerate(game.sides):
        who = wanted[side]
        if who == "me":
            seats.append(_seat(number, side, "person", person=person.id))
        elif who == "open":
            seats.append(_seat(number, side, "open", token=secrets.token_urlsafe(24)))
        elif who.startswith(COMPUTER) and who.removeprefix(COMPUTER) in PLAYERS:
            seats.append(_seat(number, side, "computer", level=who.removeprefix(COMPUTER)))
        else:
            names = ", ".join(f"{COMPUTER}{level.name}" for level in levels(game))
            raise malformed(f"seats.{side}: a seat is me, open or one of {names}.")
    return seats


def _seat(number: int, side: str, kind: str, **more: str | None) -> dict[str, Any]:
    empty = {"person": None, "level": None, "token": None, "label": None}
    return {"number": number, "side": side, "kind": kind, **empty, **more}
