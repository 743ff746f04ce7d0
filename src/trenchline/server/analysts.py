"""Analyses of finished matches and advice in running ones, worked out in processes of their own.

An analysis takes longer than anybody's connection should wait: whoever asks is told that it is
being worked on and asks again. What has been found is kept as long as there is room, and the same
match is never worked on twice at once. Advice is given only against the computer: whoever sits on
the other side, if only at the same table, is a person to be fair to.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool

from trenchline.analysis.advice import Advice, advise
from trenchline.analysis.judgement import CannotAnalyse
from trenchline.analysis.whole import analyse
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.record import parse_record
from trenchline.server.apart import Apart, TooSlow
from trenchline.server.errors import Problem, moved_on
from trenchline.server.people import Person
from trenchline.server.referee import Referee
from trenchline.server.settings import open_shelf
from trenchline.server.show import may_choose
from trenchline.server.store import OVER, REPLAY
from trenchline.server.wire.requests import NewAdvice

WORK = 20.0
"""Seconds of work for an analysis."""
LONGEST = 300.0
"""Seconds by the clock after which it is given up."""
PATIENCE = 15.0
"""How long somebody's request waits for it before he is told to ask again."""
KEPT = 24
"""Analyses that are remembered."""
ADVICE_WORK, ADVICE_LONGEST = 3.0, 60.0
BETWEEN_PEOPLE = "The general helps nobody in a match between people."
HOT_SEAT = (
    "Both sides are played here, perhaps by two people: "
    "the general helps only against the computer."
)

Moment = tuple[str, int]


def work_out(shelf: str, name: str, text: bytes, seconds: float) -> bytes | None:
    """An analysis as JSON; none of a game that nobody can judge."""
    game = open_shelf(shelf).load_game(name)
    try:
        return msgspec.json.encode(analyse(parse_record(text), seconds, game))
    except CannotAnalyse:
        return None


def think_over(known: Knowledge[Any], scenario: str, seconds: float) -> Advice | None:
    """Advice; none in a game that has no staff."""
    try:
        return advise(known, seconds, scenario)
    except CannotAnalyse:
        return None


class Analysts(Apart):
    """Look into matches that are over."""

    def __init__(self, referee: Referee, shelf: str) -> None:
        super().__init__("Your last analysis is still being worked on; wait for it.")
        self._referee = referee
        self._shelf = shelf
        self._found: OrderedDict[Moment, bytes] = OrderedDict()
        self._working: dict[Moment, asyncio.Task[bytes]] = {}

    async def analysis(self, match: str, person: Person) -> bytes | None:
        """The analysis of a match as JSON; none if it is still being worked on."""
        moment, name = await run_in_threadpool(self._moment, match)
        if moment in self._found:
            self._found.move_to_end(moment)
            return self._found[moment]
        task = self._working.get(moment)
        if task is None:
            task = asyncio.create_task(self._work(moment, name, person))
            self._working[moment] = task
            task.add_done_callback(lambda done: self._done(moment, done))
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        if not done:
            return None
        # Whoever asks first after it has failed is told why.
        self._working.pop(moment, None)
        return task.result()

    def _done(self, moment: Moment, task: asyncio.Task[bytes]) -> None:
        """Forget work that is done, and failures that nobody has asked about for long."""
        if not task.cancelled() and task.exception() is None:
            self._working.pop(moment, None)
        failed = [old for old, one in self._working.items() if one.done()]
        for old in failed[:-KEPT]:
            del self._working[old]

    def _moment(self, match: str) -> tuple[Moment, str]:
        """The match as it stands, if it is over."""
        with self._referee.seeing(match) as (seen, _):
            if seen.row.status not in (OVER, REPLAY):
                raise Problem(409, "not_over", "A match is analysed when it is over.")
            return (match, seen.row.revision), seen.row.game

    async def _work(self, moment: Moment, name: str, person: Person) -> bytes:
        with self.bringing(person):
            _, text = await run_in_threadpool(self._referee.record, moment[0])
            given = (self._shelf, name, text.encode(), WORK)
            try:
                found = await self.run(person, LONGEST, work_out, *given)
            except TooSlow:
                message = "The analysis was not done in time; the server has too much to do."
                raise Problem(503, "try_again", message) from None
        if found is None:
            raise Problem(422, "no_staff", "Nobody can judge the positions of this game.")
        self._found[moment] = found
        while len(self._found) > KEPT:
            self._found.popitem(last=False)
        return found


class Advisers(Apart):
    """Say what the general would do."""

    def __init__(self, referee: Referee) -> None:
        super().__init__("The general is still thinking about your last question; wait for him.")
        self._referee = referee

    async def advice(self, match: str, person: Person, asked: NewAdvice) -> Advice:
        """What the general would choose, and the best others."""
        with self.bringing(person):
            known, scenario = await run_in_threadpool(self._known, match, person, asked)
            work = think_over, known, scenario, ADVICE_WORK
            try:
                found = await self.run(person, ADVICE_LONGEST, *work)
            except TooSlow:
                message = "The general has found nothing in time; try again."
                raise Problem(503, "try_again", message) from None
        if found is None:
            raise Problem(422, "no_staff", "There is no general for this game.")
        return found

    def _known(self, match: str, person: Person, asked: NewAdvice) -> tuple[Knowledge[Any], str]:
        """What somebody knows who plays against the computer and is to decide; the scenario."""
        with self._referee.seeing(match) as (seen, _):
            side = self._referee.playing(seen, person.id, asked.side)
            against = [seat for seat in seen.seats if seat.side != asked.side]
            if any(seat.kind != "computer" for seat in against):
                shared = all(seat.person == person.id for seat in seen.seats)
                raise Problem(403, "between_people", HOT_SEAT if shared else BETWEEN_PEOPLE)
            if asked.version != seen.row.version:
                raise moved_on()
            if seen.match.who != side or seen.before_the_dice:
                raise Problem(409, "not_your_turn", f"It is {seen.deciding()}'s decision.")
            choices = may_choose(seen, person.id, side)
            known = Knowledge(seen.game, seen.match.state, side, choices).kept()
            return known, seen.match.scenario
