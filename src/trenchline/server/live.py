"""Matches in memory: rebuilt from their choices, kept while they are played.

Nothing here is the truth; the rows are. Each match is kept under a lock of its own, and whoever
holds it brings the match up to the revision of the row it has read before looking at it.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from trenchline.kernel.dice import RecordedDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.match import Match, TakenBack, Turned
from trenchline.server.errors import Problem
from trenchline.server.lots import WaitingDice, dice_of
from trenchline.server.sights import Sights
from trenchline.server.store import ChoiceRow, MatchRow

KEPT = 12_000
"""Positions kept in memory, all matches together; five to ten kilobytes each."""
LINES_IN_A_POSITION = 16

WAITING = 4
"""Requests that may wait for one match while it is rebuilt."""
LONG = 300
"""Choices that take a while to be played again."""

IDLE, IDLE_WHEN_OVER = 900.0, 60.0
"""Seconds after which a match that nobody looks at is put away, and one that is over."""

COUNTED_EVERY = 256
"""How often the positions in memory are counted, in uses."""

Moment = tuple[str, str]
"""A turn and a phase."""

Made = tuple[str, str]
"""A side and its choice, as text."""

LaterRows = Callable[[int], list[ChoiceRow]]
"""Reads the rows of a match from a number on."""


class Mismatch(RuntimeError):
    """A row says what the rules do not: the rules have changed, or the row has."""


class LiveMatch:
    """One match in memory, with the turn and phase of every version."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._waiting = 0
        self._rebuilding = False
        self.revision = -1
        self.used = 0.0
        self.moments: list[Moment] = []
        self._backs: list[tuple[int, int]] = []
        """Take-backs: the number of the row, and the version gone back to."""
        self.told = 0
        """How many choices a process in which a computer player thinks has been told."""
        self.ahead: list[Made] = []
        """Choices that were taken back and would follow, if they were made again."""
        self.sights = Sights()
        self._match: Match | None = None
        self._lots: object = None

    @contextmanager
    def held(self) -> Iterator[None]:
        """Have the match to oneself. While a long one is rebuilt, only a few wait for it: each of
        them keeps a thread from those who play elsewhere."""
        if self._rebuilding and self._waiting >= WAITING:
            message = "The match is being set up again; try again in a moment."
            raise Problem(503, "try_again", message)
        self._waiting += 1
        try:
            self.lock.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self.lock.release()

    @property
    def match(self) -> Match:
        """The match, once it has been brought up to date."""
        assert self._match is not None
        return self._match

    @property
    def size(self) -> int:
        """How many positions it holds; so many lines of the log weigh as much as one."""
        if self._match is None:
            return 1
        lines = len(self._match.history) // LINES_IN_A_POSITION
        return self._match.held + lines + self.sights.size

    def thin(self) -> None:
        """Keep less of it in memory than is at hand, unless somebody has it."""
        if self.lock.acquire(blocking=False):
            try:
                if self._match is not None:
                    self._match.thin()
                self.sights.clear()
            finally:
                self.lock.release()

    def is_idle(self, now: float) -> bool:
        """Whether nobody has looked at it for long."""
        over = self._match is not None and self._match.over
        return now - self.used > (IDLE_WHEN_OVER if over else IDLE)

    def forget(self) -> None:
        """Start again from the rows next time."""
        self._match, self.revision, self.moments, self.told, self.ahead = None, -1, [], 0, []
        self._backs = []
        self.sights.clear()

    def is_behind(self, row: MatchRow) -> bool:
        """Whether there is something to catch up with; the dice may have become ready."""
        if self._match is None or self.revision > row.revision or self._lots != row.lots:
            self.forget()
        return self.revision != row.revision

    def catch_up(self, game: AnyGame, row: MatchRow, rows: LaterRows) -> None:
        """Bring the match to the revision of its row."""
        if not self.is_behind(row):
            return
        if self._match is None:
            self._open(game, row)
        self._rebuilding = row.revision - self.revision > LONG
        try:
            later = [made for made in rows(self.revision) if made.number < row.revision]
            if self.revision == 0:
                # A long match with take-backs in it is rebuilt without what was taken back.
                self.match.remember(_act(game, made) for made in later)
                for made in lasting(later):
                    self._follow(game, made)
                self.ahead = taken_back(later)
                self._backs = [(r.number, r.back_to) for r in later if r.back_to is not None]
            else:
                for made in later:
                    self._follow(game, made)
            self.revision = row.revision
        except BaseException:
            self.forget()
            raise
        finally:
            self._rebuilding = False
        if len(self.match.history) != row.version:
            raise Mismatch(f"{len(self.match.history)} choices make version {row.version}")

    def _open(self, game: AnyGame, row: MatchRow) -> None:
        if game.version != row.rules:
            raise Problem(
                409,
                "old_rules",
                f"The match was begun under rules {row.rules}; these are rules {game.version}.",
            )
        dice = dice_of(row)
        match = Match(game, dice, row.scenario, row.options, position=row.position)
        if list(match.opening[0]) != row.opening:
            raise Mismatch(f"the opening rolled {match.opening[0]}, not {row.opening}")
        if isinstance(dice, WaitingDice):
            dice.begun = True
        self._match, self._lots, self.revision, self.told = match, row.lots, 0, 0
        view = game.view(match.state, None)
        self.moments = [(view.turn, view.phase)]

    def _follow(self, game: AnyGame, made: ChoiceRow) -> None:
        match = self.match
        if made.choice is None:
            assert made.back_to is not None
            self.back_to(made.back_to, made.number)
            return
        if isinstance(match.dice, RecordedDice):
            match.dice.rolls.update(enumerate(made.dice, start=match.state.rolls))
        turned = match.take(game.parse_choice(made.choice))
        if list(turned.dice) != made.dice or game.sides[turned.side] != made.side:
            raise Mismatch(f"choice {made.number} is {turned}, not {made}")
        self.has_made(made)

    def has_made(self, made: ChoiceRow) -> None:
        """A choice has been made in the match."""
        self.moments.append((made.turn, made.phase))
        self.ahead = _still_ahead(self.ahead, made)

    def still_has(self, version: int, revision: int) -> bool:
        """Whether the match has still what it had at a version when it was at a revision."""
        gone = (to for number, to in self._backs if number >= revision)
        return revision <= self.revision and version <= min(gone, default=len(self.moments) - 1)

    def back_to(self, version: int, number: int) -> None:
        """Take choices back, by the row of a number."""
        self._backs.append((number, version))
        match = self.match
        gone = [(match.game.sides[t.side], match.text(t.choice)) for t in match.history[version:]]
        self.ahead = gone + self.ahead
        match.back_to(version)
        self.sights.cut(version)
        del self.moments[version + 1 :]
        self.told = min(self.told, version)


