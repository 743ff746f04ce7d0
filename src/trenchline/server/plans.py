"""Plans of a turn: kept for their owner alone, and tried out on what his side knows.

A plan is a list of acts, each a few choices as text. It is a row of its own that changes as often
as its owner likes; choices, records and news know nothing of it. A mistake of the rules in trying
it out does not stop a match: its acts are then untried.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, insert, select

from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.plans import UNTRIED, Act, Moment, Trial, Tried
from trenchline.kernel.powers import held_choices, why_not_yours
from trenchline.kernel.preview import PreviewView, preview, previewed
from trenchline.kernel.steps import Choice, Choices, Refusal, is_legal
from trenchline.server import schema
from trenchline.server.errors import Problem, malformed, moved_on, not_legal, not_your_turn
from trenchline.server.limits import Limits
from trenchline.server.orders import together
from trenchline.server.referee import Referee
from trenchline.server.show import Seen, held, table, verbs, written
from trenchline.server.store import PLAYING
from trenchline.server.wire.requests import NewGroup, NewPlan, NewPreview, WhyNot
from trenchline.server.wire.table_answers import (
    ActAnswer,
    GroupAnswer,
    PlanAnswer,
    TableAnswer,
    WhyAnswer,
)

log = logging.getLogger(__name__)

KEPT = 64
"""Plans of which it is remembered how far they have been tried."""
MOST = 300
"""Choices in a plan."""

OF_THE_BOARD = ("tracks", "panels", "overlays", "markers", "legends", "lines")
"""What a position shows besides counters and the decision."""

Acts = list[list[str]]


class Foreseen(NamedTuple):
    """A plan that has been tried, act by act."""

    at: tuple[object, ...]
    """The moment of the match from which it was tried."""
    start: Moment
    acts: list[tuple[Act, bool, Tried, Moment]]
    """Each act, whether it was the last, what came of it, and from where to go on."""

    @property
    def end(self) -> Moment:
        return self.acts[-1][3] if self.acts else self.start


class Ready(NamedTuple):
    """What is needed to try a plan, once the match is no longer held."""

    trial: Trial
    at: tuple[object, ...]
    start: Moment | None
    """None while its owner does not decide."""
    table: TableAnswer | None
    mine: set[str] | None


class Plans:
    """Keeps plans, and tries them."""

    def __init__(self, referee: Referee, limits: Limits) -> None:
        self._referee = referee
        self._limits = limits
        self._lock = threading.Lock()
        self._tried: OrderedDict[tuple[str, str, str], Foreseen] = OrderedDict()

    def keep(self, match: str, person: str, new: NewPlan) -> PlanAnswer:
        """Keep a plan in place of the one before, and say what would come of it."""
        if sum(map(len, new.acts)) > MOST:
            raise malformed(f"A plan has at most {MOST} choices.")
        with self._referee.seeing(match) as (seen, _):
            ready = self._ready(seen, person, new.side)
            acts = [tuple(self._referee.read(seen, text) for text in act) for act in new.acts]
            version, revision = seen.row.version, seen.row.revision
        with self._referee.database.writing() as connection:
            _write(connection, match, person, new.side, new.acts)
        foreseen = self._try((match, person, new.side), ready, acts)
        return PlanAnswer(version, revision, *_told(ready, foreseen, new.acts))

    def kept(self, match: str, person: str, side: str) -> PlanAnswer:
        """The plan that somebody keeps, and what would come of it now."""
        with self._referee.seeing(match) as (seen, _):
            ready = self._ready(seen, person, side)
            version, revision = seen.row.version, seen.row.revision
            texts = self._read(seen, person, side)
            acts = [tuple(map(seen.game.parse_choice, act)) for act in texts]
        foreseen = self._try((match, person, side), ready, acts)
        return PlanAnswer(version, revision, *_told(ready, foreseen, texts))

    # What may be asked as if the plan had been carried out.

    def preview(self, match: str, person: str, asked: NewPreview) -> PreviewView | None:
        """What a choice would bring after the plan, or once a party has been taken in hand."""
        if asked.after:
            return self._with_a_party(match, person, asked)
        trial, end, choice = self._asked(match, person, asked)
        if refusal := _refusal(trial, end, choice):
            raise not_legal(refusal)
        try:
            return preview(trial.game, trial.board, end.state, trial.side, choice)
        except Exception:
            log.exception("match %s has no preview of %s after a plan", match, asked.choice)
            return None

    def _with_a_party(self, match: str, person: str, asked: NewPreview) -> PreviewView | None:
        """The way of a party that is not in hand yet."""
        if asked.planned:
            foreseen, ready = self._now(match, person, asked.side, asked.version)
            here: Moment | None = foreseen.end
        else:
            with self._referee.seeing(match) as (seen, _):
                ready = self._ready(seen, person, asked.side, bare=True)
                if asked.version != seen.row.version:
                    raise moved_on()
                here = ready.start
                if here is None:
                    raise not_your_turn(seen.deciding())
        try:
            act = tuple(map(ready.trial.game.parse_choice, (*asked.after, asked.choice)))
        except ValueError as error:
            raise malformed(str(error)) from None
        assert here is not None
        try:
            tried, _ = replace(ready.trial, ahead=True).act(here, act, last=True)
        except Exception:
            log.exception("match %s has no preview of %s", match, asked.choice)
            return None
        if tried.refusal is not None:
            raise not_legal(tried.refusal)
        return tried.ways[-1] if tried.ways else None

    def why_not(self, match: str, person: str, asked: WhyNot) -> WhyAnswer:
        """Whether a choice would be legal after the plan, and if not, why."""
        trial, end, choice = self._asked(match, person, asked)
        refusal = _refusal(trial, end, choice)
        return (
            WhyAnswer(True, None, None)
            if refusal is None
            else WhyAnswer(False, refusal.case, refusal.reason)
        )

    def group(self, match: str, person: str, asked: NewGroup) -> GroupAnswer:
        """Where units can go together after the plan."""
        foreseen, ready = self._now(match, person, asked.side, asked.version)
        choices = _mine(ready, foreseen.end)
        return together(ready.trial.game, foreseen.end.state, choices, asked.units)

    def _asked(
        self, match: str, person: str, asked: NewPreview | WhyNot
    ) -> tuple[Trial, Moment, Choice]:
        version = asked.version if isinstance(asked, NewPreview) else None
        foreseen, ready = self._now(match, person, asked.side, version)
        try:
            choice = ready.trial.game.parse_choice(asked.choice)
        except ValueError as error:
            raise malformed(str(error)) from None
        return ready.trial, foreseen.end, choice

    def _now(
        self, match: str, person: str, side: str, version: int | None
    ) -> tuple[Foreseen, Ready]:
        """The plan that is kept, tried at the moment that somebody sees."""
        with self._referee.seeing(match) as (seen, _):
            ready = self._ready(seen, person, side, bare=True)
            if version not in (None, seen.row.version):
                raise moved_on()
            if ready.start is None:
                raise not_your_turn(seen.deciding())
            texts = self._read(seen, person, side)
            acts = [tuple(map(seen.game.parse_choice, act)) for act in texts]
        foreseen = self._try((match, person, side), ready, acts)
        if foreseen is None:
            raise Problem(409, "not_foreseen", "What the plan would lead to cannot be told.")
        return foreseen, ready

    # Trying.

    def _ready(self, seen: Seen, person: str, side: str, bare: bool = False) -> Ready:
        referee, game = self._referee, seen.game
        number = referee.playing(seen, person, side)
        ground = game.map_of(seen.row.scenario)
        powers, mine = game.powers, held(seen, person, number)

        def forbids(state: Any, choice: Choice) -> Refusal | None:
            if powers is None or mine is None:
                return None
            return why_not_yours(powers, game.verbs, state, choice, mine)

        trial = Trial(game, None if ground is None else ground.board, number, forbids)
        at = (seen.row.revision, seen.match.state.rolls)
        decides = seen.match.who == number and seen.row.status == PLAYING
        if not decides or seen.before_the_dice:
            return Ready(trial, at, None, None, mine)
        with referee.guarding(seen.row.id):
            start = Moment(seen.sight(number).position.copy(), seen.match.choices)
            base = None
            if not bare:
                base = table(seen, person, number, referee.hub.present(seen.row.id))
        return Ready(trial, at, start, base, mine)

    def _try(self, key: tuple[str, str, str], ready: Ready, acts: Sequence[Act]) -> Foreseen | None:
        """Try a plan, from where it differs from what was tried last; None where that fails.

        Whoever changes the match by a choice has all of it tried anew, and is counted for it.
        """
        if ready.start is None:
            return None
        with self._lock:
            before = self._tried.get(key)
        known = before.acts if before is not None and before.at == ready.at else []
        moment, tried = ready.start, []
        try:
            for number, act in enumerate(acts):
                last = number == len(acts) - 1
                if len(known) > number and known[number][:2] == (act, last):
                    tried.append(known[number])
                else:
                    known = []
                    for _ in act:
                        self._limits.spend("trial", key[1])
                    tried.append((act, last, *ready.trial.act(moment, act, last)))
                moment = tried[-1][3]
        except Problem:
            raise
        except Exception:
            log.exception("match %s cannot try a plan", key[0])
            return None
        foreseen = Foreseen(ready.at, ready.start, tried)
        with self._lock:
            self._tried[key] = foreseen
            self._tried.move_to_end(key)
            if len(self._tried) > KEPT:
                self._tried.popitem(last=False)
        return foreseen

    def _read(self, seen: Seen, person: str, side: str) -> Acts:
        """The plan as it is kept, without what the rules no longer know."""
        row = schema.plans.c
        mine = (row.match == seen.row.id) & (row.person == person) & (row.side == side)
        with self._referee.database.reading() as connection:
            acts: Acts | None = connection.execute(select(row.acts).where(mine)).scalar()
        return [act for act in acts or [] if all(_is_known(seen, text) for text in act)]


def _is_known(seen: Seen, text: str) -> bool:
    try:
        seen.game.parse_choice(text)
    except ValueError:
        return False
    return True


def _write(connection: Connection, match: str, person: str, side: str, acts: Acts) -> None:
    plans = schema.plans
    row = plans.c
    mine = (row.match == match) & (row.person == person) & (row.side == side)
    connection.execute(delete(plans).where(mine))
    if acts:
        values = {"match": match, "person": person, "side": side, "acts": acts}
        connection.execute(insert(plans).values(**values, changed=time.time()))


def _refusal(trial: Trial, moment: Moment, choice: Choice) -> Refusal | None:
    if not is_legal(moment.choices, choice):
        try:
            return Knowledge(trial.game, moment.state, trial.side, moment.choices).why_not(choice)
        except Exception:
            log.exception("no reason why %s is not legal after a plan", choice)
            return Refusal("-", "this is not among the choices")
    return trial.forbids(moment.state, choice)


def _mine(ready: Ready, moment: Moment) -> Choices:
    """What of the choices is for whoever plans."""
    game = ready.trial.game
    if game.powers is None or ready.mine is None:
        return moment.choices
    return held_choices(game.powers, game.verbs, moment.state, moment.choices, ready.mine)


def _told(
    ready: Ready, foreseen: Foreseen | None, texts: Acts
) -> tuple[list[ActAnswer], TableAnswer | None]:
    if foreseen is None:
        return [ActAnswer(act, UNTRIED) for act in texts], ready.table
    told = []
    for text, (_, _, tried, moment) in zip(texts, foreseen.acts, strict=True):
        refusal = tried.refusal or Refusal("", "")
        told.append(
            ActAnswer(
                text,
                tried.fate,
                refusal.case,
                refusal.reason,
                tried.failed,
                tried.ways,
                _places(ready, tried, moment),
                tried.target,
                tried.odds,
            )
        )
    try:
        return told, _supposed(ready, foreseen.end)
    except Exception:
        log.exception("what a plan leads to cannot be shown")
        return told, ready.table


def _places(ready: Ready, tried: Tried, moment: Moment) -> tuple[str, ...]:
    """Where those who attack stand by then."""
    if not tried.attackers:
        return ()
    view = ready.trial.game.view(moment.state, ready.trial.side)
    return tuple(dict.fromkeys(p.place for p in view.pieces if p.key in tried.attackers))


def _supposed(ready: Ready, end: Moment) -> TableAnswer | None:
    """The table that a plan leads to. Of the other side it shows what is seen now: where a game
    hides something, what a move would show is not known yet."""
    if ready.table is None:
        return None
    trial, now = ready.trial, ready.table
    game, side = trial.game, trial.side
    view = game.view(end.state, side)
    choices = _mine(ready, end)
    pieces, shown = view.pieces, {name: getattr(view, name) for name in OF_THE_BOARD}
    if game.hides:
        ours = {piece.key: piece for piece in view.pieces if piece.side == game.sides[side]}
        pieces = tuple(ours.get(piece.key, piece) for piece in now.pieces)
        shown = {}
    known = Knowledge(game, end.state, side, end.choices)
    return msgspec.structs.replace(
        now,
        prompt=view.prompt,
        marks=view.marks,
        turn=view.turn,
        phase=view.phase,
        choices=written(game, choices),
        previews=list(previewed(game, choices, bool(view.focus.units))),
        verbs=verbs(game, choices),
        pieces=pieces,
        focus=view.focus,
        ending=view.ending,
        odds=known.odds(),
        **shown,
    )
