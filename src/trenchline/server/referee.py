"""The referee: sees that the right side chooses, and that what was chosen is durable before it is
answered.

Every act takes the match's lock in memory, brings the match up to its row, carries the act out on
it, and appends a row if the match is still at that revision. If anything fails on the way, what is
in memory is forgotten and the rows stand as they were.
"""

from __future__ import annotations

import logging
import time
from dataclasses import replace

from trenchline.kernel.powers import why_not_yours
from trenchline.kernel.steps import Choice, Refusal, is_legal
from trenchline.kernel.view import View
from trenchline.server import store
from trenchline.server.changes import changes
from trenchline.server.errors import malformed, moved_on, not_legal, not_your_turn
from trenchline.server.live import LiveMatch
from trenchline.server.lots import NotReady, must_wait
from trenchline.server.news import encoded
from trenchline.server.show import Seen, held, table
from trenchline.server.store import OVER, PLAYING, ChoiceRow, MatchRow
from trenchline.server.wire.requests import NewChoice
from trenchline.server.wire.table_answers import ChangesAnswer, TableAnswer, WhyAnswer
from trenchline.server.witness import Witness, bulletin

log = logging.getLogger(__name__)


class Referee(Witness):
    """Carries out what people and computer players choose at the tables."""

    def choose(self, match: str, person: str, new: NewChoice) -> TableAnswer | ChangesAnswer:
        """Make a choice for a side that a person plays."""
        with self.seeing(match) as (seen, live):
            side = self.playing(seen, person, new.side)
            choice = self.read(seen, new.choice)
            row = seen.row
            if new.version != row.version or new.revision not in (None, row.revision):
                raise moved_on()
            if seen.match.who != side:
                raise not_your_turn(seen.deciding())
            if refusal := self.refusal(seen, person, choice):
                raise not_legal(refusal)
            # A game that begins with a die may have begun anew when the dice were ready.
            light = new.light and new.revision and new.version
            with self.guarding(match):
                before = seen.sight(side).view if light else None
            shown = self._take(seen, live, person, side, choice)
            return shown if before is None else changes(shown, before, row.revision)

    def choose_for_computer(self, match: str, side: str, text: str, revision: int) -> None:
        """Make a computer player's choice, if the match is still where the player saw it."""
        with self.seeing(match) as (seen, live):
            if seen.row.revision != revision or seen.row.status != PLAYING:
                raise moved_on()
            assert seen.deciding() == side
            choice = self.read(seen, text)
            if refusal := self._illegal(seen, choice):
                raise ValueError(f"the computer player chose {text}: {refusal}")
            self._take(seen, live, "", seen.game.sides.index(side), choice)

    def why_not(self, match: str, person: str, side: str, text: str) -> WhyAnswer:
        """Whether a choice is legal, and if not, why."""
        with self.seeing(match) as (seen, _):
            number = self.playing(seen, person, side)
            choice = self.read(seen, text)
            if seen.match.who != number:
                return WhyAnswer(False, "-", f"it is {seen.deciding()}'s decision")
            refusal = self.refusal(seen, person, choice)
            if refusal is None:
                return WhyAnswer(True, None, None)
            return WhyAnswer(False, refusal.case, refusal.reason)

    def _take(
        self, seen: Seen, live: LiveMatch, person: str, side: int, choice: Choice
    ) -> TableAnswer:
        after = self.make(seen, live, side, choice)
        with self.guarding(seen.row.id):
            return table(after, person, side, self.hub.present(seen.row.id))

    def make(self, seen: Seen, live: LiveMatch, side: int, choice: Choice) -> Seen:
        """Make a legal choice, durable before it is told; what is seen then."""
        row, match, game = seen.row, seen.match, seen.game
        if seen.before_the_dice:
            raise must_wait(row, seen.seats)
        try:
            with self.guarding(row.id):
                try:
                    turned = match.take(choice)
                except NotReady:
                    raise must_wait(row, seen.seats) from None
                view = live.sights.now(match, row.revision + 1, side).view
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
        return replace(seen, row=after, request=None, ahead=live.ahead)

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
        notice = bulletin(after, seen.seats, False)
        with self.database.appending() as connection:
            if not store.advance(connection, seen.row, after, made, encoded(notice)):
                raise moved_on()
        self.hub.published(notice)
        return after

    # What was asked for.

    def read(self, seen: Seen, text: str) -> Choice:
        """The choice that a text means."""
        try:
            return seen.game.parse_choice(text)
        except ValueError as error:
            raise malformed(str(error)) from None

    def refusal(self, seen: Seen, person: str, choice: Choice) -> Refusal | None:
        """Why a person may not make a choice now."""
        return self._illegal(seen, choice) or self._not_yours(seen, person, choice)

    def _illegal(self, seen: Seen, choice: Choice) -> Refusal | None:
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
