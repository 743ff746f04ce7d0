"""The host: begins matches, takes in records to look at, and shows people to their seats."""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from trenchline.kernel.dice import BY_ACT, SeededDice, pledge
from trenchline.kernel.game import AnyGame
from trenchline.kernel.match import Match
from trenchline.kernel.record import Line, Record, RecordError, parse_record, replay, verify
from trenchline.players import PLAYERS, levels
from trenchline.server import lots, store
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
        """A new match. Its seed is committed to now, and nobody has seen it; the dice are ready
        when no seat is open and whoever has pledged a number has given it."""
        game = self._referee.game(new.game)
        seats = _seats(game, person, new.seats, new.pledge)
        waits = any(seat["kind"] == "open" or seat["pledge"] for seat in seats)
        dice = (lots.WaitingDice if waits else SeededDice)(secrets.token_hex(16))
        try:
            scenario, options = game.settled(new.scenario, new.options)
        except ValueError as error:
            raise malformed(str(error)) from None
        match = Match(game, dice, scenario, options)
        row = _row(game, match, person) | {"scenario": scenario, "options": options}
        row |= {"seed": dice.seed, "commitment": dice.commitment}
        row |= {"way": BY_ACT, "lots": None if waits else {}}
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
        row = _row(game, match, person)
        row |= {"scenario": match.scenario, "options": match.options}
        row |= {"seed": record.closing.seed, "commitment": record.header.commitment[:64]}
        row |= {"status": REPLAY, "replay": True, "revision": len(record.lines)}
        dice = match.dice
        given = dice.lots if isinstance(dice, SeededDice) else {}
        row |= {"way": record.header.way, "lots": {side: list(lot) for side, lot in given.items()}}
        labels = [*record.header.players, *[""] * len(game.sides)]
        seats = [
            _seat(number, side, "person", label=labels[number][:80]) | {"match": row["id"]}
            for number, side in enumerate(game.sides)
        ]
        with self._database.writing() as connection:
            store.add_match(connection, row, seats, _made(game, match, record, row))
            sitting = store.find_seats(connection, row["id"])
        return self._summary(MatchRow(**row), sitting, person)

    def join(self, person: Person, token: str, pledge: str | None = None) -> JoinedAnswer:
        """Take the seat that an invitation is for."""
        with self._database.writing() as connection:
            seat = store.find_open_seat(connection, token)
            if seat is None:
                raise Problem(404, "no_invitation", "The invitation is not known or has been used.")
            row = store.find_match(connection, seat.match, lock=True)
            assert row is not None
            # Nothing can be added to dice that are ready.
            store.take_seat(connection, seat, person.id, pledge if row.lots is None else None)
            sitting = store.find_seats(connection, seat.match)
            row = self._made_ready(connection, row, sitting)
            tell = self._referee.publish(connection, row, sitting)
        tell()
        pledges = {seat.title: seat.pledge for seat in sitting if seat.pledge is not None}
        return JoinedAnswer(seat.match, seat.side, seat.title, row.commitment, pledges)

    def give_lot(self, person: Person, match: str, side: str, number: str | None) -> None:
        """Add the number that a person has pledged to the seed; or nothing, if it is lost."""
        with self._database.writing() as connection:
            row = store.find_match(connection, match, lock=True)
            if row is None:
                raise not_found("match of this number")
            sitting = store.find_seats(connection, match)
            seat = _waited_for(sitting, side, person.id)
            if seat is None:
                raise Problem(403, "not_your_seat", f"You do not play {side}.")
            if row.lots is not None or seat.pledge is None or seat.lot is not None:
                raise Problem(409, "no_lot_wanted", f"The dice do not wait for {side}.")
            if any(other.kind == "open" for other in sitting):
                raise Problem(409, "seat_open", "Numbers are shown when every seat is taken.")
            if number is not None and pledge(number) != seat.pledge:
                raise Problem(422, "wrong_lot", "This is not the number that was pledged.")
            store.give_lot(connection, seat, lots.WITHHELD if number is None else number)
            sitting = store.find_seats(connection, match)
            row = self._made_ready(connection, row, sitting)
            tell = self._referee.publish(connection, row, sitting)
        tell()

    def _made_ready(
        self, connection: Connection, row: MatchRow, sitting: list[SeatRow]
    ) -> MatchRow:
        """A match (locked) with its dice ready, if they need wait for nobody any more."""
        if row.lots is not None or row.status != PLAYING or lots.awaited(row, sitting):
            return row
        ready: dict[str, Any] = {"lots": lots.gathered(sitting)}
        if row.opening:
            # Nobody has chosen anything yet: the game begins now.
            game = self._referee.game(row.game)
            match = Match(game, lots.dice_of(replace(row, **ready)), row.scenario, row.options)
            ready |= _stand(game, match)
        store.set_match(connection, row, **ready)
        return replace(row, **ready)

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


