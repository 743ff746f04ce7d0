"""A match as one side may see it, ready for the wire.

Everything a side is sent comes through here: positions from what it knows, the log from the game's
``tell``, choices and odds only to those who may know them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from trenchline.kernel.bits import members
from trenchline.kernel.game import AnyGame
from trenchline.kernel.match import Match
from trenchline.kernel.play import decision
from trenchline.kernel.powers import held_choices
from trenchline.kernel.preview import previewed
from trenchline.kernel.prospects import has_attacks
from trenchline.kernel.steps import Choices
from trenchline.kernel.view import EndingView, LogView
from trenchline.players import LEVELS
from trenchline.server import undo
from trenchline.server.live import Made, Moment
from trenchline.server.lots import awaited, gathered
from trenchline.server.people import GUEST
from trenchline.server.sights import Sight, Sights
from trenchline.server.store import OVER, PLAYING, REPLAY, MatchRow, RequestRow, SeatRow
from trenchline.server.wire.table_answers import (
    DiceStandAnswer,
    LogAnswer,
    NoteAnswer,
    OutcomeAnswer,
    RequestAnswer,
    SeatAnswer,
    SummaryAnswer,
    TableAnswer,
    VerbAnswer,
)

NO_WORDS: Mapping[str, Mapping[str, str]] = {}


@dataclass(frozen=True)
class Seen:
    """A match brought up to date, held while it is looked at."""

    row: MatchRow
    seats: list[SeatRow]
    request: RequestRow | None
    match: Match
    moments: list[Moment]
    ahead: Sequence[Made] = ()
    """What was taken back and could be made again."""
    sights: Sights = field(default_factory=Sights)
    """What was seen of it last."""

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.match.game

    @property
    def before_the_dice(self) -> bool:
        """Whether the game begins with a die that is not ready: nothing stands yet."""
        return self.row.lots is None and bool(self.row.opening)

    def sight(self, side: int | None) -> Sight:
        """The position now as a side sees it."""
        return self.sights.now(self.match, self.row.revision, side)

    def deciding(self) -> str:
        """The side that is to decide; nobody's name at the end."""
        who = self.match.who
        return "" if who is None else self.game.sides[who]


def held(seen: Seen, person: str, side: int) -> set[str] | None:
    """The powers of a side that a person decides for; None for all of them."""
    name = seen.game.sides[side]
    mine = [s.powers for s in seen.seats if s.side == name and s.person == person]
    if any(powers is None for powers in mine):
        return None
    return {power for powers in mine for power in powers or ()}


def may_choose(seen: Seen, person: str, side: int) -> Choices:
    """What of the legal choices of a side a person may make."""
    powers, mine = seen.game.powers, held(seen, person, side)
    if powers is None or mine is None:
        return seen.match.choices
    return held_choices(powers, seen.game.verbs, seen.match.state, seen.match.choices, mine)


def _others_choose(seen: Seen, side: int) -> list[str]:
    """The seats of a side that may choose now."""
    powers, match = seen.game.powers, seen.match
    seats = [s for s in seen.seats if s.side == seen.game.sides[side] and s.powers is not None]
    if powers is None:
        return []
    return [
        seat.title
        for seat in seats
        if held_choices(powers, seen.game.verbs, match.state, match.choices, seat.powers or ())
    ]


def is_thinking(row: MatchRow, seats: list[SeatRow], who: str) -> bool:
    """Whether a computer player is at work."""
    if row.status != PLAYING or row.lots is None:
        return False
    return any(s.side == who and s.kind == "computer" for s in seats)


def table(
    seen: Seen,
    person: str,
    side: int | None,
    present: Collection[str],
    version: int | None = None,
) -> TableAnswer:
    """The table for a person at a side (or looking on), now or at an earlier version."""
    row, match, game = seen.row, seen.match, seen.game
    now = len(match.history)
    shown = now if version is None else version
    state = match.position(shown)
    sight = seen.sight(side) if version is None else Sight(game, state, side)
    view = sight.view
    who = decision(state).who(state) if state.stack else None
    over = who is None
    choosing = version is None and who is not None and who == side and row.status == PLAYING
    if seen.before_the_dice:
        choosing = False
    choices: Choices = {}
    waits: list[str] = []
    if choosing and side is not None:
        choices = may_choose(seen, person, side)
        waits = [] if choices else _others_choose(seen, side)
    own = undo.own_sides(match, seen.seats, person)
    may_undo = bool(own) and version is None and row.status == PLAYING
    alone = not undo.others(seen.seats, person)
    return TableAnswer(
        id=row.id,
        game=game.name,
        title=game.title,
        scenario=row.scenario,
        options=row.options,
        sheets=game.sheets_left(state, row.scenario),
        commitment=row.commitment,
        seed=row.seed if row.status in (OVER, REPLAY) else None,
        status=row.status,
        version=shown,
        revision=row.revision,
        thinking=is_thinking(row, seen.seats, seen.deciding()),
        who="" if who is None else game.sides[who],
        prompt=view.prompt,
        marks=view.marks,
        you=None if side is None else game.sides[side],
        turn=view.turn,
        phase=view.phase,
        over=over,
        outcome=_outcome(game, state) if over else None,
        choices=written(game, choices),
        previews=list(previewed(game, choices, bool(view.focus.units))),
        attacks=has_attacks(game, state, choices),
        others_choose=waits,
        verbs=verbs(game, choices, view.words),
        pieces=view.pieces,
        tracks=view.tracks,
        panels=view.panels,
        overlays=view.overlays,
        markers=view.markers,
        legends=view.legends,
        lines=view.lines,
        focus=view.focus,
        ending=view.ending if choosing else EndingView(),
        seats=seat_answers(row, seen.seats, person, present),
        can_undo_to=undo.earliest_free(match, own, alone) if may_undo else None,
        last_own=undo.last_own(match, own) if may_undo else None,
        can_redo_to=undo.farthest_redo(seen.seats, person, now, seen.ahead) if may_undo else None,
        dice=dice_stand(row, seen.seats),
        request=request_answer(seen),
        odds=sight.odds(),
        last=log_entry(seen, shown, side),
        origin=row.origin,
        from_position=row.position is not None,
    )


