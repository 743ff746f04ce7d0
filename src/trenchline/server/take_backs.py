"""Taking back: freely what drew no die and told nothing, else by the consent of all others. What
was taken back can be made again.

A take-back is a row like a choice, appended if the match is still where it was seen.
"""

from __future__ import annotations

import time
from dataclasses import replace

from trenchline.kernel.play import decision
from trenchline.server import store, undo
from trenchline.server.errors import Problem, moved_on
from trenchline.server.live import LiveMatch
from trenchline.server.news import encoded
from trenchline.server.referee import Referee
from trenchline.server.show import Seen, table
from trenchline.server.store import ChoiceRow, RequestRow
from trenchline.server.wire.table_answers import TableAnswer
from trenchline.server.witness import bulletin


class TakeBacks:
    """Carries out what people take back, ask to take back and make again."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    def take_back(self, match: str, person: str, side: str, to: int, ask: bool) -> TableAnswer:
        """Go back to a version freely, or ask the others for it."""
        with self._referee.seeing(match) as (seen, live):
            number = self._referee.playing(seen, person, side)
            if to >= len(seen.match.history):
                raise Problem(409, "nothing_to_undo", "There is nothing to take back.")
            own = undo.own_sides(seen.match, seen.seats, person)
            waiting = undo.others(seen.seats, person)
            with self._referee.guarding(match):
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
                with self._referee.database.writing() as connection:
                    row = store.find_match(connection, match, lock=True)
                    if row is None or row.revision != seen.row.revision:
                        raise moved_on()
                    store.add_request(connection, row, side, to, waiting)
                    tell = self._referee.publish(connection, row, seen.seats, asked=True)
                tell()
        return self._referee.whole(match, person, seen.game.sides[number])

    def answer(self, match: str, person: str, side: str, accept: bool) -> TableAnswer:
        """Agree to a take-back, decline it, or (whoever asked) withdraw it."""
        with self._referee.seeing(match) as (seen, live):
            self._referee.playing(seen, person, side)
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
        return self._referee.whole(match, person, side)

    def _note_answer(
        self, seen: Seen, asked: RequestRow, waiting: list[str], accept: bool, withdrawn: bool
    ) -> None:
        with self._referee.database.writing() as connection:
            row = store.find_match(connection, seen.row.id, lock=True)
            if row is None or row.revision != asked.revision:
                raise moved_on()
            if accept:
                store.agree(connection, asked, waiting)
            else:
                status = "withdrawn" if withdrawn else "declined"
                store.close_requests(connection, row.id, status)
            tell = self._referee.publish(connection, row, seen.seats, asked=accept)
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
        notice = bulletin(after, seen.seats, False)
        with self._referee.database.writing() as connection:
            if not store.advance(connection, row, after, made, encoded(notice)):
                raise moved_on()
            store.close_requests(connection, row.id, "accepted")
        live.back_to(to, row.revision)
        live.revision += 1
        self._referee.hub.published(notice)

    def make_again(self, match: str, person: str, side: str, to: int) -> TableAnswer:
        """Make choices again that were taken back, to a version: one's own and the computer's."""
        with self._referee.seeing(match) as (seen, live):
            number = self._referee.playing(seen, person, side)
            version = len(seen.match.history)
            farthest = undo.farthest_redo(seen.seats, person, version, seen.ahead)
            if farthest is None or not version < to <= farthest:
                raise Problem(409, "nothing_to_redo", "There is nothing to make again.")
            for who, text in list(seen.ahead[: to - version]):
                choice = self._referee.read(seen, text)
                seen = self._referee.make(seen, live, seen.game.sides.index(who), choice)
            with self._referee.guarding(match):
                return table(seen, person, number, self._referee.hub.present(match))
