"""Attacks: the best ones that somebody can make now, worked out beside the table.

What his side knows is taken from the match and the match let go; then attacks are searched for in a
thread, one search at a time, until the time is up (``SECONDS``). So nobody at any table waits for a
search, and a large battlefield is cut short: the answer names the hexes for which there was no
time, and whoever asks again has more of it (``THOROUGH``), once. What was found is kept as long as
the match stands where it stood.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import OrderedDict
from typing import Any, NamedTuple

from starlette.concurrency import run_in_threadpool

from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.powers import held_choices
from trenchline.kernel.prospect_views import ProspectsView, shown
from trenchline.kernel.prospects import has_attacks, prospects
from trenchline.kernel.steps import Choices
from trenchline.server.errors import Problem
from trenchline.server.referee import Referee
from trenchline.server.show import held, may_choose
from trenchline.server.turns import Turns
from trenchline.server.wire.requests import NewAttacks

log = logging.getLogger(__name__)

SECONDS = 0.25
"""How long attacks are searched for; the whole answer is to come within 0.3."""
THOROUGH = 1.0
"""How long, where the first search of a moment was cut short and somebody asks again."""
PATIENCE = 5.0
"""How long somebody waits for his turn before he is sent away."""
KEPT = 128
"""Answers that are remembered."""
NOTHING = ProspectsView(())

Moment = tuple[object, ...]


class Question(NamedTuple):
    """What is known of a moment, by whom."""

    moment: Moment
    known: Knowledge[Any]
    choices: Choices
    powers: frozenset[str] | None
    """The powers that whoever asks decides for; None for all of them."""


class Found(NamedTuple):
    """What a search has found."""

    told: ProspectsView
    thorough: bool

    @property
    def is_final(self) -> bool:
        """Whether nothing more is found by asking again."""
        whole = not self.told.unseen and all(one.searched for one in self.told.prospects)
        return whole or self.thorough


class Attacks:
    """Searches for attacks, one after the other."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._turns = Turns(places=1, each=1)
        self._lock = threading.Lock()
        self._found: OrderedDict[Moment, Found] = OrderedDict()

    async def best(self, match: str, person: str, asked: NewAttacks) -> ProspectsView:
        """The best attacks that a person may make now."""
        question = await run_in_threadpool(self._question, match, person, asked)
        if question is None:
            return NOTHING
        found = self._recalled(question.moment)
        if found is not None and found.is_final:
            return found.told
        try:
            async with asyncio.timeout(PATIENCE) as patience, self._turns.turn(person):
                patience.reschedule(None)
                return await run_in_threadpool(self._search, question)
        except TimeoutError:
            message = "Too many look for attacks just now; try again."
            raise Problem(503, "try_again", message) from None

    def _question(self, match: str, person: str, asked: NewAttacks) -> Question | None:
        """What his side knows, if it may attack now."""
        referee = self._referee
        with referee.seeing(match) as (seen, _):
            side = referee.deciding(seen, person, asked.side, asked.version)
            choices = may_choose(seen, person, side)
            state = seen.match.state
            if seen.before_the_dice or not has_attacks(seen.game, state, choices):
                return None
            powers = held(seen, person, side) if seen.game.powers is not None else None
            mine = None if powers is None else frozenset(powers)
            moment = (seen.row.id, seen.row.revision, state.rolls, side, mine)
            known = Knowledge(seen.game, state, side, seen.match.choices)
            found = self._recalled(moment)
            kept = known if found is not None and found.is_final else known.kept()
            return Question(moment, kept, choices, mine)

    def _recalled(self, moment: Moment) -> Found | None:
        with self._lock:
            return self._found.get(moment)

    def _search(self, question: Question) -> ProspectsView:
        """Compose and judge attacks until the time is up."""
        before = self._recalled(question.moment)
        if before is not None and before.is_final:
            return before.told
        game, position, powers = question.known.game, question.known.position, question.powers

        def allowed(state: Any, choices: Choices) -> Choices:
            if powers is None or game.powers is None:
                return choices
            return held_choices(game.powers, game.verbs, state, choices, powers)

        end = time.perf_counter() + (SECONDS if before is None else THOROUGH)
        try:
            told = prospects(
                game, position, question.choices, allowed, lambda: time.perf_counter() > end
            )
            found = shown(game, position, told)
        except Exception:
            # A mistake of the rules in looking ahead does not stop a match.
            log.exception("match %s has no attacks to show", question.moment[0])
            found = NOTHING
        with self._lock:
            self._found[question.moment] = Found(found, before is not None)
            if len(self._found) > KEPT:
                self._found.popitem(last=False)
        return found
