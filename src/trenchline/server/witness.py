"""The witness: a match brought up to date and held, and what of it anybody may see.

A match whose code raises is stopped, and the others go on.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from trenchline.kernel.game import AnyGame
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.record import record_text
from trenchline.server import store
from trenchline.server.changes import changes
from trenchline.server.database import Database
from trenchline.server.errors import Problem, malformed, moved_on, not_found, not_your_turn
from trenchline.server.live import LiveMatch, LiveMatches
from trenchline.server.memory import settle
from trenchline.server.news import Bulletin, Hub
from trenchline.server.settings import Shelf
from trenchline.server.show import Seen, is_thinking, log_entry, table
from trenchline.server.store import (
    BROKEN,
    OVER,
    REPLAY,
    ChoiceRow,
    MatchRow,
    SeatRow,
)
from trenchline.server.wire.table_answers import ChangesAnswer, LogAnswer, TableAnswer

log = logging.getLogger(__name__)


class Witness:
    """Sees matches as their rows tell them, and shows what may be shown."""

    def __init__(self, database: Database, hub: Hub, shelf: Shelf) -> None:
        self.database = database
        self.hub = hub
        self.shelf = shelf
        self.live = LiveMatches()

    def game(self, name: str) -> AnyGame:
        """A game by its name."""
        try:
            game = self.shelf.load_game(name)
        except ValueError:
            raise not_found("game of this name") from None
        settle(name)
        return game

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
                    raise broken(row.trouble) from None
            else:
                with self.guarding(match):
                    live.catch_up(game, row, rows)
            seen = Seen(row, seats, request, live.match, live.moments, live.ahead, live.sights)
            yield seen, live

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
            raise broken(trouble, 500) from None

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
            number = self.viewing(seen, person, side)
            if version is not None and version > len(seen.match.history):
                raise not_found("such version yet")
            with self.guarding(match):
                before = None
                if had and at and live.still_has(had, at):
                    before = live.sights.then(seen.match, had, number)
                shown = table(seen, person, number, self.hub.present(match), version)
                return shown if before is None else changes(shown, before, at or 0)

    def whole(self, match: str, person: str, side: str) -> TableAnswer:
        """The table after something that may have changed everything."""
        shown = self.table(match, person, side)
        assert isinstance(shown, TableAnswer)
        return shown

    def log(self, match: str, person: str, side: str | None, since: int) -> list[LogAnswer]:
        """The log from a version on, as a side may read it."""
        with self.seeing(match) as (seen, _):
            number = self.viewing(seen, person, side)
            versions = range(since, len(seen.match.history) + 1)
            with self.guarding(match):
                return [log_entry(seen, version, number) for version in versions]

    def odds(self, match: str, person: str, side: str | None) -> object:
        """The odds of the attack being declared."""
        with self.seeing(match) as (seen, _):
            number = self.viewing(seen, person, side)
            with self.guarding(match):
                return seen.sight(number).odds()

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

    def notation(self, match: str, person: str, side: str | None) -> str:
        """The position in the game's notation: as a side knows it, or whole where nothing hides."""
        with self.seeing(match) as (seen, _):
            number = self.viewing(seen, person, side)
            if number is None and seen.game.hides and seen.row.status not in (OVER, REPLAY):
                raise Problem(403, "hidden", "Say which side's knowledge of the position is meant.")
            with self.guarding(match):
                state = seen.match.state
                if number is not None and seen.row.status not in (OVER, REPLAY):
                    state = Knowledge(seen.game, state, number).position
                return seen.game.notation(state)

    def moment(self, match: str, version: int) -> tuple[str, str]:
        """The game of a match that is over, and its position after so many choices, as text."""
        with self.seeing(match) as (seen, _):
            if seen.row.status not in (OVER, REPLAY):
                raise Problem(409, "not_over", "One plays on from a match that is over.")
            if version > len(seen.match.history):
                raise not_found("such version yet")
            with self.guarding(match):
                return seen.row.game, seen.game.notation(seen.match.position(version))

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
            self.viewing(seen, person, side)
            mine = [s.title for s in seen.seats if s.side == side and s.person == person]
            return bulletin(seen.row, seen.seats, seen.request is not None), mine

    def publish(
        self, connection: Connection, row: MatchRow, seats: list[SeatRow], asked: bool = False
    ) -> Callable[[], None]:
        """Tell everybody at the table where the match stands."""
        return self.hub.publish(connection, bulletin(row, seats, asked))

    # Who may do what.

    def viewing(self, seen: Seen, person: str, side: str | None) -> int | None:
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

    def playing(self, seen: Seen, person: str, side: str) -> int:
        """The side for which a person may act, in a match that goes on."""
        if seen.row.status == REPLAY:
            raise Problem(403, "not_your_seat", "This is a record to look at, not to play on.")
        number = self._seated(seen, person, side)
        if seen.row.status == BROKEN:
            raise broken(seen.row.trouble)
        if seen.row.status == OVER:
            raise Problem(409, "over", "The game is over.")
        return number

    def deciding(self, seen: Seen, person: str, side: str, version: int) -> int:
        """The side for which a person decides, at the moment that he sees."""
        number = self.playing(seen, person, side)
        if version != seen.row.version:
            raise moved_on()
        if seen.match.who != number:
            raise not_your_turn(seen.deciding())
        return number


def bulletin(row: MatchRow, seats: list[SeatRow], asked: bool) -> Bulletin:
    thinking = is_thinking(row, seats, row.who)
    ready = row.lots is not None
    return Bulletin(row.id, row.version, row.revision, row.who, row.status, thinking, asked, ready)


def _player(seat: SeatRow) -> str:
    return f"computer:{seat.level}" if seat.kind == "computer" else seat.label or seat.name or ""


def broken(trouble: str | None, status: int = 409) -> Problem:
    message = f"This match has been stopped by a mistake in the program (trouble {trouble})."
    return Problem(status, "broken", message)