def _row(game: AnyGame, match: Match, person: Person) -> dict[str, Any]:
    now = time.time()
    return _stand(game, match) | {
        "id": secrets.token_urlsafe(12),
        "game": game.name,
        "rules": game.version,
        "replay": False,
        "maker": person.id,
        "created": now,
        "trouble": None,
        "revision": 0,
        "version": len(match.history),
        "changed": now,
        "thinker": None,
        "thinks_until": 0.0,
    }


def _stand(game: AnyGame, match: Match) -> dict[str, Any]:
    """Where a match stands that has begun."""
    view = game.view(match.state, None)
    return {
        "opening": list(match.opening[0]),
        "status": OVER if match.over else PLAYING,
        "who": "" if match.who is None else game.sides[match.who],
        "turn": view.turn,
        "phase": view.phase,
    }


def _made(game: AnyGame, match: Match, record: Record, row: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a record's choices and take-backs."""
    rows: list[dict[str, Any]] = []
    standing: list[dict[str, Any]] = []
    every = {"match": row["id"], "turn": "", "phase": "", "made": row["created"]}
    for number, line in enumerate(record.lines):
        made = every | {"number": number, "side": "", "choice": None, "back_to": None, "dice": []}
        if isinstance(line, Line):
            made |= {"side": line.side, "choice": line.choice, "dice": line.dice}
            standing.append(made)
        else:
            made["back_to"] = line.back
            del standing[line.back :]
        rows.append(made)
    # What was taken back is never shown, so nobody asks when it was.
    for version, made in enumerate(standing, start=1):
        view = game.view(match.position(version), None)
        made |= {"turn": view.turn, "phase": view.phase}
    return rows


def _seats(
    game: AnyGame, person: Person, wanted: dict[str, str], pledge: str | None
) -> list[dict[str, Any]]:
    seats = []
    for number, (name, side, powers) in enumerate(_divided(game, wanted)):
        who = wanted[name]
        if who == "me":
            seat = _seat(number, side, "person", person=person.id, pledge=pledge)
        elif who == "open":
            seat = _seat(number, side, "open", token=secrets.token_urlsafe(24))
        elif who.startswith(COMPUTER) and who.removeprefix(COMPUTER) in PLAYERS:
            if powers is not None:
                raise malformed(f"seats.{name}: a computer player takes a whole side.")
            seat = _seat(number, side, "computer", level=who.removeprefix(COMPUTER))
        else:
            names = ", ".join(f"{COMPUTER}{level.name}" for level in levels(game))
            raise malformed(f"seats.{name}: a seat is me, open or one of {names}.")
        seats.append(seat | {"powers": powers})
    return seats


def _divided(game: AnyGame, wanted: Collection[str]) -> Iterator[tuple[str, str, list[str] | None]]:
    """The seats by side: the name each was given, its side, and its powers if it shares it."""
    shared: dict[str, list[tuple[str, list[str]]]] = {}
    for name in wanted:
        side, mark, listed = name.partition(": ")
        shared.setdefault(side, []).append((name, listed.split(", ") if mark else []))
    if set(shared) != set(game.sides):
        raise malformed(f"seats: there must be one for each of {', '.join(game.sides)}.")
    for number, side in enumerate(game.sides):
        parts = shared[side]
        if len(parts) == 1 and not parts[0][1]:
            yield parts[0][0], side, None
            continue
        ours = game.powers.names[number] if game.powers else ()
        given = [power for _, powers in parts for power in powers]
        if sorted(given) != sorted(ours):
            if not ours:
                raise malformed(f"seats: {side} has nobody to share it.")
            raise malformed(f"seats: {side} is divided among {', '.join(ours)}, each once.")
        for name, powers in parts:
            yield name, side, powers


def _waited_for(sitting: list[SeatRow], side: str, person: str) -> SeatRow | None:
    """A person's seat on a side; one that has yet to show its number before others."""
    mine = [seat for seat in sitting if seat.side == side and seat.person == person]
    return next((seat for seat in mine if seat.pledge and seat.lot is None), next(iter(mine), None))


def _seat(number: int, side: str, kind: str, **more: str | None) -> dict[str, Any]:
    names = ("person", "level", "token", "label", "pledge", "lot", "powers")
    empty: dict[str, str | None] = dict.fromkeys(names)
    return {"number": number, "side": side, "kind": kind, **empty, **more}
