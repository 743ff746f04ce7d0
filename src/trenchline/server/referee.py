"""The referee: sees that the right side chooses, and that what was chosen is durable before it is
answered.

Every act takes the match's lock in memory, brings the match up to its row, carries the act out on
it, and appends a row if the match is still at that revision. If anything fails on the way, what is
in memory is forgotten and the rows stand as they were.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from trenchline.kernel.game import AnyGame
from trenchline.kernel.play import decision
from trenchline.kernel.powers import why_not_yours
from trenchline.kernel.record import record_text
from trenchline.kernel.steps import Choice, Refusal, is_legal
from trenchline.kernel.view import View
from trenchline.server import store, undo
from trenchline.server.changes import changes
from trenchline.server.database import Database
from trenchline.server.errors import Problem, malformed, moved_on, not_found, not_legal
from trenchline.server.live import LiveMatch, LiveMatches
from trenchline.server.lots import NotReady, must_wait
from trenchline.server.news import Bulletin, Hub, encoded
from trenchline.server.settings import Shelf
from trenchline.server.show import Seen, held, is_thinking, log_entry, odds, table
from trenchline.server.store import (
    BROKEN,
    OVER,
    PLAYING,
    REPLAY,
    ChoiceRow,
    MatchRow,
    RequestRow,
    SeatRow,
)
from trenchline.server.wire import ChangesAnswer, LogAnswer, NewChoice, TableAnswer, WhyAnswer

log = logging.getLogger(__name__)


class Referee:
    """Carries out what people and computer players ask for at the tables."""

    def __init__(self, database: Database, hub: Hub, shelf: Shelf) -> None:
        self.database = database
        self.hub = hub
        self.shelf = shelf
        self.live = LiveMatches()

    # Looking.

    def game(self, name: str) -> AnyGame:
        """A game by its name."""
        try:
            return self.shelf.load_game(name)
        except ValueError:
            raise not_found("game of this name") from None

    @contextmanager
    def seeing(self, match: str) -> Iterator[tuple[Seen, LiveMatch]]:
        """A match brought up to date and held."""
        live = self.live.get(match)
        with live.held():
            with self.database.reading() as connection:
                found = store.find_everything(connection, match)
                if found is None:
                    raise not_found("match of this number")
                row, request, seats = found
                later = (
                    store.find_choices(connection, match, max(live.revision, 0))
                    if live.is_behind(row)
                    else []
                )

            def rows(since: int) -> list[ChoiceRow]:
                return [made for made in later if made.number >= since]

            game = self.game(row.game)
            if row.status == BROKEN:
                try:
                    live.catch_up(game, row, rows)
                except Exception:
                    raise _broken(row.trouble) from None
            else:
                with self.guarding(match):
                    live.catch_up(game, row, rows)
            yield Seen(row, seats, request, live.match, live.moments, live.ahead), live

    @contextmanager
    def guarding(self, match: str) -> Iterator[None]:
        """Stop a match whose code raises; the others go on.

        What is not the match's own fault (the database, want of memory) does not stop it.
        """
        try:
            yield
        except (Problem, SQLAlchemyError, MemoryError):
            raise
        except Exception:
            trouble = secrets.token_hex(4)
            log.exception("match %s is broken (trouble %s)", match, trouble)
            with self.database.writing() as connection:
                store.break_off(connection, match, trouble)
                row = store.find_match(connection, match)
                seats = store.find_seats(connection, match)
                tell = self.publish(connection, row, seats) if row else None
            if tell:
                tell()
            raise _broken(trouble, 500) from None

    def table(
        self,
        match: str,
        person: str,
        side: str | None,
        version: int | None = None,
        had: int | None = None,
        at: int | None = None,
    ) -> TableAnswer | ChangesAnswer:
        """The table as a side may see it, now or at an earlier version.

        Whoever had it as it was at a version and a revision is told what is new since.
        """
        with self.seeing(match) as (seen, live):
            number = self._viewing(seen, person, side)
            if version is not None and version > len(seen.match.history):
                raise not_found("such version yet")
            with self.guarding(match):
                shown = table(seen, person, number, self.hub.present(match), version)
                if had and at and live.still_has(had, at):
                    return changes(shown, seen.game.view(seen.match.position(had), number), at)
                return shown

    def _whole(self, match: str, person: str, side: str) -> TableAnswer:
        """The table after something that may have changed everything."""
        shown = self.table(match, person, side)
        assert isinstance(shown, TableAnswer)
        return shown

    def log(self, match: str, person: str, side: str | None, since: int) -> list[LogAnswer]:
        """The log from a version on, as a side may read it."""
        with self.seeing(match) as (seen, _):
            number = self._viewing(seen, person, side)
            versions = range(since, len(seen.match.history) + 1)
            with self.guarding(match):
                return [log_entry(seen, version, number) for version in versions]

    def odds(self, match: str, person: str, side: str | None) -> object:
        """The odds of the attack being declared."""
        with self.seeing(match) as (seen, _):
            number = self._viewing(seen, person, side)
            with self.guarding(match):
                return odds(seen, seen.match.state, number)

    def record(self, match: str) -> tuple[str, str]:
        """A name and the text of a match's record; the seed is in it once the game is over."""
        with self.seeing(match) as (seen, _):
            row = seen.row
            if seen.game.hides and row.status not in (OVER, REPLAY):
                raise Problem(403, "hidden", "The record of this game is shown after its end.")
            twin = seen.match.copy()
            twin.players = tuple(
                " and ".join(_player(seat) for seat in seen.seats if seat.side == side)
                for side in seen.game.sides
            )
            with self.guarding(match):
                text = record_text(twin, reveal_seed=row.status in (OVER, REPLAY))
            return f"{row.game}-{row.id}.jsonl", text

    def dice(self, match: str) -> tuple[int, dict[str, list[int]]]:
        """The sides of the dice, and what each side of the game rolled; the opening under ""."""
        with self.seeing(match) as (seen, _):
            rolled: dict[str, list[int]] = {"": list(seen.match.opening[0])}
            rolled |= {side: [] for side in seen.game.sides}
            for turned in seen.match.history:
                rolled[seen.game.sides[turned.side]] += turned.dice
            return seen.game.die, rolled

    def sit_down(self, match: str, person: str, side: str | None) -> tuple[Bulletin, list[str]]:
        """Where a match stands, for somebody who sits down at it, and which seats are his."""
        with self.seeing(match) as (seen, _):
            self._viewing(seen, person, side)
            mine = [s.title for s in seen.seats if s.side == side and s.person == person]
            return _bulletin(seen.row, seen.seats, seen.request is not None), mine

    # Choosing.

    def choose(self, match: str, person: str, new: NewChoice) -> TableAnswer | ChangesAnswer:
        """Make a choice for a side that a person plays."""
        with self.seeing(match) as (seen, live):
            side = self._playing(seen, person, new.side)
            choice = self._read(seen, new.choice)
            row = seen.row
            if new.version != row.version or new.revision not in (None, row.revision):
                raise moved_on()
            if seen.match.who != side:
                raise Problem(409, "not_your_turn", f"It is {seen.deciding()}'s decision.")
            if refusal := self._refusal(seen, choice) or self._not_yours(seen, person, choice):
                raise not_legal(refusal)
            shown = self._take(seen, live, person, side, choice)
            # A game that begins with a die may have begun anew when the dice were ready.
            if new.light and new.revision and new.version:
                with self.guarding(match):
                    before = seen.game.view(seen.match.position(new.version), side)
                    return changes(shown, before, new.revision)
            return shown

    def choose_for_computer(self, match: str, side: str, text: str, revision: int) -> None:
        """Make a computer player's choice, if the match is still where the player saw it."""
        with self.seeing(match) as (seen, live):
            if seen.row.revision != revision or seen.row.status != PLAYING:
                raise moved_on()
            assert seen.deciding() == side
            choice = self._read(seen, text)
            if refusal := self._refusal(seen, choice):
                raise ValueError(f"the computer player chose {text}: {refusal}")
            self._take(seen, live, "", seen.game.sides.index(side), choice)

    def why_not(self, match: str, person: str, side: str, text: str) -> WhyAnswer:
        """Whether a choice is legal, and if not, why."""
        with self.seeing(match) as (seen, _):
            number = self._playing(seen, person, side)
            choice = self._read(seen, text)
            if seen.match.who != number:
                return WhyAnswer(False, "-", f"it is {seen.deciding()}'s decision")
            refusal = self._refusal(seen, choice) or self._not_yours(seen, person, choice)
            if refusal is None:
                return WhyAnswer(True, None, None)
            return WhyAnswer(False, refusal.case, refusal.reason)

    def _take(
        self, seen: Seen, live: LiveMatch, person: str, side: int, choice: Choice
    ) -> TableAnswer:
        after, view = self._make(seen, live, side, choice)
        with self.guarding(seen.row.id):
            return table(after, person, side, self.hub.present(seen.row.id), view=view)

    def _make(self, seen: Seen, live: LiveMatch, side: int, choice: Choice) -> tuple[Seen, View]:
        row, match, game = seen.row, seen.match, seen.game
        if seen.before_the_dice:
            raise must_wait(row, seen.seats)
        try:
            with self.guarding(row.id):
                try:
                    turned = match.take(choice)
                except NotReady:
                    raise must_wait(row, seen.seats) from None
                view = game.view(match.state, side)
            made = ChoiceRow(
                row.id,
                row.revision,
                game.sides[side],
                game.format_choice(choice),
                None,
                list(turned.dice),
                view.turn,
                view.phase,
                time.time(),
            )
            after = self._append(seen, made, view)
        except BaseException:
            live.forget()
            raise
        live.revision += 1
        live.has_made(made)
        return Seen(after, seen.seats, None, match, live.moments, live.ahead), view

    def _append(self, seen: Seen, made: ChoiceRow, view: View) -> MatchRow:
        """Append a row, and tell everybody once it is durable."""
        match = seen.match
        after = replace(
            seen.row,
            revision=made.number + 1,
            version=len(match.history),
            who=seen.deciding(),
            turn=view.turn,
            phase=view.phase,
            status=OVER if match.over else PLAYING,
            changed=made.made,
        )
        notice = _bulletin(after, seen.seats, False)
        with self.database.appending() as connection:
            if not store.advance(connection, seen.row, after, made, encoded(notice)):
                raise moved_on()
        self.hub.published(notice)
        return after

    def publish(
        self, connection: Connection, row: MatchRow, seats: list[SeatRow], asked: bool = False
    ) -> Callable[[], None]:
        """Tell everybody at the table where the match stands."""
        return self.hub.publish(connection, _bulletin(row, seats, asked))

    # Taking back.

    def take_back(self, match: str, person: str, side: str, to: int, ask: bool) -> TableAnswer:
        """Go back to a version freely, or ask the others for it."""
        with self.seeing(match) as (seen, live):
            number = self._playing(seen, person, side)
            if to >= len(seen.match.history):
                raise Problem(409, "nothing_to_undo", "There is nothing to take back.")
            own = undo.own_sides(seen.match, seen.seats, person)
            waiting = undo.others(seen.seats, person)
            with self.guarding(match):
                earliest = undo.earliest_free(seen.match, own, not waiting)
            if earliest is not None and to >= earliest:
                self._go_back(seen, live, side, to)
            elif empty := undo.vacant(seen.seats):
                raise Problem(
                    409,
                    "seat_open",
                    f"Nobody plays {' and '.join(empty)} yet, who would have to agree to this.",
                    dice=undo.dice_lost(seen.match, to),
                )
            elif not ask:
                raise Problem(
                    409,
                    "consent_needed",
                    f"{' and '.join(waiting)} must agree to this.",
                    dice=undo.dice_lost(seen.match, to),
                )
            else:
                with self.database.writing() as connection:
                    row = store.find_match(connection, match, lock=True)
                    if row is None or row.revision != seen.row.revision:
                        raise moved_on()
                    store.add_request(connection, row, side, to, waiting)
                    tell = self.publish(connection, row, seen.seats, asked=True)
                tell()
        return self._whole(match, person, seen.game.sides[number])

    def answer_take_back(self, match: str, person: str, side: str, accept: bool) -> TableAnswer:
        """Agree to a take-back, decline it, or (whoever asked) withdraw it."""
        with self.seeing(match) as (seen, live):
            self._playing(seen, person, side)
            asked = seen.request
            if asked is None:
                raise Problem(409, "nothing_asked", "Nobody asks for a take-back now.")
            own = {seat.title for seat in seen.seats if seat.person == person}
            sides = {seat.side for seat in seen.seats if seat.person == person}
            asked_by_me = asked.side in sides and own.isdisjoint(asked.waiting)
            if asked_by_me and accept:
                raise Problem(409, "not_your_turn", "The others have to agree, not you.")
            waiting = [other for other in asked.waiting if other not in own]
            if accept and not waiting:
                self._go_back(seen, live, asked.side, asked.back_to)
            else:
                self._note_answer(seen, asked, waiting, accept, withdrawn=asked_by_me)
        return self._whole(match, person, side)

    def _note_answer(
        self, seen: Seen, asked: RequestRow, waiting: list[str], accept: bool, withdrawn: bool
    ) -> None:
        with self.database.writing() as connection:
            row = store.find_match(connection, seen.row.id, lock=True)
            if row is None or row.revision != asked.revision:
                raise moved_on()
            if accept:
                store.agree(connection, asked, waiting)
            else:
                status = "withdrawn" if withdrawn else "declined"
                store.close_requests(connection, row.id, status)
            tell = self.publish(connection, row, seen.seats, asked=accept)
        tell()

    def _go_back(self, seen: Seen, live: LiveMatch, side: str, to: int) -> None:
        row = seen.row
        turn, phase = live.moments[to]
        state = seen.match.position(to)
        made = ChoiceRow(row.id, row.revision, side, None, to, [], turn, phase, time.time())
        after = replace(
            row,
            revision=row.revision + 1,
            version=to,
            who=seen.game.sides[decision(state).who(state)],
            turn=turn,
            phase=phase,
            changed=made.made,
        )
        notice = _bulletin(after, seen.seats, False)
        with self.database.writing() as connection:
            if not store.advance(connection, row, after, made, encoded(notice)):
                raise moved_on()
            store.close_requests(connection, row.id, "accepted")
        live.back_to(to, row.revision)
        live.revision += 1
        self.hub.published(notice)

    def make_again(self, match: str, person: str, side: str, to: int) -> TableAnswer:
        """Make choices again that were taken back, to a version: one's own and the computer's."""
        with self.seeing(match) as (seen, live):
            number = self._playing(seen, person, side)
            version = len(seen.match.history)
            farthest = undo.farthest_redo(seen.seats, person, version, seen.ahead)
            if farthest is None or not version < to <= farthest:
                raise Problem(409, "nothing_to_redo", "There is nothing to make again.")
            for who, text in list(seen.ahead[: to - version]):
                choice = self._read(seen, text)
                seen, _ = self._make(seen, live, seen.game.sides.index(who), choice)
            with self.guarding(match):
                return table(seen, person, number, self.hub.present(match))

    # Who may do what.

    def _viewing(self, seen: Seen, person: str, side: str | None) -> int | None:
        """The side whose view a person may have; nobody's for those who look on."""
        if side is None:
            return None
        return self._seated(seen, person, side)

    def _seated(self, seen: Seen, person: str, side: str) -> int:
        if side not in seen.game.sides:
            raise malformed(f"There is no such side; there are {', '.join(seen.game.sides)}.")
        number = seen.game.sides.index(side)
        if seen.row.status == REPLAY:
            return number
        if not person or not any(s.side == side and s.person == person for s in seen.seats):
            raise Problem(403, "not_your_seat", f"You do not play {side}.")
        return number

    def _playing(self, seen: Seen, person: str, side: str) -> int:
        """The side for which a person may act, in a match that goes on."""
        if seen.row.status == REPLAY:
            raise Problem(403, "not_your_seat", "This is a record to look at, not to play on.")
        number = self._seated(seen, person, side)
        if seen.row.status == BROKEN:
            raise _broken(seen.row.trouble)
        if seen.row.status == OVER:
            raise Problem(409, "over", "The game is over.")
        return number

    def _read(self, seen: Seen, text: str) -> Choice:
        try:
            return seen.game.parse_choice(text)
        except ValueError as error:
            raise malformed(str(error)) from None

    def _refusal(self, seen: Seen, choice: Choice) -> Refusal | None:
        if is_legal(seen.match.choices, choice):
            return None
        try:
            return seen.match.why_not(choice)
        except Exception:
            # A choice made up by a stranger must not be able to stop a match.
            log.exception("match %s cannot say why %s is not legal", seen.row.id, choice)
            return Refusal("-", "this is not among the choices")

    def _not_yours(self, seen: Seen, person: str, choice: Choice) -> Refusal | None:
        """Why a legal choice is for somebody else of the same side."""
        powers, match, who = seen.game.powers, seen.match, seen.match.who
        mine = None if who is None else held(seen, person, who)
        if powers is None or mine is None:
            return None
        return why_not_yours(powers, seen.game.verbs, match.state, choice, mine)


def _bulletin(row: MatchRow, seats: list[SeatRow], asked: bool) -> Bulletin:
    thinking = is_thinking(row, seats, row.who)
    ready = row.lots is not None
    return Bulletin(row.id, row.version, row.revision, row.who, row.status, thinking, asked, ready)


def _player(seat: SeatRow) -> str:
    return f"computer:{seat.level}" if seat.kind == "computer" else seat.label or seat.name or ""


def _broken(trouble: str | None, status: int = 409) -> Problem:
    message = f"This match has been stopped by a mistake in the program (trouble {trouble})."
    return Problem(status, "broken", message)