def lasting(rows: list[ChoiceRow]) -> list[ChoiceRow]:
    """The choices that were not taken back."""
    lasting: list[ChoiceRow] = []
    for row in rows:
        if row.back_to is None:
            lasting.append(row)
        else:
            del lasting[row.back_to :]
    return lasting


def taken_back(rows: list[ChoiceRow]) -> list[Made]:
    """The choices that were taken back last, if what was chosen since is what they began with."""
    standing: list[Made] = []
    ahead: list[Made] = []
    for row in rows:
        if row.choice is not None:
            standing.append((row.side, row.choice))
            ahead = _still_ahead(ahead, row)
        else:
            ahead = standing[row.back_to :] + ahead
            del standing[row.back_to :]
    return ahead


def _still_ahead(ahead: list[Made], made: ChoiceRow) -> list[Made]:
    return ahead[1:] if ahead and ahead[0] == (made.side, made.choice) else []


def _act(game: AnyGame, row: ChoiceRow) -> Turned | TakenBack:
    """A row without having been played."""
    if row.choice is None:
        assert row.back_to is not None
        return TakenBack(row.back_to)
    try:
        choice = game.parse_choice(row.choice)
    except ValueError:
        # It may have been left behind for that very reason.
        choice = (row.choice, 0)
    return Turned(game.sides.index(row.side), choice, tuple(row.dice), ())


class LiveMatches:
    """The matches in memory, those used last."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._lock = threading.Lock()
        self._matches: OrderedDict[str, LiveMatch] = OrderedDict()
        self._gets = 0

    def get(self, match: str) -> LiveMatch:
        """A match, perhaps still to be rebuilt."""
        with self._lock:
            found = self._matches.setdefault(match, LiveMatch())
            found.used = time.monotonic()
            self._matches.move_to_end(match)
            self._gets += 1
            if self._gets % COUNTED_EVERY == 0:
                self._make_room()
            return found

    def _make_room(self) -> None:
        """Put away what nobody looks at. Then those used longest ago keep less at hand; to be
        rebuilt costs much more, and comes last."""
        now = time.monotonic()
        oldest = list(self._matches.items())[:-1]
        for match, live in oldest:
            if live.is_idle(now):
                del self._matches[match]
        total = sum(live.size for live in self._matches.values())
        for act in (self._thin, self._drop):
            for match, live in oldest:
                if total > self._kept and match in self._matches:
                    total -= act(match, live)

    def _thin(self, match: str, live: LiveMatch) -> int:
        before = live.size
        live.thin()
        return before - live.size

    def _drop(self, match: str, live: LiveMatch) -> int:
        del self._matches[match]
        return live.size
