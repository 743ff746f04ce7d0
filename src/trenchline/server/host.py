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
from trenchline.players import PLAYERS, levels
from trenchline.server import lots, store
from trenchline.server.errors import Problem, malformed, not_found
from trenchline.server.intake import Intake
from trenchline.server.people import Person, new_guest, open_session
from trenchline.server.referee import Referee
from trenchline.server.rows import match_row, seat_row, stand
from trenchline.server.show import summary
from trenchline.server.store import PLAYING, MatchRow, SeatRow
from trenchline.server.survey import Surveyed
from trenchline.server.wire.people_answers import JoinedAnswer
from trenchline.server.wire.requests import NewMatch
from trenchline.server.wire.table_answers import SummaryAnswer

COMPUTER = "computer:"
GIVEN_UP = 3 * 86_400.0
"""Seconds after which a guest who is not at a table that waits is not expected any more."""
SPECTACLES = 12
"""Matches between computers that one person may have going; more would only wait."""


class Host:
    """Everything about a match before and around its choices."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._database = referee.database

    def begin(
        self,
        person: Person,
        new: NewMatch,
        position: Surveyed | None = None,
        seed: str | None = None,
        origin: str | None = None,
    ) -> SummaryAnswer:
        """A new match, perhaps from a position that has been looked at. Its seed is committed to
        now, and nobody has seen it; the dice are ready when no seat is open and whoever has pledged
        a number has given it. Only a lesson brings a seed of its own.
        ``origin`` is the moment of another match that it goes on from."""
        game = self._referee.game(new.game)
        wanted = new.scenario if position is None else position.scenario
        if position is not None and new.options:
            raise malformed("Which options hold stands in the position.")
        seats = _seats(game, person, new.seats, new.pledge)
        waits = any(seat["kind"] == "open" or seat["pledge"] for seat in seats)
        dice = (lots.WaitingDice if waits else SeededDice)(seed or secrets.token_hex(16))
        try:
            scenario, options = game.settled(wanted, new.options)
        except ValueError as error:
            raise malformed(str(error)) from None
        start = None if position is None else position.text
        match = Match(game, dice, scenario, options, position=start)
        row = match_row(game, match, person.id) | {"scenario": scenario, "options": match.options}
        row |= {"seed": dice.seed, "commitment": dice.commitment, "origin": origin}
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

    def take_in(self, person: Person, read: Intake) -> SummaryAnswer:
        """A record to step through."""
        with self._database.writing() as connection:
            store.add_match(connection, read.match, read.seats, read.made)
            sitting = store.find_seats(connection, read.match["id"])
        return self._summary(MatchRow(**read.match), sitting, person)

    def join(
        self, person: Person, token: str, pledge: str | None = None
    ) -> tuple[JoinedAnswer, str | None]:
        """Take the seat that an invitation is for; nobody becomes a guest and gets a cookie."""
        cookie = None
        with self._database.writing() as connection:
            seat = store.find_open_seat(connection, token)
            if seat is None:
                raise Problem(404, "no_invitation", "The invitation is not known or has been used.")
            row = store.find_match(connection, seat.match, lock=True)
            assert row is not None
            self._keep_apart(row, store.find_seats(connection, seat.match), seat, person)
            if not person.id:
                # Only now: an invitation that is refused leaves nobody behind.
                person = new_guest(connection)
                cookie = open_session(connection, person)
            # Nothing can be added to dice that are ready.
            store.take_seat(connection, seat, person.id, pledge if row.lots is None else None)
            sitting = store.find_seats(connection, seat.match)
            row = self._made_ready(connection, row, sitting)
            tell = self._referee.publish(connection, row, sitting)
        tell()
        pledges = {seat.title: seat.pledge for seat in sitting if seat.pledge is not None}
        joined = JoinedAnswer(seat.match, seat.side, seat.title, row.commitment, pledges)
        return joined, cookie

    def _keep_apart(
        self, row: MatchRow, sitting: list[SeatRow], seat: SeatRow, person: Person
    ) -> None:
        """In a game that hides something, nobody changes over to the other side."""
        mine = {other.side for other in sitting if other.person == person.id and person.id}
        if row.version and mine - {seat.side} and self._referee.game(row.game).hides:
            raise Problem(409, "other_side", "You have seen what this side may not know.")

    def invite_again(self, person: Person, match: str, title: str) -> SummaryAnswer:
        """A new invitation to a seat that is empty; an earlier one is void."""
        with self._database.writing() as connection:
            row = store.find_match(connection, match, lock=True)
            if row is None:
                raise not_found("match of this number")
            if row.maker != person.id:
                raise Problem(403, "not_your_match", "Only whoever made the match invites.")
            sitting = store.find_seats(connection, match)
            seat = next((seat for seat in sitting if seat.title == title), None)
            if seat is None:
                raise not_found("seat of this name")
            if row.status != PLAYING or not self._is_empty(connection, row, seat):
                raise Problem(409, "seat_taken", f"{title} is taken.")
            store.open_seat(connection, seat, secrets.token_urlsafe(24))
            sitting = store.find_seats(connection, match)
            tell = self._referee.publish(connection, row, sitting)
        tell()
        return self._summary(row, sitting, person)

    def _is_empty(self, connection: Connection, row: MatchRow, seat: SeatRow) -> bool:
        """Whether nobody sits there: a guest who does not come back cannot sign in again."""
        if seat.kind == "open":
            return True
        if seat.person is None or not store.is_guest(connection, seat.person):
            return False
        if seat.side in self._referee.hub.present(row.id):
            return False
        never = not store.has_chosen(connection, row.id, seat.side)
        return never or time.time() - row.changed > GIVEN_UP

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
            dice = lots.dice_of(replace(row, **ready))
            match = Match(game, dice, row.scenario, row.options, position=row.position)
            ready |= stand(game, match)
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


def _seats(
    game: AnyGame, person: Person, wanted: dict[str, str], pledge: str | None
) -> list[dict[str, Any]]:
    seats = []
    for number, (name, side, powers) in enumerate(_divided(game, wanted)):
        who = wanted[name]
        if who == "me":
            seat = seat_row(number, side, "person", person=person.id, pledge=pledge)
        elif who == "open":
            seat = seat_row(number, side, "open", token=secrets.token_urlsafe(24))
        elif who.startswith(COMPUTER) and who.removeprefix(COMPUTER) in PLAYERS:
            if powers is not None:
                raise malformed(f"seats.{name}: a computer player takes a whole side.")
            seat = seat_row(number, side, "computer", level=who.removeprefix(COMPUTER))
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