def _outcome(game: AnyGame, state: Any) -> OutcomeAnswer:
    outcome = game.outcome(state)
    winner = None if outcome.winner is None else game.sides[outcome.winner]
    return OutcomeAnswer(winner, outcome.reason, outcome.scores)


def written(game: AnyGame, choices: Choices) -> dict[str, list[str]]:
    """The choices as text, for each verb what may follow it."""
    texts: dict[str, list[str]] = {}
    for verb, numbers in choices.items():
        names = game.verbs[verb].names
        texts[verb] = [""] if names is None else [names.format(n) for n in members(numbers)]
    return texts


def verbs(
    game: AnyGame, choices: Choices, words: Mapping[str, Mapping[str, str]] = NO_WORDS
) -> dict[str, VerbAnswer]:
    """All verbs of a game, those that may be chosen now first and in order; ``words`` is what
    people call what may follow them in this position."""
    answers = {}
    for verb in (*choices, *(verb for verb in game.verbs if verb not in choices)):
        told = game.verbs[verb]
        names = told.names
        takes = "nothing" if names is None else names.takes
        answer = answers[verb] = VerbAnswer(
            takes, told.called(verb), told.ends, told.main, told.means, told.aside
        )
        if names is None:
            continue
        numbers = members(choices.get(verb, 0))
        if verb in words:
            called = words[verb]
            answer.words = {w: called[w] for w in map(names.format, numbers) if w in called}
        elif names.title is not None:
            answer.words = {names.format(n): names.title(n) for n in numbers}
    return answers


def log_entry(seen: Seen, version: int, side: int | None) -> LogAnswer:
    """What a side may read of the choice that led to a version."""
    match, game = seen.match, seen.game
    if version == 0:
        dice, lines = ((), ()) if seen.before_the_dice else match.opening
        entry = LogView(0, "", None, dice, lines, *seen.moments[0])
    else:
        turned = match.history[version - 1]
        entry = LogView(
            version,
            game.sides[turned.side],
            game.format_choice(turned.choice),
            turned.dice,
            turned.log,
            *seen.moments[version],
        )
    told = game.tell(entry, side)
    notes = tuple(NoteAnswer(note.text, note.rank, note.marks) for note in told.lines)
    return LogAnswer(told.version, told.side, told.choice, told.dice, notes, told.turn, told.phase)


def dice_stand(row: MatchRow, seats: list[SeatRow]) -> DiceStandAnswer:
    """Whether the dice are ready, and what the players add to them."""
    added = gathered(seats) if row.lots is None else row.lots
    pledges = {side: pledge for side, (pledge, _) in added.items()}
    waits = awaited(row, seats)
    numbers = {side: number for side, (_, number) in added.items() if side not in waits}
    return DiceStandAnswer(row.lots is not None, waits, pledges, numbers)


def request_answer(seen: Seen) -> RequestAnswer | None:
    """The take-back that is asked for, with the dice it would lose."""
    if seen.request is None:
        return None
    asked = seen.request
    dice = undo.dice_lost(seen.match, asked.back_to)
    return RequestAnswer("undo", asked.side, asked.back_to, dice, asked.waiting)


def seat_answers(
    row: MatchRow, seats: list[SeatRow], person: str, present: Collection[str]
) -> dict[str, SeatAnswer]:
    """Who sits where, as a person sees it."""
    return {seat.title: _seat(row, seat, person, seat.title in present) for seat in seats}


def _seat(row: MatchRow, seat: SeatRow, person: str, online: bool) -> SeatAnswer:
    side, powers = seat.side, msgspec.UNSET if seat.powers is None else seat.powers
    if seat.kind == "computer":
        name = seat.level or ""
        title = LEVELS[name].title if name in LEVELS else name
        return SeatAnswer(f"Computer ({title})", "computer", True, side, level=name)
    if seat.kind == "open":
        invited = seat.token is not None and row.maker == person
        token = seat.token if invited and seat.token else msgspec.UNSET
        return SeatAnswer("", "open", online, side, powers, invitation=token)
    mine = seat.person == person and bool(person)
    kind = "me" if mine else "person"
    vacant = seat.name == GUEST and row.maker == person != seat.person and not online
    vacant = vacant and row.status == PLAYING
    return SeatAnswer(seat.label or seat.name or "", kind, online, side, powers, vacant=vacant)


def summary(
    title: str, row: MatchRow, seats: list[SeatRow], person: str, present: Collection[str]
) -> SummaryAnswer:
    """A match for the lobby."""
    mine = any(seat.side == row.who and seat.person == person for seat in seats)
    return SummaryAnswer(
        row.id,
        row.game,
        title,
        row.scenario,
        row.status,
        seat_answers(row, seats, person, present),
        row.turn,
        row.phase,
        row.who,
        mine and row.status == PLAYING,
        row.version,
        row.revision,
        row.status in (OVER, REPLAY),
        row.changed,
        row.commitment,
        dice_stand(row, seats),
        row.position is not None,
        row.origin,
    )
